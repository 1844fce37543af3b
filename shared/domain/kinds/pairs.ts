/** Which row undoes which: a void or a reversal the whole of a sale, refunds parts of it. Pure. */
import { sizeOf } from '../../money/money.ts';
import { isReturn, isUndoing } from './kind.ts';
import type { Kind } from './words.ts';

export type PairRow = {
  readonly rowId: string;
  readonly kind: Kind;
  readonly orderId: string | null;
  readonly refNumber: string | null;
  /** Null if the gateway does not say it. */
  readonly terminalId: string | null;
  readonly minor: bigint;
  readonly currency: string;
};

const given = (value: string | null): string | null => (value === null || value === '' ? null : value);

/** How sure it is that both are about one sale: 2 by order and reference, 1 by the one that both give, 0: they are not. */
export function samenessOf(a: PairRow, b: PairRow): 0 | 1 | 2 {
  if (a.currency !== b.currency) return 0;
  const [terminal, other] = [given(a.terminalId), given(b.terminalId)];
  if (terminal !== null && other !== null && terminal !== other) return 0;
  let shared: 0 | 1 | 2 = 0;
  for (const key of ['orderId', 'refNumber'] as const) {
    const [ours, theirs] = [given(a[key]), given(b[key])];
    if (ours === null || theirs === null) continue;
    if (ours !== theirs) return 0;
    shared = shared === 0 ? 1 : 2;
  }
  return shared;
}

/**
 * For each row that takes money back the sale that it is of. Voids and reversals first: each takes a whole sale that nothing else
 * undoes; then refunds take parts of what is left. Rows come in the order in which they were seen; a row that is surer goes first.
 */
export function pairsOf(returns: readonly PairRow[], sales: readonly PairRow[]): ReadonlyMap<string, string> {
  const index = new Map<string, PairRow[]>();
  const put = (key: string, sale: PairRow) => {
    const known = index.get(key);
    if (known) known.push(sale);
    else index.set(key, [sale]);
  };
  for (const sale of sales) {
    if (sale.kind !== 'sale') continue;
    if (given(sale.orderId) !== null) put(`o ${sale.orderId}`, sale);
    if (given(sale.refNumber) !== null) put(`r ${sale.refNumber}`, sale);
  }
  const candidatesOf = (row: PairRow): PairRow[] => [
    ...new Set([...(index.get(`o ${row.orderId}`) ?? []), ...(index.get(`r ${row.refNumber}`) ?? [])]),
  ];
  const pairs = new Map<string, string>();
  const left = new Map(sales.map(({ rowId, minor }) => [rowId, sizeOf(minor)]));
  const pair = (
    row: PairRow,
    sureness: 1 | 2,
    fits: (left: bigint, size: bigint, sale: PairRow) => boolean,
  ) => {
    if (pairs.has(row.rowId)) return;
    const size = sizeOf(row.minor);
    const sale = candidatesOf(row).find(
      (one) => samenessOf(row, one) === sureness && fits(left.get(one.rowId) ?? 0n, size, one),
    );
    if (!sale) return;
    pairs.set(row.rowId, sale.rowId);
    left.set(sale.rowId, (left.get(sale.rowId) ?? 0n) - size);
  };
  const undoing = returns.filter(({ kind }) => isUndoing(kind));
  const refunds = returns.filter(({ kind }) => isReturn(kind) && !isUndoing(kind));
  for (const sureness of [2, 1] as const)
    for (const row of undoing)
      pair(row, sureness, (rest, size, sale) => rest === size && size === sizeOf(sale.minor));
  for (const sureness of [2, 1] as const)
    for (const row of refunds) pair(row, sureness, (rest, size) => rest >= size);
  return pairs;
}
