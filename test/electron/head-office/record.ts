/** A record on a real server, and PCs of it that make their entries as Closeout does. */
import { makeEnrolment } from '#electron/head-office/administer.ts';
import { connect, type Connection, type Login } from '#electron/head-office/connection.ts';
import {
  makeEntries,
  newIdentity,
  noHead,
  type Entry,
  type Fact,
  type Identity,
  type Place,
} from '#electron/head-office/entry.ts';
import { migrate } from '#electron/head-office/migrate.ts';
import { newPassword } from '#electron/head-office/password.ts';
import { takeEnrolment } from '#electron/head-office/pc.ts';
import type { Batons } from '#electron/head-office/baton.ts';
import { batonsOf, nothingKept } from './batons.ts';
import type { Cluster } from './cluster.ts';

export type Pc = {
  readonly identity: Identity;
  readonly place: Place;
  readonly login: Login;
  readonly connection: Connection;
  readonly batons: Batons;
};

export const place = (
  branch: string,
  merchant = 'MID-1',
  environment: Place['environment'] = 'practice',
): Place => ({ environment, merchant, branch });

export const fact = (number: number): Fact => ({
  kind: 'activity',
  atMs: 1_800_000_000_000 + number,
  body: `{"number":${number}}`,
});
export const facts = (count: number, from = 1): Fact[] =>
  Array.from({ length: count }, (_, index) => fact(from + index));

export const entriesOf = (
  { identity, place: of }: Pick<Pc, 'identity' | 'place'>,
  count: number,
): Entry[] => [...makeEntries(identity, of, noHead, facts(count))];

/** A database with the schema, and the connection of its owner. */
export async function openRecord(cluster: Cluster, database: string): Promise<Connection> {
  await cluster.database(database);
  const owner = await connect(cluster.login(database));
  await migrate(owner);
  return owner;
}

/** A PC that has taken its enrolment. */
export async function enrolled(
  cluster: Cluster,
  owner: Connection,
  database: string,
  of: Place,
): Promise<Omit<Pc, 'connection' | 'batons'>> {
  const { host, port, ca } = cluster.login(database);
  const paper = await makeEnrolment(owner, { host, port, database, ca }, { ...of, name: `PC ${of.branch}` });
  const identity = newIdentity();
  const password = newPassword();
  const first = await connect(paper);
  await takeEnrolment(first, identity.publicKey, password);
  await first.close();
  return { identity, place: of, login: { host, port, database, ca, user: paper.user, password } };
}

export async function enrolPc(...of: Parameters<typeof enrolled>): Promise<Pc> {
  const pc = await enrolled(...of);
  return { ...pc, connection: await connect(pc.login), batons: batonsOf(nothingKept()) };
}
