const ARABIC_INDIC = 0x0660;
const EXTENDED_ARABIC_INDIC = 0x06f0;

/** Direction marks that text copied from right-to-left screens carries along: U+200E, U+200F, U+061C, and the isolates. */
export function stripDirectionMarks(text: string): string {
  return text.replace(/[\u200E\u200F\u061C\u2066-\u2069\u202A-\u202E]/g, '');
}

/** ٠–٩ and ۰–۹ to 0–9, ٫ to a dot, ٬ removed; everything else is left as it is. */
export function toAsciiDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669]/g, (d) => String(d.charCodeAt(0) - ARABIC_INDIC))
    .replace(/[\u06F0-\u06F9]/g, (d) => String(d.charCodeAt(0) - EXTENDED_ARABIC_INDIC))
    .replace(/\u066B/g, '.')
    .replace(/\u066C/g, '');
}

/**
 * An amount as a person types it ("EGP 1,234.5", "١٬٢٣٤٫٥٠ ج.م.") to an ASCII decimal, or null when it is not
 * clearly one amount. Grouping commas are accepted only in thousands places, so "12,5" is refused, not guessed.
 */
export function typedAmountToDecimal(text: string): string | null {
  const ascii = toAsciiDigits(stripDirectionMarks(text).replace(/\u066C/g, ','))
    .replace(/ج\.م\.?|جنيه/g, '')
    .replace(/^[A-Z]{3}\b|\b[A-Z]{3}$/g, '')
    .replace(/[\s\u00A0\u202F]/g, '');
  if (/^-?\d+(\.\d+)?$/.test(ascii)) return ascii;
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(ascii)) return ascii.replace(/,/g, '');
  return null;
}

/** A search text in the form that rows are compared in: ASCII digits, no direction marks, lower case. */
export const searchText = (typed: string): string =>
  toAsciiDigits(stripDirectionMarks(typed)).trim().toLowerCase();
