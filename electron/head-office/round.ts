/**
 * One contact with head office: what this PC has to tell is published, what the others have told is read and verified. Stopped
 * at any place and begun again it comes to the same: entries are kept here before they are published, and their numbers say
 * what is missing on either side.
 */
import { openClaims, type KnownClaim } from './claim.ts';
import type { Connection } from './connection.ts';
import { readDecisions } from './decisions.ts';
import { noHead, verifyEntries, verifyRun, type Entry, type Head, type Tampered } from './entry.ts';
import { Refusal } from './failure.ts';
import { SCHEMA_VERSION } from './migrate.ts';
import { listPcs, publish, readOn, serverFacts, type ListedPc } from './pc.ts';
import { makeOwn, type Round } from './own.ts';
import { followPeople } from './people-at-server.ts';
import type { Store } from './store.ts';

/** Entries of one PC in one statement; fewer where they are large. */
const BATCH = 500;
const BATCH_CHARACTERS = 4_000_000;
/** PCs that are asked in one statement: an answer of at most ten thousand entries, and some ten megabytes. */
const PCS_AT_ONCE = 20;

/**
 * `news`: how many entries of other PCs are new, with decisions on requests of this PC. `published`: up to which entry this PC's own
 * are at head office. `claims`: the movements that are claimed. `isFirst`: this copy of the record is whole since this round.
 * `otherPeople`: the server's list of people does not go on from the one that was read before. `heard` hears what was stored, also if the round fails later.
 */
export async function runRound(
  connection: Connection,
  round: Round,
  heard: (count: number) => void = () => {},
): Promise<{
  news: number;
  published: number;
  claims: readonly KnownClaim[];
  isFirst: boolean;
  otherPeople: boolean;
}> {
  const { store, identity } = round;
  const { epoch, version } = await serverFacts(connection);
  if (version !== SCHEMA_VERSION)
    throw new Refusal(version > SCHEMA_VERSION ? 'schema-newer' : 'schema-older');
  store.follow(epoch);
  const pcs = await listPcs(connection);
  store.keepPcs(pcs);
  const self = pcs.find(({ id }) => id === identity.pc);
  if (!self) throw new Refusal('withdrawn');
  await adoptOwn(connection, round, self);
  const published = await publishOwn(connection, round, self.headSeq);
  const claims = await openClaims(connection);
  let news = 0;
  const hear = (count: number): void => {
    news += count;
    heard(count);
  };
  // Before long reads: rights that were taken away hold at once.
  const people = await followPeople(connection, store, round.place);
  hear(people.news);
  const others = pcs.filter(({ id }) => id !== identity.pc);
  await readOthers(connection, store, { pcs: withMore(store, others), hear });
  store.markGone(pcs.map(({ id }) => id));
  hear(store.keepDecided(await readDecisions(connection, round.place)));
  return { news, published, claims, isFirst: store.readWhole(), otherPeople: people.isOther };
}

/**
 * The server may have more of this PC than its own file: the file was deleted, or the PC was restored from a copy. Its numbers go
 * on behind them. Where the two differ, somebody else writes as this PC, and it stops.
 */
async function adoptOwn(connection: Connection, { store, identity }: Round, self: ListedPc): Promise<void> {
  for (let head = store.headOf(identity.pc); head.seq < self.headSeq; head = store.headOf(identity.pc)) {
    const page = await readOn(connection, [self], new Map([[self.id, head]]), BATCH);
    const verified = verifyEntries({ id: identity.pc, publicKey: identity.publicKey }, head, page);
    if (!verified.ok || page.length === 0) throw new Refusal('fork');
    store.add(page);
  }
  if (self.headSeq > 0 && store.hashAt(identity.pc, self.headSeq) !== self.headHash)
    throw new Refusal('fork');
}

/** Kept here first, then published from wherever the server's own end is: one that was restored gets again what it lost. */
async function publishOwn(connection: Connection, round: Round, onServer: number): Promise<number> {
  const { store, identity } = round;
  makeOwn(round);
  let published = onServer;
  for (;;) {
    const batch = startOf(store.after(identity.pc, published, BATCH));
    if (batch.length === 0) return published;
    await publish(connection, batch);
    published = batch.at(-1)?.seq ?? published;
  }
}

