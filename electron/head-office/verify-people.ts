/** Verifies the lists of people, of every merchant in the record, change by change. */
import { z } from 'zod';
import { environments } from '#shared/domain/environment.ts';
import { shownText } from '#shared/text/shown-text.ts';
import type { Connection } from './connection.ts';
import type { Head, Place } from './entry.ts';
import { BEFORE_FIRST, followsIn, peopleEntrySchema } from './people-record.ts';

const PAGE = 500;
const listSchema = z.object({ environment: z.enum(environments), merchant: z.string() });
const putSchema = z.object({ putBy: z.string().overwrite(shownText) });

type VerifiedPeople = Pick<Place, 'environment' | 'merchant'> & {
  /** Changes that fit, one after the other. */
  readonly changes: number;
  /** The first that does not, and the PC that put it there, as the server says. */
  readonly found: { readonly seq: number; readonly putBy: string } | null;
};

export async function verifyPeople(connection: Connection): Promise<readonly VerifiedPeople[]> {
  const lists = await connection.rows(
    'SELECT DISTINCT environment, merchant FROM head_office.people_change ORDER BY environment, merchant',
  );
  const verified: VerifiedPeople[] = [];
  for (const list of z.array(listSchema).parse(lists)) verified.push(await verifyList(connection, list));
  return verified;
}

async function verifyList(
  connection: Connection,
  { environment, merchant }: z.output<typeof listSchema>,
): Promise<VerifiedPeople> {
  let head: Head = BEFORE_FIRST;
  for (;;) {
    const rows = await connection.rows(
      `SELECT c.position AS seq, c.pc, c.environment, c.merchant, c.branch, 'people' AS kind, c.at_ms AS "atMs", c.body,
         encode(c.previous, 'hex') AS previous, encode(c.hash, 'hex') AS hash, encode(c.signature, 'hex') AS signature,
         encode(coalesce(p.public_key, a.public_key, ''), 'hex') AS "publicKey",
         coalesce(put.name || ' (' || put.id || ')', c.put_by, '') AS "putBy"
       FROM head_office.people_change AS c
       LEFT JOIN head_office.pc AS p ON p.id = c.pc
       LEFT JOIN head_office.people_author AS a ON a.id = c.pc
       LEFT JOIN head_office.pc AS put ON put.id = c.put_by
       WHERE c.environment = $1 AND c.merchant = $2 AND c.position > $3 ORDER BY c.position LIMIT $4`,
      [environment, merchant, head.seq, PAGE],
    );
    for (const row of rows) {
      const one = peopleEntrySchema.parse(row);
      if (!followsIn({ environment, merchant, branch: '' }, head, one)) {
        const { putBy } = putSchema.parse(row);
        return { environment, merchant, changes: head.seq, found: { seq: one.entry.seq, putBy } };
      }
      head = { seq: one.entry.seq, hash: one.entry.hash };
    }
    if (rows.length < PAGE) return { environment, merchant, changes: head.seq, found: null };
  }
}
