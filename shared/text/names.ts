/**
 * Order and reference numbers as they leave a PC: as the gateway says them, unless they are somebody's card, account or email.
 * Many begin with a zero, as phones do.
 */
import { withoutCardsInText } from './cards.ts';
import { maskContacts } from './contacts.ts';
import { hasCheckDigits } from './iban.ts';

const IBAN = /\b([A-Z]{2}\d{2})[A-Z0-9 ]{7,26}([A-Z0-9]{4})\b/g;
export const withoutAccounts = (text: string): string => text.replace(IBAN, '$1…$2');

export function maskedName(name: string): string {
  const clean = withoutCardsInText(name);
  if (name.includes('@')) return maskContacts(withoutAccounts(clean));
  return clean.replace(IBAN, (found, head: string, end: string) =>
    hasCheckDigits(found.replaceAll(' ', '')) ? `${head}…${end}` : found,
  );
}
