/**
 * Money is never lost or made: what the ledger says and what the sessions, orders, settlement rows, requests and payouts say
 * must agree at any moment. Each check answers the rows that break it.
 */
import type { World } from '../world.ts';
import { prepared } from './prepared.ts';

type Check = { name: string; sql: string };

/** One line per currency where an account's balance differs from what its source adds up to. */
const agrees = (account: string, source: string): Check => ({
  name: `the account ${account} is what its sources add up to`,
  sql: `
    WITH booked AS (SELECT currency, SUM(amount_minor) AS minor FROM ledger WHERE account = '${account}' GROUP BY currency),
      wanted AS (SELECT currency, SUM(minor) AS minor FROM (${source}) GROUP BY currency)
    SELECT COALESCE(booked.currency, wanted.currency) AS currency, booked.minor AS booked, wanted.minor AS wanted
    FROM booked FULL JOIN wanted USING (currency) WHERE COALESCE(booked.minor, 0) <> COALESCE(wanted.minor, 0)`,
});

const quote = (field: string) => `json_extract(quote, '$.${field}')`;
const DEDUCTED = `('PROCESSING', 'TRANSFERRED')`;
const OPEN_TRANSFER = `status NOT IN ('TRANSFERRED', 'FAILED')`;
const TRANSFER_TOTAL = 'amount_minor + fee_minor + vat_minor';
/** What early payouts and transfers keep of fees (or VAT), beside the rows' own. */
const kept = (row: string, request: string) => `
  SELECT currency, ${row} AS minor FROM settlement_row
  UNION ALL SELECT 'EGP', ${request} FROM instant_request WHERE status IN ${DEDUCTED}
  UNION ALL SELECT 'EGP', ${row} FROM transfer WHERE status <> 'FAILED'`;

/** Sales that were settled wrongly on purpose (slips.ts) are not what was sold. */
const NO_SLIP = `NOT EXISTS (SELECT 1 FROM document d WHERE d.kind = 'slip' AND d.id = p.merchant_order_id)`;

