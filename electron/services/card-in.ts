/** Card numbers in what a person writes. A text that holds one is not sent and not stored. */
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { withoutCardsInText } from '#shared/text/cards.ts';

/** Names the first of these texts, by its field, that holds a card number; null if none does. */
export function cardIn(texts: Readonly<Record<string, string>>): AppError | null {
  const found = Object.entries(texts).find(([, text]) => withoutCardsInText(text) !== text);
  return found ? inputError('card-number', { field: found[0] }) : null;
}
