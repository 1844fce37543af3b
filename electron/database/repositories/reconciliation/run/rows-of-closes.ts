/** Where the rows of closes are, for the queries of a run: this PC's in the journal, those of other PCs in the cache. */
import type { Database } from 'better-sqlite3';
import type { ReadableDb } from '../../../db.ts';
import { hasOthers } from '../../closing/has-others.ts';
import { CLOSED_COLUMNS, OTHER_COLUMNS } from '../items.ts';

/** What a row of another PC must not be: one that a close of this PC holds. A day that is only begun holds nothing yet. */
const NOT_HELD_HERE = `AND NOT EXISTS (SELECT 1 FROM journal.closing_row AS own JOIN journal.closing AS o ON o.closing_id = own.closing_id
  WHERE own.row_id = r.row_id AND own.standing = 1 AND o.number IS NOT NULL)`;
const OWN = { rows: 'journal.closing_row', closes: 'journal.closing', columns: CLOSED_COLUMNS, and: '' };
const OTHERS = {
  rows: 'main.other_row',
  closes: 'main.other_close',
  columns: OTHER_COLUMNS,
  and: NOT_HELD_HERE,
};
export type PlaceOfRows = typeof OWN;
/** Both are without an order id. Each is asked for by itself, by the index. */
export const NO_ORDER = ['merchant_order_id IS NULL', `merchant_order_id = ''`] as const;

/** Where rows of closes are. Without closes of other PCs there is one place, and nothing more is read. */
export const placesOfRows = (source: Database): readonly PlaceOfRows[] =>
  hasOthers(source as unknown as ReadableDb) ? [OWN, OTHERS] : [OWN];
export const placeOfClosing = ({ isOther = false }: { readonly isOther?: boolean }): PlaceOfRows =>
  isOther ? OTHERS : OWN;
