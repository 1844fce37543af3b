import type { Migration } from '../migrate.ts';

/** Settled transactions are ordered by the amount that a list shows, on which money that goes back has a minus. */
export const cache0015: Migration = {
  name: 'cache-0015-settled-shown',
  sql: `
DROP INDEX settled_by_amount;
CREATE INDEX settled_by_shown ON settled(
  CASE WHEN kind IN ('refund', 'void', 'reversal') THEN -ABS(amount_minor) ELSE amount_minor END, transaction_id);
`,
};
