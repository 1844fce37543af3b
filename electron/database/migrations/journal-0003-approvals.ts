import type { Migration } from '../migrate.ts';

export const journal0003: Migration = {
  name: 'journal-0003-approvals',
  sql: `
-- What one person asked another to approve. Nothing is sent by a request: who approves confirms the movement itself.
CREATE TABLE approval (
  request_id TEXT PRIMARY KEY,
  seq INTEGER NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  payload TEXT NOT NULL,
  totals TEXT NOT NULL,
  reason TEXT,
  note TEXT,
  requested_by_id TEXT NOT NULL,
  requested_by TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  state TEXT NOT NULL,
  decided_by TEXT,
  decided_at_ms INTEGER,
  decision_note TEXT,
  op_id TEXT
) STRICT;
-- One waiting request for one thing.
CREATE UNIQUE INDEX approval_waiting ON approval(kind, subject) WHERE state = 'waiting';
`,
};
