import type { Migration } from '../migrate.ts';

/** The states that release the lock, as they were when this migration landed: it never changes with the code. */
const TERMINAL = `'NOT_SENT','SUCCEEDED','REFUSED','SUCCEEDED_BY_READ','RESOLVED_DONE','RESOLVED_NOT_DONE','EXPIRED'`;

export const journal0001: Migration = {
  name: 'journal-0001-operations',
  sql: `
CREATE TABLE operation (
  op_id TEXT PRIMARY KEY,
  seq INTEGER NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  subject_key TEXT NOT NULL,
  state TEXT NOT NULL,
  environment TEXT NOT NULL,
  merchant_id TEXT NOT NULL,
  terminal_id TEXT,
  order_id TEXT,
  ref_number TEXT,
  totals TEXT NOT NULL,
  actor TEXT NOT NULL,
  reason TEXT,
  note TEXT,
  method TEXT NOT NULL,
  url TEXT NOT NULL,
  body BLOB NOT NULL,
  body_sha256 TEXT NOT NULL,
  key_fingerprint TEXT NOT NULL,
  evidence_before TEXT NOT NULL,
  attempt_no INTEGER NOT NULL DEFAULT 0,
  sending_at_ms INTEGER,
  response_status INTEGER,
  response_body TEXT,
  response_sha256 TEXT,
  messages TEXT,
  error TEXT,
  request_id TEXT,
  next_check_at_ms INTEGER,
  checks_count INTEGER NOT NULL DEFAULT 0,
  reads TEXT NOT NULL DEFAULT '[]',
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL
) STRICT;
-- The single-flight lock, which survives crashes: one open operation per subject.
CREATE UNIQUE INDEX operation_one_open ON operation(subject_key) WHERE state NOT IN (${TERMINAL});
CREATE INDEX operation_by_state ON operation(state, seq);
CREATE INDEX operation_by_terminal ON operation(terminal_id, seq) WHERE terminal_id IS NOT NULL;

CREATE TABLE operation_event (
  seq INTEGER PRIMARY KEY,
  op_id TEXT NOT NULL REFERENCES operation(op_id),
  at_ms INTEGER NOT NULL,
  code TEXT NOT NULL,
  from_state TEXT,
  to_state TEXT,
  params TEXT NOT NULL,
  prev_hash TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX operation_event_by_operation ON operation_event(op_id, seq);
CREATE TRIGGER operation_event_no_update BEFORE UPDATE ON operation_event BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER operation_event_no_delete BEFORE DELETE ON operation_event BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER operation_no_delete BEFORE DELETE ON operation BEGIN SELECT RAISE(ABORT, 'operations are kept'); END;

-- Which rows (terminal rows or settled transaction ids) an operation covers.
CREATE TABLE operation_row (
  op_id TEXT NOT NULL REFERENCES operation(op_id),
  row_id TEXT NOT NULL,
  PRIMARY KEY (op_id, row_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX operation_row_by_row ON operation_row(row_id);

-- What an acknowledgement is about to cover, durable before it may be sent: every row and the raw answer.
CREATE TABLE ack_snapshot (
  snapshot_id TEXT PRIMARY KEY,
  terminal_id TEXT NOT NULL,
  set_hash TEXT NOT NULL,
  row_count INTEGER NOT NULL,
  rows TEXT NOT NULL,
  raw_body TEXT NOT NULL,
  read_at_ms INTEGER NOT NULL
) STRICT;

-- What people wrote about terminals: kept here so that rebuilding the cache loses nothing.
CREATE TABLE terminal_own (
  terminal_id TEXT PRIMARY KEY,
  label TEXT,
  branch_name TEXT,
  typed INTEGER NOT NULL DEFAULT 0
) STRICT;
`,
};
