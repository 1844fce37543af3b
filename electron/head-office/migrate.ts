/** Brings the schema up to date by numbered migrations, under a lock: two that start at once do it one after the other. */
import type { Connection } from './connection.ts';
import { record } from './migrations/0001-record.ts';
import { claims } from './migrations/0002-claims.ts';
import { decisions } from './migrations/0003-decisions.ts';
import { people } from './migrations/0004-people.ts';
import { peopleGivenBack } from './migrations/0005-people-given-back.ts';
import { baton } from './migrations/0006-baton.ts';
import { peopleOfConfirmed } from './migrations/0007-people-of-confirmed.ts';
import { months } from './migrations/0008-months.ts';
import { rolesOf, type GroupRoles } from './roles.ts';

/** Never changed once they were released; a new one is added at the end. */
const migrations: readonly { name: string; sql: (roles: GroupRoles) => string }[] = [
  { name: '0001-record', sql: record },
  { name: '0002-claims', sql: claims },
  { name: '0003-decisions', sql: decisions },
  { name: '0004-people', sql: people },
  { name: '0005-people-given-back', sql: peopleGivenBack },
  { name: '0006-baton', sql: baton },
  { name: '0007-people-of-confirmed', sql: peopleOfConfirmed },
  { name: '0008-months', sql: months },
];
/** The schema that this Closeout is made for. */
export const SCHEMA_VERSION = migrations.length;

/** A number for the lock that nobody else uses: "head office" on the keys of a phone. */
const LOCK = 4_323_633;

export type Migrated = { readonly from: number; readonly to: number; readonly roles: GroupRoles };

/** Rejects with words if the schema is newer than this Closeout. */
export const migrate = (connection: Connection): Promise<Migrated> => migrateTo(connection, SCHEMA_VERSION);

/** To an older schema: for tests of what comes after it. */
export async function migrateTo(connection: Connection, to: number): Promise<Migrated> {
  const [{ database = '' } = {}] = await connection.rows<{ database: string }>(
    'SELECT current_database() AS database',
  );
  const roles = rolesOf(database);
  return connection.transaction(async () => {
    await connection.rows('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    for (const role of Object.values(roles)) await makeRole(connection, role);
    await connection.rows('CREATE SCHEMA IF NOT EXISTS head_office');
    await connection.rows(
      `CREATE TABLE IF NOT EXISTS head_office.migration (number integer PRIMARY KEY, name text NOT NULL,
        done_at timestamptz NOT NULL DEFAULT now())`,
    );
    const [{ from = 0 } = {}] = await connection.rows<{ from: number }>(
      'SELECT coalesce(max(number), 0)::int AS from FROM head_office.migration',
    );
    if (from > SCHEMA_VERSION)
      throw new Error(
        `The schema (${from}) is newer than this Closeout (${SCHEMA_VERSION}). Use the Closeout that made it, or a newer one.`,
      );
    for (const [index, { name, sql }] of migrations.slice(0, to).entries()) {
      if (index < from) continue;
      await connection.rows(sql(roles));
      await connection.rows('INSERT INTO head_office.migration (number, name) VALUES ($1, $2)', [
        index + 1,
        name,
      ]);
    }
    return { from, to, roles };
  });
}

async function makeRole(connection: Connection, role: string): Promise<void> {
  const [known] = await connection.rows('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  if (!known) await connection.rows(`CREATE ROLE ${role} NOLOGIN`);
}
