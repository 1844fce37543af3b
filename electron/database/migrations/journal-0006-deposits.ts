import type { Migration } from '../migrate.ts';

export const journal0006: Migration = {
  name: 'journal-0006-deposits',
  sql: `
-- What the bank got for a settlement window, as people entered it. Never changed: a mistake is withdrawn, and stays readable.
CREATE TABLE deposit (
  deposit_id TEXT PRIMARY KEY,
  window_id TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  received_on TEXT NOT NULL,
  reference TEXT NOT NULL,
  note TEXT NOT NULL,
  by TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX deposit_by_window ON deposit(window_id, received_on);
CREATE TRIGGER deposit_no_update BEFORE UPDATE ON deposit BEGIN SELECT RAISE(ABORT, 'deposits are kept'); END;
CREATE TRIGGER deposit_no_delete BEFORE DELETE ON deposit BEGIN SELECT RAISE(ABORT, 'deposits are kept'); END;
CREATE TABLE deposit_withdrawn (
  deposit_id TEXT PRIMARY KEY REFERENCES deposit(deposit_id),
  reason TEXT NOT NULL,
  by TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE TRIGGER deposit_withdrawn_no_update BEFORE UPDATE ON deposit_withdrawn BEGIN SELECT RAISE(ABORT, 'deposits are kept'); END;
CREATE TRIGGER deposit_withdrawn_no_delete BEFORE DELETE ON deposit_withdrawn BEGIN SELECT RAISE(ABORT, 'deposits are kept'); END;
`,
};
