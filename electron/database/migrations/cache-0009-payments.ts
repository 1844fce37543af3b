import type { Migration } from '../migrate.ts';

/** Transactions of all channels as the gateway lists them, and the order they make. `key` is the gateway's order, or a lone transaction. */
export const cache0009: Migration = {
  name: 'cache-0009-payments',
  sql: `
CREATE TABLE gateway_transaction (
  transaction_id TEXT PRIMARY KEY, key TEXT NOT NULL, order_id TEXT, merchant_order_id TEXT, ref_number TEXT, terminal_id TEXT,
  channel TEXT, method TEXT, operation TEXT, status TEXT, amount_minor INTEGER NOT NULL, currency TEXT NOT NULL,
  created_at_ms INTEGER, created_raw TEXT, raw TEXT NOT NULL, run INTEGER NOT NULL
) STRICT;
CREATE INDEX gateway_transaction_by_order ON gateway_transaction(key, created_at_ms);
CREATE INDEX gateway_transaction_by_run ON gateway_transaction(run);
CREATE TABLE payment (
  key TEXT PRIMARY KEY, order_id TEXT, merchant_order_id TEXT, ref_number TEXT, terminal_id TEXT, channel TEXT, method TEXT,
  at_ms INTEGER NOT NULL, state TEXT NOT NULL, currency TEXT, amount_minor INTEGER, captured_minor INTEGER, returned_minor INTEGER,
  left_minor INTEGER, count INTEGER NOT NULL, search TEXT NOT NULL
) STRICT;
CREATE INDEX payment_by_time ON payment(at_ms, key);
CREATE INDEX payment_by_state ON payment(state, at_ms, key);
CREATE TABLE payment_sync (
  only_one INTEGER PRIMARY KEY CHECK (only_one = 1), run INTEGER NOT NULL, started_at_ms INTEGER NOT NULL, pages_done INTEGER NOT NULL,
  unreadable INTEGER NOT NULL, total INTEGER, ended TEXT
) STRICT;
`,
};
