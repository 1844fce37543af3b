import type { Migration } from '../migrate.ts';

/** Sums by time are answered from this index alone: a day of a million rows costs that day. */
export const cache0006: Migration = {
  name: 'cache-0006-figures',
  sql: `
CREATE INDEX settled_by_time ON settled(settled_at_ms, currency, branch_id, amount_minor, fee_minor, net_minor);
`,
};
