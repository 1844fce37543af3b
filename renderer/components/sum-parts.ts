/** The parts of a sum, which add up on screen: sales, returns, and their net. */
import type { ReportSums, RowSums, Total } from '#shared/contract/terminals.ts';

/** Authorized rows hold money and add nothing; unknown rows are not summed. The net counts neither. */
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
    { part: 'net', totals: netOf(sums) },
  ];
}

export const countOf = (totals: readonly Total[]): number =>
  totals.reduce((sum, { count }) => sum + count, 0);

const countIn = (totals: readonly Total[], currency: string): number =>
  countOf(totals.filter(({ amount }) => amount.currency === currency));

/** The net with the count of its terms, so that counts add up as amounts do. */
const netOf = ({ net, sales, returns }: RowSums): Total[] =>
  net.map(({ amount }) => ({ amount, count: countIn([...sales, ...returns], amount.currency) }));

/** What the sums count beside sales, returns and rows of unknown kind: authorizations, which add nothing. */
export function authorizedIn({ net, sales, returns, notSummed }: RowSums): Total[] {
  return net.flatMap(({ count, amount: { currency } }) => {
    const rest = count - countIn([...sales, ...returns, ...notSummed], currency);
    return rest > 0 ? [{ count: rest, amount: { minor: 0n, currency } }] : [];
  });
}
