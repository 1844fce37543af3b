import type { Migration } from '../migrate.ts';

/** What people made Closeout forget of what it learnt from a source of statements, and what it may use again. */
export const journal0014: Migration = {
  name: 'journal-0014-learnt',
  sql: `
CREATE TABLE learnt_decision (
  seq INTEGER PRIMARY KEY,
  source_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('payer', 'delay', 'fee')),
  -- The payer; empty for the others.
  name TEXT NOT NULL,
  forgotten INTEGER NOT NULL CHECK (forgotten IN (0, 1)),
  by TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX learnt_decision_by_name ON learnt_decision(source_id, kind, name, seq);
CREATE TRIGGER learnt_decision_no_update BEFORE UPDATE ON learnt_decision BEGIN SELECT RAISE(ABORT, 'decisions are kept'); END;
CREATE TRIGGER learnt_decision_no_delete BEFORE DELETE ON learnt_decision BEGIN SELECT RAISE(ABORT, 'decisions are kept'); END;
`,
};
