/** Where the rows of an answer are, and what it tells of its pages. */
import { isObject, list, type Obj } from '../fields.ts';
import type { OpenForm } from './form.ts';
import { keySpelt, valueAt, type Path, type Shape } from './shape.ts';

const ENVELOPES = ['body', 'data', 'response', 'items', 'results', 'result', 'payload', 'content', 'records'];
const PAGINGS = ['pagination', 'paging', 'pageInfo', 'meta', 'page', 'links'];
/** How many envelopes an answer may have around what it says. */
const DEEPEST = 3;

type Place = { readonly at: Path; readonly value: unknown };

/** Every value below the answer that one of the names leads to, at most three levels deep. The answer itself is not among them. */
function placesOf(body: Obj, names: readonly string[]): Place[] {
  const found = new Map<string, Place>();
  const look = (object: Obj, at: Path): void => {
    for (const name of names) {
      const key = keySpelt(object, name);
      if (key === null) continue;
      const place = { at: [...at, key], value: object[key] };
      found.set(JSON.stringify(place.at), place);
      if (isObject(place.value) && place.at.length < DEEPEST) look(place.value, place.at);
    }
  };
  look(body, []);
  return [...found.values()];
}

type Located =
  | { readonly ok: true; readonly at: Path; readonly rows: unknown[] }
  | { readonly ok: false; readonly problem: 'no-list' | 'two-lists' };

/** Every list that may be the one of this form. */
const listsOf = (body: Obj, form: OpenForm): { at: Path; rows: unknown[] }[] =>
  placesOf(body, [...ENVELOPES, ...form.lists]).flatMap(({ at, value }) => {
    const rows = list(value);
    return rows === null ? [] : [{ at, rows }];
  });

/** Whether an object has what a record of this form must have. */
function isRecord(object: Obj, form: OpenForm): boolean {
  const fields = Object.entries(form.fields);
  const wanted = fields.filter(([, { must, kind }]) => must && kind !== 'amount');
  return (wanted.length > 0 ? wanted : fields).some(([name, { names = [] }]) =>
    [name, ...names].some((one) => keySpelt(object, one) !== null),
  );
}

/** Every object that may be the one of this form. */
function recordsOf(body: Obj, form: OpenForm): { at: Path; rows: unknown[] }[] {
  const places = [{ at: [], value: body as unknown }, ...placesOf(body, [...ENVELOPES, ...form.lists])];
  return places.flatMap(({ at, value }) =>
    isObject(value) && isRecord(value, form) ? [{ at, rows: [value] }] : [],
  );
}

/** Our own place first; another one only where there is exactly one. */
export function locate(body: Obj, form: OpenForm): Located {
  const own = valueAt(body, form.at);
  if (form.one ? isObject(own) && isRecord(own, form) : list(own) !== null)
    return { ok: true, at: form.at, rows: form.one ? [own] : (list(own) ?? []) };
  if (form.isStated) return { ok: false, problem: 'no-list' };
  const found = form.one ? recordsOf(body, form) : listsOf(body, form);
  const [only] = found;
  if (only === undefined) return { ok: false, problem: 'no-list' };
  return found.length === 1 ? { ok: true, ...only } : { ok: false, problem: 'two-lists' };
}

const firstKey = (object: Obj, names: readonly string[]): string | null =>
  names.map((name) => keySpelt(object, name)).find((key) => key !== null) ?? null;

/**
 * Where the answer tells of its pages: in an object of that name, in the answer, or beside the rows. A bare `total` beside the
 * rows may be an amount, and is not read as their number.
 */
export function pagingOf(body: Obj, at: Path): Shape['paging'] {
  const beside = at.slice(0, -1);
  const inside = valueAt(body, beside);
  const places: { at: Path; object: Obj; isPaging: boolean }[] = [];
  const add = (place: Path, object: unknown, isPaging: boolean) => {
    if (isObject(object)) places.push({ at: place, object, isPaging });
  };
  for (const [outer, object] of [
    [[], body],
    [beside, inside],
  ] as const) {
    if (!isObject(object)) continue;
    for (const name of PAGINGS) {
      const key = keySpelt(object, name);
      if (key !== null) add([...outer, key], object[key], true);
    }
  }
  add(beside, inside, false);
  add([], body, false);
  const find = (names: readonly string[], ofPaging: readonly string[] = []): Path | undefined => {
    for (const place of places) {
      const key = firstKey(place.object, place.isPaging ? [...ofPaging, ...names] : names);
      if (key !== null) return [...place.at, key];
    }
    return undefined;
  };
  const paging = {
    total: find(
      ['totalCount', 'totalItems', 'totalRecords', 'totalRows', 'totalElements'],
      ['total', 'count'],
    ),
    pages: find(['totalPages', 'pageCount', 'lastPage'], ['pages']),
    more: find(['nextCursor', 'nextPageToken', 'next', 'hasMore', 'hasNext', 'hasNextPage'], ['cursor']),
  };
  return Object.fromEntries(Object.entries(paging).filter(([, path]) => path !== undefined));
}
