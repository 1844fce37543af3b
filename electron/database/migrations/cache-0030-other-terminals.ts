import type { Migration } from '../migrate.ts';

/** What is still to come of a terminal, and what was acknowledged. Closes of other PCs are told anew after it. */
export const cache0030: Migration = {
  name: 'cache-0030-other-terminals',
  sql: `
-- Terminals of closes of other PCs that stand.
CREATE TABLE other_terminal (
  terminal_id TEXT NOT NULL,
  closing_id TEXT NOT NULL REFERENCES other_close(closing_id),
  -- When it was last read whole; null: never.
  read_at_ms INTEGER,
  left_out INTEGER NOT NULL CHECK (left_out IN (0, 1)),
  -- When the newest of its rows was first seen that this final close has and that was not left outstanding; null: none.
  acknowledged_seen_ms INTEGER,
  PRIMARY KEY (terminal_id, closing_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX other_terminal_by_close ON other_terminal(closing_id);
-- Null where it does not stand.
ALTER TABLE other_close ADD COLUMN ends_at_ms INTEGER;
-- Rows that came after the freeze and were left for the next close.
ALTER TABLE other_close ADD COLUMN left_for_next INTEGER NOT NULL DEFAULT 0;
DELETE FROM hidden_names_learnt;
`,
};
