/** What this PC has to tell becomes entries of its own: numbered, chained and signed, and kept here before they are published. */
import { makeEntries, type Fact, type Identity, type Place } from './entry.ts';
import { lookInto, type Journal } from './journal.ts';
import { activityFact, readingFact, readingOf, type PublishedReading } from './published.ts';
import type { Store } from './store.ts';
import type { Runs } from './runs-thread.ts';
import type { Origin } from './store-entries.ts';

export type Member = { readonly identity: Identity; readonly place: Place; readonly folder: string };
export type Round = Member & {
  readonly store: Store;
  /** How this PC's branches stand now; null while it is not known. */
  readonly readings?: () => readonly PublishedReading[] | null;
  readonly nowMs?: () => number;
  /** Starts a thread that works out long runs; without it they are worked out here. */
  readonly startRuns?: (() => Runs) | undefined;
};

const BATCH = 500;
const MORE_AT_ONCE = 20;

/** The last entry of the journal that was told as activity, or that had more to tell. A journal that was restored may have others under its number. */
function toldUpTo(journal: Journal, { store, identity }: Round, what: 'activity' | 'more'): number {
  for (const { seq, hash } of store.origins(identity.pc, what)) if (journal.hashAt(seq) === hash) return seq;
  return 0;
}

/** Entries of this PC that are not at head office yet. `published`: the server's number of its last one, if it is known. */
export function waitingOf(round: Round, published: number): { waiting: number; sinceMs: number | null } {
  const { store, identity, folder } = round;
  const made = store.headOf(identity.pc).seq;
  const [first] = store.after(identity.pc, Math.min(published, made), 1);
  const { waiting, sinceMs } = lookInto(folder, (journal) =>
    journal.count(toldUpTo(journal, round, 'activity')),
  );
  return { waiting: Math.max(0, made - published) + waiting, sinceMs: first?.atMs ?? sinceMs };
}

export function makeOwn(round: Round): void {
  const { folder } = round;
  for (;;) {
    const told = lookInto(folder, (journal) => journal.after(toldUpTo(journal, round, 'activity'), BATCH));
    if (told.length === 0) break;
    add(round, told.map(activityFact));
  }
  lookInto(folder, (journal) => makeMore(journal, round));
  makeReadings(round);
}

function add({ store, identity, place }: Round, facts: readonly Fact[]): void {
  store.add(makeEntries(identity, place, store.headOf(identity.pc), facts));
}

/** Closes, approvals and decisions. A close and its rows are one transaction: it is told whole, or told again. */
function makeMore(journal: Journal, round: Round): void {
  const { store } = round;
  let after = lookedUpTo(journal, store.looked) ?? toldUpTo(journal, round, 'more');
  // Before the search: what comes meanwhile is looked through by the next one.
  let end: Origin = journal.head();
  for (;;) {
    const entries = journal.moreAfter(after, MORE_AT_ONCE);
    for (const entry of entries) {
      const facts = journal.factsOf(entry);
      if (facts.length > 0) add(round, facts);
      after = entry.seq;
      if (entry.seq > end.seq) end = { seq: entry.seq, hash: entry.hash };
    }
    if (entries.length < MORE_AT_ONCE) break;
  }
  store.looked = end;
}

/** A record is long and little of it has more to tell: each part of it is looked through once a process. */
const lookedUpTo = (journal: Journal, { seq, hash }: Origin): number | null =>
  seq > 0 && journal.hashAt(seq) === hash ? seq : null;

const AT_MOST_EVERY_MS = 60_000;
/** A terminal that was read again, with nothing new on it, is told as seldom as this. */
const SAME_EVERY_MS = 15 * 60_000;

/** A PC of a branch tells how that branch stands. A PC of none has closed nothing: every day would be open there. */
function makeReadings(round: Round): void {
  const { store, identity, place, readings = () => null, nowMs = Date.now } = round;
  if (place.branch === '') return;
  const all = readings();
  if (all === null) return;
  const named = all.filter(
    ({ branchKey, branchName }) => branchName === place.branch || branchKey === place.branch,
  );
  const standing = named.length > 0 ? named : all;
  for (const reading of [...standing, ...leftOf(round, standing)]) {
    const fact = readingFact(reading, nowMs());
    const last = store.lastReading(identity.pc, reading.branchKey);
    if (!last || isDue(last, fact)) add(round, [fact]);
  }
}

/** Of a branch that has nothing: neither a terminal nor anything open. */
const emptied = (reading: PublishedReading): PublishedReading => ({
  ...reading,
  ...{ terminalCount: 0, notRead: 0, outstandingCount: 0, outstanding: [], notSummed: [], oldestAtMs: null },
  ...{ unknownCount: 0, terminals: [], unknown: [], openDays: [] },
});

/** Branches that this PC told of and has nothing of any more: that is told once. */
function leftOf({ store, identity }: Round, standing: readonly PublishedReading[]): PublishedReading[] {
  const keys = new Set(standing.map(({ branchKey }) => branchKey));
  return store
    .readings()
    .filter(({ pc, reading }) => pc === identity.pc && !keys.has(reading.branchKey))
    .map(({ reading }) => emptied(reading));
}

function isDue(last: Pick<Fact, 'atMs' | 'body'>, now: Fact): boolean {
  if (last.body === now.body) return false;
  const sinceMs = now.atMs - last.atMs;
  // A clock that was put back does not silence a PC.
  return sinceMs < 0 || sinceMs >= (isSameButTimes(last.body, now.body) ? SAME_EVERY_MS : AT_MOST_EVERY_MS);
}

function isSameButTimes(before: string, after: string): boolean {
  const bare = (body: string) => {
    const reading = readingOf({ kind: 'reading', body });
    const terminals = reading?.terminals.map((terminal) => ({ ...terminal, readAtMs: null }));
    return reading && readingFact({ ...reading, terminals: terminals ?? [] }, 0).body;
  };
  return bare(before) === bare(after);
}
