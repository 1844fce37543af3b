import type { Migration } from '../migrate.ts';

/**
 * Which sales were paid early, and what each window's rows add up to. `eligible_before`: what was eligible once and is no more,
 * so that a request's members keep their names until they are settled. `early_sale`: members of requests that were not declined;
 * `deducted` once the gateway has taken the amount out of the balance (§3.2). `window_stale`: windows whose sum is to be made anew.
 */
export const cache0005: Migration = {
  name: 'cache-0005-early',
  sql: `
CREATE TABLE eligible_before (transaction_id TEXT PRIMARY KEY, left_at_ms INTEGER NOT NULL, value TEXT NOT NULL) STRICT;
CREATE TABLE instant_member (
  request_id TEXT NOT NULL, transaction_id TEXT NOT NULL, PRIMARY KEY (request_id, transaction_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE early_sale (
  transaction_id TEXT PRIMARY KEY, request_id TEXT, op_id TEXT, paid INTEGER NOT NULL, deducted INTEGER NOT NULL,
  merchant_order_id TEXT, ref_number TEXT, amount_minor INTEGER, currency TEXT
) STRICT;
CREATE INDEX early_sale_by_order ON early_sale(merchant_order_id);
CREATE INDEX early_sale_by_reference ON early_sale(ref_number);

ALTER TABLE settled ADD COLUMN early INTEGER NOT NULL DEFAULT 0;
ALTER TABLE settled ADD COLUMN odd INTEGER NOT NULL DEFAULT 0;
UPDATE settled SET odd = 1
  WHERE COALESCE(fee_minor, 0) + COALESCE(vat_minor, 0) > ABS(amount_minor) OR net_minor <> COALESCE(
    CASE WHEN payment_type IN ('REFUND', 'VOID', 'REVERSAL') THEN -ABS(amount_minor) END, amount_minor
  ) - COALESCE(fee_minor, 0) - COALESCE(vat_minor, 0);
CREATE INDEX settled_early ON settled(settled_at_ms, transaction_id) WHERE early = 1;
CREATE INDEX settled_odd ON settled(settled_at_ms, transaction_id) WHERE odd = 1;

CREATE TABLE window_sum (
  window_id TEXT NOT NULL, currency TEXT NOT NULL, count INTEGER NOT NULL, gross_minor INTEGER NOT NULL, fees_minor INTEGER NOT NULL,
  vat_minor INTEGER NOT NULL, net_minor INTEGER NOT NULL, early_minor INTEGER NOT NULL, PRIMARY KEY (window_id, currency)
) STRICT, WITHOUT ROWID;
CREATE TABLE window_stale (window_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO window_stale SELECT DISTINCT window_id FROM settled WHERE window_id IS NOT NULL;
`,
};
