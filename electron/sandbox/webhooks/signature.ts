/** Signatures of events and of checkout calls, as docs/assumptions.md ("Signatures") states them. HMAC-SHA256, lowercase hex. */
import { createHmac } from 'node:crypto';

export const hmac = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

/** RFC 3986: what encodeURIComponent leaves is escaped, too. */
const urlEncoded = (value: string) =>
  encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

type Signed = { signatureKeys: readonly string[] } & Record<string, unknown>;

/** Transaction events (§6 rule 5): the keys sorted, values URL-encoded, with the Payment API key. */
export const transactionSignature = (data: Signed, paymentKey: string): string =>
  hmac(
    paymentKey,
    data.signatureKeys
      .toSorted()
      .map((key) => `${key}=${urlEncoded(String(data[key]))}`)
      .join('&'),
  );

/** Transfer events (§6 rule 6): the keys in the order of the array, raw values, with the Transfer API key. */
export const transferSignature = (data: Signed, transferKey: string): string =>
  hmac(transferKey, data.signatureKeys.map((key) => `${key}=${String(data[key])}`).join('&'));

type SignedOrder = {
  merchantId: string;
  reference: string;
  amount: string;
  currency: string;
  customerReference?: string | undefined;
};

/** `Service-Hash` of an order, with the customer where a saved card is used. */
export const orderHash = (
  { merchantId, reference, amount, currency, customerReference }: SignedOrder,
  key: string,
) =>
  hmac(
    key,
    `/?payment=${[merchantId, reference, amount, currency, ...(customerReference === undefined ? [] : [customerReference])].join('.')}`,
  );

/** `Service-Hash` of a token operation. */
export const tokenHash = (merchantId: string, customerReference: string, key: string): string =>
  hmac(key, `/?payment=${merchantId}.${customerReference}`);
