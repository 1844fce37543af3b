import type { Migration } from '../migrate.ts';

/**
 * Sheets of customers and links on their way to the gateway, one of each kind. What was sent of them is in the journal's table
 * `creation`: a sheet that is lost with the cache is opened again, and what was made is known.
 */
export const cache0025: Migration = {
  name: 'cache-0025-sheets',
  sql: `
CREATE TABLE sheet (
  kind TEXT PRIMARY KEY CHECK (kind IN ('customers', 'links')),
  sheet_id TEXT NOT NULL,
  -- JSON: the name of the file, who opened it and when, and the columns that are not taken.
  head TEXT NOT NULL
) STRICT;
CREATE TABLE sheet_row (
  kind TEXT NOT NULL REFERENCES sheet(kind) ON DELETE CASCADE,
  -- As the file has it.
  row INTEGER NOT NULL,
  -- JSON: its cells, and what is wrong with them.
  value TEXT NOT NULL,
  is_wrong INTEGER NOT NULL,
  is_doubtful INTEGER NOT NULL,
  sends INTEGER NOT NULL,
  -- With which part the gateway has checked it.
  part INTEGER,
  PRIMARY KEY (kind, row)
) STRICT, WITHOUT ROWID;
CREATE INDEX sheet_row_unchecked ON sheet_row(kind, row) WHERE part IS NULL AND sends = 1 AND is_wrong = 0;
CREATE INDEX sheet_row_of_part ON sheet_row(kind, part, row) WHERE part IS NOT NULL;
CREATE TABLE sheet_part (
  kind TEXT NOT NULL REFERENCES sheet(kind) ON DELETE CASCADE,
  part INTEGER NOT NULL,
  -- What saves it; null of links, which the gateway only looks at.
  correlation_id TEXT,
  checked_at_ms INTEGER NOT NULL,
  PRIMARY KEY (kind, part)
) STRICT, WITHOUT ROWID;
`,
};
