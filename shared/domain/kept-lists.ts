/**
 * Read-only lists of the gateway, stored as they were read last: the one table that contract, storage, pages, navigation and files
 * follow. A new one is a line here, how it is read in `electron/services/rates/reads.ts`, and its words in `rates.json`.
 */
export type CellKind = 'id' | 'text' | 'word' | 'percent' | 'money' | 'time' | 'count';

const reference = { code: 'id', name: 'text', nameArabic: 'text' } as const;

/** The tabs that show the lists. The address of a tab says in which place of the navigation it stands. */
export const keptTabs = {
  fees: '/rates',
  methods: '/rates/methods',
  lists: '/rates/lists',
  exchange: '/rates/exchange',
} as const;
export type KeptTab = keyof typeof keptTabs;
export const keptTabNames = Object.keys(keptTabs) as KeptTab[];

/** `keeps`: rows stay after the gateway has stopped listing them. */
export const keptLists = {
  'merchant-fees': {
    tab: 'fees',
    columns: { method: 'word', rate: 'percent', flatFee: 'money', vat: 'percent' },
  },
  'allowed-methods': { tab: 'methods', columns: reference },
  'method-definitions': { tab: 'methods', columns: reference },
  installments: {
    tab: 'methods',
    columns: { bank: 'text', plan: 'id', months: 'count', rate: 'percent' },
  },
  banks: { tab: 'lists', columns: reference },
  cities: { tab: 'lists', columns: reference },
  countries: { tab: 'lists', columns: reference },
  industries: { tab: 'lists', columns: reference },
  exchange: {
    tab: 'exchange',
    columns: { currency: 'id', exchangeRate: 'text', recordedAt: 'time', link: 'id' },
    keeps: true,
  },
} as const satisfies Record<
  string,
  { tab: KeptTab; columns: Readonly<Record<string, CellKind>>; keeps?: true }
>;

export type KeptListName = keyof typeof keptLists;
export const keptListNames = Object.keys(keptLists) as [KeptListName, ...KeptListName[]];
export const keptListsIn = (tab: KeptTab): KeptListName[] =>
  keptListNames.filter((name) => keptLists[name].tab === tab);

type ColumnsOf<N extends KeptListName> = keyof (typeof keptLists)[N]['columns'];
export type KeptColumn = { [N in KeptListName]: ColumnsOf<N> }[KeptListName];

/** A list's columns in their order. */
export const keptColumns = (name: KeptListName): [KeptColumn, CellKind][] =>
  Object.entries(keptLists[name].columns) as [KeptColumn, CellKind][];
export const allKeptColumns = [
  ...new Set(keptListNames.flatMap((name) => keptColumns(name).map(([column]) => column))),
] as [KeptColumn, ...KeptColumn[]];
export const doesKeep = (name: KeptListName): boolean => 'keeps' in keptLists[name];
