/**
 * Lists of the gateway, stored as they were read last: the one table that contract, storage, pages, navigation, search and files
 * follow. A new one is a line here, how it is read in `electron/services/kept/`, and its words in `kept.json`.
 */
import { keptTabs, type KeptTab } from './kept-tabs.ts';

/**
 * `contact`: a phone or an email. `name`: what a person is called or wrote, in which one may stand. Both are masked for whoever may not see
 * contacts. `word`: a code that has a word on screen; the list can be narrowed by it. `flags`: several such codes, separated by spaces.
 * `events`: the events that a webhook reports, separated by commas. `answer`: the HTTP status of a server's answer. A person can filter
 * the list by it. `rate`: a decimal, what one unit of a currency comes to.
 */
export type CellKind =
  | 'id'
  | 'text'
  | 'name'
  | 'contact'
  | 'word'
  | 'flags'
  | 'events'
  | 'answer'
  | 'percent'
  | 'rate'
  | 'currency'
  | 'money'
  | 'time'
  | 'count';
type Columns = Readonly<Record<string, CellKind>>;
type Described = {
  readonly tab: KeptTab;
  readonly columns: Columns;
  /** Columns of the drawer alone. */
  readonly more?: Columns;
  /** What becomes of rows that the gateway stopped listing: they are shown as gone, or are history. Without it they go. */
  readonly keeps?: 'gone' | 'history';
  /** The column by whose value a row is called. A list that has one opens its rows, and Ctrl+K finds them. */
  readonly calledBy?: string;
  /** What is said beside that. */
  readonly detail?: string;
  /** True if the parts of a row are not in the list, but are read when the row is opened. */
  readonly partsWhenOpened?: true;
  /** The column that says whether a row is still open. The rows of each state are counted, and added up if the list is. */
  readonly state?: string;
  /** The states that need a person, the worst first: their rows stand above the others, as long as nobody chose an order. */
  readonly first?: readonly string[];
  /** True if the amounts of the first column of money can be added up. */
  readonly adds?: true;
  /** True if the gateway has no such list: its rows are collected one by one (`electron/services/deliveries/`). */
  readonly collected?: true;
  /** Rows of another list that name a row of this one, in `by`, as `of` has it. */
  readonly related?: readonly { readonly list: string; readonly by: string; readonly of: string }[];
};

const made = { created: 'time', changed: 'time' } as const;
const bill = { due: 'time', created: 'time', reference: 'id' } as const;
const recipient = {
  recipient: 'name',
  recipientBank: 'text',
  recipientNumber: 'id',
  method: 'word',
  amount: 'money',
} as const;
const balance = { available: 'money', onHold: 'money', totalBalance: 'money' } as const;
/** Its code is for files: on the screen it says nothing that the name does not. */
const reference = {
  columns: { name: 'text', nameArabic: 'text' },
  more: { code: 'id' },
} as const;

