/** The parts of a sum, which add up on screen: sales, returns, and their net. */
import type { ReportSums, RowSums, Total } from '#shared/contract/terminals.ts';

/** `unknown`: counted in the net and not summed. */
export type SumPart = 'sales' | 'returns' | 'refunds' | 'voids' | 'reversals' | 'net' | 'unknown';

/** Returns appear by kind if the kinds are given, else as one part. The net always appears; an empty part does not. */
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
