/**
 * Reads, verifies and keeps what the other PCs of the chain have told. A long record comes in runs, and the signature of the last
 * entry of a run is verified. Day by day, and where a run is not what its PC signed, each entry comes with its own signature, and
 * the first that does not fit is named.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection } from './connection.ts';
import { noHead, verifyEntries, type Entry, type Head, type Place, type Tampered } from './entry.ts';
import { readLastArchived, readOn, readRuns, type ListedPc } from './pc.ts';
import { countOfRun, entriesOfRun, type Run, type WorkedOut } from './run.ts';
import { runsHere, type Runs } from './runs-thread.ts';
import type { Store } from './store.ts';

/** Entries of one PC in one answer; fewer where they are large. */
const BATCH = 500;
/** PCs that are asked in one statement: an answer of at most ten thousand entries, and some ten megabytes. */
const PCS_AT_ONCE = 20;
/** Up to so many entries, as come in day by day, are verified by their own signatures. */
const MOST_ONE_BY_ONE = 20;
/** A run of more is worked out away from the store, and packed by itself. */
const MOST_IN_STORE = 200;
/** Where PCs have more entries than that, another thread works runs out. Starting it takes as long as they do. */
const MOST_WITHOUT_THREAD = 10_000;

type More = { readonly pc: ListedPc; readonly head: Head };
/** PCs with news, and after which entry. Most have none: the list of PCs says how they stand, and they are not asked. */
function withMore(store: Store, pcs: readonly ListedPc[], heads: ReadonlyMap<string, Head>): readonly More[] {
  const more: More[] = [];
  const others: [string, Tampered | null][] = [];
  for (const pc of pcs) {
    const head = heads.get(pc.id) ?? noHead;
    const less = lessThanBefore(pc, head);
    if (!less && pc.headSeq > head.seq) more.push({ pc, head });
    else others.push([pc.id, less]);
  }
  store.mark(others);
  return more;
}

/** What a PC has after an entry: in runs while that is much, then entry by entry. */
type Want = More & { readonly form: 'run' | 'entries' };
type Given = Run | readonly Entry[];
const isRun = (given: Given): given is Run => 'texts' in given;

/** By the id of the PC. Who is not in it gave nothing. */
type Answer = ReadonlyMap<string, Given>;
async function answerTo(connection: Connection, wants: readonly Want[]): Promise<Answer> {
  const pcs = wants.map(({ pc }) => pc);
  const after = new Map(wants.map(({ pc, head }) => [pc.id, head]));
  if (wants[0]?.form === 'entries')
    return Map.groupBy(await readOn(connection, pcs, after, BATCH), ({ pc }) => pc);
  return new Map((await readRuns(connection, pcs, after, BATCH)).map((run) => [run.pc, run]));
}

/** What is still to be asked. Each question goes on behind what was given before, which may not be verified yet. */
function createPlan(more: readonly More[]) {
  /** Of broken PCs nothing more is read, of doubted ones no more runs. */
  const [broken, doubted] = [new Set<string>(), new Set<string>()];
  const wantOf = ({ pc, head }: More): Want => ({
    pc,
    head,
    form: pc.headSeq - head.seq > MOST_ONE_BY_ONE && !doubted.has(pc.id) ? 'run' : 'entries',
  });
  let left = more.map(wantOf);
  const isOver = ({ pc, form }: Want): boolean => broken.has(pc.id) || (form === 'run' && doubted.has(pc.id));
  return {
    /** True for a question whose answer is of no use: the run before it was not what its PC signed. */
    isOver,
    next(): readonly Want[] | null {
      left = left.filter((want) => !isOver(want));
      const wants = left.filter(({ form }) => form === left[0]?.form).slice(0, PCS_AT_ONCE);
      left = left.filter((want) => !wants.includes(want));
      return wants.length > 0 ? wants : null;
    },
    /** Asks for what follows these, before all others. */
    goOn(parts: readonly Part[]): void {
      const some = parts.filter((part) => !part.isLast && !isOver(part));
      left = [...some.map(({ pc, end }) => wantOf({ pc, head: end })), ...left];
    },
    /** Its run is read again, entry by entry. */
    doubt(want: Want): void {
      doubted.add(want.pc.id);
      left.unshift(wantOf(want));
    },
    end: (pc: ListedPc): void => void broken.add(pc.id),
  };
}
type Plan = ReturnType<typeof createPlan>;

