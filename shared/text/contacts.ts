/** Emails and phone numbers of customers, as a person without the right `customers` sees them: names and references stay. */
import { toAsciiDigits } from './digits.ts';

/** Nothing of the address stays but its first letter: a domain may be a person's own. */
const EMAIL = /([^\s@<>()[\],;:"]?)[^\s@<>()[\],;:"]{0,63}@[^\s@<>()[\],;:"]{1,255}/gu;
/** A number that begins as phone numbers do, alone or among other words, with what people put between the digits. */
const PHONE =
  /(?<![\p{L}\p{N}])[+(]{0,2}[0٠۰](?:[ ().-]?[\d٠-٩۰-۹]){8,14}(?![\p{L}\p{N}])|\+(?:[ ().-]?[\d٠-٩۰-۹]){8,15}/gu;
/** Digits and nothing else may be a phone number without its zero. */
const ONLY_DIGITS = /^\s*[\d٠-٩۰-۹]{8,15}\s*$/u;

const maskedPhone = (phone: string): string => `•••• ${toAsciiDigits(phone).replace(/\D/g, '').slice(-2)}`;

export function maskContacts(text: string): string {
  if (ONLY_DIGITS.test(text)) return maskedPhone(text);
  return text.replace(EMAIL, '$1•••@•••').replace(PHONE, maskedPhone);
}
