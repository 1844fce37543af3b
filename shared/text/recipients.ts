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

const EGYPTIAN_MOBILE = /^(?:\+?20|0020)?0?(1[0125]\d{8})$/;
/** An Egyptian mobile number without country and zero ("1001234567"), however it is written; null if it is none. */
export const egyptianMobile = (typed: string): string | null =>
  EGYPTIAN_MOBILE.exec(phoneOf(typed))?.[1] ?? null;

/** The same for every way in which a number is written: with the country, with a zero, without it. */
export function phoneKey(typed: string): string {
  const digits = phoneOf(typed).replace(/^\+|^00/, '');
  return egyptianMobile(digits) ?? digits;
}
