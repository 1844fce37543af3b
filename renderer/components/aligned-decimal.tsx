/** A decimal of a column, on screen and paper: its separator stands below the one above it. */
import type { Locale } from '../i18n/format.ts';

/** A digit's worth of room for a decimal that is missing. Arabic digits have a slot of their own. */
export const zeroOf = ({ language, digits }: Locale): string =>
  language === 'ar' && digits === 'arabic' ? '' : '0';

/** Arabic digits differ in width: their decimals get a slot of one width, so that the separators stand below each other. */
export function AlignedDecimal({ text, locale }: { text: string; locale: Locale }) {
  const end = text.indexOf('٫') + 1;
  if (zeroOf(locale) !== '' || end === 0) return text;
  return (
    <>
      {text.slice(0, end)}
      <span className="money-fraction">{text.slice(end)}</span>
    </>
  );
}
