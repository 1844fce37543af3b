import type { Migration } from '../migrate.ts';

/**
 * How far the reading of settled transactions has come, one run for each choice of branches, so that a kill costs no page
 * that is stored. `pages_done`: pages 1 to n of the first pass. `settled_met` and `settled_sync_sum`: the rows that this run
 * has met. `sums_agree`: whether the gateway's total is the sum of them; null while that is not known. The index with the amounts answers sums without touching the rows.
 */
export const cache0003: Migration = {
  name: 'cache-0003-settled-sync',
  sql: `
ALTER TABLE settled DROP COLUMN download;
ALTER TABLE settled ADD COLUMN payment_type TEXT NOT NULL DEFAULT '';
UPDATE settled SET payment_type = COALESCE(json_extract(value, '$.paymentType'), '');

CREATE TABLE settled_sync (
  run INTEGER PRIMARY KEY AUTOINCREMENT, branch_ids TEXT NOT NULL UNIQUE, started_at_ms INTEGER NOT NULL,
  pages_done INTEGER NOT NULL DEFAULT 0, passed INTEGER NOT NULL DEFAULT 0, swept INTEGER NOT NULL DEFAULT 0,
  unreadable INTEGER NOT NULL DEFAULT 0, total INTEGER, sums_agree INTEGER, ended TEXT
) STRICT;
CREATE TABLE settled_met (
  run INTEGER NOT NULL, transaction_id TEXT NOT NULL, PRIMARY KEY (run, transaction_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE settled_sync_sum (
  run INTEGER NOT NULL, currency TEXT NOT NULL, count INTEGER NOT NULL, minor INTEGER NOT NULL, PRIMARY KEY (run, currency)
) STRICT, WITHOUT ROWID;

CREATE INDEX settled_of_window ON settled(window_id, settled_at_ms, transaction_id);
CREATE INDEX settled_amounts ON settled(
  currency, branch_id, window_id, settled_at_ms, payment_type, amount_minor, fee_minor, vat_minor, net_minor
);
`,
};
