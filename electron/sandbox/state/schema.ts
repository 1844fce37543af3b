/** The built-in gateway's own data. Amounts are whole minor units. */
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
  window_id TEXT PRIMARY KEY, status TEXT NOT NULL, opens_at_ms INTEGER NOT NULL, closes_at_ms INTEGER NOT NULL,
  payout_at_ms INTEGER NOT NULL, bank_reference TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS settlement_row (
  transaction_id TEXT PRIMARY KEY, merchant_order_id TEXT NOT NULL, ref_number TEXT NOT NULL, terminal_id TEXT NOT NULL,
  branch_id TEXT, method TEXT NOT NULL, entry_mode TEXT NOT NULL,
  amount_minor INTEGER NOT NULL, fee_minor INTEGER NOT NULL, vat_minor INTEGER NOT NULL, net_minor INTEGER NOT NULL, currency TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL, settled_at_ms INTEGER, expected_at_ms INTEGER NOT NULL,
  window_id TEXT, batch_id TEXT, request_id TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS settlement_row_window ON settlement_row(window_id);
CREATE TABLE IF NOT EXISTS instant_request (
  request_id TEXT PRIMARY KEY, status TEXT NOT NULL, body TEXT NOT NULL, created_at_ms INTEGER NOT NULL,
  will_decline INTEGER NOT NULL, history TEXT NOT NULL, total_minor INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
`;
