/** Whether a payment went through, in one sentence: the question with which a cashier opens it. Pure. */
import type { TFunction } from 'i18next';
import type { Payment } from '#shared/contract/payments.ts';
import type { Money } from '#shared/money/money.ts';
import { formatDayTime, formatMoney, type Locale } from '../../i18n/format.ts';

export function answerOf(payment: Payment, t: TFunction, locale: Locale): string {
  const { state, atMs, terminalId, channel } = payment;
  const money = (value: Money | null) => (value === null ? '—' : `\u2068${formatMoney(value, locale)}\u2069`);
  const atTerminal = state === 'paid' && (terminalId !== null || channel === 'pos');
  return t(`payments.answer.${atTerminal ? 'paidAtTerminal' : state}`, {
    time: atMs === null ? t('payments.answer.someTime') : `\u2068${formatDayTime(atMs, locale)}\u2069`,
    amount: money(payment.amount),
    captured: money(payment.captured),
    returned: money(payment.returned),
    left: money(payment.left),
  });
}
