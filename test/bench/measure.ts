/**
 * How the benches measure (docs/performance.md): pairs of the baseline and the product in random order, the median of their ratios
 * with its interval, and the baseline beside itself, which says how noisy the machine is.
 */
import { dice, type Dice } from '../../electron/sandbox/random.ts';

/** Names of the goals that `npm run bench -- P3 P5` may choose. */
export type Goal = {
  /** As docs/performance.md numbers them, or the name of one without a number. */
  readonly id: string;
  /** What is divided by what, or what is counted. */
  readonly name: string;
  /** The goal is met only if the whole interval meets it. */
  readonly atMost?: number;
  readonly atLeast?: number;
};
type Verdict = 'met' | 'missed' | 'void' | 'no goal';
export type Result = Goal & {
  readonly unit: string;
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** The baseline ÷ itself; null if nothing was divided. */
  readonly noise: number | null;
  readonly pairs: number;
  /** Milliseconds of one time, if times were divided: what a person feels, and what depends on the machine. */
  readonly baselineMs: number | null;
  readonly oursMs: number | null;
  readonly verdict: Verdict;
};

const PAIRS = 30;
const WARM_UPS = 3;
const RESAMPLES = 2_000;
/** A sample is repeated until it takes at least so long: the clock and the scheduler are small beside it. */
const SAMPLE_MS = 4;
/** Outside of it the run says nothing. */
const QUIET = { from: 0.95, to: 1.05 };

export const results: Result[] = [];
let wanted: ReadonlySet<string> | null = null;
/** Only these goals are measured from now on. */
export const measureOnly = (ids: readonly string[]) => (wanted = ids.length > 0 ? new Set(ids) : null);
export const isMeasured = (id: string) => wanted === null || wanted.has(id);
const isWanted = ({ id }: Goal) => isMeasured(id);

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
};

/** The middle 95 % of the medians of samples drawn with replacement. */
export function intervalOf(values: readonly number[]): { low: number; high: number } {
  const die = dice(values.length);
  const draw = () => median(values.map(() => values[Math.floor(die.next() * values.length)] ?? Number.NaN));
  const medians = Array.from({ length: RESAMPLES }, draw).toSorted((a, b) => a - b);
  const at = (share: number) => medians[Math.floor(share * (RESAMPLES - 1))] ?? Number.NaN;
  return { low: at(0.025), high: at(0.975) };
}

type Measured = Pick<Result, 'low' | 'high' | 'noise'>;
export function verdictOf(goal: Goal, { low, high, noise }: Measured): Verdict {
  if (noise !== null && (noise < QUIET.from || noise > QUIET.to)) return 'void';
  if (goal.atMost === undefined && goal.atLeast === undefined) return 'no goal';
  return high <= (goal.atMost ?? Infinity) && low >= (goal.atLeast ?? -Infinity) ? 'met' : 'missed';
}

const shown = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(value < 0.1 ? 4 : 2));
const goalText = ({ atMost, atLeast }: Goal) =>
  atMost !== undefined ? `≤ ${atMost}` : atLeast !== undefined ? `≥ ${atLeast}` : '';
const timesText = ({ noise, baselineMs, oursMs }: Result) =>
  noise === null || baselineMs === null || oursMs === null
    ? ''
    : ` (${shown(oursMs)} ms against ${shown(baselineMs)} ms; baseline ÷ itself ${noise.toFixed(2)})`;
const lineOf = (result: Result) =>
  `${result.id.padEnd(4)} ${shown(result.median).padStart(8)}${result.unit} [${shown(result.low)}, ${shown(result.high)}] ${goalText(result).padEnd(8)} ${result.verdict.padEnd(8)} ${result.name}${timesText(result)}`;

type Times = { readonly baselineMs: number | null; readonly oursMs: number | null };
const noTimes: Times = { baselineMs: null, oursMs: null };

function tell(
  goal: Goal,
  { unit, noise }: { unit: string; noise: number | null },
  values: readonly number[],
  times = noTimes,
): void {
  const measured = { ...intervalOf(values), noise };
  const result: Result = {
    ...goal,
    ...measured,
    unit,
    median: median(values),
    pairs: values.length,
    ...times,
    verdict: verdictOf(goal, measured),
  };
  results.push(result);
  console.log(lineOf(result));
}

