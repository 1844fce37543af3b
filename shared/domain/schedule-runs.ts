/** Runs of recurring transfers (interface §2.8): which days they fall on, and whether the balance bears them. Pure. */
import { money, type Money } from '../money/money.ts';
import type { RecurringFrequency } from './payout.ts';

const DAY_MS = 86_400_000;
/** What a form works out of runs without an end is cut here. */
const MOST_RUNS = 1_000;

/**
 * The run of this number, 0 the first. A month without that day has its run on its last one; the day of the first run comes back in the
 * next month that has it (assumed: the document does not say).
 */
function runAt(startMs: number, frequency: RecurringFrequency, number: number): number {
  if (frequency === 'WEEKLY') return startMs + number * 7 * DAY_MS;
  const start = new Date(startMs);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + number];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(start.getUTCDate(), lastDay);
  return Date.UTC(year, month, day) + (startMs % DAY_MS);
}

/** From the first run to the end, both included. */
export function runsUntil(startMs: number, frequency: RecurringFrequency, endMs: number): number[] {
  const runs: number[] = [];
  for (let number = 0; number < MOST_RUNS; number += 1) {
    const atMs = runAt(startMs, frequency, number);
    if (atMs > endMs) break;
    runs.push(atMs);
  }
  return runs;
}

export type Scheduled = {
  readonly nextMs: number;
  readonly frequency: RecurringFrequency;
  readonly amount: Money;
};
type Forecast = {
  readonly runs: number;
  readonly total: Money;
  /** The first run that the balance does not bear, and how much is missing then. Null: it bears all, or is not known. */
  readonly short: { readonly atMs: number; readonly by: Money } | null;
};

/**
 * The runs up to `untilMs` in one currency, against what is available now: nothing that comes in meanwhile is counted, and no fees.
 * `available`: null if it was never read.
 */
export function forecastOf(
  schedules: readonly Scheduled[],
  { currency, available, untilMs }: { currency: string; available: Money | null; untilMs: number },
): Forecast {
  const runs = schedules
    .filter(({ amount }) => amount.currency === currency)
    .flatMap(({ nextMs, frequency, amount }) =>
      runsUntil(nextMs, frequency, untilMs).map((atMs) => ({ atMs, minor: amount.minor })),
    )
    .toSorted((a, b) => a.atMs - b.atMs);
  let [total, short] = [0n, null as Forecast['short']];
  for (const { atMs, minor } of runs) {
    total += minor;
    if (short === null && available !== null && total > available.minor)
      short = { atMs, by: money(total - available.minor, currency) };
  }
  return { runs: runs.length, total: money(total, currency), short };
}
