import type { Migration } from '../migrate.ts';

/** What an expected item waits for, as JSON: the close of a branch, or days that no statement covers. */
export const results0002: Migration = {
  name: 'results-0002-rest',
  sql: 'ALTER TABLE open_item ADD COLUMN waits_for TEXT;',
};
