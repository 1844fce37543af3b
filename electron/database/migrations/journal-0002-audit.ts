import type { Migration } from '../migrate.ts';

export const journal0002: Migration = {
  name: 'journal-0002-audit',
  sql: `
-- Who did what, when, from which machine. Each entry holds the hash before it, and the head of the chain of operation
-- events as it was: an event that is changed or cut later does not fit the entries any more.
CREATE TABLE audit_entry (
  seq INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  actor TEXT NOT NULL,
  machine TEXT NOT NULL,
  action TEXT NOT NULL,
  target TEXT NOT NULL,
  params TEXT NOT NULL,
  outcome TEXT NOT NULL,
  event_count INTEGER NOT NULL,
  event_head TEXT NOT NULL,
  prev_hash TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE TRIGGER audit_entry_no_update BEFORE UPDATE ON audit_entry BEGIN SELECT RAISE(ABORT, 'the audit record is append-only'); END;
CREATE TRIGGER audit_entry_no_delete BEFORE DELETE ON audit_entry BEGIN SELECT RAISE(ABORT, 'the audit record is append-only'); END;
-- INSERT OR REPLACE deletes without the trigger above: only the next number may come in.
CREATE TRIGGER audit_entry_only_next BEFORE INSERT ON audit_entry
WHEN NEW.seq <> (SELECT COALESCE(MAX(seq), 0) + 1 FROM audit_entry)
BEGIN SELECT RAISE(ABORT, 'the audit record is append-only'); END;
`,
};
