/** What is taken out of texts before they leave this PC: card numbers, bank accounts, emails and phones of customers. */
import { maskContacts } from '#shared/text/contacts.ts';
import { maskedName, withoutAccounts } from '#shared/text/names.ts';
import { withoutCards } from '../gateway/cards.ts';

const ONLY_DIGITS = /^\s*\d+\s*$/;

export function masked(text: string): string {
  const clean = withoutAccounts(withoutCards(text));
  // A number alone is an order or a reference: a phone stands among words, or begins as phones do.
  return ONLY_DIGITS.test(clean) ? clean : maskContacts(clean);
}

/** An account is called one, and looks like any number. */
const ACCOUNT_NAME = /account|iban/i;
const shortened = (text: string) => (text.length > 4 ? `…${text.slice(-4)}` : text);
const KEY_NAMES: ReadonlySet<string> = new Set(['merchantOrderId', 'refNumber', 'branchKey']);

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** With every text masked by `mask`, at any depth, and every account shortened whatever it looks like. */
function mapped(value: Json, name: string, mask: (text: string, name: string) => string): Json {
  if (ACCOUNT_NAME.test(name) && (typeof value === 'string' || typeof value === 'number'))
    return shortened(String(value));
  if (typeof value === 'string') return mask(value, name);
  if (Array.isArray(value)) return value.map((inner: Json) => mapped(inner, name, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapped(inner, key, mask)]));
}

export const maskedFacts = (value: Json): Json => mapped(value, '', masked);

/** Ids and hashes that the gateway or Closeout made, and amounts: exact to the last digit. */
const EXACT_NAMES: ReadonlySet<string> = new Set([
  'sha256',
  'requestId',
  'decision',
  'minor',
  'currency',
  'rowId',
  'terminalId',
  'opId',
  'closingId',
]);

/** Facts about money. Amounts and ids stay exact; cards, accounts and emails are masked in orders and references. */
export const maskedMoneyFacts = (value: Json): Json =>
  mapped(value, '', (text, name) =>
    EXACT_NAMES.has(name) ? text : KEY_NAMES.has(name) ? maskedName(text) : masked(text),
  );
