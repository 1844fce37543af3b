/** The built-in gateway's own data. Amounts are whole minor units; times are epoch milliseconds. */

/** Part of the file name: practice data of another shape is left alone and made anew. */
export const SCHEMA_VERSION = 1;

export const schema = `
CREATE TABLE IF NOT EXISTS branch (branch_id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS terminal (
  terminal_id TEXT PRIMARY KEY, label TEXT NOT NULL, branch_id TEXT, model TEXT, serial_number TEXT,
  weight INTEGER NOT NULL, foreign_merchant INTEGER NOT NULL DEFAULT 0, last_seen_at_ms INTEGER
) STRICT;
CREATE TABLE IF NOT EXISTS pos_row (
  id INTEGER PRIMARY KEY, terminal_id TEXT NOT NULL, merchant_order_id TEXT NOT NULL, ref_number TEXT NOT NULL,
  amount_minor INTEGER NOT NULL, currency TEXT NOT NULL, payment_type TEXT NOT NULL, entry_mode TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL, acknowledged_at_ms INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS pos_row_outstanding ON pos_row(terminal_id, id) WHERE acknowledged_at_ms IS NULL;
CREATE INDEX IF NOT EXISTS pos_row_order ON pos_row(merchant_order_id);
CREATE TABLE IF NOT EXISTS settlement_window (
  window_id TEXT PRIMARY KEY, status TEXT NOT NULL, currency TEXT NOT NULL, opens_at_ms INTEGER NOT NULL,
  closes_at_ms INTEGER NOT NULL, payout_at_ms INTEGER NOT NULL, bank_reference TEXT
) STRICT;
-- settled_at_ms with a request_id: paid early by instant settlement; settled_at_ms alone: paid with its window.
CREATE TABLE IF NOT EXISTS settlement_row (
  transaction_id TEXT PRIMARY KEY, merchant_order_id TEXT NOT NULL, ref_number TEXT NOT NULL, terminal_id TEXT NOT NULL,
  branch_id TEXT, payment_type TEXT NOT NULL, entry_mode TEXT NOT NULL, amount_minor INTEGER NOT NULL,
  fee_minor INTEGER NOT NULL, vat_minor INTEGER NOT NULL, net_minor INTEGER NOT NULL, currency TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL, expected_at_ms INTEGER NOT NULL, settled_at_ms INTEGER,
  window_id TEXT, batch_id TEXT, request_id TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS settlement_row_window ON settlement_row(window_id);
CREATE INDEX IF NOT EXISTS settlement_row_request ON settlement_row(request_id) WHERE request_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS settlement_row_unsettled ON settlement_row(expected_at_ms) WHERE settled_at_ms IS NULL;
CREATE TABLE IF NOT EXISTS instant_request (
  request_id TEXT PRIMARY KEY, status TEXT NOT NULL, quote TEXT NOT NULL, total_minor INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL, decline_reason TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
`;
