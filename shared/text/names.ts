/**
 * Order and reference numbers as they leave a PC: as the gateway says them, unless they are somebody's card, account or email.
 * Many begin with a zero, as phones do.
 */
import { withoutCardsInText } from './cards.ts';
import { maskContacts } from './contacts.ts';

const IBAN = /\b([A-Z]{2}\d{2})[A-Z0-9 ]{7,26}([A-Z0-9]{4})\b/g;
export const withoutAccounts = (text: string): string => text.replace(IBAN, '$1…$2');

/** ISO 13616: the characters, moved and read as one number, leave 1 when divided by 97. */
function isIban(text: string): boolean {
  const digits = [...`${text.slice(4)}${text.slice(0, 4)}`.replaceAll(' ', '')]
    .map((one) => parseInt(one, 36).toString())
    .join('');
  return BigInt(digits) % 97n === 1n;
}

export function maskedName(name: string): string {
  const clean = withoutCardsInText(name);
  if (name.includes('@')) return maskContacts(withoutAccounts(clean));
  return clean.replace(IBAN, (found, head: string, end: string) =>
    isIban(found) ? `${head}…${end}` : found,
  );
}
