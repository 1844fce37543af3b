/** What a person writes beside a movement of money: a reason, and no card number in it or in the note. */
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { withoutCardsInText } from '#shared/text/cards.ts';

type Written = { readonly reason: string; readonly note: string };

export function checkNoCard({ reason, note }: Written): Result<null, AppError> {
  const field = Object.entries({ reason, note }).find(([, text]) => withoutCardsInText(text) !== text)?.[0];
  return field === undefined ? ok(null) : err(inputError('card-number', { field }));
}

export const checkWritten = (written: Written): Result<null, AppError> =>
  written.reason.trim() === '' ? err(inputError('reason-needed')) : checkNoCard(written);
