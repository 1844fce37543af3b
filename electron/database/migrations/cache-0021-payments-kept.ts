import type { Migration } from '../migrate.ts';

/**
 * What the gateway's list does not have any more is kept, and marked. Orders are narrowed by method, channel and hold. The added columns are written into no row.
 */
export const cache0021: Migration = {
  name: 'cache-0021-payments-kept',
  sql: `
ALTER TABLE gateway_transaction ADD COLUMN is_gone INTEGER NOT NULL DEFAULT 0;
ALTER TABLE payment ADD COLUMN is_gone INTEGER NOT NULL DEFAULT 0;
ALTER TABLE payment ADD COLUMN is_held INTEGER GENERATED ALWAYS AS (state IN ('authorised', 'part-captured')) VIRTUAL;
CREATE INDEX payment_by_method ON payment(method, at_ms, key);
CREATE INDEX payment_by_channel ON payment(channel, at_ms, key);
CREATE INDEX payment_held ON payment(at_ms, key) WHERE is_held = 1;
CREATE INDEX payment_gone ON payment(at_ms, key) WHERE is_gone = 1;
`,
};
