/**
 * Card numbers in what a gateway answers. They have no business there, and a label is free text: whatever passes for one keeps
 * its first six and last four digits, before anything is read, stored, logged or shown. A code beside it is taken out whole.
 *
 * Identifiers are left as they are, by the name of their field: one in ten numbers of that length passes for a card by chance,
 * and money goes by these. The names are those of the interface and every `…Id`, `…_id`, `…Ref` and `…Reference`.
 */
import { withoutCardsInText } from '#shared/text/cards.ts';

const IDENTIFIER_WORD =
  /(?:^|_)(?:ids?|ref|reference|rrn|stan|arn|iban|token)$|^order$|^ref_?number$|^serial_?number$|^(?:bank_?)?account_?number$/i;
const IDENTIFIER_ENDING = /[a-z](?:Ids?|ID|Ref|Reference|Iban|Token)$/;
export const isIdentifier = (name: string) => IDENTIFIER_WORD.test(name) || IDENTIFIER_ENDING.test(name);
const SECURITY_CODE = /^(?:cvv2?|cvc2?|cid|card_?security_?code|security_?code)$/i;

/** One value of JSON as it was written, quotes included. */
function cleanLiteral(literal: string, name: string): string {
  if (SECURITY_CODE.test(name)) return literal === 'null' ? literal : '"***"';
  if (isIdentifier(name)) return literal;
  if (!literal.startsWith('"')) {
    if (!/^\d+$/.test(literal)) return literal;
    const clean = withoutCardsInText(literal);
    return clean === literal ? literal : `"${clean}"`;
  }
  return cleanQuoted(literal);
}

/** A text of JSON. Digits can be spelt as escapes, and an escape ends in digits: then it is what is read that is looked at. */
function cleanQuoted(quoted: string): string {
  if (!quoted.includes('\\u')) return withoutCardsInText(quoted);
  const value = valueOf(quoted);
  const clean = withoutCardsInText(value);
  return clean === value ? quoted : JSON.stringify(clean);
}

function valueOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    // Not JSON, which its reader finds out.
    return quoted;
  }
}

/** Names, values and brackets of JSON; each character is looked at once. */
const TOKENS = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"(\s*:)?|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\]]/g;
/** A quick first look: only text with 13 digits close together, or with one of these names, can hold a card number or its code. */
const WORTH_A_LOOK = /\d(?:[ .\u00a0-]?\d){12}|\\u00|cvv|cvc|cid"|security_?code/i;

/** The text of an answer, JSON or not, without card numbers; the same text if there are none. */
export function withoutCards(text: string): string {
  if (!WORTH_A_LOOK.test(text)) return text;
  if (!/^\s*[{[]/.test(text)) return withoutCardsInText(text);
  /** The names of the open brackets, and of the value to come. */
  const outer: string[] = [];
  let name = '';
  return text.replace(TOKENS, (token: string, colon: string | undefined) => {
    if (token === '{' || token === '[') {
      outer.push(name);
      return token;
    }
    if (token === '}' || token === ']') {
      name = outer.pop() ?? '';
      return token;
    }
    if (colon === undefined) return cleanLiteral(token, name);
    const quoted = token.slice(0, -colon.length);
    name = valueOf(quoted);
    return cleanQuoted(quoted) + colon;
  });
}
