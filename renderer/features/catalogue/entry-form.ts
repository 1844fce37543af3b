/** What is typed of a product or a category, and what is sent of it. */
import type { CatalogueThing } from '#shared/contract/catalogue.ts';
import type { InputOf } from '#shared/contract/index.ts';
import type { KeptRow } from '#shared/contract/kept.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import { toDecimal } from '#shared/money/money.ts';
import { typedAmount } from '#shared/money/typed-money.ts';

export type EntryForm = {
  name: string;
  price: string;
  currency: string;
  description: string;
  /** Null: as they are. */
  categoryIds: string[] | null;
};
type Entry = InputOf<'catalogue.make'>['entry'];

export const emptyEntry: EntryForm = {
  name: '',
  price: '',
  currency: 'EGP',
  description: '',
  categoryIds: null,
};

export function formOf({ cells }: KeptRow): EntryForm {
  const name = cells.product ?? cells.category;
  const { price, description } = cells;
  return {
    ...emptyEntry,
    name: name?.is === 'text' ? name.text : '',
    description: description?.is === 'text' ? description.text : '',
    ...(price?.is === 'money' && { price: toDecimal(price.money), currency: price.money.currency }),
  };
}

/** Null while something is missing. */
export function entryOf(what: CatalogueThing, form: EntryForm): Entry | null {
  const name = form.name.trim();
  if (name === '') return null;
  if (what === 'category') return { what, name };
  const price = typedAmount(form.price, form.currency);
  if (price === null || price.minor <= 0n) return null;
  return {
    what,
    name,
    price: wireMoney(price),
    description: form.description.trim(),
    categoryIds: form.categoryIds,
  };
}
