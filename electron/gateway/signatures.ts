/**
 * The texts under `Service-Hash` (§5), and how values of events are signed (§6 rules 5 to 7), as assumed in docs/assumptions.md,
 * "Signatures". HMAC-SHA256, lowercase hex. Pure; keys come in and are not kept.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { toDecimal, type Money } from '#shared/money/money.ts';
import { NumberText } from './json.ts';

export const hmac = (key: string, text: string): string =>
  createHmac('sha256', key).update(text, 'utf8').digest('hex');

/** True if this key signs the text so. `signature`: lower-case hex. */
export function signs(key: string, text: string, signature: string): boolean {
  const expected = Buffer.from(hmac(key, text));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** `Service-Hash` with the Payment API key, which itself is never sent (§5 rule 2). */
export const serviceHash = (paymentKey: string, signedText: string): string => hmac(paymentKey, signedText);

/**
 * The shortest decimal, `20` and not `20.00` (published vector): a gateway that reads a JSON number and writes it again gets
 * this very text, and so does one that keeps the number as it was written, because it is sent in this form, too.
 */
export function amountText(amount: Money): string {
  const decimal = toDecimal(amount);
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}

type SignedOrder = {
  merchantId: string;
  orderReference: string;
  /** The decimal as it is sent. */
  amount: string;
  currency: string;
  /** Where a saved card is used. */
  customerReference?: string | undefined;
};

export function orderText(order: SignedOrder): string {
  const { merchantId, orderReference, amount, currency, customerReference } = order;
  const parts = [merchantId, orderReference, amount, currency];
  if (customerReference !== undefined) parts.push(customerReference);
  return `/?payment=${parts.join('.')}`;
}

export const tokenText = ({
  merchantId,
  customerReference,
}: {
  merchantId: string;
  customerReference: string;
}): string => `/?payment=${merchantId}.${customerReference}`;

/** RFC 3986: what encodeURIComponent leaves is escaped, too. Half a character (a lone surrogate) becomes U+FFFD. */
export const urlEncoded = (value: string) =>
  encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A value as it is signed: numbers as they were written; null for what no signer would write in one way only. */
export function valueText(value: unknown): string | null {
  if (value instanceof NumberText) return value.text;
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || value === null ? String(value) : null;
}
