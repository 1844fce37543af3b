import { expect, it } from 'vitest';
import { paymentOf } from '#shared/domain/payment.ts';
import { money } from '#shared/money/money.ts';

const row = (operation: string, minor: bigint, status: string | null = 'SUCCESS', currency = 'EGP') => ({
  operation,
  status,
  amount: money(minor, currency),
});
const egp = (minor: bigint) => money(minor, 'EGP');

it('a hold is authorised, and all of it is left to capture', () => {
  expect(paymentOf([row('authorize', 500n)])).toEqual({
    state: 'authorised',
    amount: egp(500n),
    captured: egp(0n),
    returned: egp(0n),
    left: egp(500n),
  });
});

it('a terminal’s words for a hold and a sale are understood, in any case', () => {
  expect(paymentOf([row('authorization', 500n)])).toMatchObject({ state: 'authorised', left: egp(500n) });
  expect(paymentOf([row('Pre-Auth', 500n), row('CAPTURE', 500n)])).toMatchObject({ state: 'paid' });
  expect(paymentOf([row('credit', 500n)]).state).toBe('unknown');
});

it('a captured part with a refunded part says both, and what is left to give back', () => {
  const rows = [row('authorize', 500n), row('capture', 300n), row('partial_refund', -100n)];
  expect(paymentOf(rows)).toMatchObject({
    state: 'part-refunded',
    captured: egp(300n),
    returned: egp(100n),
    left: egp(200n),
  });
});

it('a voided payment has given back all that was taken', () => {
  const found = paymentOf([row('pay', 900n), row('void', 900n)]);
  expect(found).toMatchObject({ state: 'voided', captured: egp(900n), returned: egp(900n), left: egp(0n) });
});

it('a failed refund changes nothing, and one under way is under way', () => {
  expect(paymentOf([row('pay', 900n), row('refund', 900n, 'FAILED')])).toMatchObject({
    state: 'paid',
    left: egp(900n),
  });
  expect(paymentOf([row('pay', 900n), row('refund', 900n, 'PENDING')]).state).toBe('pending');
  expect(paymentOf([row('pay', 900n, 'FAILED')])).toMatchObject({ state: 'failed', amount: egp(900n) });
});

it('a word or a mix of currencies that we do not know is no amount', () => {
  const unknown = { state: 'unknown', amount: null, left: null };
  expect(paymentOf([row('pay', 900n), row('chargeback', 900n)])).toMatchObject(unknown);
  expect(paymentOf([row('pay', 900n), row('pay', 900n, 'SUCCESS', 'USD')])).toMatchObject(unknown);
});

it('a refund that is an order of its own takes its size back, whatever its sign', () => {
  for (const minor of [700n, -700n])
    expect(paymentOf([row('refund', minor)])).toMatchObject({
      state: 'refunded',
      captured: egp(0n),
      returned: egp(700n),
      left: egp(0n),
    });
});

it('a void or a reversal whose sale is in another order is not summed', () => {
  for (const operation of ['void', 'reversal'])
    expect(paymentOf([row(operation, 700n)])).toMatchObject({ state: 'unknown', returned: null });
  expect(paymentOf([row('authorize', 700n), row('void', 700n)])).toMatchObject({
    state: 'voided',
    returned: egp(0n),
  });
});
