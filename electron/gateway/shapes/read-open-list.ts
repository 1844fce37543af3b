/**
 * Reads a list that the document leaves open in the words of our assumptions: the same answer in another envelope or in another
 * spelling. Nothing is learnt, and nothing that could be a wrong sum is guessed. The decoders stay strict after it.
 */
import { isObject, list, moneyIn, text, type Obj } from '../fields.ts';
import { NumberText } from '../json.ts';
import type { Words } from './words.ts';

const ENVELOPES = ['body', 'data', 'response', 'items', 'results'];
const PAGINGS = ['pagination', 'paging', 'pageInfo', 'meta'];

/** `net_amount`, `net-amount`, `NetAmount` and `netAmount` are one name. */
const spelt = (name: string) => name.replaceAll(/[_\- ]/g, '').toLowerCase();

/** The value under `name` in any spelling; undefined where no field, or more than one, has that name. */
function under(object: Obj, name: string): unknown {
  if (object[name] !== undefined) return object[name];
  const wanted = spelt(name);
  const same = Object.keys(object).filter((key) => spelt(key) === wanted);
  return same.length === 1 && same[0] !== undefined ? object[same[0]] : undefined;
}

type Found = { rows: unknown[]; inside: Obj };

/** Every list under a name that a list may have, in the answer or one level deeper. */
function listsIn(body: Obj, names: readonly string[]): Found[] {
  const at = (inside: Obj): Found[] =>
    names.flatMap((name) => {
      const rows = list(under(inside, name));
      return rows === null ? [] : [{ rows, inside }];
    });
  const deeper = ENVELOPES.map((name) => under(body, name)).filter(isObject);
  return [...at(body), ...deeper.flatMap(at)];
}

/** `pagination` in our words. A bare `total` beside the rows may be an amount, and is not read as their number. */
function pagingOf(body: Obj, inside: Obj): Obj {
  const given = [body, inside].flatMap((one) => PAGINGS.map((name) => under(one, name))).find(isObject);
  const first = (object: Obj, names: readonly string[]) =>
    names.map((name) => under(object, name)).find((value) => value !== undefined);
  const from = given ?? inside;
  return {
    total: first(from, [...(given ? ['total'] : []), 'totalCount', 'totalItems', 'totalRecords']),
    page: first(from, ['page', 'currentPage', 'pageNumber']),
    pages: first(from, ['pages', 'totalPages', 'pageCount', 'lastPage']),
    more: first(from, ['hasMore', 'hasNext', 'hasNextPage', 'nextCursor', 'nextPageToken', 'next']),
  };
}

/** One row in our words. The fields of the gateway stay beside them. */
export function inOurWords(row: Obj, words: Words, withAmounts: boolean): Obj {
  const ours: Obj = { ...row };
  for (const name of [...words.plain, ...words.amounts]) ours[name] = under(row, name);
  for (const [name, others] of Object.entries(words.others))
    ours[name] = [name, ...others].map((one) => under(row, one)).find((value) => value !== undefined);
  if (!withAmounts) for (const name of words.amounts) ours[name] = undefined;
  return ours;
}

const hasDecimals = (value: unknown): boolean =>
  (value instanceof NumberText || typeof value === 'string') &&
  /^-?\d+\.\d+$/.test(text({ value }, 'value') ?? '');

/** VAT on a fee is seldom a whole pound, and hardly ever in so many rows. */
const ENOUGH_ROWS = 3;
const hasVat = (row: Obj): boolean => /[1-9]/.test(text({ value: under(row, 'vatAmount') }, 'value') ?? '');

/** Whether net and whole amount have changed places: the arithmetic holds the other way round, to the minor unit. */
function isSwapped(row: Obj, words: Words): boolean {
  if (words.sum === undefined) return false;
  const ours = inOurWords(row, words, true);
  const currency = text(ours, 'currency');
  const minor = words.sum.map((name) => moneyIn(ours, name, currency)?.minor);
  const [whole, fee, vat, net] = minor;
  if (whole === undefined || fee === undefined || vat === undefined || net === undefined) return false;
  return fee + vat > 0n && net - fee - vat === whole;
}

/**
 * `withAmounts` is false where net and whole amount are swapped in several rows, and where every amount is a whole number and another shape, or VAT in several rows, says that these may be
 * minor units, which would be a hundred times too much.
 */
type OpenList = { rows: unknown[]; body: Obj; withAmounts: boolean };

/** Null when no list is there, when there are two, and when another name than ours has an empty one, which says nothing. */
export function readOpenList(body: Obj, words: Words, askedPage: number): OpenList | null {
  const ours = list(body['body']);
  const found =
    ours === null ? listsIn(body, [...ENVELOPES, ...words.lists]) : [{ rows: ours, inside: body }];
  const [only] = found;
  if (only === undefined || found.length !== 1) return null;
  const { rows, inside } = only;
  if (ours === null && rows.length === 0 && askedPage === 1) return null;
  const objects = rows.filter(isObject);
  const isOurs = ours !== null && objects.every((row) => !isSpeltOtherwise(row, words));
  const isExact =
    objects.some((row) => words.amounts.some((name) => hasDecimals(under(row, name)))) ||
    (isOurs && objects.filter(hasVat).length < ENOUGH_ROWS);
  const withAmounts = isExact && objects.filter((row) => isSwapped(row, words)).length < ENOUGH_ROWS;
  return { rows, body: { ...body, pagination: pagingOf(body, inside) }, withAmounts };
}

/** Whether an amount of this row is there in another spelling than ours. */
const isSpeltOtherwise = (row: Obj, words: Words): boolean =>
  words.amounts.some((name) => row[name] === undefined && under(row, name) !== undefined);