export const table = (): string => results.map(lineOf).join('\n');

type Work = () => unknown;
/** How long `work` takes in all, done `times` times, in milliseconds. */
export async function timed(work: Work, times = 1): Promise<number> {
  const start = performance.now();
  for (let time = 0; time < times; time += 1) await work();
  return performance.now() - start;
}
const TRIES = 5;
/** How often the work is done for a sample to take at least `SAMPLE_MS`: by the shortest of some tries, as one may wait for a processor. */
async function timesOf(work: Work): Promise<number> {
  await work();
  let shortest = Infinity;
  for (let trial = 0; trial < TRIES && shortest > SAMPLE_MS / 100; trial += 1) {
    shortest = Math.min(shortest, await timed(work));
    if (shortest > 100 * SAMPLE_MS) break;
  }
  return Math.max(1, Math.ceil(SAMPLE_MS / Math.max(0.001, shortest)));
}

function shuffled<T>(items: readonly T[], die: Dice): T[] {
  return items
    .map((item) => ({ item, at: die.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

async function pairsOf(raw: Work, ours: Work, pairs: number): Promise<Pair[]> {
  const works = { baseline: raw, again: raw, product: ours };
  const [often, oursOften] = [await timesOf(raw), await timesOf(ours)];
  const die = dice(PAIRS);
  const measured: Pair[] = [];
  const warmUps = pairs < PAIRS ? 1 : WARM_UPS;
  for (let pair = 0; pair < pairs + warmUps; pair += 1) {
    const took = { baseline: 0, again: 0, product: 0 };
    for (const which of shuffled(['baseline', 'again', 'product'] as const, die)) {
      const times = which === 'product' ? oursOften : often;
      took[which] = (await timed(works[which], times)) / times;
    }
    if (pair >= warmUps) measured.push(took);
  }
  return measured;
}

/** The product ÷ the baseline, by time. `pairs` is smaller if one takes seconds. */
export async function ratio(goal: Goal, raw: Work, ours: Work, pairs = PAIRS): Promise<void> {
  if (isWanted(goal)) ratiosOf(goal, await pairsOf(raw, ours, pairs));
}

/** How many times as fast as the baseline the product is. */
export async function timesAsFast(goal: Goal, raw: Work, ours: Work, pairs = PAIRS): Promise<void> {
  if (isWanted(goal)) speedsOf(goal, await pairsOf(raw, ours, pairs));
}

/** One pair of times: the baseline, the baseline again, and the product. */
export type Pair = { readonly baseline: number; readonly again: number; readonly product: number };

/** The ratio of pairs that a bench timed by itself, in milliseconds. */
export function ratiosOf(goal: Goal, pairs: readonly Pair[]): void {
  if (!isWanted(goal)) return;
  const values = pairs.map(({ product, baseline }) => product / baseline);
  tell(goal, { unit: '', noise: noiseOf(pairs) }, values, timesIn(pairs));
}

/** How many times as fast as the baseline, of pairs that a bench timed by itself. */
export function speedsOf(goal: Goal, pairs: readonly Pair[]): void {
  if (!isWanted(goal)) return;
  const values = pairs.map(({ baseline, product }) => baseline / product);
  tell(goal, { unit: ' ×', noise: noiseOf(pairs) }, values, timesIn(pairs));
}

const noiseOf = (pairs: readonly Pair[]) => median(pairs.map(({ again, baseline }) => again / baseline));
const timesIn = (pairs: readonly Pair[]): Times => ({
  baselineMs: median(pairs.map(({ baseline }) => baseline)),
  oursMs: median(pairs.map(({ product }) => product)),
});

/** A figure, such as bytes, the longest time a loop was held, or a ratio whose baseline was not measured twice. */
export const figure = (goal: Goal, unit: string, values: readonly number[]): void => {
  if (isWanted(goal)) tell(goal, { unit: unit && ` ${unit}`, noise: null }, values);
};
