/** The totals of an X or a Z by type and entry mode, as a calculation that adds up to the net. */
import type { Report } from '#shared/contract/closing-z.ts';
import { salesFirst } from '#shared/domain/closing.ts';
import { shownAmount } from '#shared/domain/kinds/index.ts';
import { sizeOf, type Money } from '#shared/money/money.ts';

type TypeTotal = Report['totals'][number];
export type TypeLine = {
  key: string;
  paymentType: string | null;
  entryMode: string | null;
  /** Null: these rows are counted in the line of the same type that is in the net. */
  count: number | null;
  /** In the net: what the rows add. Else their size. */
  amount: Money;
};
type TypeTotals = {
  currency: string;
  inNet: TypeLine[];
  /** Null in a report of before kinds were known: it does not say what its rows add. */
  net: { count: number; amount: Money } | null;
  /** Authorisations, rows of a kind not known, and what undoes no sale that is known here. */
  notInNet: TypeLine[];
};

/** A total may have rows that add and rows that do not: then it is a line of each. */
function linesOf(total: TypeTotal): { inNet: TypeLine[]; notInNet: TypeLine[] } {
  const { paymentType, entryMode, kind, count, amount, adds } = total;
  const line = {
    key: JSON.stringify([paymentType, entryMode, kind]),
    paymentType,
    entryMode,
    count,
  };
  if (adds === null) return { inNet: [{ ...line, amount: shownAmount(total) }], notInNet: [] };
  const rest = { minor: amount.minor - sizeOf(adds.minor), currency: amount.currency };
  const adding = adds.minor !== 0n || amount.minor === 0n;
  return {
    inNet: adding ? [{ ...line, amount: adds }] : [],
    notInNet: rest.minor === 0n ? [] : [{ ...line, count: adding ? null : count, amount: rest }],
  };
}

/** By currency, in alphabetical order, sales first. */
export function typeTotals(totals: readonly TypeTotal[]): TypeTotals[] {
  return [...Map.groupBy(totals, ({ currency }) => currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, own]) => {
      const lines = salesFirst(own).map(linesOf);
      const inNet = lines.flatMap((one) => one.inNet);
      const net = {
        count: inNet.reduce((sum, { count }) => sum + (count ?? 0), 0),
        amount: { minor: inNet.reduce((sum, { amount }) => sum + amount.minor, 0n), currency },
      };
      return {
        currency,
        inNet,
        net: own.every(({ adds }) => adds !== null) ? net : null,
        notInNet: lines.flatMap((one) => one.notInNet),
      };
    });
}
