import type { AppError } from './app-error.ts';

/** What every use case answers: expected failures are values, exceptions are bugs. */
export type Result<T, E = AppError> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const err = <E>(error: E): { ok: false; error: E } => ({ ok: false, error });

/** For what cannot fail unless there is a bug. `asked` names it in the error that is thrown then. */
export function orThrow<T>(asked: string, result: Result<T, AppError>): T {
  if (result.ok) return result.value;
  const { kind, code, params } = result.error;
  throw new Error(`${asked}: ${kind}/${code} ${JSON.stringify(params)}`);
}
