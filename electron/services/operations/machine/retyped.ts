/** Checks the amount that a person types again to say that they mean it. */
import type { Total } from '#shared/contract/terminals.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { sameMoney, type Money } from '#shared/money/money.ts';
import { typedAmount } from '#shared/money/typed-money.ts';

export function checkTypedAmount(typed: string, expected: Money): Result<null, AppError> {
  const read = typedAmount(typed, expected.currency);
  if (!read) return err(inputError('amount-not-understood', { typed: typed.slice(0, 60) }));
  return sameMoney(read, expected)
    ? ok(null)
    : err(inputError('amount-mismatch', { typed: typed.slice(0, 60) }));
}

/** The amount of an operation, retyped before it is sent again. */
export function checkRetypedAmount(totals: readonly Total[], retyped: string): Result<null, AppError> {
  const amount = totals[0]?.amount;
  return amount ? checkTypedAmount(retyped, amount) : err(inputError('amount-not-understood'));
}