const keptLists = {
  customers: {
    tab: 'customers',
    columns: { name: 'name', customer: 'id', phone: 'contact', email: 'contact', created: 'time' },
    more: { changed: 'time' },
    keeps: 'gone',
    calledBy: 'name',
    detail: 'customer',
    // A bill names its customer and no number: they are joined by that.
    related: [
      { list: 'links', by: 'billTo', of: 'name' },
      { list: 'invoices', by: 'billTo', of: 'name' },
    ],
  },
  products: {
    tab: 'products',
    columns: { product: 'text', price: 'money', categories: 'text', description: 'name', ...made },
    more: { productId: 'id' },
    keeps: 'gone',
    calledBy: 'product',
    detail: 'categories',
  },
  categories: {
    tab: 'categories',
    columns: { category: 'text', created: 'time', changed: 'time' },
    more: { categoryId: 'id' },
    keeps: 'gone',
    calledBy: 'category',
    related: [{ list: 'products', by: 'categories', of: 'category' }],
  },
  discounts: {
    tab: 'discounts',
    columns: {
      discount: 'text',
      discountState: 'word',
      percentOff: 'percent',
      amountOff: 'money',
      channels: 'flags',
      validFrom: 'time',
      validUntil: 'time',
    },
    more: { discountType: 'word', discountId: 'id' },
    keeps: 'gone',
    state: 'discountState',
    calledBy: 'discount',
    detail: 'discountId',
  },
  links: {
    tab: 'links',
    columns: {
      billTo: 'name',
      linkId: 'id',
      amount: 'money',
      paymentState: 'word',
      ...bill,
    },
    more: {
      egpEstimate: 'money',
      billState: 'word',
      billFlags: 'flags',
      description: 'name',
      exchangeRate: 'rate',
      recordedAt: 'time',
    },
    keeps: 'gone',
    adds: true,
    state: 'paymentState',
    first: ['OVERDUE'],
    calledBy: 'linkId',
    detail: 'billTo',
  },
  invoices: {
    tab: 'invoices',
    columns: {
      billTo: 'name',
      invoice: 'id',
      amount: 'money',
      paymentState: 'word',
      ...bill,
      invoiceType: 'word',
    },
    more: {
      billState: 'word',
      description: 'name',
      email: 'contact',
      refundable: 'money',
      billFlags: 'flags',
    },
    keeps: 'gone',
    adds: true,
    state: 'paymentState',
    first: ['OVERDUE'],
    calledBy: 'invoice',
    detail: 'billTo',
  },
  bulk: {
    tab: 'bulk',
    columns: {
      billTo: 'name',
      batch: 'word',
      amount: 'money',
      due: 'time',
      bulkState: 'word',
      created: 'time',
    },
    more: { batchItem: 'id', changed: 'time' },
    keeps: 'gone',
    adds: true,
    state: 'bulkState',
    calledBy: 'billTo',
    detail: 'batch',
  },
  pages: {
    tab: 'pages',
    columns: { page: 'text', pageType: 'word', currency: 'currency', created: 'time', pageId: 'id' },
    more: { pageState: 'word', description: 'name' },
    keeps: 'gone',
    calledBy: 'page',
    detail: 'pageId',
    partsWhenOpened: true,
  },
  sent: {
    tab: 'sent',
    columns: {
      created: 'time',
      ...recipient,
      transferFee: 'money',
      transferVat: 'money',
      transferState: 'word',
      failure: 'name',
      batch: 'word',
    },
    more: { totalSent: 'money', reference: 'id', transferId: 'id', changed: 'time' },
    keeps: 'gone',
    calledBy: 'recipient',
    detail: 'transferId',
  },
  schedules: {
    tab: 'schedules',
    columns: { ...recipient, frequency: 'word', nextRun: 'time', scheduleState: 'word', created: 'time' },
    more: { reference: 'id', scheduleId: 'id' },
    keeps: 'gone',
    calledBy: 'recipient',
    detail: 'scheduleId',
    related: [{ list: 'sent', by: 'reference', of: 'reference' }],
  },
  balances: { tab: 'balances', columns: { account: 'id', accountFlags: 'flags', ...balance } },
  'balance-history': {
    tab: 'balances',
    columns: { readAt: 'time', account: 'id', ...balance },
    keeps: 'history',
  },
  'merchant-fees': {
    tab: 'fees',
    columns: { method: 'word', rate: 'percent', flatFee: 'money', vat: 'percent' },
  },
  'fee-history': {
    tab: 'fees',
    columns: { readAt: 'time', method: 'word', rate: 'percent', flatFee: 'money', vat: 'percent' },
    keeps: 'history',
  },
  'allowed-methods': { tab: 'methods', ...reference },
  'method-definitions': { tab: 'methods', ...reference },
  installments: {
    tab: 'methods',
    columns: { bank: 'text', plan: 'id', months: 'count', rate: 'percent' },
  },
  banks: { tab: 'lists', ...reference },
  cities: { tab: 'lists', ...reference },
  countries: { tab: 'lists', ...reference },
  industries: { tab: 'lists', ...reference },
  exchange: {
    tab: 'exchange',
    columns: { currency: 'currency', exchangeRate: 'rate', recordedAt: 'time', link: 'id' },
    keeps: 'history',
  },
  webhooks: {
    tab: 'webhooks',
    columns: { webhook: 'text', mode: 'word', webhookState: 'word', events: 'events', webhookUrl: 'id' },
    // Of a header only the name is kept: its value may be somebody's secret.
    more: { headers: 'text', webhookId: 'id', created: 'time', changed: 'time' },
    keeps: 'gone',
    state: 'webhookState',
    calledBy: 'webhook',
    detail: 'webhookUrl',
  },
  deliveries: {
    tab: 'deliveries',
    columns: {
      created: 'time',
      event: 'events',
      about: 'id',
      deliveryState: 'word',
      lastAnswer: 'answer',
      attempts: 'count',
      toWebhook: 'word',
    },
    more: { aboutKind: 'word', webhookUrl: 'id', deliveryFlags: 'flags', changed: 'time', recordId: 'id' },
    keeps: 'history',
    collected: true,
    state: 'deliveryState',
    first: ['failed', 'retrying'],
    calledBy: 'event',
    detail: 'about',
  },
} as const satisfies Record<string, Described>;

