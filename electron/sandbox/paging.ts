/** `page` and `limit` of list queries, and the pagination part of their answers (§2.11). */
import { readGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';

export type PageQuery = { page?: string; limit?: string };

/** Values that make no sense are read as the first page and 20 rows; a page has 500 rows at most. */
export function readPage({ page, limit }: PageQuery): { page: number; limit: number; offset: number } {
  const number = (text: string | undefined, fallback: number, max: number) => {
    const value = Number(text);
    return Number.isInteger(value) && value > 0 ? Math.min(value, max) : fallback;
  };
  const read = { page: number(page, 1, 1_000_000), limit: number(limit, 20, 500) };
  return { ...read, offset: (read.page - 1) * read.limit };
}

export const pagination = (total: number, { page, limit }: { page: number; limit: number }) => ({
  total,
  limit,
  page,
  pages: Math.max(1, Math.ceil(total / limit)),
});

/** A comma-separated query value, such as `branchIds`. */
export const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** One page of rows that are all there. */
export const pageOf = <T>(rows: readonly T[], query: PageQuery) => {
  const page = readPage(query);
  return {
    rows: rows.slice(page.offset, page.offset + page.limit),
    pagination: pagination(rows.length, page),
  };
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A range of dates or timestamps; a date that ends it is meant with the whole day. What makes no sense does not limit. */
export function timeRange(from = '', to = ''): { fromMs: number; toMs: number } {
  const read = (text: string, dayEnd: boolean, fallback: number) => {
    if (DAY.test(text)) {
      const atMs = Date.parse(`${text}T00:00:00Z`);
      return Number.isNaN(atMs) ? fallback : atMs + (dayEnd ? 86_399_999 : 0);
    }
    const stamp = readGatewayTimestamp(text);
    return stamp.kind === 'instant' ? stamp.atMs : fallback;
  };
  return { fromMs: read(from, false, 0), toMs: read(to, true, Number.MAX_SAFE_INTEGER) };
}

/** Whether one of the texts holds what is searched for, in either case. */
export const holds = (search = '', ...texts: (string | null | undefined)[]): boolean => {
  const wanted = search.trim().toLowerCase();
  return wanted === '' || texts.some((text) => text?.toLowerCase().includes(wanted));
};
