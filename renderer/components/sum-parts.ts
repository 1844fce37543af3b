/** What stands together adds up: sales, what was taken back, and the net that they come to. */
import type { ReportSums, RowSums, Total } from '#shared/contract/terminals.ts';

/** `unknown`: counted in the net and not summed. */
export type SumPart = 'sales' | 'returns' | 'refunds' | 'voids' | 'reversals' | 'net' | 'unknown';

/** What is taken back stands by its kind where that is given, else as one. The net is always there; a part that is nothing is not. */
export function partsOf(sums: RowSums | ReportSums): { part: SumPart; totals: Total[] }[] {
  const returned: { part: SumPart; totals: Total[] }[] =
    'refunds' in sums
      ? [
          { part: 'refunds', totals: sums.refunds },
          { part: 'voids', totals: sums.voids },
          { part: 'reversals', totals: sums.reversals },
        ]
      : [{ part: 'returns', totals: sums.returns }];
  return [
    ...[{ part: 'sales' as const, totals: sums.sales }, ...returned].filter(
      ({ totals }) => totals.length > 0,
    ),
    { part: 'net', totals: sums.net },
  ];
}

export const countOf = (totals: readonly Total[]): number =>
  totals.reduce((sum, { count }) => sum + count, 0);
