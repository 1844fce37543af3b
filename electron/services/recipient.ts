/** Who is paid (interface §2.8): what is typed of a recipient, as the gateway takes it. */
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { toAsciiDigits } from '#shared/text/digits.ts';
import { cardIn } from './card-in.ts';

type Typed = {
  readonly method: 'bank' | 'wallet';
  readonly recipient: string;
  readonly number: string;
  /** Empty for a wallet. */
  readonly bank: string;
};

const MOBILE = /^(?:\+?20|0020)?0?(1[0125]\d{8})$/;
const IBAN = /^[A-Z]{2}\d{2}/;
const HIDDEN = '••••';

/**
 * Plain digits without anything between them; of a wallet the Egyptian mobile number (§2.8 rule 2). Null: it is no such
 * number.
 */
export function recipientNumber({ method, number }: Pick<Typed, 'method' | 'number'>): string | null {
  const plain = toAsciiDigits(number).replace(/[\s()-]/g, '');
  if (method === 'bank') return /^[0-9A-Za-z]{4,34}$/.test(plain) ? plain.toUpperCase() : null;
  const own = MOBILE.exec(plain)?.[1];
  return own === undefined ? null : `0${own}`;
}
/** Its end, which may be shown to everybody and stored anywhere. */
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
