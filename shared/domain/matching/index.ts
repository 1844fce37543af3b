/**
 * Matches two sides, rule after rule. Pure, and independent of the order of its items: they are sorted first, and where a rule
 * has a choice that is not settled by the items themselves it takes none.
 */
import { exceptByKey, exceptTwice, matchByKey } from './by-key.ts';
import { matchByAmount } from './by-amount.ts';
import { matchByDay } from './by-group.ts';
import { exceptByName, holdNamed, holdUnproven, matchByName, matchMerged } from './by-name.ts';
import { namesIn } from './names.ts';
import { habitsOf, learn, payersOf } from './learnt.ts';
import { propose } from './propose.ts';
import { exceptTakenBack, linkTakenBack } from './taken-back.ts';
import { matchBySum } from './by-sum.ts';
import { daysLeftOut } from '../statement-days.ts';
import {
  createPool,
  type Booked,
  type FoundException,
  type FoundMatch,
  type Matched,
  type MatchItem,
  type MatchOptions,
  type Pool,
  type Proposal,
  type Waiting,
} from './items.ts';

export { isPaidAlone } from './items.ts';
export { learntKey, learntKinds, type LearntKind } from './learnt.ts';
export type {
  FoundException,
  FoundMatch,
  Learnt,
  LearntFee,
  ManualMatch,
  Matched,
  MatchItem,
  MatchOptions,
  Proposal,
  SaleStand,
} from './items.ts';

/** Holds while all its members are there with the amounts they had. */
function matchByHand(pool: Pool): void {
  if (pool.options.manual.length === 0) return;
  const known = {
    ours: new Map(pool.all.ours.map((item) => [item.itemId, item])),
    theirs: new Map(pool.all.theirs.map((item) => [item.itemId, item])),
  };
  for (const { matchId, members } of pool.options.manual) {
    const items = members.flatMap(({ side, itemId, minor }) => {
      const item = known[side].get(itemId);
      return item && item.amount.minor === minor && pool.isOpen(item) ? [item] : [];
    });
    if (items.length === 0 || items.length < members.length) continue;
    const [ours, theirs] = [
      items.filter(({ side }) => side === 'ours'),
      items.filter(({ side }) => side === 'theirs'),
    ];
    pool.match({ rule: 'manual', grouping: null, ours, theirs, matchId });
  }
}

/**
 * A sale and what undid it, where the other side has nothing of either: they come both or not at all, and neither is waited for. So
 * it is with a void or a reversal of a sale that is not known: it adds nothing.
 */
function matchUndone(pool: Pool): void {
  if (pool.options.comparison === 'bank') return;
  for (const side of ['ours', 'theirs'] as const) {
    const open = new Map(pool.open(side).map((item) => [item.itemId, item]));
    for (const item of open.values()) {
      if (item.action !== 'undoing' || item.foreign) continue;
      const sale = open.get(item.undoes ?? '');
      const isAlone = item.amount.minor === 0n;
      if (!sale && !isAlone) continue;
      const both = sale ? [sale, item] : [item];
      const sides = { ours: side === 'ours' ? both : [], theirs: side === 'theirs' ? both : [] };
      pool.match({ rule: 'reversed', grouping: null, ...sides });
    }
  }
}

function unknownActions(pool: Pool): void {
  for (const item of pool.open('ours'))
    if (item.action === 'unknown') pool.except({ type: 'unknown-action', ours: item, theirs: [] });
  for (const item of pool.open('theirs'))
    if (item.action === 'unknown' && !item.foreign)
      pool.except({ type: 'unknown-action', ours: null, theirs: [item] });
}

/** Ours that nothing matches: still in time, or missing. */
function waitingOf(pool: Pool, item: MatchItem): Waiting | null {
  const { comparison, days, settlementDays, today, isCovered } = pool.options;
  if (item.reversedHere) return { item, reason: 'reversed', expectedBy: null, waitsFor: null };
  if (comparison === 'books') return null;
  const expectedBy = item.date === null ? null : days.after(item.date, settlementDays);
  if (item.date !== null && days.between(item.date, today) <= settlementDays)
    return { item, reason: 'within-days', expectedBy, waitsFor: null };
  if (comparison !== 'bank') return null;
  const leftOut =
    item.date === null || expectedBy === null ? null : daysLeftOut(pool.options, item.date, expectedBy);
  const waitsFor = leftOut && { kind: 'statement' as const, ...leftOut };
  const isOpen = item.date === null ? !isCovered(null) : waitsFor !== null;
  return isOpen ? { item, reason: 'not-covered', expectedBy, waitsFor } : null;
}

const itemsOf = ({ ours, theirs }: Pick<FoundException, 'ours' | 'theirs'>): MatchItem[] => [
  ...(ours ? [ours] : []),
  ...theirs,
];

/** Only what one side has can be of the time before: where both are there and differ, the difference is ours to know. */
function createIsBefore({
  from,
  standOf,
}: MatchOptions): (found: Pick<FoundException, 'ours' | 'theirs'>) => boolean {
  const isBefore = (item: MatchItem) =>
    (from !== null && item.soldOn !== null && item.soldOn < from) ||
    (item.side === 'theirs' && standOf?.(item).beforeFirstRead === true);
  return (found) => (found.ours === null || found.theirs.length === 0) && itemsOf(found).every(isBefore);
}