const checks: readonly Check[] = [
  {
    name: 'every posting adds up to zero',
    sql: 'SELECT posting, SUM(amount_minor) AS sum FROM ledger GROUP BY posting HAVING sum <> 0 OR COUNT(DISTINCT currency) <> 1',
  },
  {
    name: 'a settlement row is its fee, its VAT and its net',
    sql: 'SELECT transaction_id FROM settlement_row WHERE amount_minor <> fee_minor + vat_minor + net_minor',
  },
  agrees('shoppers', 'SELECT currency, -amount_minor AS minor FROM settlement_row'),
  agrees(
    'on-hold',
    `SELECT s.currency, s.net_minor AS minor FROM settlement_row s LEFT JOIN instant_request r USING (request_id)
     WHERE s.settled_at_ms IS NULL AND COALESCE(r.status, 'PENDING') NOT IN ${DEDUCTED}`,
  ),
  agrees(
    'merchant-bank',
    `SELECT currency, net_minor AS minor FROM settlement_row WHERE settled_at_ms IS NOT NULL AND request_id IS NULL
     UNION ALL SELECT 'EGP', ${quote('netTransferMinor')} FROM instant_request WHERE status = 'TRANSFERRED'`,
  ),
  agrees(
    'early',
    `SELECT 'EGP' AS currency, ${quote('netTransferMinor')} AS minor FROM instant_request WHERE status = 'PROCESSING'`,
  ),
  agrees(
    'available',
    `SELECT 'EGP' AS currency, -(${TRANSFER_TOTAL}) AS minor FROM transfer WHERE status <> 'FAILED'
     UNION ALL SELECT currency, -amount_minor FROM ledger WHERE account = 'deposits'`,
  ),
  agrees('transfers', `SELECT 'EGP' AS currency, amount_minor AS minor FROM transfer WHERE ${OPEN_TRANSFER}`),
  agrees(
    'recipients',
    `SELECT 'EGP' AS currency, amount_minor AS minor FROM transfer WHERE status = 'TRANSFERRED'`,
  ),
  agrees('fees', kept('fee_minor', `${quote('totalFeesMinor')} - ${quote('vatMinor')}`)),
  agrees('vat', kept('vat_minor', quote('vatMinor'))),
  {
    name: 'nothing is paid out that is not there',
    sql: `SELECT currency, SUM(amount_minor) AS minor FROM ledger WHERE account = 'available' GROUP BY currency HAVING minor < 0`,
  },
  {
    name: 'an order is what its transactions add up to',
    sql: `
      SELECT o.order_id FROM online_order o LEFT JOIN online_transaction t USING (order_id) GROUP BY o.order_id
      HAVING o.captured_minor <> COALESCE(SUM(t.amount_minor) FILTER (WHERE operation IN ('pay', 'capture')), 0)
        OR o.refunded_minor <> COALESCE(SUM(t.amount_minor) FILTER (WHERE operation IN ('refund', 'partial_refund')), 0)
        OR o.refunded_minor < 0 OR o.refunded_minor > o.captured_minor OR o.captured_minor > o.authorized_minor
        OR o.voided_minor NOT IN (0, o.captured_minor) OR (o.voided_minor > 0 AND o.refunded_minor > 0)`,
  },
  {
    name: 'what an order took and gave back is on its way to the bank, once',
    sql: `
      WITH moved AS (
        SELECT t.order_id, SUM(s.amount_minor) AS minor FROM settlement_row s
        JOIN online_transaction t ON t.transaction_id = substr(s.source_id, 1, instr(s.source_id || '#', '#') - 1)
        WHERE s.channel = 'online' GROUP BY t.order_id)
      SELECT order_id FROM online_order LEFT JOIN moved USING (order_id)
      WHERE captured_minor - refunded_minor - voided_minor <> COALESCE(minor, 0)`,
  },
  {
    name: 'a session has the amount and the state of its order',
    sql: `
      SELECT session_id FROM payment_session s JOIN online_order o USING (session_id)
      WHERE s.amount_minor <> o.authorized_minor OR s.currency <> o.currency OR s.status <> o.status`,
  },
  {
    name: 'only a session that was paid has an order, and one of them',
    sql: `
      SELECT session_id FROM payment_session LEFT JOIN online_order USING (session_id) GROUP BY session_id
      HAVING COUNT(order_id) <> (payment_session.status IN ('PAID', 'AUTHORIZED', 'VOIDED', 'REVERSED', 'REFUNDED'))`,
  },
  {
    name: 'an acknowledged sale or refund that was not undone is on its way to the bank, once, and nothing else is',
    sql: `
      SELECT p.id FROM pos_row p LEFT JOIN settlement_row s ON s.channel = 'pos' AND s.source_id = CAST(p.id AS TEXT)
      WHERE ${NO_SLIP} AND ((s.transaction_id IS NOT NULL) <> (p.acknowledged_at_ms IS NOT NULL AND (p.payment_type = 'REFUND'
          OR (p.payment_type = 'SALE' AND NOT EXISTS (SELECT 1 FROM pos_row r
            WHERE r.merchant_order_id = p.merchant_order_id AND r.payment_type IN ('REVERSAL', 'VOID')))))
        OR (s.amount_minor IS NOT NULL
          AND s.amount_minor <> CASE p.payment_type WHEN 'REFUND' THEN -p.amount_minor ELSE p.amount_minor END))`,
  },
  {
    name: 'an order is reversed at most once',
    sql: `SELECT merchant_order_id FROM pos_row WHERE payment_type IN ('REVERSAL', 'VOID') GROUP BY merchant_order_id HAVING COUNT(*) > 1`,
  },
  {
    name: 'an early payout holds its sales, and no sale is in two',
    sql: `
      SELECT r.request_id FROM instant_request r LEFT JOIN settlement_row s USING (request_id) GROUP BY r.request_id
      HAVING CASE r.status WHEN 'DECLINED' THEN COUNT(s.transaction_id) <> 0
        ELSE COALESCE(SUM(s.amount_minor), 0) <> r.total_minor END`,
  },
];

/** The names of the checks that do not hold, each with what breaks it; empty when the money is all there. */
export function brokenInvariants(world: World): string[] {
  return checks.flatMap(({ name, sql }) => {
    const rows = prepared(world.db, sql).all();
    return rows.length === 0 ? [] : [`${name}: ${JSON.stringify(rows.slice(0, 5))}`];
  });
}
