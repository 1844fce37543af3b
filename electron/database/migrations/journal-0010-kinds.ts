import type { Migration } from '../migrate.ts';

/** As shared/domain/kinds has it (`addsOf`), when this migration landed. */
const ADDS = `CASE WHEN kind = 'sale' THEN ABS(amount_minor)
    WHEN kind = 'refund' OR (kind IN ('void', 'reversal') AND undoes IS NOT NULL) THEN -ABS(amount_minor) ELSE 0 END`;

export const journal0010: Migration = {
  name: 'journal-0010-kinds',
  sql: `
-- What people said that a word of the gateway means. A word as it is folded, and a sign: one word can be two things. Never
-- changed: the last one holds. Each was written with its entry of the audit record.
CREATE TABLE kind_word (
  seq INTEGER PRIMARY KEY,
  folded TEXT NOT NULL,
  sign TEXT NOT NULL CHECK (sign IN ('plus', 'minus')),
  kind TEXT NOT NULL,
  word TEXT NOT NULL,
  by TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  entry_seq INTEGER NOT NULL
) STRICT;
CREATE TRIGGER kind_word_no_update BEFORE UPDATE ON kind_word BEGIN SELECT RAISE(ABORT, 'what was said is kept'); END;
CREATE TRIGGER kind_word_no_delete BEFORE DELETE ON kind_word BEGIN SELECT RAISE(ABORT, 'what was said is kept'); END;
-- INSERT OR REPLACE deletes without the trigger above: only the next number may come in.
CREATE TRIGGER kind_word_only_next BEFORE INSERT ON kind_word
WHEN NEW.seq <> (SELECT COALESCE(MAX(seq), 0) + 1 FROM kind_word)
BEGIN SELECT RAISE(ABORT, 'what was said is kept'); END;

-- Of the rows of closes: what each is, which sale it undoes, and what it adds to a sum. Always by the words as they are now; what
-- a Z says is in the Z.
ALTER TABLE closing_row ADD COLUMN kind TEXT NOT NULL DEFAULT 'sale';
ALTER TABLE closing_row ADD COLUMN undoes TEXT;
ALTER TABLE closing_row ADD COLUMN adds_minor INTEGER GENERATED ALWAYS AS (${ADDS}) VIRTUAL;
CREATE INDEX closing_row_no_sale ON closing_row(terminal_id, row_id) WHERE standing = 1 AND kind <> 'sale';
CREATE INDEX closing_row_undoing ON closing_row(undoes) WHERE undoes IS NOT NULL;
CREATE INDEX closing_row_by_order ON closing_row(merchant_order_id) WHERE standing = 1;
CREATE INDEX closing_row_by_reference ON closing_row(ref_number) WHERE standing = 1;
CREATE TABLE kinds_settled (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), words TEXT NOT NULL) STRICT;

-- Raised with every change of what a terminal's voids and reversals may undo: sales that a close or an acknowledgement holds.
CREATE TABLE pairing_mark (terminal_id TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO pairing_mark SELECT DISTINCT terminal_id, 1 FROM closing_row WHERE standing = 1;
CREATE TRIGGER closing_row_held AFTER INSERT ON closing_row BEGIN
  INSERT INTO pairing_mark VALUES (NEW.terminal_id, 1) ON CONFLICT(terminal_id) DO UPDATE SET seq = seq + 1;
END;
CREATE TRIGGER closing_row_stands AFTER UPDATE OF standing ON closing_row WHEN NEW.standing <> OLD.standing BEGIN
  INSERT INTO pairing_mark VALUES (NEW.terminal_id, 1) ON CONFLICT(terminal_id) DO UPDATE SET seq = seq + 1;
END;
CREATE TRIGGER operation_acknowledged AFTER UPDATE OF state ON operation
WHEN NEW.kind = 'acknowledgement' AND NEW.terminal_id IS NOT NULL AND NEW.state <> OLD.state BEGIN
  INSERT INTO pairing_mark VALUES (NEW.terminal_id, 1) ON CONFLICT(terminal_id) DO UPDATE SET seq = seq + 1;
END;
`,
};
