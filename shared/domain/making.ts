/** Things that are made at the gateway and move no money: the right that each needs, and the list that shows it. */
import type { KeptListName } from './kept-lists.ts';
import type { Right } from './rights.ts';

type Described = {
  readonly right: Right;
  /** Null of a checkout, which has a list of its own, and of a key, which no list has. */
  readonly list: KeptListName | null;
};
const described = {
  checkout: { right: 'bill', list: null },
  product: { right: 'catalogue', list: 'products' },
  category: { right: 'catalogue', list: 'categories' },
  link: { right: 'bill', list: 'links' },
  invoice: { right: 'bill', list: 'invoices' },
  // Part of a sheet that the gateway has checked: its customers are saved together.
  customers: { right: 'customers', list: 'customers' },
  webhook: { right: 'integration', list: 'webhooks' },
  // Money leaves at its runs: two people confirm it, and it is not made again from what was stored.
  schedule: { right: 'payouts', list: 'schedules' },
  // The gateway lists no keys (interface §2.11): a person looks on its own pages.
  'api-key': { right: 'credentials', list: null },
} as const satisfies Readonly<Record<string, Described>>;

export type Thing = keyof typeof described;
export const things = Object.keys(described) as [Thing, ...Thing[]];
export const rightToMake = (thing: Thing): Right => described[thing].right;
export const listOfMade = <T extends Thing>(thing: T): (typeof described)[T]['list'] => described[thing].list;
/** True if no list of the gateway says whether it exists. */
export const isUnlisted = (thing: Thing): boolean => thing === 'api-key';
export const madeIn = (list: KeptListName): Thing | null =>
  things.find((thing) => described[thing].list === list) ?? null;

/** Our reference of an attempt, which the gateway gets where nobody gave one. `random`: 24 hex digits. */
export const creationIdOf = (random: string): string => `CR-${random}`;
export const isCreationId = (text: string): boolean => /^CR-[0-9a-f]{24}$/.test(text);
