/** A file's name from what people and the gateway wrote, safe on every system. Pure. */

const LONGEST = 120;
/** Windows refuses these names with any ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
/** Separators, wildcards, control and direction characters: nothing that is not seen may be in a name. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]+/gu;

/** `Z-Nile City-000123-final`, without an ending. */
export function safeFileName(parts: readonly string[]): string {
  const clean = parts
    .map((part) => part.toWellFormed().normalize('NFC').replace(UNSAFE, ' ').replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .join('-');
  // By characters, not code units: a name is never cut inside one. A dot or space at an end vanishes on Windows.
  const cut = [...clean]
    .slice(0, LONGEST)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  return cut === '' || RESERVED.test(cut.split('.')[0] ?? '') ? `report-${cut}`.replace(/-$/, '') : cut;
}
