/** The list of the chain's people on the server, and the copy of it that this PC keeps. Nothing of it is believed here. */
import { z } from 'zod';
import type { Connection } from './connection.ts';
import type { Entry, Head, Place } from './entry.ts';
import { failureOf } from './failure.ts';
import { BEFORE_FIRST, followsIn, peopleEntrySchema, type PeopleEntry } from './people-record.ts';
import type { Store } from './store.ts';

const PAGE = 500;
const doneSchema = z.object({ done: z.boolean() });
const headSchema = z.object({ seq: z.number().int(), hash: z.string() });

async function headThere(connection: Connection): Promise<Head> {
  const [row] = await connection.rows(
    `SELECT last_position AS seq, encode(last_hash, 'hex') AS hash FROM head_office.people_head()`,
  );
  return row ? headSchema.parse(row) : BEFORE_FIRST;
}

async function readAfter(connection: Connection, seq: number): Promise<PeopleEntry[]> {
  const rows = await connection.rows(
    `SELECT pc, seq, environment, merchant, branch, 'people' AS kind, at_ms AS "atMs", body, encode(previous, 'hex') AS previous,
       encode(hash, 'hex') AS hash, encode(signature, 'hex') AS signature, encode(public_key, 'hex') AS "publicKey"
     FROM head_office.people_after($1, $2)`,
    [seq, PAGE],
  );
  return rows.map((row) => peopleEntrySchema.parse(row));
}

/** False if something else was added meanwhile. */
export async function addPeople(connection: Connection, entry: Entry): Promise<boolean> {
  const { seq, pc, branch, atMs, body, previous, hash, signature } = entry;
  const [row] = await connection.rows(
    `SELECT head_office.add_people($1, $2, $3, $4, $5, decode($6, 'hex'), decode($7, 'hex'), decode($8, 'hex')) AS done`,
    [seq, pc, branch, atMs, body, previous, hash, signature],
  );
  return doneSchema.parse(row).done;
}

/**
 * Gives a server that was restored from an older copy what this PC has of the list. The key of each PC that made a change goes with it,
 * as the copy may not know that PC. If the server refuses a change, everything else of head office goes on.
 */
async function giveBack(connection: Connection, store: Store, there: Head): Promise<void> {
  if (there.seq > 0 && store.peopleHashAt(there.seq) !== there.hash) return;
  for (const one of store.people(there.seq, Number.MAX_SAFE_INTEGER))
    if (!(await isTaken(connection, one))) return;
}

async function isTaken(connection: Connection, { entry, publicKey }: PeopleEntry): Promise<boolean> {
  try {
    const { seq, pc, branch, atMs, body, previous, hash, signature } = entry;
    const [row] = await connection.rows(
      `SELECT head_office.give_back_people($1, $2, $3, $4, $5, decode($6, 'hex'), decode($7, 'hex'), decode($8, 'hex'),
         decode($9, 'hex')) AS done`,
      [seq, pc, branch, atMs, body, previous, hash, signature, publicKey],
    );
    return doneSchema.parse(row).done;
  } catch (error) {
    if (failureOf(error) === 'not-allowed') return false;
    throw error;
  }
}

/**
 * Brings the copy and the list together. Answers how many changes are new here. The copy holds what fits: where the server has another
 * list, the copy stays as it is, and `isOther` says so.
 */
export async function followPeople(
  connection: Connection,
  store: Store,
  place: Place,
): Promise<{ news: number; isOther: boolean }> {
  const there = await headThere(connection);
  let news = 0;
  for (;;) {
    const own = store.peopleHead();
    if (there.seq < own.seq) await giveBack(connection, store, there);
    if (there.seq <= own.seq) return { news, isOther: (store.peopleHashAt(there.seq) ?? '') !== there.hash };
    const page = await readAfter(connection, own.seq);
    let head = own;
    const sound = page.filter((one) => {
      const fits = followsIn(place, head, one);
      if (fits) head = { seq: one.entry.seq, hash: one.entry.hash };
      return fits;
    });
    store.keepPeople(sound);
    news += sound.length;
    if (sound.length === 0 || sound.length < page.length) return { news, isOther: true };
  }
}