/** What a PC gave, of which nothing is verified. `end`: its last entry. `isLast`: the PC is not asked again. */
type Part = Want & { readonly given: Given; readonly end: Head; readonly isLast: boolean };

function partOf(want: Want, given: Given = []): Part {
  const { pc, head } = want;
  const count = isRun(given) ? countOfRun(given) : given.length;
  const end = { seq: head.seq + count, hash: isRun(given) ? given.hash : (given.at(-1)?.hash ?? head.hash) };
  return { ...want, given, end, isLast: count === 0 || end.seq >= pc.headSeq };
}

type Worked = ReadonlyMap<Part, WorkedOut | null>;
async function workOut(runs: Runs, parts: readonly Part[], place: Place): Promise<Worked> {
  const long = parts.filter(({ given, head, end }) => isRun(given) && end.seq - head.seq > MOST_IN_STORE);
  const chain = { environment: place.environment, merchant: place.merchant };
  const results = await runs.workOut(
    long.map(({ pc, head, given }) => ({ pc, chain, head, run: given as Run })),
  );
  return new Map(long.map((part, at) => [part, results[at] ?? null]));
}

/** `hashAtEnd`: of the entry that is the last of its PC, if it was kept. `found`: the first that does not fit, or 'run' if none can be named. */
type Kept = {
  readonly count: number;
  readonly hashAtEnd: string | null;
  readonly found: Tampered | 'run' | null;
};
const DOUBTED: Kept = { count: 0, hashAtEnd: null, found: 'run' };

function keepPart(
  store: Store,
  place: Place,
  { pc, head, given }: Part,
  worked: WorkedOut | null | undefined,
): Kept {
  if (worked) {
    store.addRun(worked);
    return { count: worked.count, hashAtEnd: worked.hashAtEnd, found: null };
  }
  if (worked === null) return DOUBTED;
  const keep = (entries: readonly Entry[], found: Tampered | null): Kept => {
    store.add(entries);
    const hashAtEnd = entries.find(({ seq }) => seq === pc.headSeq)?.hash ?? null;
    return { count: entries.length, hashAtEnd, found };
  };
  if (isRun(given)) {
    const entries = entriesOfRun(pc, place, head, given);
    return entries ? keep(entries, null) : DOUBTED;
  }
  const verified = verifyEntries(pc, place, head, given);
  return verified.ok
    ? keep(given, null)
    : keep(
        given.filter(({ seq }) => seq < verified.seq),
        verified,
      );
}

/** Answers how many entries are new. */
function keepAll(store: Store, plan: Plan, place: Place, parts: readonly Part[], worked: Worked): number {
  let news = 0;
  store.together(() => {
    for (const part of parts) {
      const { pc, head, isLast } = part;
      if (plan.isOver(part)) continue;
      const now = store.headOf(pc.id);
      if (now.seq !== head.seq || now.hash !== head.hash) {
        // All was forgotten meanwhile. The next round begins anew.
        plan.end(pc);
        continue;
      }
      const { count, hashAtEnd, found } = keepPart(store, place, part, worked.get(part));
      news += count;
      if (found === 'run') {
        plan.doubt(part);
        continue;
      }
      if (found) plan.end(pc);
      if (found || isLast) store.mark([[pc.id, found ?? notGiven(store.headOf(pc.id), pc, hashAtEnd)]]);
    }
  });
  return news;
}

