import type { Migration } from '../migrate.ts';

/**
 * Records of webhook deliveries of transactions, without addresses, headers and bodies. `delivery_read`: how the last reading of an
 * order's records ended; without a cause all of them are here. A checkout is found by the order that its payment names.
 */
export const cache0019: Migration = {
  name: 'cache-0019-deliveries',
  sql: `
CREATE TABLE delivery (
  record_id TEXT NOT NULL, transaction_id TEXT NOT NULL, webhook_id TEXT, event_type TEXT, status TEXT, attempts INTEGER,
  is_server INTEGER, created_at_ms INTEGER, created_raw TEXT, PRIMARY KEY (transaction_id, record_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE delivery_read (key TEXT PRIMARY KEY, at_ms INTEGER NOT NULL, cause TEXT) STRICT, WITHOUT ROWID;
CREATE INDEX checkout_by_gateway_order ON checkout(json_extract(payment, '$.orderId')) WHERE json_valid(payment);
`,
};
