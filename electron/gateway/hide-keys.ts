/** An answer may quote a key. The key is removed before anybody reads the answer, so that no log or record gets it. */
import type { Credentials } from './request.ts';

const MASK = '[secret]';
/** A shorter key would match in almost any text. */
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

/** Answers the same object if it contains no key. */
export function withoutKeys<T extends string | Uint8Array>(answer: T, credentials: Credentials): T;
export function withoutKeys(answer: string | Uint8Array, credentials: Credentials): string | Uint8Array {
  const isText = typeof answer === 'string';
  const bytes = isText ? answer : Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  const found = [...formsOf(credentials)].filter((form) => bytes.includes(form));
  if (found.length === 0) return answer;
  const clean = found.reduce((text, form) => text.replaceAll(form, MASK), bytes.toString());
  return isText ? clean : Buffer.from(clean);
}
