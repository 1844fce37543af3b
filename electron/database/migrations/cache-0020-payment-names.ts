import type { Migration } from '../migrate.ts';

/** A payment is found by the names that a terminal's row, a settled row or an operation has of it. */
export const cache0020: Migration = {
  name: 'cache-0020-payment-names',
  sql: `
CREATE INDEX payment_by_name ON payment(merchant_order_id);
CREATE INDEX payment_by_slip ON payment(terminal_id, ref_number);
`,
};
