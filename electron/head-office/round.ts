/**
 * One contact with head office: what this PC has to tell is published, what the others have told is read and verified. Stopped
 * at any place and begun again it comes to the same: entries are kept here before they are published, and their numbers say
 * what is missing on either side.
 */
import { batonThere, openClaims, type KnownClaim } from './claim.ts';
import type { Connection } from './connection.ts';
import { readDecisions } from './decisions.ts';
import { problemOf, verifyEntries, type Entry } from './entry.ts';
import { Refusal } from './failure.ts';
import { SCHEMA_VERSION } from './migrate.ts';
import { makeOwn, type Round } from './own.ts';
import { listPcs, publish, readArchived, readOn, serverFacts, type ListedPc } from './pc.ts';
import { followPeople } from './people-at-server.ts';
import { readOthers } from './read-others.ts';

/** Entries of one PC in one statement; fewer where they are large. */
const BATCH = 500;
const BATCH_CHARACTERS = 4_000_000;

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
  // Before anything is published: of two copies of one disk the old one leaves no entries among those of the other.
  if (store.batons.isOld(await batonThere(connection))) throw new Refusal('fork');
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
  await readOthers(connection, store, { ...round, pcs: others, hear });
  store.markGone(pcs.map(({ id }) => id));
  hear(store.keepDecided(await readDecisions(connection, round.place)));
  return { news, published, claims, isFirst: store.readWhole(), otherPeople: people.isOther };
}

/**
 * The server may have more of this PC than its own file: the file was deleted, or the PC was restored from a copy. Its numbers go
 * on behind them. Where the two differ, somebody else writes as this PC, and it stops.
 */
async function adoptOwn(
  connection: Connection,
  { store, identity, place }: Round,
  self: ListedPc,
): Promise<void> {
  if (store.headOf(identity.pc).seq < self.archivedSeq)
    await adoptArchived(connection, { store, identity, place }, self);
  for (let head = store.headOf(identity.pc); head.seq < self.headSeq; head = store.headOf(identity.pc)) {
    const page = await readOn(connection, [self], new Map([[self.id, head]]), BATCH);
    const verified = verifyEntries({ id: identity.pc, publicKey: identity.publicKey }, place, head, page);
    if (!verified.ok || page.length === 0) throw new Refusal('fork');
    store.add(page);
  }
  if (self.headSeq > 0 && store.hashAt(self.headSeq) !== self.headHash) throw new Refusal('fork');
}

/** What was archived does not come back. The last entry of each kind says what this PC has told, and its own key signed it. */
async function adoptArchived(
  connection: Connection,
  { store, identity, place }: Pick<Round, 'store' | 'identity' | 'place'>,
  self: ListedPc,
): Promise<void> {
  const { seq } = store.headOf(identity.pc);
  const entries = (await readArchived(connection, self)).filter((entry) => entry.seq > seq);
  const pc = { id: identity.pc, publicKey: identity.publicKey };
  const isOwn = entries.every((entry) => problemOf(pc, place, entry) === null);
  if (!isOwn || entries.at(-1)?.seq !== self.archivedSeq) throw new Refusal('fork');
  store.add(entries);
  store.notRead(self.id, self.archivedSeq - seq - entries.length);
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
