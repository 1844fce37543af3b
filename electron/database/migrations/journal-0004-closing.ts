import type { Migration } from '../migrate.ts';

export const journal0004: Migration = {
  name: 'journal-0004-closing',
  sql: `
CREATE TABLE branch_settings (branch_key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE closing (
  closing_id TEXT PRIMARY KEY,
  seq INTEGER NOT NULL UNIQUE,
  branch_key TEXT NOT NULL,
  branch_name TEXT,
  business_date TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  cut_off TEXT NOT NULL,
  ends_at_ms INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'provisional', 'closed', 'reopened', 'cancelled')),
  begun_at_ms INTEGER NOT NULL,
  begun_by TEXT NOT NULL,
  frozen_at_ms INTEGER,
  -- How often it was counted whole, and whether the last count holds for the rows as they are.
  counts INTEGER NOT NULL DEFAULT 0,
  counted INTEGER NOT NULL DEFAULT 0,
  number INTEGER,
  revision INTEGER,
  closed_at_ms INTEGER,
  closed_by TEXT,
  provisional_at_ms INTEGER,
  provisional_by TEXT,
  provisional_note TEXT,
  cancelled_at_ms INTEGER,
  cancelled_by TEXT,
  cancel_reason TEXT,
  reopened_at_ms INTEGER,
  reopened_by TEXT,
  reopen_reason TEXT,
  reopen_approved_by TEXT,
  -- The reopened close of the same day that this one takes the place of.
  replaces TEXT REFERENCES closing(closing_id)
) STRICT;
-- Two begins of one branch, from two windows: the second one meets the first.
CREATE UNIQUE INDEX closing_one_begun ON closing(branch_key) WHERE state = 'open';
CREATE UNIQUE INDEX closing_one_a_day ON closing(branch_key, business_date) WHERE state IN ('open', 'provisional', 'closed');
CREATE INDEX closing_by_date ON closing(business_date, seq) WHERE state <> 'cancelled';
CREATE INDEX closing_by_branch ON closing(branch_key, business_date, seq) WHERE state <> 'cancelled';
CREATE TRIGGER closing_no_delete BEFORE DELETE ON closing BEGIN SELECT RAISE(ABORT, 'closes are kept'); END;

-- The terminals of a close are fixed when it begins.
CREATE TABLE closing_terminal (
  closing_id TEXT NOT NULL REFERENCES closing(closing_id),
  terminal_id TEXT NOT NULL,
  label TEXT NOT NULL,
  read_at_ms INTEGER,
  error TEXT,
  out_reason TEXT, out_note TEXT, out_by TEXT, out_at_ms INTEGER,
  left_reason TEXT, left_note TEXT, left_by TEXT, left_at_ms INTEGER,
  PRIMARY KEY (closing_id, terminal_id)
) STRICT, WITHOUT ROWID;

-- The rows as they were frozen. Money is counted from here, never from the cache, which may be rebuilt.
CREATE TABLE closing_row (
  closing_id TEXT NOT NULL REFERENCES closing(closing_id),
  row_id TEXT NOT NULL,
  standing INTEGER NOT NULL CHECK (standing IN (0, 1)),
  terminal_id TEXT NOT NULL,
  merchant_order_id TEXT,
  ref_number TEXT,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  payment_type TEXT,
  entry_mode TEXT,
  first_seen_at_ms INTEGER NOT NULL,
  business_date TEXT NOT NULL,
  PRIMARY KEY (closing_id, row_id)
) STRICT, WITHOUT ROWID;
-- Each row is in at most one close that stands.
CREATE UNIQUE INDEX closing_row_one_standing ON closing_row(row_id) WHERE standing = 1;
CREATE INDEX closing_row_by_terminal ON closing_row(terminal_id, row_id) WHERE standing = 1;
-- Late arrivals that a person left for the next close.
CREATE TABLE closing_row_left (
  closing_id TEXT NOT NULL REFERENCES closing(closing_id), row_id TEXT NOT NULL, PRIMARY KEY (closing_id, row_id)
) STRICT, WITHOUT ROWID;

-- Every count, as it was typed. An amount that was not understood is null.
CREATE TABLE closing_count (
  closing_id TEXT NOT NULL REFERENCES closing(closing_id),
  attempt INTEGER NOT NULL,
  currency TEXT NOT NULL,
  payment_type TEXT NOT NULL,
  typed TEXT NOT NULL,
  counted_minor INTEGER,
  at_ms INTEGER NOT NULL,
  by TEXT NOT NULL,
  PRIMARY KEY (closing_id, attempt, currency, payment_type)
) STRICT, WITHOUT ROWID;
-- An explanation holds for the difference that was explained.
CREATE TABLE closing_explanation (
  closing_id TEXT NOT NULL REFERENCES closing(closing_id),
  currency TEXT NOT NULL,
  payment_type TEXT NOT NULL,
  difference_minor TEXT NOT NULL,
  reason TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  by TEXT NOT NULL,
  PRIMARY KEY (closing_id, currency, payment_type)
) STRICT, WITHOUT ROWID;
CREATE TABLE closing_carried (
  closing_id TEXT NOT NULL REFERENCES closing(closing_id),
  op_id TEXT NOT NULL REFERENCES operation(op_id),
  note TEXT NOT NULL,
  by TEXT NOT NULL,
  approved_by TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (closing_id, op_id)
) STRICT, WITHOUT ROWID;

-- Zs: canonical JSON, its hash, and the entry of the audit record that seals it, all from one transaction.
CREATE TABLE z_document (
  branch_key TEXT NOT NULL,
  number INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  closing_id TEXT NOT NULL REFERENCES closing(closing_id),
  content TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  sealed_seq INTEGER NOT NULL,
  issued_at_ms INTEGER NOT NULL,
  -- Which rows it sums, and which of them were outstanding then.
  rows TEXT NOT NULL,
  PRIMARY KEY (branch_key, number, revision)
) STRICT, WITHOUT ROWID;
CREATE INDEX z_document_by_closing ON z_document(closing_id, revision);
CREATE TRIGGER z_document_no_update BEFORE UPDATE ON z_document BEGIN SELECT RAISE(ABORT, 'a Z is never changed'); END;
CREATE TRIGGER z_document_no_delete BEFORE DELETE ON z_document BEGIN SELECT RAISE(ABORT, 'a Z is kept'); END;
-- Numbers of a branch have no gaps: the first issue of a number is the next one.
CREATE TRIGGER z_document_only_next BEFORE INSERT ON z_document
WHEN (NEW.revision = 1 AND NEW.number <> (SELECT COALESCE(MAX(number), 0) + 1 FROM z_document WHERE branch_key = NEW.branch_key))
  OR (NEW.revision > 1 AND NOT EXISTS (SELECT 1 FROM z_document WHERE branch_key = NEW.branch_key AND number = NEW.number AND revision = NEW.revision - 1))
  OR NEW.revision < 1
BEGIN SELECT RAISE(ABORT, 'the numbers of a branch have no gaps'); END;
CREATE TABLE z_print (
  branch_key TEXT NOT NULL,
  number INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  copy INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  by TEXT NOT NULL,
  PRIMARY KEY (branch_key, number, revision, copy)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER z_print_no_update BEFORE UPDATE ON z_print BEGIN SELECT RAISE(ABORT, 'prints are append-only'); END;
CREATE TRIGGER z_print_no_delete BEFORE DELETE ON z_print BEGIN SELECT RAISE(ABORT, 'prints are append-only'); END;

-- Where the rows of acknowledgements are kept: the gateway lists them no more, and the cache may be rebuilt.
CREATE TABLE snapshot_row (
  row_id TEXT PRIMARY KEY,
  terminal_id TEXT NOT NULL,
  snapshot_id TEXT NOT NULL,
  read_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX snapshot_row_by_terminal ON snapshot_row(terminal_id, row_id);
INSERT OR IGNORE INTO snapshot_row (row_id, terminal_id, snapshot_id, read_at_ms)
  SELECT row_id, terminal_id, snapshot_id, read_at_ms FROM (
    SELECT CASE WHEN r.type = 'object' THEN json_extract(r.value, '$.rowId') END AS row_id, s.terminal_id, s.snapshot_id, s.read_at_ms
    FROM ack_snapshot s, json_each(CASE WHEN json_valid(s.rows) THEN s.rows ELSE '[]' END) r
  ) WHERE typeof(row_id) = 'text' ORDER BY read_at_ms;
CREATE TRIGGER ack_snapshot_rows AFTER INSERT ON ack_snapshot BEGIN
  INSERT OR IGNORE INTO snapshot_row (row_id, terminal_id, snapshot_id, read_at_ms)
    SELECT row_id, NEW.terminal_id, NEW.snapshot_id, NEW.read_at_ms FROM (
      SELECT CASE WHEN r.type = 'object' THEN json_extract(r.value, '$.rowId') END AS row_id
      FROM json_each(CASE WHEN json_valid(NEW.rows) THEN NEW.rows ELSE '[]' END) r
    ) WHERE typeof(row_id) = 'text';
END;
`,
};
