/** Everything that is done with keys: they come in sealed or as they were typed, go to the keychain, authorise requests, and never come out. */
import { keyKinds, type KeyKind } from '#shared/domain/environment.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { inputError, keychainError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { Credentials } from '../gateway/request.ts';
import { senderWith, type Sender } from '../gateway/sender.ts';
import type { Keychain } from '../keychain/keychain.ts';
import { openEnrolment, sealEnrolment, type Enrolment } from './enrolment-text.ts';
import { createSeals, type Seals } from './sealed.ts';
import { cleanKeys, FIELD, fingerprintsOf, type TypedKeys } from './typed-keys.ts';

export type { TypedKeys } from './typed-keys.ts';
export type { Enrolment } from './enrolment-text.ts';

/** Which keys: those in the keychain under an id, or typed ones that are not saved yet. */
export type KeysOf = { readonly keychainId: string } | { readonly typed: TypedKeys };

export type KeyDesk = {
  /** The public key that the window seals typed keys with. */
  readonly sealWith: () => Promise<Result<{ publicKey: string }, AppError>>;
  /** The fingerprints of typed keys by kind. An error if one of them cannot be a key. */
  readonly check: (
    typed: TypedKeys,
    secretNeeded: boolean,
  ) => Promise<Result<Record<string, string>, AppError>>;
  /** Empty values leave a key as it is. */
  readonly save: (keychainId: string, typed: TypedKeys) => Promise<Result<null, AppError>>;
  readonly states: (keychainId: string) => Promise<Profile['keys']>;
  readonly forget: (keychainId: string) => Promise<Result<null, AppError>>;
  /** The bytes of an enrolment file. */
  readonly makeEnrolment: (connect: Enrolment, passphrase: string) => Promise<Result<Uint8Array, AppError>>;
  /** The content of an enrolment file, with its keys sealed for this process. */
  readonly openEnrolment: (bytes: Uint8Array, passphrase: string) => Promise<Result<Enrolment, AppError>>;
  readonly senderOf: (keys: KeysOf) => Sender;
};

type DeskNeeds = {
  readonly keychain: Keychain;
  readonly clock: Clock;
  /** Called with each key before it is used, so that no log contains it. */
  readonly guard: (secret: string) => void;
  /** Called if a key exists in this process only and would be lost with it. */
  readonly onSessionOnly?: () => void;
};

const accountOf = (keychainId: string, kind: KeyKind) => `${keychainId}/${kind}`;

async function opened(seals: Seals, typed: TypedKeys): Promise<Result<TypedKeys, AppError>> {
  const plain = { ...typed };
  for (const kind of keyKinds) {
    const field = FIELD[kind];
    const text = await seals.open(typed[field]);
    if (text === null) return err(inputError('invalid', { where: field }));
    plain[field] = text;
  }
  return ok(plain);
}

async function storedCredentials(
  { keychain, guard }: DeskNeeds,
  keychainId: string,
): Promise<Result<Credentials, AppError>> {
  const read = async (kind: KeyKind) => keychain.get(accountOf(keychainId, kind));
  const [secret, api, payment, transfer] = await Promise.all([
    read('secret-key'),
    read('api-key'),
    read('payment-key'),
    read('transfer-key'),
  ]);
  if (!secret.ok) return secret;
  if (secret.value === null) return err(keychainError('key-missing'));
  for (const key of [secret, api, payment, transfer]) if (key.ok && key.value !== null) guard(key.value);
  const orNull = (key: typeof api) => (key.ok ? key.value : null);
  return ok({
    secretKey: secret.value,
    apiKey: orNull(api),
    paymentKey: orNull(payment),
    transferKey: orNull(transfer),
  });
}

async function saveKeys(
  { keychain, guard, onSessionOnly = () => {} }: DeskNeeds,
  keychainId: string,
  keys: TypedKeys,
  sessionOnly: Set<string>,
): Promise<Result<null, AppError>> {
  for (const kind of keyKinds) {
    const value = keys[FIELD[kind]];
    if (value === '') continue;
    guard(value);
    const saved = await keychain.set(accountOf(keychainId, kind), value);
    if (!saved.ok) return saved;
    if (saved.value !== 'session-only') continue;
    sessionOnly.add(accountOf(keychainId, kind));
    onSessionOnly();
  }
  return ok(null);
}

export function createKeyDesk(needs: DeskNeeds): KeyDesk {
  const { keychain, clock } = needs;
  const seals = createSeals();
  const sessionOnly = new Set<string>();
  const cleaned = async (typed: TypedKeys, secretNeeded: boolean) => {
    const plain = await opened(seals, typed);
    return plain.ok ? cleanKeys(plain.value, secretNeeded) : plain;
  };
  const typedCredentials = async (typed: TypedKeys): Promise<Result<Credentials, AppError>> => {
    const clean = await cleaned(typed, true);
    if (!clean.ok) return clean;
    for (const key of Object.values(clean.value)) needs.guard(key);
    const { secretKey, apiKey, paymentKey, transferKey } = clean.value;
    return ok({
      secretKey,
      apiKey: apiKey || null,
      paymentKey: paymentKey || null,
      transferKey: transferKey || null,
    });
  };
  return {
    sealWith: async () => ok({ publicKey: await seals.publicKey() }),
    async check(typed, secretNeeded) {
      const clean = await cleaned(typed, secretNeeded);
      return clean.ok ? ok(fingerprintsOf(clean.value)) : clean;
    },
    async save(keychainId, typed) {
      const clean = await cleaned(typed, false);
      return clean.ok ? saveKeys(needs, keychainId, clean.value, sessionOnly) : clean;
    },
    async states(keychainId) {
      const state = async (kind: KeyKind) => {
        if (sessionOnly.has(accountOf(keychainId, kind))) return 'session-only' as const;
        const found = await keychain.get(accountOf(keychainId, kind));
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
    async forget(keychainId) {
      for (const kind of keyKinds) {
        const gone = await keychain.delete(accountOf(keychainId, kind));
        if (!gone.ok) return gone;
      }
      return ok(null);
    },
    async makeEnrolment(connect, passphrase) {
      const plain = await opened(seals, connect);
      return plain.ok ? ok(await sealEnrolment({ ...connect, ...plain.value }, passphrase)) : plain;
    },
    async openEnrolment(bytes, passphrase) {
      const read = await openEnrolment(bytes, passphrase);
      if (!read.ok) return read;
      const hidden = { ...read.value };
      for (const kind of keyKinds)
        if (hidden[FIELD[kind]] !== '') hidden[FIELD[kind]] = await seals.seal(hidden[FIELD[kind]]);
      return ok(hidden);
    },
    senderOf: (keys) =>
      senderWith(
        () => ('typed' in keys ? typedCredentials(keys.typed) : storedCredentials(needs, keys.keychainId)),
        clock,
      ),
  };
}
