/** The built-in gateway's own data. Amounts are whole minor units; times are epoch milliseconds. */

/** Part of the file name: practice data of another shape is left alone and made anew. */
export const SCHEMA_VERSION = 3;

export const schema = `
CREATE TABLE IF NOT EXISTS branch (branch_id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS terminal (
  terminal_id TEXT PRIMARY KEY, label TEXT NOT NULL, branch_id TEXT, model TEXT, serial_number TEXT,
  weight INTEGER NOT NULL, foreign_merchant INTEGER NOT NULL DEFAULT 0, last_seen_at_ms INTEGER
) STRICT;
CREATE TABLE IF NOT EXISTS pos_row (
  id INTEGER PRIMARY KEY, terminal_id TEXT NOT NULL, merchant_order_id TEXT NOT NULL, ref_number TEXT NOT NULL,
  amount_minor INTEGER NOT NULL, currency TEXT NOT NULL, payment_type TEXT NOT NULL, entry_mode TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL, acknowledged_at_ms INTEGER,
  -- The row as the list answers it (§2.11), written once.
  body TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS pos_row_outstanding ON pos_row(terminal_id, id) WHERE acknowledged_at_ms IS NULL;
CREATE INDEX IF NOT EXISTS pos_row_order ON pos_row(merchant_order_id);
CREATE TABLE IF NOT EXISTS settlement_window (
  window_id TEXT PRIMARY KEY, status TEXT NOT NULL, currency TEXT NOT NULL, opens_at_ms INTEGER NOT NULL,
  closes_at_ms INTEGER NOT NULL, payout_at_ms INTEGER NOT NULL, bank_reference TEXT
) STRICT;
-- settled_at_ms with a request_id: paid early by instant settlement; settled_at_ms alone: paid with its window.
-- source_id: the pos_row or online_transaction it comes from; null where it was seeded.
CREATE TABLE IF NOT EXISTS settlement_row (
  transaction_id TEXT PRIMARY KEY, channel TEXT NOT NULL, method TEXT NOT NULL, source_id TEXT,
  order_id TEXT NOT NULL, merchant_order_id TEXT NOT NULL, ref_number TEXT, terminal_id TEXT,
  branch_id TEXT, payment_type TEXT NOT NULL, entry_mode TEXT, amount_minor INTEGER NOT NULL,
  fee_minor INTEGER NOT NULL, vat_minor INTEGER NOT NULL, net_minor INTEGER NOT NULL, currency TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL, expected_at_ms INTEGER NOT NULL, settled_at_ms INTEGER,
  window_id TEXT, batch_id TEXT, request_id TEXT
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS settlement_row_source ON settlement_row(channel, source_id) WHERE source_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS settlement_row_order ON settlement_row(order_id);
CREATE INDEX IF NOT EXISTS settlement_row_window ON settlement_row(window_id);
CREATE INDEX IF NOT EXISTS settlement_row_request ON settlement_row(request_id) WHERE request_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS settlement_row_unsettled ON settlement_row(expected_at_ms) WHERE settled_at_ms IS NULL;
CREATE TABLE IF NOT EXISTS instant_request (
  request_id TEXT PRIMARY KEY, status TEXT NOT NULL, quote TEXT NOT NULL, total_minor INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL, ends_after_ms INTEGER NOT NULL, decline_reason TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS payment_session (
  session_id TEXT PRIMARY KEY, status TEXT NOT NULL, failure_attempts INTEGER NOT NULL DEFAULT 0,
  max_failure_attempts INTEGER NOT NULL, amount_minor INTEGER NOT NULL, currency TEXT NOT NULL, order_reference TEXT NOT NULL,
  manual_capture INTEGER NOT NULL, server_webhook TEXT, expires_at_ms INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL, updated_at_ms INTEGER NOT NULL, params TEXT NOT NULL, history TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS payment_session_open ON payment_session(expires_at_ms)
  WHERE status IN ('CREATED', 'OPENED', 'PENDING');
CREATE TABLE IF NOT EXISTS online_order (
  order_id TEXT PRIMARY KEY, session_id TEXT, merchant_order_id TEXT NOT NULL, method TEXT NOT NULL, status TEXT NOT NULL,
  currency TEXT NOT NULL, authorized_minor INTEGER NOT NULL, captured_minor INTEGER NOT NULL DEFAULT 0,
  refunded_minor INTEGER NOT NULL DEFAULT 0, voided_minor INTEGER NOT NULL DEFAULT 0,
  hold_ends_at_ms INTEGER NOT NULL, created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS online_order_merchant ON online_order(merchant_order_id);
CREATE INDEX IF NOT EXISTS online_order_session ON online_order(session_id);
CREATE TABLE IF NOT EXISTS online_transaction (
  transaction_id TEXT PRIMARY KEY, order_id TEXT NOT NULL, operation TEXT NOT NULL, amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL, status TEXT NOT NULL, created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS online_transaction_order ON online_transaction(order_id);
CREATE TABLE IF NOT EXISTS transfer (
  transfer_id TEXT PRIMARY KEY, merchant_transfer_id TEXT NOT NULL UNIQUE, batch_id TEXT, scheduler_id TEXT,
  recipient TEXT NOT NULL, method TEXT NOT NULL, amount_minor INTEGER NOT NULL, fee_minor INTEGER NOT NULL,
  vat_minor INTEGER NOT NULL, status TEXT NOT NULL, failure_reason TEXT, ends TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL, updated_at_ms INTEGER NOT NULL, history TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS transfer_open ON transfer(created_at_ms) WHERE status NOT IN ('TRANSFERRED', 'FAILED');
CREATE TABLE IF NOT EXISTS transfer_batch (
  batch_id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at_ms INTEGER NOT NULL
) STRICT;
-- Double entry: the amounts of one posting add up to zero.
CREATE TABLE IF NOT EXISTS ledger (
  posting INTEGER NOT NULL, kind TEXT NOT NULL, ref TEXT NOT NULL, at_ms INTEGER NOT NULL,
  account TEXT NOT NULL, currency TEXT NOT NULL, amount_minor INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS ledger_account ON ledger(account, currency, amount_minor);
CREATE TABLE IF NOT EXISTS delivery (
  record_id TEXT PRIMARY KEY, sequence INTEGER NOT NULL, resource_type TEXT NOT NULL, resource_id TEXT NOT NULL,
  webhook_id TEXT, session_id TEXT, event_type TEXT NOT NULL, url TEXT NOT NULL, request TEXT NOT NULL, status TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, responses TEXT NOT NULL DEFAULT '[]', retries INTEGER NOT NULL,
  next_attempt_at_ms INTEGER, is_server INTEGER NOT NULL, is_test INTEGER NOT NULL, last_resent_at_ms INTEGER,
  created_at_ms INTEGER NOT NULL, updated_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS delivery_resource ON delivery(resource_type, resource_id);
CREATE INDEX IF NOT EXISTS delivery_session ON delivery(session_id) WHERE session_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS delivery_due ON delivery(next_attempt_at_ms) WHERE next_attempt_at_ms IS NOT NULL;
-- Links, invoices, customers, webhooks and everything else that is a document with an id.
CREATE TABLE IF NOT EXISTS document (
  kind TEXT NOT NULL, id TEXT NOT NULL, sequence INTEGER NOT NULL, created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, id)
) STRICT;
CREATE TABLE IF NOT EXISTS secret_key (key_hash TEXT PRIMARY KEY, permissions TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
`;
