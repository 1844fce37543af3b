/** How much a figure grows from one hour to the next: the line with the least squares through its values. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [up, across] = [0, 0];
  for (const [at, value] of values.entries()) {
    up += (at - middle) * (value - mean);
    across += (at - middle) ** 2;
  }
  return across === 0 ? 0 : up / across;
}
