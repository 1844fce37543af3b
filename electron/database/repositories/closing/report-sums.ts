/** The sums of an X or a Z, per currency, never mixed, and the issue that a new one is compared with. */
import type { Report } from '#shared/contract/closing-z.ts';
import type { ReportSums } from '#shared/contract/terminals.ts';
import { addsOfRow, netOf, sumRows, type Kind } from '#shared/domain/kinds/index.ts';
import { absolute, sizeOf, totalsOf } from '#shared/money/money.ts';
import { typeKey } from './lines.ts';
import type { ClosingRow } from './rows.ts';

/** The issue before this one of the same day, with the rows that it summed. */
export type IssueBefore = {
  number: number;
  revision: number;
  reopenReason: string | null;
  rows: readonly { row: ClosingRow; outstanding: boolean }[];
};

function typeTotals(rows: readonly ClosingRow[]): Report['totals'] {
  const totals = new Map<string, Report['totals'][number]>();
  for (const row of rows) {
    const { amount, paymentType, entryMode, kind } = row;
    const { currency } = amount;
    const key = JSON.stringify([currency, typeKey(paymentType), entryMode ?? '', kind]);
    const total = totals.get(key);
    totals.set(key, {
      currency,
      paymentType,
      entryMode,
      kind,
      count: (total?.count ?? 0) + 1,
      amount: { minor: (total?.amount.minor ?? 0n) + sizeOf(amount.minor), currency },
      adds: { minor: (total?.adds?.minor ?? 0n) + addsOfRow(row).minor, currency },
    });
  }
  return [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total);
}

const ofKind = (rows: readonly ClosingRow[], kind: Kind) => rows.filter((row) => row.kind === kind);

/** Net, sales, and what was taken back by what it is. */
export const sumsByKind = (rows: readonly ClosingRow[]): ReportSums => ({
  ...sumRows(rows),
  refunds: netOf(ofKind(rows, 'refund')),
  voids: netOf(ofKind(rows, 'void')),
  reversals: netOf(ofKind(rows, 'reversal')),
});

/** The sums of a report. */
export function sumsOf(rows: readonly ClosingRow[], businessDate: string) {
  const sizesOf = (kind: Kind) =>
    totalsOf(ofKind(rows, kind).map(({ amount }) => ({ amount: absolute(amount) })));
  return {
    totals: typeTotals(rows),
    sums: sumsByKind(rows),
    sales: sizesOf('sale'),
    reversals: sizesOf('reversal'),
    late: netOf(rows.filter((row) => row.businessDate < businessDate)),
  };
}