/** As many of the first as go into one statement: one at least. */
function startOf(entries: readonly Entry[]): readonly Entry[] {
  let characters = 0;
  const end = entries.findIndex(({ body }, at) => (characters += body.length) > BATCH_CHARACTERS && at > 0);
  return end === -1 ? entries : entries.slice(0, end);
}

/** Most have nothing new: how they stand is seen from the list, and they are not asked. */
function withMore(store: Store, pcs: readonly ListedPc[]): readonly ListedPc[] {
  const heads = store.heads();
  const more: ListedPc[] = [];
  const others: [string, Tampered | null][] = [];
  for (const pc of pcs) {
    const head = heads.get(pc.id) ?? noHead;
    const less = lessThanBefore(pc, head);
    if (!less && pc.headSeq > head.seq) more.push(pc);
    else others.push([pc.id, less]);
  }
  store.mark(others);
  return more;
}

/** An answer that is on its way: what each of these PCs has after the number that was read last. */
type Asked = { readonly pcs: readonly ListedPc[]; readonly answer: Promise<readonly Entry[]> };

/** The next answer is asked for before this one is verified and kept: server and PC work at the same time. */
async function readOthers(
  connection: Connection,
  store: Store,
  { pcs, hear }: { pcs: readonly ListedPc[]; hear: (count: number) => void },
): Promise<void> {
  const heads = new Map(store.heads());
  const broken = new Set<string>();
  let left = pcs;
  const ask = (): Asked | null => {
    const some = left.slice(0, PCS_AT_ONCE);
    if (some.length === 0) return null;
    left = left.slice(some.length);
    const answer = readOn(connection, some, heads, BATCH);
    // Whoever awaits the answer gets the failure. If nobody awaits it any more, it does not matter.
    answer.catch(() => null);
    return { pcs: some, answer };
  };
  for (let asked = ask(); asked;) {
    const pages = Map.groupBy(await asked.answer, ({ pc }) => pc);
    const sound = asked.pcs.filter(({ id }) => !broken.has(id));
    const more = sound.filter(({ id, headSeq }) => (pages.get(id)?.at(-1)?.seq ?? headSeq) < headSeq);
    for (const { id } of more) heads.set(id, pages.get(id)?.at(-1) ?? noHead);
    left = [...more, ...left];
    asked = ask();
    for (const pc of sound) {
      const { news, found } = keepPage(store, pc, pages.get(pc.id) ?? []);
      hear(news);
      if (found) broken.add(pc.id);
      if (found || !more.includes(pc)) store.mark([[pc.id, found ?? notGiven(store, pc)]]);
    }
  }
}

/** Keeps what is sound of it, and answers how much, with what is not. */
function keepPage(
  store: Store,
  pc: ListedPc,
  page: readonly Entry[],
): { news: number; found: Tampered | null } {
  const verified = verifyRun(pc, store.headOf(pc.id), page);
  const sound = verified.ok ? page : page.filter(({ seq }) => seq < verified.seq);
  store.add(sound);
  return { news: sound.length, found: verified.ok ? null : verified };
}

/** The server says it has less of this PC than was read here before, or something else in its last place. */
function lessThanBefore(pc: ListedPc, { seq, hash }: Head): Tampered | null {
  if (pc.headSeq < seq) return { ok: false, pc: pc.id, seq: pc.headSeq + 1, problem: 'cut' };
  const same = pc.headSeq > seq || seq === 0 || hash === pc.headHash;
  return same ? null : { ok: false, pc: pc.id, seq, problem: 'changed' };
}

/** The server says it has more than it gives, or it gave something else in the place that it named. It may have got more since. */
function notGiven(store: Store, pc: ListedPc): Tampered | null {
  const { seq } = store.headOf(pc.id);
  if (pc.headSeq > seq) return { ok: false, pc: pc.id, seq: seq + 1, problem: 'missing' };
  const same = pc.headSeq === 0 || store.hashAt(pc.id, pc.headSeq) === pc.headHash;
  return same ? null : { ok: false, pc: pc.id, seq: pc.headSeq, problem: 'changed' };
}
