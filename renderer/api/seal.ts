/** Seals typed keys for the process that uses them, so that nobody on the way can read them: ECDH (P-256) and AES-GCM. */
import { SEALED_PREFIX } from '#shared/contract/profiles.ts';
import type { Result } from '#shared/errors/result.ts';
import { call } from './client.ts';

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const NONCE_BYTES = 12;
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
const base64Of = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

async function sealed(text: string, publicKey: string): Promise<string> {
  const { subtle } = crypto;
  const to = await subtle.importKey('raw', bytesOf(publicKey), CURVE, false, []);
  const own = await subtle.generateKey(CURVE, false, ['deriveKey']);
  const cipher = { name: 'AES-GCM', length: 256 };
  const key = await subtle.deriveKey({ name: 'ECDH', public: to }, own.privateKey, cipher, false, [
    'encrypt',
  ]);
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const plain = new TextEncoder().encode(text);
  const hidden = await subtle.encrypt({ name: 'AES-GCM', iv }, key, plain);
  plain.fill(0);
  const point = await subtle.exportKey('raw', own.publicKey);
  const parts = [new Uint8Array(point), iv, new Uint8Array(hidden)];
  return SEALED_PREFIX + base64Of(Uint8Array.from(parts.flatMap((part) => [...part])));
}

export type TypedKeys = { secretKey: string; apiKey: string; paymentKey: string; transferKey: string };

/** Answers the same input with its keys sealed. An empty key stays empty. */
export async function withSealedKeys<T extends TypedKeys>(input: T): Promise<Result<T>> {
  const asked = await call('profiles.sealWith', {});
  if (!asked.ok) return asked;
  const { publicKey } = asked.value;
  const seal = async (key: string) => (key.trim() === '' ? '' : sealed(key, publicKey));
  const [secretKey, apiKey, paymentKey, transferKey] = await Promise.all([
    seal(input.secretKey),
    seal(input.apiKey),
    seal(input.paymentKey),
    seal(input.transferKey),
  ]);
  return { ok: true, value: { ...input, secretKey, apiKey, paymentKey, transferKey } };
}
