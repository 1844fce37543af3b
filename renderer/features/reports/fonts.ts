/** The fonts of paper, inside it: a document that is printed or saved loads nothing. Arabic is as heavy as in the window (theme/arabic.css). */
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?inline';
import arabic from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-500-normal.woff2?inline';
import arabicStrong from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-700-normal.woff2?inline';

const face = (family: string, weight: string, url: string) =>
  // Swap: a browser may draw the margins of a page before a font is there, and would draw nothing.
  `@font-face{font-family:'${family}';font-weight:${weight};font-display:swap;src:url(${url}) format('woff2')}`;

export const FONT_FACES = [
  face('Paper Latin', '100 900', inter),
  face('Paper Arabic', '100 500', arabic),
  face('Paper Arabic', '501 900', arabicStrong),
].join('');
export const FONT_FAMILY = "'Paper Latin','Paper Arabic','Noto Sans Arabic',system-ui,sans-serif";
