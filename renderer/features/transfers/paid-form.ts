/** What is typed of somebody who is paid, and how much: the same for a transfer and for each run of a schedule. */
import type { InputOf } from '#shared/contract/index.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import { PAYOUT_CURRENCY } from '#shared/domain/payout.ts';
import type { Money } from '#shared/money/money.ts';
import { typedAmount } from '#shared/money/typed-money.ts';
import { groupedAmount } from '../../components/grouped-amount.ts';
import type { Locale } from '../../i18n/format.ts';

export type Paid = InputOf<'payout.prepare'>['transfer'];
export type PaidForm = {
  method: Paid['method'];
  recipient: string;
  number: string;
  bank: string;
  amount: string;
};
export const emptyPaid: PaidForm = { method: 'bank', recipient: '', number: '', bank: '', amount: '' };
export type WrongPaid = 'recipient' | 'number' | 'bank' | 'amount';

export function amountOf({ amount }: Pick<PaidForm, 'amount'>): Money | null {
  const typed = typedAmount(amount, PAYOUT_CURRENCY);
  return typed !== null && typed.minor > 0n ? typed : null;
}

/** With its amount as amounts are shown everywhere, so that a zero too many is seen. */
export const grouped = <F extends PaidForm>(form: F, locale: Locale): F => ({
  ...form,
  amount: groupedAmount(form.amount, PAYOUT_CURRENCY, locale),
});

/** An IBAN is compared in groups of four. */
export const inGroups = (number: string) => number.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');

export const wrongPaidIn = (form: PaidForm): WrongPaid[] => [
  ...(form.recipient.trim() === '' ? ['recipient' as const] : []),
  ...(form.number.trim() === '' ? ['number' as const] : []),
  ...(form.method === 'bank' && form.bank.trim() === '' ? ['bank' as const] : []),
  ...(amountOf(form) === null ? ['amount' as const] : []),
];

export const isSamePaid = (one: Paid, other: Paid): boolean =>
  one.method === other.method &&
  one.recipient === other.recipient &&
  one.number === other.number &&
  one.bank === other.bank &&
  one.amount.minor === other.amount.minor &&
  one.amount.currency === other.amount.currency;

/** Null while a field is wrong. */
export function paidOf(form: PaidForm): Paid | null {
  const amount = amountOf(form);
  if (amount === null || wrongPaidIn(form).length > 0) return null;
  const { method, recipient, number, bank } = form;
  return {
    method,
    recipient: recipient.trim(),
    number: number.trim(),
    bank: method === 'bank' ? bank.trim() : '',
    amount: wireMoney(amount),
  };
}
