/** Typed keys: how they are cleaned, and the fingerprints that tell them apart without showing them. */
import type { KeyKind } from '#shared/domain/environment.ts';
import { keyKinds } from '#shared/domain/environment.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { fingerprintOf } from '../gateway/sender.ts';

export type TypedKeys = { secretKey: string; apiKey: string; paymentKey: string; transferKey: string };
export const FIELD: Record<KeyKind, keyof TypedKeys> = {
  'secret-key': 'secretKey',
  'api-key': 'apiKey',
  'payment-key': 'paymentKey',
  'transfer-key': 'transferKey',
};
const LONGEST_KEY = 500;

/** A key is one line of visible characters; pasted white space around it is forgiven. */
export function cleanKeys(typed: TypedKeys, secretNeeded: boolean): Result<TypedKeys, AppError> {
  const clean = {
    secretKey: typed.secretKey.trim(),
    apiKey: typed.apiKey.trim(),
    paymentKey: typed.paymentKey.trim(),
    transferKey: typed.transferKey.trim(),
  };
  for (const [field, value] of Object.entries(clean)) {
    if (value.length > LONGEST_KEY || !/^[\x21-\x7e]*$/.test(value))
      return err(inputError('invalid', { where: field }));
  }
  return secretNeeded && clean.secretKey === '' ? err(inputError('key-needed')) : ok(clean);
}

/** Kind and fingerprint. Every movement stores the same fingerprint. */
export const fingerprintsOf = (keys: TypedKeys): Record<string, string> =>
  Object.fromEntries(
    keyKinds
      .filter((kind) => keys[FIELD[kind]] !== '')
      .map((kind) => [kind, fingerprintOf(keys[FIELD[kind]])]),
  );
