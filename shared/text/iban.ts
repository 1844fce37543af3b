/** Whether a text is an IBAN: its form, and its check digits (ISO 13616). Pure. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/;

/** Without spaces: the characters, the first four moved to the end and letters from 10 on, leave 1 when divided by 97. */
export function hasCheckDigits(text: string): boolean {
  const digits = [...text.slice(4), ...text.slice(0, 4)].map((one) => parseInt(one, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

export const isIban = (text: string): boolean => IBAN.test(text) && hasCheckDigits(text);
