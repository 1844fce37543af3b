/**
 * The texts under `Service-Hash` (§5), and the check of the events' signatures (§6 rules 5 to 7), as assumed in
 * docs/assumptions.md, "Signatures". HMAC-SHA256, lowercase hex. Pure; keys come in and are not kept.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { toDecimal, type Money } from '#shared/money/money.ts';
import { isObject, type Obj } from './fields.ts';
import { NumberText, parseLossless } from './json.ts';

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text, 'utf8').digest('hex');

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

/** The header an event's signature comes in (assumed). */
export const SIGNATURE_HEADER = 'x-signature';

type SignatureCheck =
  | { readonly ok: true }
  /**
   * `signature-missing`: nothing to compare. `keys-missing`: no usable `signatureKeys`, or one that names a field that is not
   * there, so what was signed cannot be known. `mismatch`: not signed with this key, or changed on the way.
   */
  | { readonly ok: false; readonly reason: 'signature-missing' | 'keys-missing' | 'mismatch' };

const no = (reason: 'signature-missing' | 'keys-missing' | 'mismatch'): SignatureCheck => ({
  ok: false,
  reason,
});

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

type Signed = { data: Obj; keys: string[] };

/** The signed fields of a delivery: those of `data`, if there is one, else the payload's own. */
function signedPart(bodyText: string): Signed | null {
  let body: unknown;
  try {
    body = parseLossless(bodyText);
  } catch {
    // Not JSON: there is nothing that names what was signed.
    return null;
  }
  if (!isObject(body)) return null;
  const data = isObject(body['data']) ? body['data'] : body;
  const keys = data['signatureKeys'];
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every((key) => typeof key === 'string')) return null;
  return keys.every((key) => Object.hasOwn(data, key)) ? { data, keys } : null;
}

function check(
  bodyText: string,
  signature: string | null | undefined,
  key: string,
  order: (keys: string[]) => string[],
  write: (value: string) => string,
): SignatureCheck {
  if (!signature?.trim()) return no('signature-missing');
  const signed = signedPart(bodyText);
  if (signed === null) return no('keys-missing');
  const pairs = order(signed.keys).map((name) => {
    const value = valueText(signed.data[name]);
    return value === null ? null : `${name}=${write(value)}`;
  });
  if (key === '' || pairs.includes(null)) return no('mismatch');
  return signs(key, pairs.join('&'), signature.trim()) ? { ok: true } : no('mismatch');
}

/** §6 rule 5: the keys sorted by code unit, values URL-encoded, the Payment API key of the webhook's mode. */
export const verifyTransactionEvent = (
  bodyText: string,
  signature: string | null | undefined,
  paymentKey: string,
): SignatureCheck => check(bodyText, signature, paymentKey, (keys) => keys.toSorted(), urlEncoded);

/** §6 rule 6: the keys in the order of the array, raw values, the Transfer API key. */
export const verifyTransferEvent = (
  bodyText: string,
  signature: string | null | undefined,
  transferKey: string,
): SignatureCheck =>
  check(
    bodyText,
    signature,
    transferKey,
    (keys) => keys,
    (value) => value,
  );
