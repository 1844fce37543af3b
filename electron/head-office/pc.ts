/** What a PC asks of the server: its enrolment, publishing its entries, reading on. Nothing that is read here is verified yet. */
import { z } from 'zod';
import { shownText } from '#shared/text/shown-text.ts';
import type { Connection } from './connection.ts';
import { environments } from '#shared/domain/environment.ts';
import type { EntryProblem } from '#shared/domain/head-office.ts';
import { entrySchema, noHead, problemOf, type Chain, type Entry, type Head, type KnownPc } from './entry.ts';
import { serverCodeOf } from './failure.ts';
import { verifierOf } from './password.ts';
import { NEXT_ENTRY, NEXT_PART, type Run } from './run.ts';

const pcSchema = z.object({
  id: z.string(),
  // Of the server alone: nobody has signed them.
  name: z.string().overwrite(shownText),
  branch: z.string().overwrite(shownText),
  publicKey: z.string(),
  headSeq: z.number().int().nonnegative(),
  headHash: z.string(),
  lastEntryAtMs: z.number().int().nullable(),
  withdrawnAtMs: z.number().int().nullable(),
  isHome: z.boolean(),
  /** The number of its last archived entry. Those before it are in files only; it is on the server, too. 0: none was archived. */
  archivedSeq: z.number().int().nonnegative(),
});
export type ListedPc = z.output<typeof pcSchema>;

const LISTED_PCS = `SELECT id, name, branch, encode(public_key, 'hex') AS "publicKey", head_seq AS "headSeq",
  encode(head_hash, 'hex') AS "headHash", floor(extract(epoch FROM last_entry_at) * 1000)::bigint AS "lastEntryAtMs",
  floor(extract(epoch FROM withdrawn_at) * 1000)::bigint AS "withdrawnAtMs", is_home AS "isHome",
  archived_seq AS "archivedSeq" FROM head_office.pc ORDER BY id`;
const ENTRY = `e.pc, e.seq, e.environment, e.merchant, e.branch, e.kind, e.at_ms AS "atMs", e.body,
  encode(e.previous, 'hex') AS previous, encode(e.hash, 'hex') AS hash, encode(e.signature, 'hex') AS signature`;

export async function serverFacts(connection: Connection): Promise<{ epoch: string; version: number }> {
  const [facts] = await connection.rows(
    'SELECT epoch::text AS epoch, head_office.version() AS version FROM head_office.record',
  );
  return z.object({ epoch: z.string(), version: z.number() }).parse(facts);
}

/** The server's word for a row that fits none of a table's parts. */
const NO_MONTH = '23514';

/** The PCs that this login may see, itself among them. */
export async function listPcs(connection: Connection): Promise<readonly ListedPc[]> {
  return z.array(pcSchema).parse(await connection.rows(LISTED_PCS));
}

/** Uses up the enrolment: from then on `password` opens this login, and the one-time password does not. */
export async function takeEnrolment(
  connection: Connection,
  publicKey: string,
  password: string,
): Promise<string> {
  const [taken] = await connection.rows(`SELECT head_office.take_enrolment(decode($1, 'hex'), $2) AS id`, [
    publicKey,
    verifierOf(password),
  ]);
  return z.object({ id: z.string() }).parse(taken).id;
}

/** One statement adds all of them, or none. They must follow the head that the server has of this PC. */
export async function publish(connection: Connection, entries: readonly Entry[]): Promise<void> {
  try {
    await insert(connection, entries);
  } catch (error) {
    if (serverCodeOf(error) !== NO_MONTH) throw error;
    // They are the first of this month.
    await connection.rows('SELECT head_office.make_month()');
    await insert(connection, entries);
  }
}

async function insert(connection: Connection, entries: readonly Entry[]): Promise<void> {
  const column = <Name extends keyof Entry>(name: Name) => entries.map((entry) => entry[name]);
  await connection.rows(
    `INSERT INTO head_office.entry (pc, seq, environment, merchant, branch, kind, at_ms, body, previous, hash, signature)
     SELECT pc, seq, environment, merchant, branch, kind, at_ms, body,
       decode(previous, 'hex'), decode(hash, 'hex'), decode(signature, 'hex')
     FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[],
       $9::text[], $10::text[], $11::text[])
       AS e (pc, seq, environment, merchant, branch, kind, at_ms, body, previous, hash, signature)`,
    [
      column('pc'),
      column('seq'),
      column('environment'),
      column('merchant'),
      column('branch'),
      column('kind'),
      column('atMs'),
      column('body'),
      column('previous'),
      column('hash'),
      column('signature'),
    ],
  );
}

/** Bytes of bodies of one PC in one answer. The server knows the bytes of a text without reading it, its characters only by that. */
const MOST_BYTES = 500_000;

