/** The signatures of docs/assumptions.md, "Signatures", computed here on their own. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const hmacHex = (key: string, text: string): string =>
  createHmac('sha256', key).update(text, 'utf8').digest('hex');

/** `Service-Hash`: the parts of a payment or of a token operation, joined by dots. */
export const serviceHash = (key: string, ...parts: string[]): string =>
  hmacHex(key, `/?payment=${parts.join('.')}`);

type Signed = { signatureKeys: string[]; values: Record<string, unknown> };

/** `! ' ( ) *` are escaped as well. */
const urlEncode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

/** §6, rule 5: keys sorted alphabetically, values URL-encoded. */
export const transactionText = ({ signatureKeys, values }: Signed): string =>
  // By code unit, not by language.
  [...signatureKeys]
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .map((key) => `${key}=${urlEncode(textOf(values[key]))}`)
    .join('&');

/** §6, rule 6: keys in their own order, raw values. */
export const transferText = ({ signatureKeys, values }: Signed): string =>
  signatureKeys.map((key) => `${key}=${textOf(values[key])}`).join('&');

export function isSignature(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
