import type { Migration } from '../migrate.ts';

/**
 * When a page of settled transactions is stored, one statement updates all payments that it settles (settled-fill.ts). The trigger
 * still does it for a row that is stored alone.
 */
export const cache0034: Migration = {
  name: 'cache-0034-settled-pages',
  sql: `
DROP TRIGGER payment_settled;
CREATE TRIGGER payment_settled AFTER INSERT ON settled WHEN new.rowid <= (SELECT through FROM settled_filled) BEGIN
  UPDATE payment_listed SET (is_unsettled, window_id) =
    (SELECT is_unsettled, window_id FROM payment_to_list AS now WHERE now.row = payment_listed.row)
  WHERE row IN (SELECT payment.rowid FROM gateway_transaction JOIN payment USING (key) WHERE transaction_id = new.transaction_id);
END;
`,
};
