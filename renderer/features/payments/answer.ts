/** Whether a payment went through, in one sentence: the question with which a cashier opens it. Pure. */
import type { TFunction } from 'i18next';
import type { Payment } from '#shared/contract/payments.ts';
import type { Money } from '#shared/money/money.ts';
import { formatDayTime, formatMoney, type Locale } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';

/** `canVoid`: it is not seen settled, so that its act is to void it. */
export function answerOf(payment: Payment, t: TFunction, locale: Locale, canVoid = false): string {
  const { state, atMs, terminalId, channel } = payment;
  const money = (value: Money | null) => (value === null ? '—' : isolated(formatMoney(value, locale)));
  const atTerminal = state === 'paid' && (terminalId !== null || channel === 'pos');
  const said = atTerminal ? 'paidAtTerminal' : state === 'paid' && canVoid ? 'paidUnsettled' : state;
  return t(`payments.answer.${said}`, {
    time: atMs === null ? t('payments.answer.someTime') : isolated(formatDayTime(atMs, locale)),
    amount: money(payment.amount),
    captured: money(payment.captured),
    returned: money(payment.returned),
    left: money(payment.left),
  });
}
