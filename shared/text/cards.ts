/** Card numbers in free text: whatever passes for one keeps its first six and last four digits. */

const UUID = /(?<![\da-f])[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}(?![\da-f])/;
/** Runs of digits with single separators between them: as people write card numbers. */
const DIGITS = /\d+(?:[ .\u00a0-]\d+)*/;
/**
 * A UUID is found first and left as it is. Closeout names transfers and schedules by UUIDs and recognises them by these names, and one
 * name in two hundred has digits that pass for a card.
 */
const UUID_OR_DIGITS = new RegExp(`(${UUID.source})|${DIGITS.source}`, 'gi');
const FEWEST = 13;
const MOST = 19;
/** The schemes' first digits: Visa, Mastercard, Amex, Diners, JCB, Discover, UnionPay, Maestro, Meeza, Troy. */
const PREFIX = /^(?:4|5[0-8]|2(?:2[2-9]|[3-6]|7[0-2])|3|6|9792)/;

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
    const counted = at % 2 === 1 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}

const isCard = (digits: string) =>
  digits.length >= FEWEST && digits.length <= MOST && PREFIX.test(digits) && passesLuhn(digits);

const masked = (digits: string) =>
  `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;

/** The groups of one run, with every card among them masked; null if there is none. */
function maskRun(run: string): string | null {
  const parts = run.split(/([ .\u00a0-])/);
  let found = false;
  for (let first = 0; first < parts.length; first += 2) {
    let digits = '';
    for (let last = first; last < parts.length && digits.length <= MOST; last += 2) {
      digits += parts[last] ?? '';
      if (!isCard(digits)) continue;
      parts.splice(first, last - first + 1, masked(digits));
      found = true;
      break;
    }
  }
  return found ? parts.join('') : null;
}

/** Free text without card numbers; if there was one, groups of three or four digits may be its code. */
export function withoutCardsInText(text: string): string {
  let found = false;
  const clean = text.replace(UUID_OR_DIGITS, (run: string, uuid: string | undefined) => {
    const mask = uuid !== undefined || run.length < FEWEST ? null : maskRun(run);
    found ||= mask !== null;
    return mask ?? run;
  });
  return found ? clean.replace(/(?<![\d*])\d{3,4}(?![\d*])/g, (code) => '*'.repeat(code.length)) : text;
}
