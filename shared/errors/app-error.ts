/**
 * Every failure that a person can meet. Its sentences are in `resources/locales/en/errors.json` and `ar/errors.json` under
 * `<kind>.<code>`: `title` says what happened and `next` what to do, with `params` to fill in. `causeOf` chooses between several
 * sentences of one code.
 */
import type { errorCodes } from './error-codes.ts';

export type ErrorKind = keyof typeof errorCodes;
export type GatewayMessages = { readonly en?: string | undefined; readonly ar?: string | undefined };

type ErrorOf<K extends ErrorKind> = {
  readonly kind: K;
  readonly code: (typeof errorCodes)[K][number];
  readonly params: Readonly<Record<string, string | number>>;
  /** The gateway's own words, if it gave any (`messages`, §4.2). */
  readonly messages?: GatewayMessages | undefined;
  readonly httpStatus?: number | undefined;
  /** Of a money movement only: whether it may have happened all the same. */
  readonly outcome?: 'not-applied' | 'unknown' | undefined;
};
export type AppError = { [K in ErrorKind]: ErrorOf<K> }[ErrorKind];

export type GatewayError = ErrorOf<'gateway'>;
export type InputError = ErrorOf<'input'>;
export type StorageError = ErrorOf<'storage'>;
export type KeychainError = ErrorOf<'keychain'>;
export type ProfileError = ErrorOf<'profile'>;
export type ImportError = ErrorOf<'import'>;
export type PolicyError = ErrorOf<'policy'>;
export type InternalError = ErrorOf<'internal'>;

type Params = Readonly<Record<string, string | number>>;
type Rest = Pick<GatewayError, 'messages' | 'httpStatus' | 'outcome'>;

export const gatewayError = (
  code: GatewayError['code'],
  params: Params = {},
  rest: Rest = {},
): GatewayError => ({ kind: 'gateway', code, params, ...rest });

const errorsOf =
  <K extends ErrorKind>(kind: K) =>
  (code: ErrorOf<K>['code'], params: Params = {}): ErrorOf<K> => ({ kind, code, params });

export const inputError = errorsOf('input');
export const storageError = errorsOf('storage');
export const keychainError = errorsOf('keychain');
export const profileError = errorsOf('profile');
export const movementError = errorsOf('movement');
export const importError = errorsOf('import');
export const peopleError = errorsOf('people');
export const closingError = errorsOf('closing');
export const reconciliationError = errorsOf('reconciliation');
export const policyError = errorsOf('policy');
export const updateError = errorsOf('update');
export const headOfficeError = errorsOf('headOffice');
export const internalError = errorsOf('internal');

/** Nothing is known about what was asked for: it is not asked for again before somebody has looked. */
export const isAnswerLost = ({ kind, code }: AppError): boolean =>
  kind === 'internal' && code === 'answer-lost';

/**
 * Which of its sentences tells this error: `title_<cause>` and `next_<cause>`, or `title` and `next` if there is none for the
 * cause. A place in a chain that does not fit is a cause, and so is which limit was broken.
 */
export function causeOf({ kind, code, params }: AppError): string {
  const { cause, what, which, remaining, local } = params;
  // Which read it is: that decides what to do instead.
  if (kind === 'gateway' && code === 'not-offered')
    return String(params['operation'] ?? '').replaceAll('.', '-');
  if (kind === 'gateway' && code === 'form-changed') return params['problem'] === 'file' ? 'file' : '';
  if (kind === 'gateway' && code === 'limit') return remaining === undefined ? '' : 'amounts';
  // Of a recipient: an account may have a number that passes for a card's.
  if (kind === 'input' && code === 'card-number') return params['field'] === 'number' ? 'account' : '';
  // Found on this computer, before the gateway was asked.
  if (kind === 'gateway' && local !== undefined) return String(local);
  return String(cause ?? which ?? (what === undefined ? '' : 'broken'));
}
