/**
 * Moves old months out of the record into a file. Their tables stay on the server, beside the record. Of each PC the last entry of each
 * kind stays in the record: readers go on after the last one, and a PC that lost its own file finds out what it told already.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { verifyArchive, writeArchive, type ArchiveHeader } from './archive-file.ts';
import type { Connection } from './connection.ts';
import { noHead, verifyEntries, type Entry, type Head } from './entry.ts';
import { listPcs, readBefore, readLastArchived, serverFacts, type ListedPc } from './pc.ts';

/** Nothing was changed; the message says why and what to do. */
export class NotArchived extends Error {}

export type Archived = {
  readonly entries: number;
  readonly sha256: string;
  /** The tables that were taken out of the record. They take their space until somebody drops them. */
  readonly tables: readonly string[];
};

const PAGE = 500;
/** The table of a month's entries. `month`: YYYY-MM. */
export const partOf = (month: string): string => `entry_${month.replace('-', '_')}`;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** `before`: YYYY-MM, the first month (in UTC) that stays in the record. `path`: a new file. Rejects with `NotArchived`. */
export async function archive(connection: Connection, before: string, path: string): Promise<Archived> {
  if (!MONTH.test(before)) throw new NotArchived(`"${before}" is no month: write one as 2026-01.`);
  if (existsSync(path)) throw new NotArchived(`${path} is there already.`);
  const until = `${before}-01T00:00:00Z`;
  const [now] = await connection.rows(`SELECT $1::timestamptz <= date_trunc('month', now(), 'UTC') AS over`, [
    until,
  ]);
  if (!z.object({ over: z.boolean() }).parse(now).over)
    throw new NotArchived(`The months before ${before} are not over yet.`);
  const parts = await partsBefore(connection, before);
  if (parts.length === 0)
    throw new NotArchived(
      `There is nothing to archive: the oldest month of the record goes on after ${before}.`,
    );
  const pcs = await listPcs(connection);
  const header: ArchiveHeader = {
    epoch: (await serverFacts(connection)).epoch,
    before: until,
    pcs: await startsOf(connection, pcs),
  };
  await writeArchive(path, header, verifiedPages(connection, header, until));
  // What counts is what can be read from the file.
  const { entries, sha256, ends, found } = await verifyArchive(path, new Map());
  if (found.length > 0) throw new NotArchived(`${path} does not verify: look at the disk.`);
  if (entries === 0) {
    await rm(path);
    throw new NotArchived(`There is nothing to archive before ${before}.`);
  }
  const tables = await connection.transaction(() =>
    takeOut(connection, { until, parts, entries, sha256, ends }),
  );
  return { entries, sha256, tables };
}

/** The tables whose entries all came in before this month, the oldest first. */
async function partsBefore(connection: Connection, before: string): Promise<readonly string[]> {
  const rows = await connection.rows(
    `SELECT c.relname::text AS name FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'head_office.entry'::regclass ORDER BY c.relname`,
  );
  const first = partOf(before);
  return z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => name)
    .filter((name) => name < first);
}

/** After which entry of each PC this archive begins. */
async function startsOf(connection: Connection, pcs: readonly ListedPc[]): Promise<ArchiveHeader['pcs']> {
  const archived = pcs.filter(({ archivedSeq }) => archivedSeq > 0);
  const last = await readLastArchived(connection, archived, null);
  return pcs.map(({ id, name, branch, publicKey, archivedSeq }) => {
    const entry = last.get(id);
    if (typeof entry === 'string')
      throw new NotArchived(
        `Entry ${archivedSeq} of ${name} (${id}) was archived last, and is not what its PC signed. Run verify.`,
      );
    return { id, name, branch, publicKey, after: entry ? { seq: entry.seq, hash: entry.hash } : noHead };
  });
}

async function* verifiedPages(
  connection: Connection,
  { pcs }: ArchiveHeader,
  until: string,
): AsyncGenerator<readonly Entry[]> {
  for (const pc of pcs)
    for (let head = pc.after; ;) {
      const page = await readBefore(connection, pc.id, head.seq, until, PAGE);
      if (page.length === 0) break;
      const verified = verifyEntries(pc, null, head, page);
      if (!verified.ok)
        throw new NotArchived(
          `Entry ${verified.seq} of ${pc.name} (${pc.id}) does not fit (${verified.problem}), so nothing is archived. Run verify. If the ` +
            `record is whole, the server’s clock was put back: archive up to a later month.`,
        );
      head = verified.head;
      yield page;
    }
}

type TakenOut = Pick<Archived, 'entries' | 'sha256'> & {
  readonly until: string;
  readonly parts: readonly string[];
  readonly ends: ReadonlyMap<string, Head>;
};

/** In one transaction, while nobody reads or adds entries. */
async function takeOut(
  connection: Connection,
  { until, parts, entries, sha256, ends }: TakenOut,
): Promise<readonly string[]> {
  await connection.rows('LOCK TABLE head_office.entry IN ACCESS EXCLUSIVE MODE');
  const [there] = await connection.rows(
    `SELECT count(*) AS entries FROM head_office.entry AS e JOIN head_office.pc AS p ON p.id = e.pc
     WHERE e.received_at < $1 AND e.seq > p.archived_seq`,
    [until],
  );
  if (z.object({ entries: z.number() }).parse(there).entries !== entries)
    throw new NotArchived('Entries of these months came in meanwhile. Delete the file, and archive again.');
  await connection.rows(
    `UPDATE head_office.pc AS p SET archived_seq = e.seq FROM unnest($1::text[], $2::bigint[]) AS e (pc, seq)
     WHERE p.id = e.pc AND p.archived_seq < e.seq`,
    [[...ends.keys()], [...ends.values()].map(({ seq }) => seq)],
  );
  const [made] = await connection.rows(
    'INSERT INTO head_office.archive (before, entries, sha256) VALUES ($1, $2, $3) RETURNING number',
    [until, entries, sha256],
  );
  const { number } = z.object({ number: z.number() }).parse(made);
  await connection.rows(`SELECT head_office.make_part('entry_kept')`);
  await connection.rows(
    `INSERT INTO head_office.entry_kept SELECT e.* FROM head_office.entry AS e JOIN (
       SELECT pc, max(seq) AS seq FROM head_office.entry WHERE received_at < $1 GROUP BY pc, kind
     ) AS last USING (pc, seq) WHERE e.received_at < $1`,
    [until],
  );
  const tables: string[] = [];
  for (const part of parts) {
    const table = part.replace('entry', `archived_${number}`);
    await connection.rows(`ALTER TABLE head_office.entry DETACH PARTITION head_office.${part}`);
    await connection.rows(`ALTER TABLE head_office.${part} RENAME TO ${table}`);
    tables.push(`head_office.${table}`);
  }
  const kept = partOf(new Date(Date.parse(until) - 1).toISOString().slice(0, 7));
  await connection.rows(`ALTER TABLE head_office.entry_kept RENAME TO ${kept}`);
  await connection.rows('SELECT head_office.attach_part($1, NULL, $2::timestamptz)', [kept, until]);
  return tables;
}
