/** The sums of rows, per currency, never mixed: each is a sum of what rows add, and says what it lacks. Pure. */
import { absolute, totalsOf, type Money } from '../../money/money.ts';
import { addsOf, isReturn, isUndoing } from './kind.ts';
import type { Kind } from './words.ts';

export type Total = { readonly count: number; readonly amount: Money };

/** A row whose kind is decided. */
export type KindRow = {
  readonly rowId: string;
  readonly kind: Kind;
  readonly amount: Money;
  /** The sale that it undoes, if that is known here. */
  readonly undoes: string | null;
};

export const addsOfRow = ({ kind, amount, undoes }: Omit<KindRow, 'rowId'>): Money => ({
  minor: addsOf(kind, amount.minor, undoes !== null),
  currency: amount.currency,
});

/** The amount as it is shown. Money that goes back has a minus, whatever its sign at the gateway. Without a kind it is unchanged. */
export const shownAmount = ({ kind, amount }: { kind: Kind | null; amount: Money }): Money =>
  kind !== null && isReturn(kind) ? { minor: -absolute(amount).minor, currency: amount.currency } : amount;

export type RowSums = {
  /** Sums all given rows. Rows of an unknown kind are counted and not summed. */
  readonly net: Total[];
  readonly sales: Total[];
  /**
   * What refunds, voids and reversals take back; negative. A void or a reversal of a sale that is not known here adds nothing.
   */
  readonly returns: Total[];
  /** Voids and reversals whose sale is among the rows, too: so many pairs cancel out, of this size. */
  readonly undone: Total[];
  /** Rows of a kind not known, by their size: in none of the sums. */
  readonly notSummed: Total[];
};

const adding = (rows: readonly KindRow[]): Total[] =>
  totalsOf(rows.map((row) => ({ amount: addsOfRow(row) })));
const sizes = (rows: readonly KindRow[]): Total[] =>
  totalsOf(rows.map(({ amount }) => ({ amount: absolute(amount) })));

export const netOf = (rows: Iterable<KindRow>): Total[] => adding([...rows]);
export const notSummedOf = (rows: Iterable<KindRow>): Total[] =>
  sizes([...rows].filter(({ kind }) => kind === 'unknown'));

export function sumRows(rows: Iterable<KindRow>): RowSums {
  const all = [...rows];
  const ids = new Set(all.map(({ rowId }) => rowId));
  return {
    net: adding(all),
    sales: adding(all.filter(({ kind }) => kind === 'sale')),
    returns: adding(all.filter(({ kind }) => isReturn(kind))),
    undone: sizes(all.filter(({ kind, undoes }) => isUndoing(kind) && undoes !== null && ids.has(undoes))),
    notSummed: notSummedOf(all),
  };
}

/** Sums of several lists as one. */
export function addTotals(lists: Iterable<readonly Total[]>): Total[] {
  const totals = new Map<string, Total>();
  for (const list of lists)
    for (const { count, amount } of list) {
      const { currency } = amount;
      const before = totals.get(currency);
      totals.set(currency, {
        count: (before?.count ?? 0) + count,
        amount: { minor: (before?.amount.minor ?? 0n) + amount.minor, currency },
      });
    }
  return [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total);
}

export const addSums = (sums: readonly RowSums[]): RowSums => ({
  net: addTotals(sums.map((one) => one.net)),
  sales: addTotals(sums.map((one) => one.sales)),
  returns: addTotals(sums.map((one) => one.returns)),
  undone: addTotals(sums.map((one) => one.undone)),
  notSummed: addTotals(sums.map((one) => one.notSummed)),
});
