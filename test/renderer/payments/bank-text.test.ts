/** What is copied for a bank: in Latin digits, each fact that is known and no other. */
import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import type { PaymentDetail } from '#shared/contract/payments.ts';
import { money } from '#shared/money/money.ts';
import { textForBank } from '#renderer/features/payments/bank-text.ts';
import { useTexts } from '../reports/texts.ts';

const detail = {
  payment: {
    orderId: 'o-1',
    merchantOrderId: 'NM-2611-000001',
    refNumber: '633015106544',
    atMs: Date.UTC(2026, 10, 24, 11, 5),
    amount: money(12_000n, 'EGP'),
  },
  timeline: [
    { what: 'checkout', id: 's-1' },
    { what: 'transaction', id: 'TX-000123' },
    { what: 'transaction', id: 'TX-000124' },
  ],
} as unknown as PaymentDetail;
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ');

beforeAll(() => useTexts('en'));

it('has the time, the amount, the first transaction, the RRN and both order numbers', () => {
  const lines = plain(textForBank(detail, i18next.t, { language: 'en', digits: 'arabic' })).split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/^Time: .*24 Nov 2026.*05/),
    'Amount: EGP 120.00',
    'Transaction ID: TX-000123',
    'RRN: 633015106544',
    'Gateway order ID: o-1',
    'Merchant order: NM-2611-000001',
  ]);
});

it('leaves out what is not known', () => {
  const payment = { ...detail.payment, refNumber: null, atMs: null, amount: null };
  const text = textForBank({ ...detail, payment, timeline: [] }, i18next.t, {
    language: 'en',
    digits: 'latin',
  });
  expect(text).toBe('Gateway order ID: o-1\nMerchant order: NM-2611-000001');
});
