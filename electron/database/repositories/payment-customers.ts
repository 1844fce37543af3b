/**
 * The customers of payments whose name has a text, as the person who asks sees the name: whoever may not see phones and emails does
 * not find by them either.
 */
import { maskContacts } from '#shared/text/contacts.ts';
import { searchText } from '#shared/text/digits.ts';
import type { ReadableDb } from '../db.ts';
import { whileAsked } from '../still-asked.ts';
import { listedFrom } from './payment-fill.ts';
import { matchOf } from './text-search.ts';

/** So many checkouts and bills are looked at one by one; of more, every customer of the list is. */
const MOST_LOOKED_AT = 20_000;
/** A mask is in no index. */
const MASK = '•';

const BY_INDEX = `
  SELECT customer AS name FROM checkout_search CROSS JOIN checkout ON checkout.rowid = checkout_search.rowid
    WHERE checkout_search MATCH ? AND customer IS NOT NULL
  UNION ALL SELECT detail FROM kept_row_search CROSS JOIN kept_row ON kept_row.rowid = kept_row_search.rowid
    WHERE kept_row_search MATCH ? AND list IN ('links', 'invoices') AND detail IS NOT NULL
  LIMIT ${MOST_LOOKED_AT + 1}`;

type Named = { name: string };

/** Names that may have the text: those of checkouts and bills in which its letters are. Null: the index cannot tell, or there are too many. */
function mayHave(cache: ReadableDb, text: string): Named[] | null {
  if ([...text].length < 3 || text.includes(MASK) || text.includes('\0')) return null;
  const match = matchOf(text);
  const found = cache.prepare<Named>(BY_INDEX).all(match, match);
  return found.length > MOST_LOOKED_AT ? null : found;
}

/** In the order of the index of customers, which alone is read. */
function all(cache: ReadableDb): Iterable<Named> {
  const from = listedFrom(cache);
  const watch = from === 'payment_listed' ? whileAsked(cache, from) : [];
  const where = [`customer <> ''`, ...watch].join(' AND ');
  return cache.prepare<Named>(`SELECT DISTINCT customer AS name FROM ${from} WHERE ${where}`).iterate();
}

/** `text` as `searchText` gives it, not empty. */
export function customersWith(cache: ReadableDb, text: string, seesContacts: boolean): string[] {
  const names = new Set<string>();
  for (const { name } of mayHave(cache, text) ?? all(cache))
    if (searchText(seesContacts ? name : maskContacts(name)).includes(text)) names.add(name);
  return [...names];
}
