import type { Migration } from '../migrate.ts';

export const imports0001: Migration = {
  name: 'imports-0001-lines',
  sql: `
-- One row a file whose lines are here. 'begun': lines are coming in; 'whole': all of them, the journal may have its head;
-- 'kept': the journal has it.
CREATE TABLE imported_file (
  import_id TEXT PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('begun', 'whole', 'kept')),
  lines INTEGER NOT NULL
) STRICT;
-- Lines as people brought them in. They count only while the journal has the head of their import, and it is not withdrawn.
CREATE TABLE imported_line (
  import_id TEXT NOT NULL REFERENCES imported_file(import_id),
  line_no INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('bank', 'pos')),
  booked_on TEXT NOT NULL,
  value_on TEXT,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  reference TEXT NOT NULL,
  order_id TEXT NOT NULL,
  description TEXT NOT NULL,
  counterparty TEXT NOT NULL,
  account TEXT NOT NULL,
  -- Names the line among all files of its source: account, date, amount, reference, description, and which of equal ones it is.
  line_key TEXT NOT NULL,
  raw TEXT NOT NULL,
  PRIMARY KEY (import_id, line_no)
) STRICT, WITHOUT ROWID;
CREATE INDEX imported_line_by_key ON imported_line(line_key);
CREATE INDEX imported_line_by_order ON imported_line(order_id) WHERE order_id <> '';
CREATE INDEX imported_line_by_reference ON imported_line(reference) WHERE reference <> '';
CREATE INDEX imported_line_by_amount ON imported_line(currency, amount_minor, booked_on);
CREATE TRIGGER imported_line_no_update BEFORE UPDATE ON imported_line BEGIN SELECT RAISE(ABORT, 'imported lines are kept'); END;
CREATE TRIGGER imported_line_no_delete BEFORE DELETE ON imported_line
WHEN EXISTS (SELECT 1 FROM imported_file AS f WHERE f.import_id = OLD.import_id AND f.state = 'kept')
BEGIN SELECT RAISE(ABORT, 'imported lines are kept'); END;
CREATE TRIGGER imported_file_no_delete BEFORE DELETE ON imported_file WHEN OLD.state = 'kept'
BEGIN SELECT RAISE(ABORT, 'imported lines are kept'); END;
CREATE TRIGGER imported_line_no_insert BEFORE INSERT ON imported_line
WHEN NOT EXISTS (SELECT 1 FROM imported_file AS f WHERE f.import_id = NEW.import_id AND f.state = 'begun')
BEGIN SELECT RAISE(ABORT, 'imported lines are kept'); END;
`,
};
