/**
 * Reads, verifies and keeps what the other PCs of the chain have told. A long record comes in runs, and the signature of the last
 * entry of a run is verified. Day by day, and where a run is not what its PC signed, each entry comes with its own signature, and
 * the first that does not fit is named.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection } from './connection.ts';
import {
  entriesOfRun,
  noHead,
  verifyEntries,
  type Entry,
  type Head,
  type Place,
  type Run,
  type Tampered,
} from './entry.ts';
import { readOn, readRuns, type ListedPc } from './pc.ts';
import type { Store } from './store.ts';

/** Entries of one PC in one answer; fewer where they are large. */
const BATCH = 500;
/** PCs that are asked in one statement: an answer of at most ten thousand entries, and some ten megabytes. */
const PCS_AT_ONCE = 20;
/** Up to so many entries, as come in day by day, are verified by their own signatures. */
const MOST_ONE_BY_ONE = 20;

/** PCs with news, and after which entry. Most have none: the list of PCs says how they stand, and they are not asked. */
function withMore(store: Store, pcs: readonly ListedPc[]): readonly { pc: ListedPc; seq: number }[] {
  const heads = store.heads();
  const more: { pc: ListedPc; seq: number }[] = [];
  const others: [string, Tampered | null][] = [];
  for (const pc of pcs) {
    const head = heads.get(pc.id) ?? noHead;
    const less = lessThanBefore(pc, head);
    if (!less && pc.headSeq > head.seq) more.push({ pc, seq: head.seq });
    else others.push([pc.id, less]);
  }
  store.mark(others);
  return more;
}

/** What a PC has after an entry: in runs while that is much, then entry by entry. */
type Want = { readonly pc: ListedPc; readonly seq: number; readonly form: 'run' | 'entries' };
/** By the id of the PC. Who is not in it gave nothing. */
type Answer = ReadonlyMap<string, Run | readonly Entry[]>;

const isRun = (given: Run | readonly Entry[]): given is Run => 'facts' in given;
const countOf = (given: Run | readonly Entry[] = []): number =>
  isRun(given) ? given.facts.length : given.length;

async function answerTo(connection: Connection, wants: readonly Want[]): Promise<Answer> {
  const pcs = wants.map(({ pc }) => pc);
  const after = new Map(wants.map(({ pc, seq }) => [pc.id, { seq }]));
  if (wants[0]?.form === 'entries')
    return Map.groupBy(await readOn(connection, pcs, after, BATCH), ({ pc }) => pc);
  return new Map((await readRuns(connection, pcs, after, BATCH)).map((run) => [run.pc, run]));
}

/** The next answer is asked for before this one is verified and kept: server and PC work at the same time. */
export async function readOthers(
  connection: Connection,
  store: Store,
  { pcs, place, hear }: { pcs: readonly ListedPc[]; place: Place; hear: (count: number) => void },
): Promise<void> {
  // Of broken PCs nothing more is read, of doubted ones no more runs.
  const [broken, doubted] = [new Set<string>(), new Set<string>()];
  /** False for an answer that does not follow what is kept: after it was asked for, the run before it was doubted, or all was forgotten. */
  const isNext = ({ pc, seq }: Want) => !broken.has(pc.id) && store.headOf(pc.id).seq === seq;
  const wantOf = (pc: ListedPc, seq: number): Want => {
    const isLong = pc.headSeq - seq > MOST_ONE_BY_ONE && !doubted.has(pc.id);
    return { pc, seq, form: isLong ? 'run' : 'entries' };
  };
  let left = withMore(store, pcs).map(({ pc, seq }) => wantOf(pc, seq));
  const ask = () => {
    const wants = left.filter(({ form }) => form === left[0]?.form).slice(0, PCS_AT_ONCE);
    if (wants.length === 0) return null;
    left = left.filter((want) => !wants.includes(want));
    const answer = answerTo(connection, wants);
    // Whoever awaits the answer gets the failure. If nobody awaits it any more, it does not matter.
    answer.catch(() => null);
    return { wants, answer };
  };
  const keep = (want: Want, given: Run | readonly Entry[], isLast: boolean): number => {
    if (!isNext(want)) return 0;
    const { pc, seq } = want;
    const { entries, found } = pageOf({ pc, place }, store.headOf(pc.id), given);
    store.add(entries);
    if (found === 'run') {
      doubted.add(pc.id);
      left.unshift(wantOf(pc, seq));
    } else if (found) broken.add(pc.id);
    if (found !== 'run' && (found || isLast))
      store.mark([[pc.id, found ?? notGiven(store.headOf(pc.id), pc, entries)]]);
    return entries.length;
  };
  for (let asked = ask(); asked; asked ??= ask()) {
    const given = await asked.answer;
    const wants = asked.wants.filter(isNext);
    const more = wants.flatMap(({ pc, seq }) => {
      const now = seq + countOf(given.get(pc.id));
      return now > seq && now < pc.headSeq ? [wantOf(pc, now)] : [];
    });
    left = [...more, ...left];
    asked = ask();
    // The question leaves while this answer is kept, not after it.
    if (asked) await nextTurn();
    const isLast = (want: Want) => !more.some(({ pc }) => pc === want.pc);
    let news = 0;
    store.together(() => {
      for (const want of wants) news += keep(want, given.get(want.pc.id) ?? [], isLast(want));
    });
    hear(news);
  }
}

/** `entries`: those that verify. `found`: the first that does not, or 'run' where no entry of the run can be named. */
function pageOf(
  { pc, place }: { pc: ListedPc; place: Place },
  head: Head,
  given: Run | readonly Entry[],
): { entries: readonly Entry[]; found: Tampered | 'run' | null } {
  if (isRun(given)) {
    const entries = entriesOfRun(pc, place, head, given);
    return { entries: entries ?? [], found: entries ? null : 'run' };
  }
  const verified = verifyEntries(pc, place, head, given);
  return verified.ok
    ? { entries: given, found: null }
    : { entries: given.filter(({ seq }) => seq < verified.seq), found: verified };
}

/** The server says it has less of this PC than was read here before, or something else in its last place. */
function lessThanBefore(pc: ListedPc, { seq, hash }: Head): Tampered | null {
  if (pc.headSeq < seq) return { ok: false, pc: pc.id, seq: pc.headSeq + 1, problem: 'cut' };
  const same = pc.headSeq > seq || seq === 0 || hash === pc.headHash;
  return same ? null : { ok: false, pc: pc.id, seq, problem: 'changed' };
}

/**
 * The server says it has more than it gives, or it gave something else in the place that it named. It may have got more since.
 * `last`: what was read last.
 */
function notGiven(head: Head, pc: ListedPc, last: readonly Entry[]): Tampered | null {
  if (pc.headSeq > head.seq) return { ok: false, pc: pc.id, seq: head.seq + 1, problem: 'missing' };
  const same = last.find(({ seq }) => seq === pc.headSeq)?.hash === pc.headHash;
  return same ? null : { ok: false, pc: pc.id, seq: pc.headSeq, problem: 'changed' };
}
