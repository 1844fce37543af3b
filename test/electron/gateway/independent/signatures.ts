/**
 * The gateway's side of every signature. The document leaves the construction open (§5, §6); it is the one of the section
 * "Signatures" in docs/assumptions.md, made here a second time from its words.
 */
import { createHmac } from 'node:crypto';
import { Decimal, type Fields } from './json.ts';

const hmacHex = (key: string, text: string) => createHmac('sha256', key).update(text, 'utf8').digest('hex');

/** The Service-Hash of an order (§5). For a saved card the customer's reference is appended. */
export function orderHash(
  key: string,
  order: { merchantId: string; reference: string; amount: string; currency: string; customer?: string },
): string {
  const parts = [order.merchantId, order.reference, order.amount, order.currency];
  if (order.customer !== undefined) parts.push(order.customer);
  return hmacHex(key, `/?payment=${parts.join('.')}`);
}

/** §5, Service-Hash of a token operation. */
export const tokenHash = (key: string, merchantId: string, customer: string): string =>
  hmacHex(key, `/?payment=${merchantId}.${customer}`);

const asText = (value: unknown): string => {
  if (value instanceof Decimal) return value.text;
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
};

const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** RFC 3986: only letters, digits and `-._~` stay. */
function urlEncoded(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9\-._~]/.test(character)
        ? character
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

const keysOf = (data: Fields): string[] => (data['signatureKeys'] as string[] | undefined) ?? [];

/** §6, rule 5: sorted keys, URL-encoded values, the Payment API key. */
export function signTransactionEvent(paymentApiKey: string, data: Fields): string {
  const signed = [...keysOf(data)].sort(byCodeUnit).map((key) => `${key}=${urlEncoded(asText(data[key]))}`);
  return hmacHex(paymentApiKey, signed.join('&'));
}

/** §6, rule 6: keys in the order of the array, raw values, the Transfer API key. */
export function signTransferEvent(transferApiKey: string, data: Fields): string {
  return hmacHex(
    transferApiKey,
    keysOf(data)
      .map((key) => `${key}=${asText(data[key])}`)
      .join('&'),
  );
}
