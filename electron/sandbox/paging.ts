/** `page` and `limit` of list queries, and the pagination part of their answers (§2.11). */
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
