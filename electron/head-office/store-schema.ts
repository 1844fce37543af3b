/** The tables of `head-office.sqlite`. The file may be deleted: everything in it is read again. */
import type { Migration } from '../database/migrate.ts';

export const storeMigrations: readonly Migration[] = [
  {
    name: 'head-office-0001-entries',
    sql: `
CREATE TABLE epoch (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), epoch TEXT NOT NULL) STRICT;
CREATE TABLE pc (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  branch TEXT NOT NULL,
  last_entry_at_ms INTEGER,
  withdrawn_at_ms INTEGER,
  broken_seq INTEGER,
  broken_problem TEXT
) STRICT, WITHOUT ROWID;
-- Verified entries only, this PC's own among them. Of its own it also keeps which entry of the journal it was made of.
CREATE TABLE entry (
  pc TEXT NOT NULL,
  seq INTEGER NOT NULL,
  environment TEXT NOT NULL,
  merchant TEXT NOT NULL,
  branch TEXT NOT NULL,
  kind TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  body TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL,
  signature TEXT NOT NULL,
  journal_seq INTEGER,
  journal_hash TEXT,
  -- What a list is filtered by; null where the entry is of no kind that is shown.
  actor TEXT,
  action TEXT,
  search TEXT,
  PRIMARY KEY (pc, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_newest ON entry (at_ms, pc, seq) WHERE action IS NOT NULL;
`,
  },
  {
    name: 'head-office-0002-home',
    // Kept on this PC, because it decides while head office is not reached.
    sql: 'ALTER TABLE pc ADD COLUMN is_home INTEGER NOT NULL DEFAULT 0;',
  },
];
