/** The marks of an axis: round numbers, as a person would choose them. Pure. */

/** At most this many above zero. */
const MOST = 5;
const ROUND = [1, 2, 5, 10] as const;

/** The smallest round step with which at most `MOST` steps reach the amount. */
function stepFor(reach: number): number {
  const size = 10 ** Math.floor(Math.log10(reach / MOST));
  const found = ROUND.find((one) => one * size * MOST >= reach * (1 - 1e-9));
  return (found ?? 10) * size;
}

/** The marks from zero, or from the round number below the smallest value, up to a round number above the largest. */
export function roundTicks(values: readonly number[]): number[] {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const reach = Math.max(most, -least);
  if (reach === 0) return [0];
  const step = stepFor(reach);
  const from = Math.floor(least / step);
  const to = Math.ceil(most / step - 1e-9);
  return Array.from({ length: to - from + 1 }, (_, index) => Number(((from + index) * step).toPrecision(12)));
}
