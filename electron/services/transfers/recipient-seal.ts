/**
 * The key that seals numbers of recipients. It is in the keychain only, beside the keys of the profile. It opens nothing at the
 * gateway, and the core has the numbers anyway when it sends them: so the core uses it, not the process that uses keys.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keychainError, type KeychainError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Keychain } from '../../keychain/keychain.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Whoever gets the bytes fills them with zeros after use. */
export type RecipientSeal = {
  /** Null: there is none. */
  read(): Promise<Result<Buffer | null, KeychainError>>;
  /** The one that there is, or a new one. Null where there is no keychain to keep it in. */
  readOrMake(): Promise<Result<Buffer | null, KeychainError>>;
};
/** Of a session without a keychain. */
export const noRecipientSeal: RecipientSeal = {
  read: async () => ok(null),
  readOrMake: async () => ok(null),
};

const accountOf = (keychainId: string) => `${keychainId}/recipients`;
export const forgetRecipientSeal = (keychain: Keychain, keychainId: string) =>
  keychain.delete(accountOf(keychainId));

/** `guard` keeps the key out of every log. */
export function keychainRecipientSeal(
  keychain: Keychain,
  keychainId: string,
  guard: (secret: string) => void,
): RecipientSeal {
  const account = accountOf(keychainId);
  let making: Promise<Result<boolean, KeychainError>> | null = null;
  async function read(): ReturnType<RecipientSeal['read']> {
    const found = await keychain.get(account);
    if (!found.ok || found.value === null) return found as Result<null, KeychainError>;
    guard(found.value);
    const key = Buffer.from(found.value, 'hex');
    // Never taken for "none": a new key in its place would lose every number.
    return key.length === KEY_BYTES ? ok(key) : err(keychainError('refused', { cause: 'recipients-key' }));
  }
  /** False where there is no keychain that keeps it. */
  async function makeUnlessThere(): Promise<Result<boolean, KeychainError>> {
    const known = await read();
    if (!known.ok) return known;
    known.value?.fill(0);
    if (known.value !== null) return ok(true);
    if ((await keychain.ready()) !== 'available') return ok(false);
    const secret = randomBytes(KEY_BYTES).toString('hex');
    guard(secret);
    const written = await keychain.set(account, secret);
    return written.ok ? ok(written.value === 'stored') : written;
  }
  return {
    read,
    async readOrMake() {
      // Two at once would make two keys, and one of them would be lost.
      const there = await (making ??= makeUnlessThere().finally(() => (making = null)));
      if (!there.ok) return there;
      return there.value ? read() : ok(null);
    },
  };
}

/** `of`: what the text belongs to. It opens for nothing else. */
export function sealed(key: Buffer, of: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(of));
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64');
}

/** Null if it was sealed by another key or for something else, or was changed. */
export function unsealed(key: Buffer, of: string, text: string): string | null {
  const bytes = Buffer.from(text, 'base64');
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(of)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    // Whoever wrote it, this PC cannot open it.
    return null;
  }
}
