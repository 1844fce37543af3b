/** What a part of a run counted, and how long its tests took. */
export type Counts = { passed: number; failed: number; skipped: number };
export type Timing = { name: string; ms: number };
export type Outcome = Counts & { timings: Timing[] };

/** One check that passed or failed as a whole. */
export const one = (passed: boolean): Outcome => ({
  passed: passed ? 1 : 0,
  failed: passed ? 0 : 1,
  skipped: 0,
  timings: [],
});

const total = (outcomes: readonly Counts[], count: keyof Counts) =>
  outcomes.reduce((sum, outcome) => sum + outcome[count], 0);

export const sum = (outcomes: readonly Outcome[]): Outcome => ({
  passed: total(outcomes, 'passed'),
  failed: total(outcomes, 'failed'),
  skipped: total(outcomes, 'skipped'),
  timings: outcomes.flatMap(({ timings }) => timings),
});

const TOLD = 10;
export const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** The slowest tests of a run, slowest first, one a line. */
export const slowest = (timings: readonly Timing[]): string[] =>
  timings
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, TOLD)
    .map(({ name, ms }) => `${seconds(ms).padStart(8)}  ${name}`);
