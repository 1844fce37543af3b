import type { Migration } from '../migrate.ts';

/** So that rows in closes of this PC follow what other PCs tell. */
export const cache0029: Migration = {
  name: 'cache-0029-closed-unpaired',
  sql: `
-- Terminals whose rows in closes of this PC are paired anew, in the journal, because rows of other PCs have changed.
CREATE TABLE closed_unpaired (terminal_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`,
};
