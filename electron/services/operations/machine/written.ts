/** What a person writes and retypes before money moves: a reason, a note, and the amount. No text may hold a card number. */
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Money } from '#shared/money/money.ts';
import { cardIn } from '../../card-in.ts';
import { checkTypedAmount } from './retyped.ts';

type Written = { readonly reason: string; readonly note: string };

export function checkNoCard({ reason, note }: Written): Result<null, AppError> {
  const withCard = cardIn({ reason, note });
  return withCard ? err(withCard) : ok(null);
}

export const checkWritten = (written: Written): Result<null, AppError> =>
  written.reason.trim() === '' ? err(inputError('reason-needed')) : checkNoCard(written);

/** The form of a movement that has one amount and needs a reason. */
export function checkWrittenForm(
  { amount }: { readonly amount: Money },
  form: Written & { readonly typedAmount: string },
): Result<null, AppError> {
  const written = checkWritten(form);
  return written.ok ? checkTypedAmount(form.typedAmount, amount) : written;
}
