import type { Migration } from '../migrate.ts';

/** Terminals that the gateway listed once: what they sold may still have to be closed, in their branch. */
export const cache0002: Migration = {
  name: 'cache-0002-terminals-before',
  sql: `
CREATE TABLE terminal_before (
  terminal_id TEXT PRIMARY KEY, label TEXT, branch_id TEXT, branch_name TEXT, model TEXT, serial_number TEXT, raw TEXT NOT NULL
) STRICT;
`,
};
