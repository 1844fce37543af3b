import type { Migration } from '../migrate.ts';

export const journal0007: Migration = {
  name: 'journal-0007-imports',
  sql: `
-- Where files come from: a bank account, a till system. What its columns are is what its newest file says.
CREATE TABLE import_source (
  source_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('bank', 'pos')),
  name TEXT NOT NULL,
  by TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  UNIQUE (kind, name)
) STRICT;
CREATE TRIGGER import_source_no_update BEFORE UPDATE ON import_source BEGIN SELECT RAISE(ABORT, 'imports are kept'); END;
CREATE TRIGGER import_source_no_delete BEFORE DELETE ON import_source BEGIN SELECT RAISE(ABORT, 'imports are kept'); END;
-- The head of a file that was imported: its lines (imports.sqlite) count because it is here. Never changed: a mistake is withdrawn.
CREATE TABLE import_file (
  import_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('bank', 'pos')),
  source_id TEXT NOT NULL REFERENCES import_source(source_id),
  file_name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  format TEXT NOT NULL,
  -- JSON: how it was read, what its columns are, and their names; null in a bank format.
  reading TEXT,
  mapping TEXT,
  headers TEXT,
  lines INTEGER NOT NULL,
  -- Of every line that was stored, in order: the same file brought again must give the same.
  lines_sha256 TEXT NOT NULL,
  -- Numbers of lines that were not stored, as ranges: '3 7-9'.
  not_stored TEXT NOT NULL,
  left_out INTEGER NOT NULL,
  skipped INTEGER NOT NULL,
  -- JSON: per currency count, credit and debit in minor units; accounts of the lines.
  totals TEXT NOT NULL,
  accounts TEXT NOT NULL,
  first_on TEXT,
  last_on TEXT,
  by TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX import_file_by_source ON import_file(source_id, at_ms, import_id);
CREATE INDEX import_file_by_sha256 ON import_file(sha256);
CREATE INDEX import_file_by_time ON import_file(at_ms, import_id);
CREATE INDEX import_file_by_kind ON import_file(kind, at_ms, import_id);
CREATE TRIGGER import_file_no_update BEFORE UPDATE ON import_file BEGIN SELECT RAISE(ABORT, 'imports are kept'); END;
CREATE TRIGGER import_file_no_delete BEFORE DELETE ON import_file BEGIN SELECT RAISE(ABORT, 'imports are kept'); END;
CREATE TABLE import_withdrawn (
  import_id TEXT PRIMARY KEY REFERENCES import_file(import_id),
  reason TEXT NOT NULL,
  by TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE TRIGGER import_withdrawn_no_update BEFORE UPDATE ON import_withdrawn BEGIN SELECT RAISE(ABORT, 'imports are kept'); END;
CREATE TRIGGER import_withdrawn_no_delete BEFORE DELETE ON import_withdrawn BEGIN SELECT RAISE(ABORT, 'imports are kept'); END;
`,
};
