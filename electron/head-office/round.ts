/**
 * One contact with head office: what this PC has to tell is published, what the others have told is read and verified. Stopped
 * at any place and begun again it comes to the same: entries are kept here before they are published, and their numbers say
 * what is missing on either side.
 */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { AuditEntry } from '../audit/entry.ts';
import { ENTRY } from '../database/repositories/audit.ts';
import { openClaims, type KnownClaim } from './claim.ts';
import type { Connection } from './connection.ts';
import { makeEntries, verifyEntries, type Head, type Identity, type Place, type Tampered } from './entry.ts';
import { Refusal } from './failure.ts';
import { SCHEMA_VERSION } from './migrate.ts';
import { listPcs, publish, readOn, serverFacts, type ListedPc } from './pc.ts';
import { activityFact } from './published.ts';
import type { Store } from './store.ts';

const BATCH = 500;
/** PCs that are asked in one statement: an answer of at most ten thousand entries. */
const PCS_AT_ONCE = 20;

export type Member = { readonly identity: Identity; readonly place: Place; readonly folder: string };
export type Round = Member & { readonly store: Store };

type Journal = {
  hashAt(seq: number): string | null;
  after(seq: number, limit: number): AuditEntry[];
  count(after: number): { waiting: number; sinceMs: number | null };
};

/** The journal is opened for each reading and closed again: the database worker may have to move the file aside. */
function lookInto<T>(folder: string, look: (journal: Journal) => T): T {
  const db = new Sqlite(join(folder, 'journal.sqlite'), { readonly: true, fileMustExist: true });
  try {
    const counted = db.prepare(
      'SELECT count(*) AS waiting, min(at_ms) AS sinceMs FROM audit_entry WHERE seq > ?',
    );
    return look({
      hashAt: (seq) =>
        (db.prepare('SELECT hash FROM audit_entry WHERE seq = ?').pluck().get(seq) as string | undefined) ??
        null,
      after: (seq, limit) =>
        db
          .prepare(`SELECT ${ENTRY} FROM audit_entry WHERE seq > ? ORDER BY seq LIMIT ?`)
          .all(seq, limit) as AuditEntry[],
      count: (after) => counted.get(after) as { waiting: number; sinceMs: number | null },
    });
  } finally {
    db.close();
  }
}

/** The last entry of the journal that was made an entry here. A journal that was restored may have others under its number. */
function toldUpTo(journal: Journal, { store, identity }: Round): number {
  for (const { seq, hash } of store.origins(identity.pc)) if (journal.hashAt(seq) === hash) return seq;
  return 0;
}

/** Entries of this PC that are not at head office yet. `published`: the server's number of its last one, if it is known. */
export function waitingOf(round: Round, published: number): { waiting: number; sinceMs: number | null } {
  const { store, identity, folder } = round;
  const made = store.headOf(identity.pc).seq;
  const [first] = store.after(identity.pc, Math.min(published, made), 1);
  const { waiting, sinceMs } = lookInto(folder, (journal) => journal.count(toldUpTo(journal, round)));
  return { waiting: Math.max(0, made - published) + waiting, sinceMs: first?.atMs ?? sinceMs };
}

/**
 * Answers how many entries of other PCs are new, up to which entry this PC's own are at head office, and which movements are
 * claimed.
 */
export async function runRound(
  connection: Connection,
  round: Round,
): Promise<{ news: number; published: number; claims: readonly KnownClaim[] }> {
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
  const others = pcs.filter(({ id }) => id !== identity.pc);
  for (let from = 0; from < others.length; from += PCS_AT_ONCE)
    news += await readOthers(connection, store, others.slice(from, from + PCS_AT_ONCE));
  markGone(store, pcs);
  return { news, published, claims };
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
  const { store, identity, place, folder } = round;
  for (;;) {
    const told = lookInto(folder, (journal) => journal.after(toldUpTo(journal, round), BATCH));
    if (told.length === 0) break;
    store.add(makeEntries(identity, place, store.headOf(identity.pc), told.map(activityFact)));
  }
  let published = onServer;
  for (;;) {
    const batch = store.after(identity.pc, published, BATCH);
    if (batch.length === 0) return published;
    await publish(connection, batch);
    published = batch.at(-1)?.seq ?? published;
  }
}

async function readOthers(connection: Connection, store: Store, pcs: readonly ListedPc[]): Promise<number> {
  let news = 0;
  let left = pcs;
  while (left.length > 0) {
    const heads = new Map<string, Head>(left.map(({ id }) => [id, store.headOf(id)]));
    const entries = await readOn(connection, left, heads, BATCH);
    const again: ListedPc[] = [];
    for (const pc of left) {
      const head = heads.get(pc.id) ?? store.headOf(pc.id);
      const page = entries.filter((entry) => entry.pc === pc.id);
      const verified = lessThanBefore(store, pc, head) ?? verifyEntries(pc, head, page);
      const sound = verified.ok ? page : page.filter(({ seq }) => seq < verified.seq);
      store.add(sound);
      news += sound.length;
      const found = verified.ok ? notGiven(store, pc) : verified;
      if (verified.ok && page.length === BATCH) again.push(pc);
      else store.mark(pc.id, found);
    }
    left = again;
  }
  return news;
}

/** The server says it has less of this PC than was read here before, or something else in its last place. */
function lessThanBefore(store: Store, pc: ListedPc, { seq }: Head): Tampered | null {
  if (pc.headSeq < seq) return { ok: false, pc: pc.id, seq: pc.headSeq + 1, problem: 'cut' };
  const same = pc.headSeq > seq || seq === 0 || store.hashAt(pc.id, seq) === pc.headHash;
  return same ? null : { ok: false, pc: pc.id, seq, problem: 'changed' };
}

/** The server says it has more than it gives, or it gave something else in the place that it named. It may have got more since. */
function notGiven(store: Store, pc: ListedPc): Tampered | null {
  const { seq } = store.headOf(pc.id);
  if (pc.headSeq > seq) return { ok: false, pc: pc.id, seq: seq + 1, problem: 'missing' };
  const same = pc.headSeq === 0 || store.hashAt(pc.id, pc.headSeq) === pc.headHash;
  return same ? null : { ok: false, pc: pc.id, seq: pc.headSeq, problem: 'changed' };
}

/** A PC that was on the server and is not any more. */
function markGone(store: Store, pcs: readonly ListedPc[]): void {
  const known = new Set(pcs.map(({ id }) => id));
  for (const { id } of store.pcs())
    if (!known.has(id)) store.mark(id, { ok: false, pc: id, seq: 1, problem: 'cut' });
}
