/**
 * What may belong together at a bank, for people to accept: lines of the right amount whose payer is not known, or that have more
 * than one payout to choose from. Nothing of it is matched before a person says so.
 */
import { sizeOf } from '../../money/money.ts';
import { EARLIEST_AT_BANK } from './by-amount.ts';
import { hasUsualFee, isFee, sourceOf, type Habits } from './learnt.ts';
import {
  isPaidAlone,
  type FoundMatch,
  type Ground,
  type LearntFee,
  type MatchItem,
  type Pool,
  type Proposal,
} from './items.ts';

/** Business days that a deposit may be later than it usually is, and still be proposed. */
const LATER = 3;
/** Of one line. */
const MOST_RANKS = 3;
/** Payouts of an amount that are looked at for one line; with more of them nothing is proposed. */
const MOST_IN_REACH = 50;
/** A share of 5 % is the most that a fee takes: what a payout was before it. */
const BEFORE_FEE = { part: 20n, of: 19n };

/** A line, what it may pay, and why. */
type Candidate = {
  readonly ours: readonly MatchItem[];
  readonly theirs: readonly MatchItem[];
  readonly amount: Ground;
  readonly days: number | null;
};

const isUsable = ({ action, date }: MatchItem) => action !== 'unknown' && date !== null;

/** By currency, from the smallest amount up. */
function sortedByAmount(items: readonly MatchItem[]): Map<string, MatchItem[]> {
  const groups = Map.groupBy(items, ({ amount }) => amount.currency);
  for (const group of groups.values())
    group.sort((a, b) => (a.amount.minor < b.amount.minor ? -1 : a.amount.minor > b.amount.minor ? 1 : 0));
  return groups;
}

/** Those from one amount to another one; null if there are too many. */
function between(sorted: readonly MatchItem[], least: bigint, most: bigint): MatchItem[] | null {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.amount.minor ?? 0n) < least) low = middle + 1;
    else high = middle;
  }
  const found: MatchItem[] = [];
  for (let at = low; at < sorted.length; at += 1) {
    const item = sorted[at];
    if (!item || item.amount.minor > most) break;
    found.push(item);
    if (found.length > MOST_IN_REACH) return null;
  }
  return found;
}

const daysOf = ({ options }: Pool, one: MatchItem, line: MatchItem): number | null =>
  one.date === null || line.date === null ? null : options.days.between(one.date, line.date);

function isInReach(pool: Pool, habits: Habits, one: MatchItem, line: MatchItem): boolean {
  const days = daysOf(pool, one, line);
  const latest = Math.max(pool.options.settlementDays, habits.delayOf(line) ?? 0) + LATER;
  return days !== null && days >= EARLIEST_AT_BANK && days <= latest;
}

function amountGround(
  fee: LearntFee | null,
  one: MatchItem,
  line: MatchItem,
  tolerance: bigint,
): Ground | null {
  const off = sizeOf(one.amount.minor - line.amount.minor);
  if (off === 0n) return { kind: 'same-amount', count: 0 };
  if (fee && hasUsualFee(fee, { one, line })) return { kind: 'usual-fee', count: Number(off) };
  return off <= tolerance ? { kind: 'within-tolerance', count: Number(off) } : null;
}

/** Payouts that are alone what the line brings: its amount, or what is left of it after the usual fee. */
function singles(pool: Pool, habits: Habits, sorted: Map<string, MatchItem[]>, line: MatchItem): Candidate[] {
  const { minor, currency } = line.amount;
  const fee = minor > 0n ? habits.feeOf(line) : null;
  const tolerance = pool.options.toleranceOf(currency);
  const most = fee ? (minor * BEFORE_FEE.part) / BEFORE_FEE.of + 1n : minor + tolerance;
  const reach = [
    between(sorted.get(currency) ?? [], minor - tolerance, minor + tolerance),
    fee ? between(sorted.get(currency) ?? [], minor + tolerance + 1n, most) : [],
  ];
  return reach.flatMap((found) =>
    (found ?? []).flatMap((one): Candidate[] => {
      const amount = amountGround(fee, one, line, tolerance);
      if (!amount || !isInReach(pool, habits, one, line)) return [];
      return [{ ours: [one], theirs: [line], amount, days: daysOf(pool, one, line) }];
    }),
  );
}

/** Several payouts in one line, or one in several, as the rules of sums find them. */
function several(pool: Pool, match: FoundMatch): Candidate[] {
  const { ours, theirs } = match;
  const [one, line] = [ours.at(-1), theirs.at(-1)];
  if (ours.length + theirs.length < 3 || !one || !line) return [];
  const amount: Ground = { kind: 'sum', count: Math.max(ours.length, theirs.length) };
  return [{ ours, theirs, amount, days: daysOf(pool, one, line) }];
}

