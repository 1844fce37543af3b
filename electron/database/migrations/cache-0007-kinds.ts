import type { Migration } from '../migrate.ts';

/** As shared/domain/kinds has it (`addsOf`), when this migration landed. */
const ADDS = `CASE WHEN kind = 'sale' THEN ABS(amount_minor)
    WHEN kind = 'refund' OR (kind IN ('void', 'reversal') AND undoes IS NOT NULL) THEN -ABS(amount_minor) ELSE 0 END`;
const columnsOf = (table: string) => `
ALTER TABLE ${table} ADD COLUMN kind TEXT NOT NULL DEFAULT 'sale';
ALTER TABLE ${table} ADD COLUMN undoes TEXT;
ALTER TABLE ${table} ADD COLUMN adds_minor INTEGER GENERATED ALWAYS AS (${ADDS}) VIRTUAL;`;

/**
 * What each row is, which sale it undoes, and what it adds to a sum. Rows that are stored have their kinds decided when the file
 * is opened (repositories/kinds): by the words that people have decided on, which are in the journal. `kinds_settled`: by which
 * words that was. `pairing_settled`: up to which change of a terminal's closes and acknowledgements.
 */
export const cache0007: Migration = {
  name: 'cache-0007-kinds',
  sql: `
${columnsOf('pos_transaction')}
CREATE INDEX pos_transaction_no_sale ON pos_transaction(terminal_id, row_id) WHERE kind <> 'sale';
CREATE INDEX pos_transaction_by_order ON pos_transaction(merchant_order_id);
CREATE INDEX pos_transaction_by_reference ON pos_transaction(ref_number);
${columnsOf('settled')}
CREATE INDEX settled_no_sale ON settled(kind, transaction_id) WHERE kind <> 'sale';
DROP INDEX settled_amounts;
CREATE INDEX settled_amounts ON settled(
  currency, branch_id, window_id, settled_at_ms, payment_type, kind, undoes, amount_minor, fee_minor, vat_minor, net_minor
);
DROP INDEX settled_by_time;
CREATE INDEX settled_by_time ON settled(settled_at_ms, currency, branch_id, kind, undoes, amount_minor, fee_minor, net_minor);
DROP INDEX settled_by_order;
CREATE INDEX settled_by_order ON settled(
  merchant_order_id, transaction_id, amount_minor, currency, payment_type, kind, undoes, settled_at_ms, fee_minor, method
);
CREATE TABLE kinds_settled (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), words TEXT NOT NULL) STRICT;
CREATE TABLE pairing_settled (terminal_id TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO window_stale SELECT DISTINCT window_id FROM settled WHERE window_id IS NOT NULL;
`,
};
