import type { Migration } from '../migrate.ts';

const OF_LIST = `at_ms, state, channel, method, name, reference, currency, amount_minor, captured_minor, returned_minor, left_minor,
  is_held, is_unsettled, is_gone, made_from, window_id, customer, is_early`;
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
const ofCheckoutBy = (row: 'old' | 'new') =>
  `(${row}.payment, ${row}.customer, ${row}.created_at_ms, ${row}.order_reference)`;

/** A checkout whose payment names another order is not of this one. `+`: compared as text, the index by the gateway's order would not be used. */
const BY_ID = `json_valid(checkout.payment) AND json_extract(checkout.payment, '$.orderId') = +payment.order_id`;
const BY_NAME = `order_reference = payment.merchant_order_id AND json_extract(checkout.payment, '$.orderId') IS NULL`;
const customerOf = (where: string) =>
  `(SELECT customer FROM checkout WHERE ${where} AND customer IS NOT NULL ORDER BY created_at_ms DESC LIMIT 1)`;
const AT_TERMINAL = `terminal_id IS NOT NULL OR channel = 'pos'`;

/**
 * The list of payments is narrowed by customer and by what was paid early, too. A sale at a terminal has no checkout: one of the same
 * name belongs to another sale. Rows that are there are taken in again some at a time (payment-fill.ts).
 */
export const cache0024: Migration = {
  name: 'cache-0024-payments-narrowed',
  sql: `
ALTER TABLE payment_listed ADD COLUMN customer TEXT NOT NULL DEFAULT '';
ALTER TABLE payment_listed ADD COLUMN is_early INTEGER NOT NULL DEFAULT 0;

DROP TRIGGER payment_listed_insert;
DROP TRIGGER payment_listed_update;
DROP TRIGGER payment_gone_insert;
DROP TRIGGER payment_gone_delete;
DROP TRIGGER payment_settled;
DROP TRIGGER payment_other_window;
DROP TRIGGER payment_not_settled;
DROP TRIGGER payment_from_checkout;
DROP TRIGGER payment_from_paid;
DROP TRIGGER payment_from_no_checkout;
DROP TRIGGER payment_from_bill;
DROP TRIGGER payment_from_no_bill;
DROP VIEW payment_to_list;
CREATE VIEW payment_to_list AS SELECT
  payment.rowid AS row, at_ms, state, COALESCE(channel, '') AS channel, COALESCE(method, '') AS method,
  COALESCE(merchant_order_id, key) AS name, COALESCE(ref_number, '') AS reference, currency,
  amount_minor, captured_minor, returned_minor, left_minor,
  state IN ('authorised', 'part-captured') AND key NOT IN (SELECT key FROM payment_gone) AS is_held,
  state IN ('paid', 'part-captured', 'part-refunded') AND key NOT IN (SELECT key FROM payment_gone) AND NOT EXISTS (
    SELECT 1 FROM gateway_transaction AS made JOIN settled USING (transaction_id) WHERE made.key = payment.key) AS is_unsettled,
  key IN (SELECT key FROM payment_gone) AS is_gone,
  CASE WHEN ${AT_TERMINAL} THEN 'terminal' ELSE COALESCE(
    (SELECT CASE list WHEN 'links' THEN 'link' WHEN 'invoices' THEN 'invoice' ELSE 'page' END FROM kept_row
      WHERE list IN ${BILLS} AND kept_row.key = payment.merchant_order_id LIMIT 1),
    (SELECT 'checkout' FROM checkout WHERE ${BY_ID} LIMIT 1),
    (SELECT 'checkout' FROM checkout WHERE ${BY_NAME} LIMIT 1), '') END AS made_from,
  COALESCE((SELECT settled.window_id FROM gateway_transaction AS made JOIN settled USING (transaction_id)
    WHERE made.key = payment.key AND settled.window_id IS NOT NULL
    ORDER BY made.created_at_ms, made.transaction_id LIMIT 1), '') AS window_id,
  CASE WHEN ${AT_TERMINAL} THEN '' ELSE COALESCE(
    ${customerOf(BY_ID)},
    (SELECT detail FROM kept_row WHERE list IN ('links', 'invoices') AND kept_row.key = payment.merchant_order_id LIMIT 1),
    ${customerOf(BY_NAME)}, '') END AS customer,
  EXISTS (SELECT 1 FROM gateway_transaction AS made JOIN early_sale USING (transaction_id) WHERE made.key = payment.key) AS is_early
FROM payment;
CREATE INDEX payment_listed_by_customer ON payment_listed(customer, at_ms) WHERE customer <> '';
CREATE INDEX payment_listed_early ON payment_listed(at_ms) WHERE is_early = 1;

CREATE TRIGGER payment_listed_insert AFTER INSERT ON payment BEGIN ${takeIn('new.rowid')} END;
CREATE TRIGGER payment_listed_update AFTER UPDATE ON payment WHEN (${namesOf('new')}) IS NOT (${namesOf('old')}) BEGIN ${takeIn('new.rowid')} END;
CREATE TRIGGER payment_gone_insert AFTER INSERT ON payment_gone BEGIN ${takeIn(byKey('new.key'))} END;
CREATE TRIGGER payment_gone_delete AFTER DELETE ON payment_gone BEGIN ${takeIn(byKey('old.key'))} END;
CREATE TRIGGER payment_settled AFTER INSERT ON settled BEGIN
  ${again('is_unsettled, window_id', byTransaction('new.transaction_id'))} END;
CREATE TRIGGER payment_other_window AFTER UPDATE OF window_id ON settled WHEN new.window_id IS NOT old.window_id BEGIN
  ${again('is_unsettled, window_id', byTransaction('new.transaction_id'))} END;
CREATE TRIGGER payment_not_settled AFTER DELETE ON settled BEGIN ${takeIn(byTransaction('old.transaction_id'))} END;

CREATE TRIGGER payment_from_checkout AFTER INSERT ON checkout BEGIN ${again('made_from, customer', ofCheckout('new'))} END;
CREATE TRIGGER payment_from_changed AFTER UPDATE ON checkout WHEN ${ofCheckoutBy('new')} IS NOT ${ofCheckoutBy('old')} BEGIN
  ${again('made_from, customer', `${ofCheckout('old')} UNION ${ofCheckout('new')}`)} END;
CREATE TRIGGER payment_from_no_checkout AFTER DELETE ON checkout BEGIN ${again('made_from, customer', ofCheckout('old'))} END;
CREATE TRIGGER payment_from_bill AFTER INSERT ON kept_row WHEN new.list IN ${BILLS} BEGIN
  ${again('made_from, customer', byName('new.key'))} END;
CREATE TRIGGER payment_of_bill AFTER UPDATE OF detail ON kept_row WHEN new.list IN ${BILLS} AND new.detail IS NOT old.detail BEGIN
  ${again('customer', byName('new.key'))} END;
CREATE TRIGGER payment_from_no_bill AFTER DELETE ON kept_row WHEN old.list IN ${BILLS} BEGIN
  ${again('made_from, customer', byName('old.key'))} END;

CREATE TRIGGER payment_early AFTER INSERT ON early_sale BEGIN ${again('is_early', byTransaction('new.transaction_id'))} END;
CREATE TRIGGER payment_not_early AFTER DELETE ON early_sale BEGIN ${again('is_early', byTransaction('old.transaction_id'))} END;

UPDATE payment_filled SET through = 0 WHERE EXISTS (SELECT 1 FROM payment);
`,
};
