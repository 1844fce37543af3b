/** An answer that quotes a key back would carry it into the record and the log: it is taken out before anybody reads it. */
import type { Credentials } from './request.ts';

const MASK = '[secret]';
/** A shorter one would be found in any text. */
const SHORTEST = 8;

function formsOf(credentials: Credentials): Set<string> {
  const { secretKey, apiKey, paymentKey, transferKey } = credentials;
  const keys = [secretKey, apiKey, paymentKey, transferKey].flatMap((key) =>
    key && key.length >= SHORTEST ? [key] : [],
  );
  const coded = (key: string) => {
    const bytes = Buffer.from(key);
    return [key, encodeURIComponent(key), bytes.toString('hex'), bytes.toString('base64')];
  };
  return new Set(keys.flatMap(coded));
}

/** The same object where nothing was found. */
export function withoutKeys<T extends string | Uint8Array>(answer: T, credentials: Credentials): T;
export function withoutKeys(answer: string | Uint8Array, credentials: Credentials): string | Uint8Array {
  const isText = typeof answer === 'string';
  const bytes = isText ? answer : Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  const found = [...formsOf(credentials)].filter((form) => bytes.includes(form));
  if (found.length === 0) return answer;
  const clean = found.reduce((text, form) => text.replaceAll(form, MASK), bytes.toString());
  return isText ? clean : Buffer.from(clean);
}
