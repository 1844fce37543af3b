import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Payment } from '#shared/contract/payments.ts';
import { paymentStates } from '#shared/domain/payment.ts';
import { money } from '#shared/money/money.ts';
import { answerOf } from '#renderer/features/payments/answer.ts';
import { useTexts } from '../reports/texts.ts';

const egp = (minor: bigint) => money(minor, 'EGP');
const payment = (change: Partial<Payment>): Payment => ({
  key: 'k',
  orderId: 'o',
  merchantOrderId: 'm',
  refNumber: null,
  terminalId: null,
  channel: 'online',
  method: 'card',
  atMs: new Date(2026, 10, 24, 13, 5).getTime(),
  state: 'paid',
  amount: egp(12_000n),
  captured: egp(12_000n),
  returned: egp(0n),
  left: egp(12_000n),
  from: null,
  customer: null,
  joinedBy: 'reference',
  windowId: null,
  flags: [],
  isGone: false,
  ...change,
});
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ');
const inEnglish = (change: Partial<Payment>) =>
  plain(answerOf(payment(change), i18next.t, { language: 'en', digits: 'latin' }));

describe('in English', () => {
  beforeAll(() => useTexts('en'));

  it.each<[string, Partial<Payment>]>([
    ['Paid on 24 Nov, 13:05. EGP 120.00 can be refunded.', {}],
    ['Paid at a terminal on 24 Nov, 13:05.', { terminalId: '30410002' }],
    [
      'Not paid yet: EGP 120.00 is held since 24 Nov, 13:05. EGP 120.00 can be captured.',
      { state: 'authorised', captured: egp(0n) },
    ],
    [
      'Paid on 24 Nov, 13:05. EGP 20.00 was refunded; EGP 100.00 can still be refunded.',
      { state: 'part-refunded', returned: egp(2_000n), left: egp(10_000n) },
    ],
    ['Given back in full: EGP 120.00.', { state: 'refunded', returned: egp(12_000n), left: egp(0n) }],
    ['It did not go through. No money was taken.', { state: 'failed' }],
    ['Paid on a day that the gateway did not say. EGP 120.00 can be refunded.', { atMs: null }],
  ])('%s', (sentence, change) => expect(inEnglish(change)).toBe(sentence));

  it('before it is settled, what can be done is to void it', () => {
    const said = answerOf(payment({}), i18next.t, { language: 'en', digits: 'latin' }, true);
    expect(plain(said)).toBe(
      'Paid on 24 Nov, 13:05. Until it is settled it can be voided; after that, only refunded.',
    );
  });

  it('what is not known is never called paid', () => {
    for (const state of ['pending', 'failed', 'unknown'] as const)
      expect(inEnglish({ state, amount: null, captured: null, returned: null, left: null })).not.toMatch(
        /^Paid|—/,
      );
  });
});

it.each(['en', 'ar'] as const)('every state has its own sentence, in %s', async (language) => {
  await useTexts(language);
  const sentences = paymentStates.map((state) =>
    answerOf(payment({ state }), i18next.t, { language, digits: 'latin' }),
  );
  expect(new Set(sentences).size).toBe(paymentStates.length);
  for (const sentence of sentences) expect(sentence).not.toContain('payments.answer');
});
