import type { Migration } from '../migrate.ts';

/** What was read from the gateway. All of it may be deleted and read again. Amounts are whole minor units. */
export const cache0001: Migration = {
  name: 'cache-0001-lists',
  sql: `
CREATE TABLE list_read (name TEXT PRIMARY KEY, read_at_ms INTEGER, error TEXT, error_at_ms INTEGER, note TEXT) STRICT;

CREATE TABLE terminal (
  terminal_id TEXT PRIMARY KEY, label TEXT, branch_id TEXT, branch_name TEXT, model TEXT, serial_number TEXT, raw TEXT NOT NULL
) STRICT;
CREATE TABLE terminal_read (
  terminal_id TEXT PRIMARY KEY, read_at_ms INTEGER, error TEXT, error_at_ms INTEGER, server_at_ms INTEGER
) STRICT;

CREATE TABLE pos_transaction (
  row_id TEXT PRIMARY KEY, terminal_id TEXT NOT NULL, merchant_order_id TEXT, ref_number TEXT,
  amount_minor INTEGER NOT NULL, currency TEXT NOT NULL, payment_type TEXT, entry_mode TEXT, raw TEXT NOT NULL, search TEXT NOT NULL,
  position INTEGER NOT NULL, first_seen_at_ms INTEGER NOT NULL, last_seen_at_ms INTEGER NOT NULL, gone_at_ms INTEGER
) STRICT;
CREATE INDEX pos_transaction_listed ON pos_transaction(terminal_id, gone_at_ms, row_id);
CREATE TABLE unreadable_row (
  terminal_id TEXT NOT NULL, position INTEGER NOT NULL, field TEXT NOT NULL, problem TEXT NOT NULL, raw TEXT NOT NULL,
  PRIMARY KEY (terminal_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE settlement_window (window_id TEXT PRIMARY KEY, opens_at TEXT NOT NULL, value TEXT NOT NULL) STRICT;

CREATE TABLE settled (
  transaction_id TEXT PRIMARY KEY, merchant_order_id TEXT NOT NULL, ref_number TEXT NOT NULL, terminal_id TEXT, branch_id TEXT NOT NULL,
  amount_minor INTEGER NOT NULL, fee_minor INTEGER, vat_minor INTEGER, net_minor INTEGER, currency TEXT NOT NULL,
  settled_at_ms INTEGER NOT NULL, window_id TEXT, search TEXT NOT NULL, value TEXT NOT NULL, download TEXT NOT NULL
) STRICT;
CREATE INDEX settled_by_date ON settled(settled_at_ms, transaction_id);
CREATE INDEX settled_by_amount ON settled(amount_minor, transaction_id);
CREATE INDEX settled_by_fee ON settled(COALESCE(fee_minor, -1), transaction_id);
CREATE INDEX settled_by_net ON settled(COALESCE(net_minor, -1), transaction_id);
CREATE INDEX settled_by_reference ON settled(ref_number, transaction_id);
CREATE INDEX settled_by_order ON settled(merchant_order_id, transaction_id);
CREATE INDEX settled_by_branch ON settled(branch_id, transaction_id);
CREATE TABLE settled_summary (branch_ids TEXT PRIMARY KEY, value TEXT NOT NULL, read_at_ms INTEGER NOT NULL) STRICT;

CREATE TABLE eligible_sale (
  transaction_id TEXT PRIMARY KEY, branch_id TEXT, amount_minor INTEGER NOT NULL, net_minor INTEGER, currency TEXT NOT NULL, search TEXT NOT NULL, value TEXT NOT NULL
) STRICT;
CREATE TABLE instant_limits (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), value TEXT NOT NULL) STRICT;
CREATE TABLE instant_request (request_id TEXT PRIMARY KEY, created_at TEXT NOT NULL, value TEXT NOT NULL) STRICT;
`,
};