/** From which entry on each PC is read. Only its number counts. */
type After = ReadonlyMap<string, Pick<Head, 'seq'>>;
/**
 * SQL: what comes after an entry of each PC, at most $3 entries of it; fewer where they are large, and one at least. The place to
 * read on from is a number for each PC, not one for the whole table: a transaction that commits late is not passed over, and a
 * server that was restored from an older copy has no numbers that mean something else now.
 *
 * A range of numbers, and no LIMIT: the server underrates how many rows its row security lets through, so a limit has it fetch and
 * sort all that is left of a PC for each answer. Nothing comes, therefore, where $3 entries or more are missing.
 */
const NEXT = `SELECT * FROM (
    SELECT *, sum(octet_length(body)) OVER (ORDER BY seq) - octet_length(body) AS before FROM head_office.entry
    WHERE pc = from_here.id AND seq > from_here.seq AND seq <= from_here.seq + $3
  ) AS sized WHERE before < $4`;
const nextOf = (pcs: readonly Pick<KnownPc, 'id'>[], after: After, limit: number): readonly unknown[] => [
  pcs.map(({ id }) => id),
  pcs.map(({ id }) => (after.get(id) ?? noHead).seq),
  limit,
  MOST_BYTES,
];

/** At most `limit` entries of each PC, by PC and number. */
export async function readOn(
  connection: Connection,
  pcs: readonly Pick<KnownPc, 'id'>[],
  after: After,
  limit: number,
): Promise<readonly Entry[]> {
  const rows = await connection.rows(
    `SELECT ${ENTRY} FROM unnest($1::text[], $2::bigint[]) AS from_here (id, seq)
     CROSS JOIN LATERAL (${NEXT}) AS e ORDER BY e.pc, e.seq`,
    nextOf(pcs, after, limit),
  );
  return z.array(entrySchema).parse(rows);
}

/** The archived entries of a PC that are still on the server: the last of each kind. */
export async function readArchived(
  connection: Connection,
  { id, archivedSeq }: Pick<ListedPc, 'id' | 'archivedSeq'>,
): Promise<readonly Entry[]> {
  const rows = await connection.rows(
    `SELECT ${ENTRY} FROM head_office.entry AS e WHERE e.pc = $1 AND e.seq <= $2 ORDER BY e.seq`,
    [id, archivedSeq],
  );
  return z.array(entrySchema).parse(rows);
}

/** Entries of a PC that came in before this moment, by number. */
export async function readBefore(
  connection: Connection,
  pc: string,
  after: number,
  until: string,
  limit: number,
): Promise<readonly Entry[]> {
  const rows = await connection.rows(
    `SELECT ${ENTRY} FROM head_office.entry AS e WHERE e.pc = $1 AND e.seq > $2 AND e.received_at < $3 ORDER BY e.seq LIMIT $4`,
    [pc, after, until, limit],
  );
  return z.array(entrySchema).parse(rows);
}

/**
 * The last archived entry of each of these PCs, or what is wrong with it. It is still on the server, unlike those before it, and is
 * verified by its own signature.
 */
export async function readLastArchived(
  connection: Connection,
  pcs: readonly ListedPc[],
  chain: Chain,
): Promise<ReadonlyMap<string, Entry | EntryProblem>> {
  const after = new Map(pcs.map(({ id, archivedSeq }) => [id, { seq: archivedSeq - 1 }]));
  const entries = new Map((await readOn(connection, pcs, after, 1)).map((entry) => [entry.pc, entry]));
  return new Map(
    pcs.map((pc) => {
      const entry = entries.get(pc.id);
      return [pc.id, entry ? (problemOf(pc, chain, entry) ?? entry) : 'missing'];
    }),
  );
}

const runSchema = z.object({
  pc: z.string(),
  environment: z.enum(environments),
  merchant: z.string(),
  branch: z.string(),
  texts: z.string(),
  hash: z.string(),
  signature: z.string(),
});

/** The same entries as runs: without their numbers, hashes and signatures, which follow from the entries before them. */
export async function readRuns(
  connection: Connection,
  pcs: readonly Pick<KnownPc, 'id'>[],
  after: After,
  limit: number,
): Promise<readonly Run[]> {
  const rows = await connection.rows(
    `SELECT run.*, encode(last.hash, 'hex') AS hash, encode(last.signature, 'hex') AS signature
     FROM unnest($1::text[], $2::bigint[]) AS from_here (id, seq)
     CROSS JOIN LATERAL (
       SELECT min(pc) AS pc, max(seq) AS seq, min(environment) AS environment, min(merchant) AS merchant, min(branch) AS branch,
         string_agg(kind || $5 || at_ms || $5 || body, $6 ORDER BY seq) AS texts
       FROM (${NEXT}) AS e
     ) AS run JOIN head_office.entry AS last ON last.pc = run.pc AND last.seq = run.seq`,
    [...nextOf(pcs, after, limit), NEXT_PART, NEXT_ENTRY],
  );
  return z.array(runSchema).parse(rows);
}
