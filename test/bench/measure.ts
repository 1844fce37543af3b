/** How the benches measure: pairs of the baseline and the product in turn, and what comes of them. */
const PAIRS = 30;

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Pairs in turn, so that a machine that slows down slows both. */
export async function ratio(name: string, raw: () => unknown, ours: () => Promise<unknown>): Promise<void> {
  const ratios: number[] = [];
  for (let pair = 0; pair < PAIRS + 3; pair += 1) {
    const base = await timed(raw);
    const product = await timed(ours);
    if (pair >= 3) ratios.push(product / base);
  }
  const sorted = ratios.toSorted((a, b) => a - b);
  console.log(
    `${name}: median ${median(ratios).toFixed(2)}, lowest ${sorted[0]?.toFixed(2) ?? ''}, highest ${sorted.at(-1)?.toFixed(2) ?? ''}`,
  );
}
