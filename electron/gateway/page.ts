/** One page of a list, and the two forms of `pagination` (§2.11, §4.4). */
import { integer, isObject, list, type Obj } from './fields.ts';

/** What every list takes; pages count from 1. */
export type Paging = { readonly page: number; readonly limit: number };

/** One page of a list. `unreadable` counts rows left out because an id or an amount could not be read. */
export type GatewayPage<T> = {
  rows: T[];
  unreadable: number;
  page: number;
  pages: number | null;
  total: number | null;
  /** The gateway says that more rows follow, by a flag or a cursor; absent if it does not say. */
  more?: boolean;
  /** The answer's Date header, where the list is read for what is newer than something else. */
  serverAtMs?: number | null;
};

/** A flag that is set, or a cursor that is there. */
const saysMore = (value: unknown): boolean => value === true || (typeof value === 'string' && value !== '');

/** `pagination: {total, limit, page, pages}` (§2.11) or with `totalPages` (§4.4); what is missing is null. */
export function pageOf<T>(body: Obj, rows: (T | null)[], askedPage: number): GatewayPage<T> {
  const pagination = isObject(body['pagination']) ? body['pagination'] : {};
  const readable = rows.filter((row): row is T => row !== null);
  return {
    rows: readable,
    unreadable: rows.length - readable.length,
    page: integer(pagination, 'page') ?? askedPage,
    pages: integer(pagination, 'pages') ?? integer(pagination, 'totalPages'),
    total: integer(pagination, 'total'),
    ...(saysMore(pagination['more']) && { more: true }),
  };
}

/** The page under `field`, each row through `decode`; null when there is no list there. */
export function decodePage<T>(
  body: Obj,
  field: 'body' | 'data',
  decode: (value: unknown) => T | null,
  askedPage: number,
): GatewayPage<T> | null {
  const rows = list(body[field]);
  return rows === null ? null : pageOf(body, rows.map(decode), askedPage);
}

export const dated = <P extends GatewayPage<unknown>>(page: P | null, serverAtMs: number | null): P | null =>
  page && { ...page, serverAtMs };

/** The currency all rows share, or null: a total without a currency of its own can only be read when there is just one. */
export function onlyCurrency(rows: readonly { amount: { currency: string } }[]): string | null {
  const currencies = new Set(rows.map((row) => row.amount.currency));
  return currencies.size === 1 ? ([...currencies][0] ?? null) : null;
}
