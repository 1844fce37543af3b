/** To whom something is sent: an email or a phone number, as people type and paste them. */
import { toAsciiDigits } from './digits.ts';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+?\d{6,15}$/;

export const isEmail = (text: string): boolean => EMAIL.test(text);
/** As the gateway takes it: Latin digits without anything between them. */
export const phoneOf = (typed: string): string => toAsciiDigits(typed).replace(/[\s()-]/g, '');
export const isPhone = (typed: string): boolean => PHONE.test(phoneOf(typed));

/** One recipient as it is sent; null if it is neither. */
export function recipientOf(typed: string): { email: string } | { phone: string } | null {
  const text = typed.trim();
  if (isEmail(text)) return { email: text };
  return isPhone(text) ? { phone: phoneOf(text) } : null;
}

/** One a line or between commas, each once. */
export const recipientsIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\n,;،]+/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
];

/** The same for every way in which an Egyptian number is written: with the country, with a zero, without it. */
export function phoneKey(typed: string): string {
  const digits = phoneOf(typed).replace(/^\+|^00/, '');
  const own = /^(?:20|0)?(1[0125]\d{8})$/.exec(digits)?.[1];
  return own ?? digits;
}
