/** What an administrator does on the server: an enrolment for a PC, a PC withdrawn, how things stand. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Connection, Address } from './connection.ts';
import type { Place } from './entry.ts';
import type { EnrolmentPaper } from './enrolment-file.ts';
import { newPassword, verifierOf } from './password.ts';
import { listPcs, serverFacts, type ListedPc } from './pc.ts';
import { rolesOf } from './roles.ts';

/** The login and its one-time password are made here; the server learns only the verifier. */
export async function makeEnrolment(
  connection: Connection,
  address: Address,
  { name, environment, merchant, branch }: Place & { readonly name: string },
): Promise<EnrolmentPaper> {
  const user = `${rolesOf(address.database).pc}_${randomBytes(5).toString('hex')}`;
  const password = newPassword();
  const [made] = await connection.rows(
    `SELECT (extract(epoch FROM head_office.enrol($1, $2, $3, $4, $5, $6)) * 1000)::float8 AS until`,
    [user, verifierOf(password), name, environment, merchant, branch],
  );
  const { until } = z.object({ until: z.number() }).parse(made);
  return {
    ...address,
    user,
    password,
    name,
    environment,
    merchant,
    branch,
    expiresAtMs: Math.floor(until),
  };
}

/** Answers the PC's name. Null if no PC has this id, or if it is withdrawn already. */
export async function withdraw(connection: Connection, pcId: string): Promise<string | null> {
  const [gone] = await connection.rows('SELECT head_office.withdraw($1) AS name', [pcId]);
  return z.object({ name: z.string().nullable() }).parse(gone).name;
}

/** Answers the branch whose home this PC is now. Null if there is no such PC, or one that can be no home. */
export async function makeHome(connection: Connection, pcId: string): Promise<string | null> {
  const [made] = await connection.rows('SELECT head_office.make_home($1) AS branch', [pcId]);
  return z.object({ branch: z.string().nullable() }).parse(made).branch;
}

const archiveSchema = z.object({
  /** As ISO text. */
  before: z.string(),
  entries: z.number(),
  sha256: z.string(),
});
type KnownArchive = z.output<typeof archiveSchema>;

export type Standing = {
  readonly epoch: string;
  readonly version: number;
  readonly bytes: number;
  readonly pcs: readonly ListedPc[];
  readonly archives: readonly KnownArchive[];
  /** Tables of archived months that still take space. */
  readonly tables: readonly string[];
  /** Enrolments that nobody has used, and that still can be. */
  readonly open: number;
};

export async function standing(connection: Connection): Promise<Standing> {
  const facts = await serverFacts(connection);
  const [sizes] = await connection.rows(
    `SELECT (SELECT coalesce(sum(pg_total_relation_size(relid)), 0)::bigint FROM pg_partition_tree('head_office.entry')) AS bytes,
      (SELECT count(*) FROM head_office.enrolment WHERE used_at IS NULL AND expires_at > now()) AS open`,
  );
  const counted = z.object({ bytes: z.number(), open: z.number() }).parse(sizes);
  return {
    ...facts,
    ...counted,
    archives: await listArchives(connection),
    tables: await archivedTables(connection),
    pcs: await listPcs(connection),
  };
}

/** The oldest first. */
export async function listArchives(connection: Connection): Promise<readonly KnownArchive[]> {
  const rows = await connection.rows(
    `SELECT to_char(before AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS before, entries, sha256
     FROM head_office.archive ORDER BY number`,
  );
  return z.array(archiveSchema).parse(rows);
}

async function archivedTables(connection: Connection): Promise<readonly string[]> {
  const rows = await connection.rows(
    `SELECT c.relname::text AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE n.nspname = 'head_office' AND c.relkind = 'r' AND c.relname LIKE 'archived\\_%' ORDER BY c.relname`,
  );
  return z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => `head_office.${name}`);
}
