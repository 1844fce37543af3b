import type { Migration } from '../migrate.ts';

/**
 * A row that cannot be read has an id, made from its text, and the time since which it is listed. One that is stored gets them
 * with the next reading, which stores it afresh.
 */
export const cache0012: Migration = {
  name: 'cache-0012-unreadable',
  sql: `
ALTER TABLE unreadable_row ADD COLUMN row_id TEXT NOT NULL DEFAULT '';
ALTER TABLE unreadable_row ADD COLUMN first_seen_at_ms INTEGER NOT NULL DEFAULT 0;
`,
};
