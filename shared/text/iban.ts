/** Whether a text is an IBAN: its form, and its check digits (ISO 13616). Pure. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/;

/** Letters count from 10 on; the first four characters come last; the whole leaves 1 when divided by 97. */
export function isIban(text: string): boolean {
  if (!IBAN.test(text)) return false;
  const moved = text.slice(4) + text.slice(0, 4);
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}
