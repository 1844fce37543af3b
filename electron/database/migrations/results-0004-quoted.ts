import type { Migration } from '../migrate.ts';

/** Beside what was charged: the fee that the gateway had quoted, in minor units. */
export const results0004: Migration = {
  name: 'results-0004-quoted',
  sql: 'ALTER TABLE exception ADD COLUMN quoted_minor INTEGER;',
};
