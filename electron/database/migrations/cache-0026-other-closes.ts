import type { Migration } from '../migrate.ts';

/** As shared/domain/kinds has it (`addsOf`), when this migration landed. */
const ADDS = `CASE WHEN kind = 'sale' THEN ABS(amount_minor)
    WHEN kind = 'refund' OR (kind IN ('void', 'reversal') AND undoes IS NOT NULL) THEN -ABS(amount_minor) ELSE 0 END`;

/**
 * Closes of other PCs, as head office told them and as they were verified. Columns are named as those of the journal's tables
 * `closing` and `closing_row`: one query reads either. A cache that is lost is filled again.
 */
export const cache0026: Migration = {
  name: 'cache-0026-other-closes',
  sql: `
CREATE TABLE other_close (
  closing_id TEXT PRIMARY KEY,
  pc TEXT NOT NULL,
  pc_name TEXT NOT NULL,
  branch_key TEXT NOT NULL,
  branch_name TEXT,
  business_date TEXT NOT NULL,
  -- Null where the close does not say: it was opened again, or cannot be read.
  time_zone TEXT,
  cut_off TEXT,
  state TEXT NOT NULL CHECK (state IN ('closed', 'provisional', 'reopened', 'unreadable')),
  number INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  closed_at_ms INTEGER NOT NULL,
  -- Which copy of the record told it.
  copy TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX other_close_by_date ON other_close(business_date, closing_id);
CREATE INDEX other_close_by_branch ON other_close(branch_key, business_date);

-- Rows of those that stand. One row may have come in closes of several PCs; it counts in one of them.
CREATE TABLE other_row (
  closing_id TEXT NOT NULL REFERENCES other_close(closing_id),
  row_id TEXT NOT NULL,
  standing INTEGER NOT NULL CHECK (standing IN (0, 1)),
  terminal_id TEXT NOT NULL,
  merchant_order_id TEXT,
  ref_number TEXT,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  kind TEXT NOT NULL,
  payment_type TEXT,
  entry_mode TEXT,
  first_seen_at_ms INTEGER NOT NULL,
  business_date TEXT NOT NULL,
  undoes TEXT,
  adds_minor INTEGER GENERATED ALWAYS AS (${ADDS}) VIRTUAL,
  PRIMARY KEY (closing_id, row_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX other_row_by_id ON other_row(row_id);
CREATE UNIQUE INDEX other_row_one_standing ON other_row(row_id) WHERE standing = 1;
CREATE INDEX other_row_undoing ON other_row(undoes) WHERE undoes IS NOT NULL;
CREATE INDEX other_row_by_order ON other_row(merchant_order_id) WHERE standing = 1;
CREATE INDEX other_row_by_reference ON other_row(ref_number) WHERE standing = 1;

-- How far the changes of closes were taken in.
CREATE TABLE other_position (
  only_one INTEGER PRIMARY KEY CHECK (only_one = 1), copy TEXT NOT NULL, change_no INTEGER NOT NULL
) STRICT;
`,
};
