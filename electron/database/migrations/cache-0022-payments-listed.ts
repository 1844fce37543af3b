import type { Migration } from '../migrate.ts';

const OF_LIST = `at_ms, state, channel, method, name, reference, currency, amount_minor, captured_minor, returned_minor, left_minor,
  is_held, is_unsettled, is_gone`;
/** What a row of the list is made of. */
const MADE_OF = `at_ms, state, channel, method, key, merchant_order_id, ref_number, currency, amount_minor, captured_minor,
  returned_minor, left_minor, count`;
const namesOf = (row: 'old' | 'new') => MADE_OF.replaceAll(/\b(?=[a-z])/g, `${row}.`);
/** Not by REPLACE: inside a trigger the words of the statement that woke it would hold. */
const takeIn = (row: string) => `
  DELETE FROM payment_listed WHERE row = ${row};
  INSERT INTO payment_listed (row, ${OF_LIST}) SELECT row, ${OF_LIST} FROM payment_to_list WHERE row = ${row};`;
const byKey = (key: string) => `(SELECT rowid FROM payment WHERE key = ${key})`;
const byTransaction = (id: string) =>
  `(SELECT payment.rowid FROM gateway_transaction JOIN payment USING (key) WHERE transaction_id = ${id})`;
const inOrder = (name: string, by: string) =>
  `CREATE INDEX payment_listed_by_${name} ON payment_listed(${by}, at_ms);`;

/**
 * What the list of payments is narrowed and ordered by is a table of its own, with an index for each order; it follows by triggers,
 * and rows that an earlier Closeout stored are taken in afterwards, some at a time (payment-fill.ts). An index on the payments
 * themselves would be made in one piece. All rows are in once `through` is the largest number there is. What the gateway's list does
 * not have any more stands in the tables of what is gone; the columns that said so before (0021) are read no more, and stay, because
 * taking a column away writes every row.
 */
export const cache0022: Migration = {
  name: 'cache-0022-payments-listed',
  sql: `
DROP INDEX payment_by_method;
DROP INDEX payment_by_channel;
DROP INDEX payment_held;
CREATE TABLE transaction_gone (transaction_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO transaction_gone SELECT transaction_id FROM gateway_transaction WHERE is_gone = 1;
DROP INDEX payment_gone;
CREATE TABLE payment_gone (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO payment_gone SELECT key FROM payment WHERE is_gone = 1;

CREATE VIEW payment_to_list AS SELECT
  payment.rowid AS row, at_ms, state, COALESCE(channel, '') AS channel, COALESCE(method, '') AS method,
  COALESCE(merchant_order_id, key) AS name, COALESCE(ref_number, '') AS reference, currency,
  amount_minor, captured_minor, returned_minor, left_minor,
  state IN ('authorised', 'part-captured') AND key NOT IN (SELECT key FROM payment_gone) AS is_held,
  state IN ('paid', 'part-captured', 'part-refunded') AND key NOT IN (SELECT key FROM payment_gone) AND NOT EXISTS (
    SELECT 1 FROM gateway_transaction AS made JOIN settled USING (transaction_id) WHERE made.key = payment.key) AS is_unsettled,
  key IN (SELECT key FROM payment_gone) AS is_gone
FROM payment;

CREATE TABLE payment_listed (
  row INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, state TEXT NOT NULL, channel TEXT NOT NULL, method TEXT NOT NULL,
  name TEXT NOT NULL, reference TEXT NOT NULL, currency TEXT,
  amount_minor INTEGER, captured_minor INTEGER, returned_minor INTEGER, left_minor INTEGER,
  is_held INTEGER NOT NULL, is_unsettled INTEGER NOT NULL, is_gone INTEGER NOT NULL
) STRICT;
CREATE INDEX payment_listed_by_time ON payment_listed(at_ms);
${['state', 'channel', 'method', 'name', 'reference'].map((by) => inOrder(by, by)).join('\n')}
${['amount', 'captured', 'returned', 'left'].map((by) => inOrder(by, `COALESCE(${by}_minor, -1)`)).join('\n')}
CREATE INDEX payment_listed_held ON payment_listed(at_ms) WHERE is_held = 1;
CREATE INDEX payment_listed_unsettled ON payment_listed(at_ms) WHERE is_unsettled = 1;

CREATE TRIGGER payment_listed_insert AFTER INSERT ON payment BEGIN ${takeIn('new.rowid')} END;
CREATE TRIGGER payment_listed_update AFTER UPDATE ON payment WHEN (${namesOf('new')}) IS NOT (${namesOf('old')}) BEGIN ${takeIn('new.rowid')} END;
CREATE TRIGGER payment_listed_delete AFTER DELETE ON payment BEGIN DELETE FROM payment_listed WHERE row = old.rowid; END;
CREATE TRIGGER payment_gone_insert AFTER INSERT ON payment_gone BEGIN ${takeIn(byKey('new.key'))} END;
CREATE TRIGGER payment_gone_delete AFTER DELETE ON payment_gone BEGIN ${takeIn(byKey('old.key'))} END;
CREATE TRIGGER payment_settled AFTER INSERT ON settled BEGIN
  UPDATE payment_listed SET is_unsettled = 0 WHERE is_unsettled = 1 AND row = ${byTransaction('new.transaction_id')};
END;
CREATE TRIGGER payment_not_settled AFTER DELETE ON settled BEGIN ${takeIn(byTransaction('old.transaction_id'))} END;

CREATE TABLE payment_filled (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), through INTEGER NOT NULL) STRICT;
INSERT INTO payment_filled SELECT 1, CASE WHEN EXISTS (SELECT 1 FROM payment) THEN 0 ELSE 9223372036854775807 END;
`,
};
