import type { Migration } from '../migrate.ts';

/** Payment sessions. `key` stands for the session's id, which opens it without a key and is in no other column but `value`'s url. */
export const cache0013: Migration = {
  name: 'cache-0013-checkouts',
  sql: `
CREATE TABLE checkout (
  key TEXT PRIMARY KEY, session_id TEXT NOT NULL, status TEXT, state TEXT NOT NULL CHECK (state IN ('waiting', 'paid', 'ended')),
  amount_minor INTEGER NOT NULL, currency TEXT NOT NULL, order_reference TEXT, customer TEXT, made_by TEXT, created_at_ms INTEGER NOT NULL,
  first_seen_at_ms INTEGER NOT NULL, read_at_ms INTEGER NOT NULL, run INTEGER NOT NULL, is_gone INTEGER NOT NULL, search TEXT NOT NULL,
  -- JSON: what the gateway said of it, and of its payment, once that was read.
  value TEXT NOT NULL, payment TEXT
) STRICT;
CREATE INDEX checkout_by_time ON checkout(created_at_ms, key);
CREATE INDEX checkout_by_state ON checkout(state, created_at_ms, key);
CREATE INDEX checkout_by_order ON checkout(order_reference);
`,
};
