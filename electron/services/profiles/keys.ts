/** A profile's keys: in, checked, to the keychain; out only to the gateway client. */
import { createHash } from 'node:crypto';
import { inputError, keychainError, type AppError } from '#shared/errors/app-error.ts';
import type { KeyKind } from '#shared/domain/environment.ts';
import { keyKinds } from '#shared/domain/environment.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Keychain } from '../../keychain/keychain.ts';
import type { Credentials } from '../../gateway/create-gateway.ts';
import { createBindings } from './binding.ts';
import type { ProfileFile } from './profile-files.ts';

type TypedKeys = { secretKey: string; apiKey: string; paymentKey: string; transferKey: string };
const FIELD: Record<KeyKind, keyof TypedKeys> = {
  'secret-key': 'secretKey',
  'api-key': 'apiKey',
  'payment-key': 'paymentKey',
  'transfer-key': 'transferKey',
};

/** A key is one line of visible characters; pasted white space around it is forgiven. */
export function cleanKeys(typed: TypedKeys, secretNeeded: boolean): Result<TypedKeys, AppError> {
  const clean = {
    secretKey: typed.secretKey.trim(),
    apiKey: typed.apiKey.trim(),
    paymentKey: typed.paymentKey.trim(),
    transferKey: typed.transferKey.trim(),
  };
  for (const [field, value] of Object.entries(clean)) {
    if (!/^[\x21-\x7e]*$/.test(value)) return err(inputError('invalid', { where: field }));
  }
  return secretNeeded && clean.secretKey === '' ? err(inputError('key-needed')) : ok(clean);
}

/** The facts of typed keys that the audit record may hold: kind and fingerprint. Every movement stores the same fingerprint. */
export const fingerprintsOf = (keys: TypedKeys): Record<string, string> =>
  Object.fromEntries(
    keyKinds
      .filter((kind) => keys[FIELD[kind]] !== '')
      .map((kind) => [kind, createHash('sha256').update(keys[FIELD[kind]]).digest('hex').slice(0, 12)]),
  );

export function createKeyStore(keychain: Keychain, guard: (secret: string) => void) {
  const bindings = createBindings(keychain);
  const account = (keychainId: string, kind: KeyKind) => `${keychainId}/${kind}`;
  const sessionOnly = new Set<string>();
  return {
    /** Empty values leave a key as it is. */
    async save(keychainId: string, keys: TypedKeys): Promise<Result<null, AppError>> {
      for (const kind of keyKinds) {
        const value = keys[FIELD[kind]];
        if (value === '') continue;
        guard(value);
        const saved = await keychain.set(account(keychainId, kind), value);
        if (!saved.ok) return saved;
        if (saved.value === 'session-only') sessionOnly.add(account(keychainId, kind));
      }
      return ok(null);
    },
    bind: (profile: ProfileFile) => bindings.bind(profile),
    binding: (profile: ProfileFile) => bindings.check(profile),
    answersSeal: (profile: ProfileFile) => bindings.answersSeal(profile),
    sealAnswers: (profile: ProfileFile, seal: string) => bindings.sealAnswers(profile, seal),
    /** Only for what the keys were bound to. */
    async credentials(profile: ProfileFile): Promise<Result<Credentials, AppError>> {
      const { keychainId } = profile;
      const bound = await bindings.check(profile);
      if (!bound.ok) return bound;
      const read = async (kind: KeyKind) => keychain.get(account(keychainId, kind));
      const [secret, api, payment, transfer] = await Promise.all([
        read('secret-key'),
        read('api-key'),
        read('payment-key'),
        read('transfer-key'),
      ]);
      if (!secret.ok) return secret;
      if (secret.value === null) return err(keychainError('key-missing'));
      guard(secret.value);
      const orNull = (key: typeof api) => (key.ok ? key.value : null);
      return ok({
        secretKey: secret.value,
        apiKey: orNull(api),
        paymentKey: orNull(payment),
        transferKey: orNull(transfer),
      });
    },
    async states(keychainId: string): Promise<Profile['keys']> {
      const state = async (kind: KeyKind) => {
        if (sessionOnly.has(account(keychainId, kind))) return 'session-only' as const;
        const found = await keychain.get(account(keychainId, kind));
        return found.ok && found.value !== null ? ('stored' as const) : ('absent' as const);
      };
      const [secretKey, apiKey, paymentKey, transferKey] = await Promise.all([
        state('secret-key'),
        state('api-key'),
        state('payment-key'),
        state('transfer-key'),
      ]);
      return { secretKey, apiKey, paymentKey, transferKey };
    },
    async forget(keychainId: string): Promise<Result<null, AppError>> {
      for (const kind of keyKinds) {
        const gone = await keychain.delete(account(keychainId, kind));
        if (!gone.ok) return gone;
      }
      return bindings.forget(keychainId);
    },
  };
}
export type KeyStore = ReturnType<typeof createKeyStore>;
