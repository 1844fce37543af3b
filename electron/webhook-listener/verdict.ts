/** What a delivery's signature is worth, and what it should be (interface §6 rules 5 to 7). Pure. */
import type { SignatureCause, UnreadableCause } from '#shared/domain/signature.ts';
import { readSigned } from '../gateway/signature-tries.ts';
import { hmac, signs } from '../gateway/signatures.ts';

export type ListenerKeys = { readonly paymentKey: string; readonly transferKey: string };
export type Verdict = 'valid' | SignatureCause | UnreadableCause;

export function verdictOf(body: string, header: string, keys: ListenerKeys): Verdict {
  const read = readSigned(body, header);
  if (read.kind === 'unreadable') return read.cause;
  const hit = read.tries.find(
    ({ mode, key, text }) => mode === 'own' && signs(keys[key], text, read.signature),
  );
  if (!hit) return 'key-or-content';
  return hit.cause ?? (read.isPlain ? 'valid' : 'header-form');
}

/** Null if nothing in the body says what is signed. */
export function freshSignature(body: string, keys: ListenerKeys): string | null {
  const read = readSigned(body, '0'.repeat(64));
  const right = read.kind === 'readable' ? read.tries.find(({ cause }) => cause === null) : undefined;
  return right === undefined ? null : hmac(keys[right.key], right.text);
}
