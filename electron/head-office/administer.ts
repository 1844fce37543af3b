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

export type Standing = {
  readonly epoch: string;
  readonly version: number;
  readonly bytes: number;
  readonly pcs: readonly ListedPc[];
  /** Enrolments that nobody has used, and that still can be. */
  readonly open: number;
};

export async function standing(connection: Connection): Promise<Standing> {
  const facts = await serverFacts(connection);
  const [sizes] = await connection.rows(
    `SELECT pg_total_relation_size('head_office.entry') AS bytes,
      (SELECT count(*) FROM head_office.enrolment WHERE used_at IS NULL AND expires_at > now()) AS open`,
  );
  const counted = z.object({ bytes: z.number(), open: z.number() }).parse(sizes);
  return { ...facts, ...counted, pcs: await listPcs(connection) };
}
