import type { Migration } from '../migrate.ts';

export const journal0009: Migration = {
  name: 'journal-0009-by-order',
  sql: `
-- Which operations, open or ended, are on the same money: asked before each movement, in the transaction that commits it.
CREATE INDEX operation_by_order ON operation(order_id) WHERE order_id IS NOT NULL;
`,
};
