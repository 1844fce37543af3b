/**
 * How well and how fast deposits are matched: a simulated month beside two simple ways, and 4,000 windows × 40,000 lines beside
 * 1,000 × 10,000.
 */
import { matchItems, type MatchItem, type MatchOptions } from '../../shared/domain/matching/index.ts';
import { createBusinessDays } from '../../shared/time/business-days.ts';
import { dice } from '../../electron/sandbox/random.ts';
import { ratiosOf } from './measure.ts';
import { MOST_PARTS, sumCase } from './matching-sums.ts';
import { lineItem, monthOf, noises, windowItem, type Month, type Noise } from './matching-month.ts';

const SEEDS = 20;
const PAIRS = 25;
const options: MatchOptions = {
  comparison: 'bank',
  days: createBusinessDays({ weekend: [5, 6], holidays: [] }),
  settlementDays: 2,
  from: null,
  today: '2026-12-31',
  toleranceOf: () => 0n,
  isFeeUsual: () => true,
  isCovered: () => true,
  manual: [],
};

/** Window and line, one text for each pair. */
type Pairs = Set<string>;
const pairOf = (window: string, line: string) => `${window} ${line}`;

function found({ windows, lines }: Month): Pairs {
  const { matches } = matchItems(windows, lines, options);
  return new Set(
    matches.flatMap(({ ours, theirs }) =>
      ours.flatMap((one) => theirs.map((line) => pairOf(one.itemId, line.itemId))),
    ),
  );
}

/** What is matched, and what a person would take from the first so many proposals of a line. */
const foundOrProposed =
  (most: number) =>
  ({ windows, lines }: Month): Pairs => {
    const { matches, proposals } = matchItems(windows, lines, options);
    const proposed = proposals.filter(({ rank }) => rank <= most);
    return new Set(
      [...matches, ...proposed].flatMap(({ ours, theirs }) =>
        ours.flatMap((one) => theirs.map((line) => pairOf(one.itemId, line.itemId))),
      ),
    );
  };

const daysBetween = (a: MatchItem, b: MatchItem) =>
  (Date.parse(b.date ?? '') - Date.parse(a.date ?? '')) / 86_400_000;
/** The first line of the same amount that is no more than so many days later. */
function simple({ windows, lines }: Month, days: number): Pairs {
  const left = [...lines];
  const pairs: Pairs = new Set();
  for (const one of windows) {
    const at = left.findIndex(
      (line) =>
        line.amount.minor === one.amount.minor &&
        daysBetween(one, line) >= 0 &&
        daysBetween(one, line) <= days,
    );
    const line = left[at];
    if (!line) continue;
    left.splice(at, 1);
    pairs.add(pairOf(one.itemId, line.itemId));
  }
  return pairs;
}

type Score = { found: number; right: number; all: number };
function score(months: readonly Month[], way: (month: Month) => Pairs): Score {
  const total = { found: 0, right: 0, all: 0 };
  for (const month of months) {
    const pairs = way(month);
    const wanted = new Set(
      [...month.truth].flatMap(([id, lines]) => [...lines].map((line) => pairOf(id, line))),
    );
    total.found += pairs.size;
    total.all += wanted.size;
    total.right += [...pairs].filter((pair) => wanted.has(pair)).length;
  }
  return total;
}

function mergedFound(months: readonly Month[]): { right: number; all: number } {
  const total = { right: 0, all: 0 };
  for (const month of months) {
    const pairs = found(month);
    total.all += month.merged.length;
    total.right += month.merged.filter(({ line, windows }) =>
      windows.every((one) => pairs.has(pairOf(one, line))),
    ).length;
  }
  return total;
}

const percent = (part: number, all: number) => `${((100 * part) / Math.max(1, all)).toFixed(2)} %`;
function quality(noise: Noise): void {
  const months = Array.from({ length: SEEDS }, (_, seed) => monthOf(noise, seed + 1));
  const ways = [
    ['matched by itself', found],
    ['with the first proposal', foundOrProposed(1)],
    ['with three proposals', foundOrProposed(3)],
    ['same amount and day', (month: Month) => simple(month, 0)],
    ['same amount within 3 days', (month: Month) => simple(month, 3)],
  ] as const;
  for (const [name, way] of ways) {
    const { found: count, right, all } = score(months, way);
    console.log(
      `  ${noise.padEnd(7)} ${name.padEnd(26)} precision ${percent(right, count)}  recall ${percent(right, all)}`,
    );
  }
  const merged = mergedFound(months);
  console.log(`  ${noise.padEnd(7)} merged deposits found: ${merged.right} of ${merged.all}`);
}

/** Deposits of 2 to 50 windows, each number of them as often. */
function sums(): void {
  const counts = { unique: 0, right: 0, ambiguous: 0, matched: 0 };
  let longest = 0;
  for (let seed = 0; seed < 5 * (MOST_PARTS - 1); seed += 1) {
    const { windows, lines, paid, isUnique } = sumCase(seed);
    const start = performance.now();
    const { matches } = matchItems(windows, lines, options);
    longest = Math.max(longest, performance.now() - start);
    const match = matches.find(({ theirs }) => theirs.some(({ itemId }) => itemId === 'sum'));
    counts[isUnique ? 'unique' : 'ambiguous'] += 1;
    const isRight = match?.ours.length === paid.size && match.ours.every(({ itemId }) => paid.has(itemId));
    if (isUnique && isRight) counts.right += 1;
    else if (match) counts.matched += 1;
  }
  const { unique, right, ambiguous, matched } = counts;
  console.log(
    `  sums of 2 to ${MOST_PARTS} windows: ${right} of ${unique} unique ones found, ${matched} of ${ambiguous} others matched; the longest search ${longest.toFixed(0)} ms`,
  );
}

function many(windowCount: number): { windows: MatchItem[]; lines: MatchItem[] } {
  const die = dice(7);
  const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + Math.floor(at))).toISOString().slice(0, 10);
  const windows = Array.from({ length: windowCount }, (_, at) =>
    windowItem(
      `SW-${100_000 + at}`,
      BigInt(100_000 + Math.floor(die.next() * 9_000_000)),
      day((at * 300) / windowCount),
    ),
  );
  const lines = Array.from({ length: windowCount * 10 }, (_, at) => {
    const paid = at % 10 === 0 ? windows[at / 10] : undefined;
    const own = Math.floor(die.next() * 9_000_000) + 1;
    return lineItem(
      `L${at}`,
      paid?.amount.minor ?? BigInt(own),
      day((at * 300) / windowCount / 10 + 1),
      paid ? `TRF ACQUIRER ${paid.itemId}` : `CARD PAYMENT ${own}`,
    );
  });
  return { windows, lines };
}

/** Processor time of all threads, in milliseconds: it says the same on a machine that does other things beside. */
function timeOf({ windows, lines }: ReturnType<typeof many>): number {
  const before = process.cpuUsage();
  matchItems(windows, lines, options);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export function matching(): Promise<void> {
  console.log(`  ${SEEDS} months of 90 windows`);
  for (const noise of noises) quality(noise);
  sums();
  const [few, most] = [many(1_000), many(4_000)];
  timeOf(few);
  const runs = Array.from({ length: PAIRS }, () => ({
    baseline: timeOf(few),
    again: timeOf(few),
    product: timeOf(most),
  }));
  ratiosOf(
    { id: 'matching', name: 'processor time of 4,000 windows × 40,000 lines ÷ 1,000 × 10,000', atMost: 5 },
    runs,
  );
  return Promise.resolve();
}
