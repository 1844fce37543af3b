/** What a bank needs to find a payment: one fact a line, to be pasted into a message. What is not known has no line. */
import type { TFunction } from 'i18next';
import type { PaymentDetail } from '#shared/contract/payments.ts';
import { shownText } from '#shared/text/shown-text.ts';
import { formatDateTime, formatMoney, type Locale } from '../../i18n/format.ts';

export function textForBank({ payment, timeline }: PaymentDetail, t: TFunction, language: Locale): string {
  // A bank's form takes no Arabic digits.
  const locale: Locale = { ...language, digits: 'latin' };
  const transaction = timeline.find(({ what }) => what === 'transaction');
  const facts: readonly (readonly [string, string | null])[] = [
    [t('payments.column.time'), payment.atMs === null ? null : formatDateTime(payment.atMs, locale)],
    [t('payments.column.amount'), payment.amount && formatMoney(payment.amount, locale)],
    [t('payments.bank.transaction'), transaction?.id ?? null],
    [t('payments.bank.reference'), payment.refNumber],
    [t('payments.orderId'), payment.orderId],
    [t('payments.column.order'), payment.merchantOrderId],
  ];
  return facts
    .flatMap(([name, value]) => (value === null ? [] : [`${name}: ${shownText(value)}`]))
    .join('\n');
}