function exceptByKeys(pool: Pool): void {
  for (const key of ['orderId', 'reference'] as const) exceptByKey(pool, key);
  for (const key of ['orderId', 'reference'] as const) exceptTwice(pool, key);
}

function matchByAmounts(pool: Pool): void {
  matchByAmount(pool);
  matchByDay(pool);
  matchBySum(pool);
}

/** What the rules of amounts find among lines whose payer is not known: proposals, and no matches. */
function amongUnknown(pool: Pool, isNamed: (line: MatchItem) => boolean): FoundMatch[] {
  const open = (side: 'ours' | 'theirs') => pool.open(side).filter((item) => !item.foreign);
  const ours = open('ours').filter((one) => !pool.isHeld(one));
  const theirs = open('theirs').filter((line) => !isNamed(line));
  const tried = createPool(ours, theirs, { ...pool.options, manual: [] });
  matchByAmounts(tried);
  return tried.matches;
}

/** What settles nothing. A line that may pay something is for people to look at first. */
function bookLines(pool: Pool, proposals: readonly Proposal[]): Booked[] {
  const { bookingOf } = pool.options;
  if (!bookingOf) return [];
  const proposed = new Set(proposals.flatMap(({ theirs }) => theirs));
  return pool.open('theirs').flatMap((item) => {
    const kind = proposed.has(item) ? null : bookingOf(item);
    if (kind === null) return [];
    pool.take([item]);
    return [{ item, kind }];
  });
}

type FoundAtBank = Pick<Matched, 'proposals' | 'learnt' | 'booked'>;

/** Sums before exceptions: a deposit that names one window and pays three is too much for one of them only. */
function matchAtBank(pool: Pool): FoundAtBank {
  const names = namesIn(pool);
  const links = linkTakenBack(pool, names);
  matchByKey(pool, 'orderId');
  matchByKey(pool, 'reference');
  matchByName(pool, names);
  matchMerged(pool, names);
  holdNamed(pool, names);
  const named = new Set(pool.open('theirs').filter(pool.isHeld));
  const payerOf = payersOf(pool.all.ours);
  const learnt = learn(pool, names, payerOf);
  const habits = habitsOf(learnt, pool.options.forgotten ?? new Set(), payerOf);
  holdUnproven(pool, habits);
  matchByAmounts(pool);
  exceptByKeys(pool);
  exceptByName(pool, names);
  exceptTakenBack(pool, links);
  const isNamed = (line: MatchItem) => named.has(line);
  const proposals = propose(pool, habits, isNamed, amongUnknown(pool, isNamed));
  return { learnt, proposals, booked: bookLines(pool, proposals) };
}

export function matchItems(
  ours: readonly MatchItem[],
  theirs: readonly MatchItem[],
  options: MatchOptions,
): Matched {
  const pool = createPool(ours, theirs, options);
  matchByHand(pool);
  let bank: FoundAtBank = { proposals: [], learnt: [], booked: [] };
  if (options.comparison === 'bank') bank = matchAtBank(pool);
  else {
    matchByKey(pool, 'orderId');
    matchByKey(pool, 'reference');
    matchUndone(pool);
    exceptByKeys(pool);
    matchByAmounts(pool);
  }
  unknownActions(pool);
  const expected: Waiting[] = [];
  const leftOut: MatchItem[] = [];
  for (const item of pool.open('ours')) {
    const waiting = waitingOf(pool, item);
    if (!waiting) pool.except({ type: 'missing-in-settlement', ours: item, theirs: [] });
    else {
      pool.take([item]);
      expected.push(waiting);
    }
  }
  for (const item of pool.open('theirs')) {
    const waitsFor = item.foreign ? null : (options.standOf?.(item).waitsFor ?? null);
    if (waitsFor) {
      pool.take([item]);
      expected.push({ item, reason: 'day-open', expectedBy: null, waitsFor });
    } else if (!item.foreign) pool.except({ type: 'missing-in-ours', ours: null, theirs: [item] });
    else {
      pool.take([item]);
      leftOut.push(item);
    }
  }
  // What is matched stays so, whenever it was: only what has nothing on the other side is of the time before.
  const isBefore = createIsBefore(options);
  const isWaitingBefore = ({ item }: Waiting) =>
    item.side === 'ours' ? isBefore({ ours: item, theirs: [] }) : isBefore({ ours: null, theirs: [item] });
  return {
    matches: pool.matches,
    exceptions: pool.exceptions.filter((one) => !isBefore(one)),
    expected: expected.filter((one) => !isWaitingBefore(one)),
    before: [
      ...pool.exceptions.filter(isBefore).flatMap(itemsOf),
      ...expected.filter(isWaitingBefore).map(({ item }) => item),
    ],
    leftOut,
    booked: bank.booked,
    learnt: bank.learnt,
    proposals: bank.proposals.filter(({ ours }) => !ours.every((one) => isBefore({ ours: one, theirs: [] }))),
  };
}
