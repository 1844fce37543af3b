/** Checks what a person types about a recipient, and writes it as the gateway takes it (interface §2.8). */
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { toAsciiDigits } from '#shared/text/digits.ts';
import { egyptianMobile, phoneOf } from '#shared/text/recipients.ts';
import { cardIn } from './card-in.ts';

type Typed = {
  readonly method: 'bank' | 'wallet';
  readonly recipient: string;
  readonly number: string;
  /** Empty for a wallet. */
  readonly bank: string;
};

const IBAN = /^[A-Z]{2}\d{2}/;
const HIDDEN = '••••';

/**
 * Plain digits without anything between them; of a wallet the Egyptian mobile number (§2.8 rule 2). Null: it is no such
 * number.
 */
export function recipientNumber({ method, number }: Pick<Typed, 'method' | 'number'>): string | null {
  if (method === 'wallet') {
    const own = egyptianMobile(number);
    return own === null ? null : `0${own}`;
  }
  const plain = phoneOf(number);
  return /^[0-9A-Za-z]{4,34}$/.test(plain) ? plain.toUpperCase() : null;
}
/** The last four digits, which may be shown to everybody and stored anywhere. */
export const hiddenNumber = (number: string): string =>
  `${HIDDEN} ${toAsciiDigits(number).replace(/\D/g, '').slice(-4)}`;

export function wrongRecipient(typed: Typed): AppError | null {
  const { number, method, bank, recipient } = typed;
  if (number.startsWith(HIDDEN)) return inputError('number-not-kept', { field: 'number' });
  const plain = recipientNumber(typed);
  if (plain === null) return inputError('number-not-understood', { field: 'number' });
  if (method === 'bank' && bank.trim() === '') return inputError('bank-needed', { field: 'bank' });
  // A part of an IBAN may pass for a card by chance.
  return cardIn({ recipient, bank, number: IBAN.test(plain) ? '' : plain });
}
