import type { Migration } from '../migrate.ts';

const OF_LIST = `at_ms, state, channel, method, name, reference, currency, amount_minor, captured_minor, returned_minor, left_minor,
  is_held, is_unsettled, is_gone, made_from, window_id`;
/** What a row of the list is made of. */
const MADE_OF = `at_ms, state, channel, method, key, order_id, merchant_order_id, ref_number, terminal_id, currency, amount_minor,
  captured_minor, returned_minor, left_minor, count`;
const namesOf = (row: 'old' | 'new') => MADE_OF.replaceAll(/\b(?=[a-z])/g, `${row}.`);
const takeIn = (row: string) => `
  DELETE FROM payment_listed WHERE row = ${row};
  INSERT INTO payment_listed (row, ${OF_LIST}) SELECT row, ${OF_LIST} FROM payment_to_list WHERE row = ${row};`;
const byKey = (key: string) => `(SELECT rowid FROM payment WHERE key = ${key})`;
const byTransaction = (id: string) =>
  `(SELECT payment.rowid FROM gateway_transaction JOIN payment USING (key) WHERE transaction_id = ${id})`;
const byName = (name: string) => `SELECT rowid FROM payment WHERE merchant_order_id = ${name}`;
/** A row that is not in the list yet is taken in with what is known by then. */
const again = (columns: string, rows: string) => `
  UPDATE payment_listed SET (${columns}) = (SELECT ${columns} FROM payment_to_list AS now WHERE now.row = payment_listed.row)
  WHERE row IN (${rows});`;
const ofCheckout = (row: 'old' | 'new') =>
  `${byName(`${row}.order_reference`)} UNION SELECT rowid FROM payment
    WHERE key = CASE json_valid(${row}.payment) WHEN 1 THEN json_extract(${row}.payment, '$.orderId') END`;
const BILLS = `('links', 'invoices', 'pages')`;

/**
 * The list of payments says what each was paid from and which window has it, and is ordered and narrowed by both. A bill is found by
 * its name, a checkout by the order that its payment names, else by the merchant's name of it. Rows that are there are taken in again
 * some at a time (payment-fill.ts). `+`: compared as text, the index by the gateway's order would not be used.
 */
export const cache0023: Migration = {
  name: 'cache-0023-payments-from',
  sql: `
ALTER TABLE payment_listed ADD COLUMN made_from TEXT NOT NULL DEFAULT '';
ALTER TABLE payment_listed ADD COLUMN window_id TEXT NOT NULL DEFAULT '';

DROP TRIGGER payment_listed_insert;
DROP TRIGGER payment_listed_update;
DROP TRIGGER payment_gone_insert;
DROP TRIGGER payment_gone_delete;
DROP TRIGGER payment_settled;
DROP TRIGGER payment_not_settled;
DROP VIEW payment_to_list;
CREATE VIEW payment_to_list AS SELECT
  payment.rowid AS row, at_ms, state, COALESCE(channel, '') AS channel, COALESCE(method, '') AS method,
  COALESCE(merchant_order_id, key) AS name, COALESCE(ref_number, '') AS reference, currency,
  amount_minor, captured_minor, returned_minor, left_minor,
  state IN ('authorised', 'part-captured') AND key NOT IN (SELECT key FROM payment_gone) AS is_held,
  state IN ('paid', 'part-captured', 'part-refunded') AND key NOT IN (SELECT key FROM payment_gone) AND NOT EXISTS (
    SELECT 1 FROM gateway_transaction AS made JOIN settled USING (transaction_id) WHERE made.key = payment.key) AS is_unsettled,
  key IN (SELECT key FROM payment_gone) AS is_gone,
  CASE WHEN terminal_id IS NOT NULL OR channel = 'pos' THEN 'terminal' ELSE COALESCE(
    (SELECT CASE list WHEN 'links' THEN 'link' WHEN 'invoices' THEN 'invoice' ELSE 'page' END FROM kept_row
      WHERE list IN ${BILLS} AND kept_row.key = payment.merchant_order_id LIMIT 1),
    (SELECT 'checkout' FROM checkout WHERE json_valid(checkout.payment)
      AND json_extract(checkout.payment, '$.orderId') = +payment.order_id LIMIT 1),
    (SELECT 'checkout' FROM checkout WHERE order_reference = payment.merchant_order_id
      AND json_extract(checkout.payment, '$.orderId') IS NULL LIMIT 1), '') END AS made_from,
  COALESCE((SELECT settled.window_id FROM gateway_transaction AS made JOIN settled USING (transaction_id)
    WHERE made.key = payment.key AND settled.window_id IS NOT NULL
    ORDER BY made.created_at_ms, made.transaction_id LIMIT 1), '') AS window_id
FROM payment;
CREATE INDEX payment_listed_by_from ON payment_listed(made_from, at_ms);
CREATE INDEX payment_listed_by_window ON payment_listed(window_id, at_ms);

CREATE TRIGGER payment_listed_insert AFTER INSERT ON payment BEGIN ${takeIn('new.rowid')} END;
CREATE TRIGGER payment_listed_update AFTER UPDATE ON payment WHEN (${namesOf('new')}) IS NOT (${namesOf('old')}) BEGIN ${takeIn('new.rowid')} END;
CREATE TRIGGER payment_gone_insert AFTER INSERT ON payment_gone BEGIN ${takeIn(byKey('new.key'))} END;
CREATE TRIGGER payment_gone_delete AFTER DELETE ON payment_gone BEGIN ${takeIn(byKey('old.key'))} END;
CREATE TRIGGER payment_settled AFTER INSERT ON settled BEGIN
  ${again('is_unsettled, window_id', byTransaction('new.transaction_id'))} END;
CREATE TRIGGER payment_other_window AFTER UPDATE OF window_id ON settled WHEN new.window_id IS NOT old.window_id BEGIN
  ${again('is_unsettled, window_id', byTransaction('new.transaction_id'))} END;
CREATE TRIGGER payment_not_settled AFTER DELETE ON settled BEGIN ${takeIn(byTransaction('old.transaction_id'))} END;

CREATE TRIGGER payment_from_checkout AFTER INSERT ON checkout BEGIN ${again('made_from', ofCheckout('new'))} END;
CREATE TRIGGER payment_from_paid AFTER UPDATE OF payment ON checkout WHEN new.payment IS NOT old.payment BEGIN
  ${again('made_from', `${ofCheckout('old')} UNION ${ofCheckout('new')}`)} END;
CREATE TRIGGER payment_from_no_checkout AFTER DELETE ON checkout BEGIN ${again('made_from', ofCheckout('old'))} END;
CREATE TRIGGER payment_from_bill AFTER INSERT ON kept_row WHEN new.list IN ${BILLS} BEGIN
  ${again('made_from', byName('new.key'))} END;
CREATE TRIGGER payment_from_no_bill AFTER DELETE ON kept_row WHEN old.list IN ${BILLS} BEGIN
  ${again('made_from', byName('old.key'))} END;

UPDATE payment_filled SET through = 0 WHERE EXISTS (SELECT 1 FROM payment);
`,
};