/** A line that names a payout and brings less: an exception of both, where a fee explains the difference, or another line the rest. */
function named(pool: Pool, habits: Habits, lines: readonly MatchItem[]): Candidate[] {
  const under = pool.exceptions.flatMap(({ type, ours, theirs: [line, ...more] }) =>
    type === 'amount-under' && ours && line && more.length === 0 ? [{ ours, line }] : [],
  );
  if (under.length === 0) return [];
  const nameOf = (currency: string, minor: bigint) => `${currency} ${minor}`;
  const byAmount = Map.groupBy(lines, ({ amount }) => nameOf(amount.currency, amount.minor));
  return under.flatMap(({ ours, line }): Candidate[] => {
    const paid = { one: ours, line };
    const left = ours.amount.minor - line.amount.minor;
    const days = daysOf(pool, ours, line);
    const equal = byAmount.get(nameOf(line.amount.currency, left)) ?? [];
    const rest =
      equal.length > MOST_IN_REACH ? [] : equal.filter((other) => isInReach(pool, habits, ours, other));
    const sums = rest.map((other): Candidate => {
      const amount: Ground = { kind: 'sum', count: 2 };
      return { ours: [ours], theirs: [line, other], amount, days };
    });
    if (!isFee(paid)) return sums;
    const fee = habits.feeOf(line);
    const kind = fee && hasUsualFee(fee, paid) ? 'usual-fee' : 'less';
    return [{ ours: [ours], theirs: [line], amount: { kind, count: Number(left) }, days }, ...sums];
  });
}

const AMOUNTS = ['same-amount', 'within-tolerance', 'usual-fee', 'less', 'sum'];
/** The amount first, then how near the day is to the usual one. */
const better =
  (usual: number) =>
  (a: Candidate, b: Candidate): number =>
    AMOUNTS.indexOf(a.amount.kind) - AMOUNTS.indexOf(b.amount.kind) ||
    Math.abs((a.days ?? 99) - usual) - Math.abs((b.days ?? 99) - usual) ||
    ((a.ours[0]?.itemId ?? '') < (b.ours[0]?.itemId ?? '') ? -1 : 1);

function groundsOf(
  habits: Habits,
  { theirs, amount, days }: Candidate,
  rivals: number,
  namesIt: boolean,
): Ground[] {
  const [line] = theirs;
  const deposits = line ? habits.depositsOf(line) : 0;
  const usual = line ? habits.delayOf(line) : null;
  return [
    amount,
    ...(namesIt ? [{ kind: 'names-it' as const, count: 0 }] : []),
    ...(days === null ? [] : [{ kind: 'days-later' as const, count: days }]),
    ...(days !== null && days === usual ? [{ kind: 'usual-delay' as const, count: days }] : []),
    deposits > 0 ? { kind: 'payer-known', count: deposits } : { kind: 'payer-new', count: 0 },
    rivals === 0 ? { kind: 'only-one', count: 0 } : { kind: 'one-of', count: rivals + 1 },
  ];
}

/**
 * `bySums`: what the rules of amounts find among lines whose payer is not known. Each item is in few proposals; those of one line are
 * ranked.
 */
export function propose(
  pool: Pool,
  habits: Habits,
  isNamed: (line: MatchItem) => boolean,
  bySums: readonly FoundMatch[],
): Proposal[] {
  const free = pool.open('ours').filter((one) => isUsable(one) && !pool.isHeld(one));
  const sorted = sortedByAmount(free);
  const lines = pool.open('theirs').filter((line) => isUsable(line) && !isNamed(line));
  const found: Candidate[] = [
    ...lines.flatMap((line) => singles(pool, habits, sorted, line)),
    ...bySums.flatMap((match) => several(pool, match)),
  ];
  const byName = named(pool, habits, lines);
  const times = new Map<MatchItem, number>();
  for (const { ours, theirs } of [...found, ...byName])
    for (const item of [...ours, ...theirs]) times.set(item, (times.get(item) ?? 0) + 1);
  const ranked = [...Map.groupBy([...found, ...byName], ({ theirs: [line] }) => line)].flatMap(
    ([line, candidates]) =>
      candidates
        .sort(better((line && habits.delayOf(line)) ?? 1))
        .slice(0, MOST_RANKS)
        .map((candidate, at) => ({ candidate, rank: at + 1 })),
  );
  return ranked.map(({ candidate, rank }) => {
    const { ours, theirs } = candidate;
    const rivals = Math.max(...[...ours, ...theirs].map((item) => (times.get(item) ?? 1) - 1));
    const [line] = theirs;
    const isAlone = rivals === 0 && candidate.amount.kind !== 'less' && !ours.some(isPaidAlone);
    return {
      ours,
      theirs,
      rank,
      grounds: groundsOf(habits, candidate, rivals, byName.includes(candidate)),
      alike:
        isAlone && line
          ? JSON.stringify([sourceOf(line), habits.payerOf(line), candidate.amount.kind])
          : null,
    };
  });
}
