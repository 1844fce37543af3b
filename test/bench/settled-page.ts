/** A page of settled transactions as a list gets it, for the benches. */
import type { ProfileDatabase } from '../../electron/database/client.ts';
import { listedSettled, pageRow } from '../../electron/database/repositories/settled-listed.ts';
import { decodeSettled } from '../../electron/database/repositories/settled-value.ts';
import {
  settledFilterSchema,
  type SettledSort,
  type SettledTransaction,
} from '../../shared/contract/settlement.ts';

export const LIMIT = 100;
/** A quarter of the rows have the first, one the second, none the third. */
export const TEXTS = { frequent: '3041003', rare: 'nm-0004321', absent: 'zzqq' };
export const everything = settledFilterSchema.parse({});
export const newestFirst: SettledSort = { by: 'settlementDate', direction: 'desc' };

type Asked = { readonly text?: string; readonly sort?: SettledSort };
export const askFor = (database: ProfileDatabase, { text = '', sort = newestFirst }: Asked = {}) =>
  database.ask(
    'settlement.settledPage',
    { filter: { ...everything, text }, sort, after: null, limit: LIMIT },
    { for: 'rows' },
  );

/** The first rows of a folder, decoded. */
export async function rowsOf(database: ProfileDatabase, count: number, sort = newestFirst) {
  const rows: SettledTransaction[] = [];
  while (rows.length < count) {
    const place = { first: rows.length, of: null };
    const page = await database.call('settlement.settledPage', {
      ...{ filter: everything, sort, after: null, place, limit: 500 },
    });
    rows.push(...page.rows.map(pageRow).map(decodeSettled));
  }
  return rows;
}

/** As the window gets it. */
export const pageOf = async (database: ProfileDatabase, asked: Asked = {}) =>
  listedSettled(await askFor(database, asked));
