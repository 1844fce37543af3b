/** The invariant check itself: each kind of lost, made or doubled money is found. */
import { expect, test } from 'vitest';
import { openAccount, openWorld } from '#electron/sandbox/open-world.ts';
import { brokenInvariants } from '#electron/sandbox/state/invariants.ts';
import { testClock } from '../gateway.ts';

/** A seeded world with one transfer, one early payout and one refund in it. */
function world() {
  const clock = testClock();
  return openWorld({
    environment: 'live',
    language: 'en',
    seed: 5,
    dataDir: null,
    clock,
    account: openAccount(null, clock),
    terminals: 4,
    transactions: 30,
    historyDays: 4,
  });
}

test('a seeded merchant has all its money', () => {
  expect(brokenInvariants(world())).toEqual([]);
});

test.each([
  ['UPDATE ledger SET amount_minor = amount_minor + 1 WHERE rowid = 1', 'every posting adds up to zero'],
  ['DELETE FROM ledger WHERE posting = 3', 'shoppers'],
  [
    'UPDATE settlement_row SET fee_minor = fee_minor + 1 WHERE rowid = 1',
    'a settlement row is its fee, its VAT and its net',
  ],
  ['DELETE FROM settlement_row WHERE settled_at_ms IS NULL', 'on-hold'],
  ['UPDATE settlement_row SET settled_at_ms = 1 WHERE settled_at_ms IS NULL', 'merchant-bank'],
  [`UPDATE instant_request SET status = 'PROCESSING' WHERE status = 'TRANSFERRED'`, 'early'],
  ['UPDATE instant_request SET total_minor = total_minor + 1', 'an early payout holds its sales'],
  [
    `INSERT INTO transfer VALUES ('T', 'M', NULL, NULL, '{}', 'bank', 100, 1, 0, 'PENDING', NULL, 'FAILED', 1, 1, '[]')`,
    'available',
  ],
  [
    'UPDATE online_order SET captured_minor = captured_minor - 1 WHERE captured_minor > 0',
    'an order is what its transactions add up to',
  ],
  [
    `DELETE FROM settlement_row WHERE channel = 'online'`,
    'what an order took and gave back is on its way to the bank',
  ],
  [
    `UPDATE payment_session SET amount_minor = 1 WHERE status = 'PAID'`,
    'a session has the amount and the state of its order',
  ],
  [`UPDATE payment_session SET status = 'EXPIRED' WHERE status = 'PAID'`, 'only a session that was paid'],
  [
    `UPDATE pos_row SET acknowledged_at_ms = 1 WHERE payment_type = 'SALE'`,
    'an acknowledged sale or refund that was not undone',
  ],
  [
    `INSERT INTO pos_row SELECT NULL, terminal_id, merchant_order_id, ref_number, amount_minor, currency, 'REVERSAL', entry_mode,
      created_at_ms, NULL, body FROM pos_row UNION ALL SELECT NULL, terminal_id, merchant_order_id, ref_number, amount_minor,
      currency, 'REVERSAL', entry_mode, created_at_ms, NULL, body FROM pos_row`,
    'an order is reversed at most once',
  ],
])('%s is found', (damage, found) => {
  const damaged = world();
  expect(damaged.db.prepare(damage).run().changes).toBeGreaterThan(0);
  expect(brokenInvariants(damaged).join('\n')).toContain(found);
});