type Reading = {
  readonly pcs: readonly ListedPc[];
  readonly place: Place;
  readonly hear: (count: number) => void;
  /** Without it all is worked out on this thread. */
  readonly startRuns?: (() => Runs) | undefined;
};

/**
 * Some PCs have entries that were archived before this PC read them. Each of these is read on from its last archived entry, which is
 * still on the server. If that entry does not verify, the PC is read on from where it was, and what is missing is named. Answers the
 * head of each PC.
 */
async function passArchived(
  connection: Connection,
  store: Store,
  { pcs, place }: Pick<Reading, 'pcs' | 'place'>,
): Promise<ReadonlyMap<string, Head>> {
  const heads = store.heads();
  const late = pcs.filter(({ id, archivedSeq }) => (heads.get(id)?.seq ?? 0) < archivedSeq);
  for (let at = 0; at < late.length; at += PCS_AT_ONCE) {
    const some = late.slice(at, at + PCS_AT_ONCE);
    for (const last of (await readLastArchived(connection, some, place)).values())
      if (typeof last !== 'string') store.pass(last);
  }
  return late.length > 0 ? store.heads() : heads;
}

/** Server and PC work at the same time: while an answer is kept, the next is worked out, and the one after it is asked for. */
export async function readOthers(
  connection: Connection,
  store: Store,
  { pcs, place, hear, startRuns }: Reading,
): Promise<void> {
  const heads = await passArchived(connection, store, { pcs, place });
  const more = withMore(store, pcs, heads);
  const count = more.reduce((sum, { pc, head }) => sum + pc.headSeq - head.seq, 0);
  const runs = count > MOST_WITHOUT_THREAD && startRuns ? startRuns() : runsHere;
  const plan = createPlan(more);
  const ask = () => {
    const wants = plan.next();
    if (!wants) return null;
    const answer = answerTo(connection, wants);
    // Whoever awaits the answer gets the failure. If nobody awaits it any more, it does not matter.
    answer.catch(() => null);
    return { wants, answer };
  };
  let atWork: { readonly parts: readonly Part[]; readonly worked: Promise<Worked> } | null = null;
  const keep = async (): Promise<void> => {
    const before = atWork;
    atWork = null;
    if (before) hear(keepAll(store, plan, place, before.parts, await before.worked));
  };
  try {
    for (let asked = ask(); asked || atWork; asked ??= ask()) {
      const given = await asked?.answer;
      const parts = asked?.wants.map((want) => partOf(want, given?.get(want.pc.id))) ?? [];
      plan.goOn(parts);
      asked = ask();
      // The question leaves now, not after what is at hand was kept.
      if (asked) await nextTurn();
      const worked = workOut(runs, parts, place);
      worked.catch(() => null);
      await keep();
      if (parts.length > 0) atWork = { parts, worked };
    }
  } finally {
    try {
      // What came before the line was cut is kept.
      await keep();
    } finally {
      await runs.end();
    }
  }
}

/** The server says it has less of this PC than was read here before, or something else in its last place. */
function lessThanBefore(pc: ListedPc, { seq, hash }: Head): Tampered | null {
  if (pc.headSeq < seq) return { ok: false, pc: pc.id, seq: pc.headSeq + 1, problem: 'cut' };
  const same = pc.headSeq > seq || seq === 0 || hash === pc.headHash;
  return same ? null : { ok: false, pc: pc.id, seq, problem: 'changed' };
}

/**
 * The server says it has more than it gives, or it gave something else in the place that it named. It may have got more since.
 * `hashAtEnd`: of the entry in that place, if it came last.
 */
function notGiven(head: Head, pc: ListedPc, hashAtEnd: string | null): Tampered | null {
  if (pc.headSeq > head.seq) return { ok: false, pc: pc.id, seq: head.seq + 1, problem: 'missing' };
  return hashAtEnd === pc.headHash ? null : { ok: false, pc: pc.id, seq: pc.headSeq, problem: 'changed' };
}
