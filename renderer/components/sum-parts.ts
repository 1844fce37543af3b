/** The parts of a sum, which add up on screen: sales, returns, and their net. */
import type { ReportSums, RowSums, Total } from '#shared/contract/terminals.ts';

/** Authorized rows hold money and add nothing; unknown rows are not summed. The net counts both. */
export type SumPart =
  | 'sales'
  | 'returns'
  | 'refunds'
  | 'voids'
  | 'reversals'
  | 'net'
  | 'authorized'
  | 'unknown';

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

/** What is counted in the net beside sales, returns and rows of unknown kind: authorizations, which add nothing. */
export function authorizedIn({ net, sales, returns, notSummed }: RowSums): Total[] {
  const countIn = (totals: readonly Total[], currency: string) =>
    countOf(totals.filter(({ amount }) => amount.currency === currency));
  return net.flatMap(({ count, amount: { currency } }) => {
    const rest = count - countIn([...sales, ...returns, ...notSummed], currency);
    return rest > 0 ? [{ count: rest, amount: { minor: 0n, currency } }] : [];
  });
}
