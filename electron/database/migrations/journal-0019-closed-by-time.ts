import type { Migration } from '../migrate.ts';

/** So that the sales of a window's time are found among those of all years. */
export const journal0019: Migration = {
  name: 'journal-0019-closed-by-time',
  sql: `CREATE INDEX closing_row_by_time ON closing_row(first_seen_at_ms) WHERE standing = 1 AND kind = 'sale';`,
};
