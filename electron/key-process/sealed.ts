/**
 * A text that only this process can read, though others carry it. The window seals a typed key with the public key of this process:
 * a key of its own for each text, agreed by ECDH (P-256), and AES-GCM. The private key ends with the process.
 */
import { SEALED_PREFIX } from '#shared/contract/profiles.ts';

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const CIPHER = { name: 'AES-GCM', length: 256 } as const;
/** The lengths in bytes of an uncompressed point of the curve and of the nonce. */
const POINT_BYTES = 65;
const NONCE_BYTES = 12;

export type Seals = {
  /** Base64. */
  publicKey(): Promise<string>;
  /** Answers a text that was not sealed as it is; null if it was sealed for another process or was changed. */
  open(text: string): Promise<string | null>;
  seal(text: string): Promise<string>;
};

export async function sealFor(publicKey: string, text: string): Promise<string> {
  const to = await crypto.subtle.importKey('raw', Buffer.from(publicKey, 'base64'), CURVE, false, []);
  const own = await crypto.subtle.generateKey(CURVE, false, ['deriveKey']);
  const key = await crypto.subtle.deriveKey({ name: 'ECDH', public: to }, own.privateKey, CIPHER, false, [
    'encrypt',
  ]);
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const hidden = await crypto.subtle.encrypt({ name: CIPHER.name, iv }, key, Buffer.from(text));
  const point = await crypto.subtle.exportKey('raw', own.publicKey);
  return SEALED_PREFIX + Buffer.concat([Buffer.from(point), iv, Buffer.from(hidden)]).toString('base64');
}

export function createSeals(): Seals {
  const pair = crypto.subtle.generateKey(CURVE, false, ['deriveKey']);
  const publicKey = async () =>
    Buffer.from(await crypto.subtle.exportKey('raw', (await pair).publicKey)).toString('base64');
  return {
    publicKey,
    seal: async (text) => sealFor(await publicKey(), text),
    async open(text) {
      if (!text.startsWith(SEALED_PREFIX)) return text;
      const bytes = Buffer.from(text.slice(SEALED_PREFIX.length), 'base64');
      try {
        const point = bytes.subarray(0, POINT_BYTES);
        const from = await crypto.subtle.importKey('raw', point, CURVE, false, []);
        const agreed = { name: 'ECDH', public: from } as const;
        const key = await crypto.subtle.deriveKey(agreed, (await pair).privateKey, CIPHER, false, [
          'decrypt',
        ]);
        const iv = bytes.subarray(POINT_BYTES, POINT_BYTES + NONCE_BYTES);
        const hidden = bytes.subarray(POINT_BYTES + NONCE_BYTES);
        const plain = await crypto.subtle.decrypt({ name: CIPHER.name, iv }, key, hidden);
        return new TextDecoder().decode(plain);
      } catch {
        // The text was cut, changed, or sealed for a process that has ended.
        return null;
      }
    },
  };
}
