/** Saved cards (§4.3). The card's number is used once, to make the mask, and never stored. */
import { refuse } from '../errors.ts';
import type { World } from '../world.ts';
import { documents, type Stored } from './documents.ts';
import { newHexId } from './ids.ts';

export type Token = {
  maskedCard: string;
  cardBrand: string;
  cardHolderName: string;
  expiryMonth: string;
  expiryYear: string;
  customerReference: string;
  /** A card that the bank refuses, which is how a refusal can be tried: its number ends in 0002. */
  refused: boolean;
};
const tokens = documents<Token>('token');

const BRANDS: readonly [RegExp, string][] = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'Mastercard'],
  [/^5078/, 'Meeza'],
];

type Card = { number: string; expiryMonth: string; expiryYear: string; holderName: string };

/** Whether the last digit checks the others (ISO/IEC 7812). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

export function saveCard(world: World, customerReference: string, card: Card): Stored<Token> {
  const { number } = card;
  const hidden = '*'.repeat(number.length - 10);
  return tokens.insert(world, newHexId(world, 'token'), {
    maskedCard: `${number.slice(0, 6)}${hidden}${number.slice(-4)}`,
    cardBrand: BRANDS.find(([pattern]) => pattern.test(number))?.[1] ?? 'Other',
    cardHolderName: card.holderName,
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    customerReference,
    refused: number.endsWith('0002'),
  });
}

export function tokenById(world: World, id: string): Stored<Token> {
  const token = tokens.get(world, id);
  if (!token) throw refuse.missing('saved card', 'بطاقة محفوظة');
  return token;
}

export const allTokens = (world: World): Stored<Token>[] => tokens.all(world);
export const removeToken = (world: World, id: string): boolean => tokens.remove(world, id);