export type KeptListName = keyof typeof keptLists;
/** The lists whose rows are collected. */
type Collected<N extends KeptListName> = N extends unknown
  ? (typeof keptLists)[N] extends { collected: true }
    ? N
    : never
  : never;
/** The lists that the gateway has. */
export type ListedName = Exclude<KeptListName, Collected<KeptListName>>;
export const keptListNames = Object.keys(keptLists) as [KeptListName, ...KeptListName[]];
export const keptListsIn = (tab: KeptTab): KeptListName[] =>
  keptListNames.filter((name) => keptLists[name].tab === tab);

type Keys<T> = T extends unknown ? keyof T : never;
type AllOf<L> = L extends { columns: infer C }
  ? Keys<C> | (L extends { more: infer M } ? Keys<M> : never)
  : never;
export type KeptColumn = AllOf<(typeof keptLists)[KeptListName]>;

const described = (name: KeptListName): Described => keptLists[name];
const entries = (columns: Columns) => Object.entries(columns) as [KeptColumn, CellKind][];

/** A list's columns in their order. */
export const keptColumns = (name: KeptListName): [KeptColumn, CellKind][] => entries(keptLists[name].columns);
/** Those, and the ones that its drawer alone shows. */
export const keptFacts = (name: KeptListName): [KeptColumn, CellKind][] => [
  ...keptColumns(name),
  ...entries(described(name).more ?? {}),
];
export const allKeptColumns = [
  ...new Set(keptListNames.flatMap((name) => keptFacts(name).map(([column]) => column))),
] as [KeptColumn, ...KeptColumn[]];
/** A column is of one kind in every list that has it. */
export const kindOfKept = (column: KeptColumn): CellKind =>
  keptListNames.flatMap(keptFacts).find(([one]) => one === column)?.[1] ?? 'text';
/** When a row came to be, which tells which rows are newer. */
export const timeOfKept = (name: KeptListName): KeptColumn | null => {
  const times = keptFacts(name).flatMap(([column, kind]) => (kind === 'time' ? [column] : []));
  return times.find((column) => column === 'created') ?? times[0] ?? null;
};
/** The values with words of ours, which a list is narrowed by. */
export const keptChoices = (name: KeptListName): KeptColumn[] =>
  keptFacts(name).flatMap(([column, kind]) => (['word', 'flags', 'answer'].includes(kind) ? [column] : []));

/** The column that is added up. */
export const summedIn = (name: KeptListName): KeptColumn | null =>
  (described(name).adds && keptColumns(name).find(([, kind]) => kind === 'money')?.[0]) || null;
export const stateOf = (name: KeptListName) => (described(name).state ?? null) as KeptColumn | null;
export const firstStates = (name: KeptListName): readonly string[] => described(name).first ?? [];
export const hasPartsWhenOpened = (name: KeptListName): boolean => described(name).partsWhenOpened ?? false;
export const isListed = (name: KeptListName): name is ListedName => described(name).collected !== true;
export const whatItKeeps = (name: KeptListName) => described(name).keeps ?? null;
export const calledBy = (name: KeptListName) => (described(name).calledBy ?? null) as KeptColumn | null;
export const detailOf = (name: KeptListName) => (described(name).detail ?? null) as KeptColumn | null;
export const findableLists = keptListNames.filter((name) => calledBy(name) !== null);
type Related = { list: KeptListName; by: KeptColumn; of: KeptColumn };
export const relatedTo = (name: KeptListName) => (described(name).related ?? []) as readonly Related[];

/** The address at which a row is open. */
export const pathOfKept = (name: KeptListName, key: string): string =>
  `${keptTabs[keptLists[name].tab]}/${name}/${encodeURIComponent(key)}`;

/** Parts of a row that its drawer shows as lists of their own. */
export const keptParts = [
  'customFields',
  'history',
  'items',
  'fees',
  'payments',
  'products',
  'answers',
  'body',
] as const;
