import type { Migration } from '../migrate.ts';

/**
 * A page of settled transactions settles its payments in one statement (settled-fill.ts), as it is taken into sums and search. The
 * trigger of one row stays for rows that are stored otherwise.
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
