import type { Migration } from '../migrate.ts';

/** What reconciliation looks at of a settled transaction, all of it in the index by order: the rows themselves are many times its size. */
export const cache0004: Migration = {
  name: 'cache-0004-settled-method',
  sql: `
ALTER TABLE settled ADD COLUMN method TEXT NOT NULL DEFAULT '';
UPDATE settled SET method = COALESCE(json_extract(value, '$.method'), '');
DROP INDEX settled_by_order;
CREATE INDEX settled_by_order ON settled(
  merchant_order_id, transaction_id, amount_minor, currency, payment_type, settled_at_ms, fee_minor, method
);
`,
};
