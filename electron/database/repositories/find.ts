/**
 * Everything that is kept, found by any part of an id, reference or name, and by its amount. Each kind has an index of every three
 * letters that follow one another; what has all of those of the question is looked at again.
 */
import { LEAST_LETTERS, type Found } from '#shared/contract/find.ts';
import { findableLists, type KeptListName } from '#shared/domain/kept-lists.ts';
import { maskContacts } from '#shared/text/contacts.ts';
import { money, parseMoney, sizeOf } from '#shared/money/money.ts';
import { searchText, typedAmountToDecimal } from '#shared/text/digits.ts';
import { reads, type ReadableDb } from '../db.ts';
import { searchedIn } from './checkouts.ts';
import { whileAsked } from '../still-asked.ts';
import { SHOWN } from './settled-sums.ts';
import { hasLetters, matchOf, rareMatchOf, unseenLettersOf, type Searchable } from './text-search.ts';

const MOST_OF_A_KIND = 6;
/** Among so many the newest are looked for: of more, nobody reads them but types on. */
const MOST_LOOKED_AT = 400;

type Kind = {
  readonly table: string;
  /** What is said of a row. */
  readonly columns: {
    readonly key: string;
    readonly terminalId?: string;
    readonly list?: string;
    readonly title: string;
    readonly detail: string;
    readonly atMs: string;
  };
  /** The text that a question has to be part of. */
  readonly letters: string;
  /** The condition on the rows that are searched; without it, all rows. */
  readonly among?: string;
  readonly amount: { readonly is: string; readonly index: string };
};
const amountOf = (table: string) => ({ is: `${table}.amount_minor`, index: `${table}_by_amount` });
export const findKinds: Readonly<Record<Found['what'], Kind>> = {
  order: {
    table: 'payment',
    columns: { key: 'key', title: 'merchant_order_id', detail: 'ref_number', atMs: 'at_ms' },
    letters: 'payment.search',
    amount: amountOf('payment'),
  },
  checkout: {
    table: 'checkout',
    columns: { key: 'key', title: 'order_reference', detail: 'customer', atMs: 'created_at_ms' },
    letters: 'checkout.search',
    amount: amountOf('checkout'),
  },
  'terminal-row': {
    table: 'pos_transaction',
    columns: {
      key: 'row_id',
      terminalId: 'terminal_id',
      title: 'ref_number',
      detail: 'merchant_order_id',
      atMs: 'first_seen_at_ms',
    },
    letters: "lower(COALESCE(ref_number, '') || ' ' || COALESCE(merchant_order_id, ''))",
    amount: amountOf('pos_transaction'),
  },
  settled: {
    table: 'settled',
    columns: {
      key: 'transaction_id',
      title: 'ref_number',
      detail: 'merchant_order_id',
      atMs: 'settled_at_ms',
    },
    letters: 'settled.search',
    amount: { is: SHOWN, index: 'settled_by_shown' },
  },
  kept: {
    table: 'kept_row',
    columns: { key: 'key', list: 'list', title: 'title', detail: 'detail', atMs: 'at_ms' },
    letters: 'kept_row.search',
    among: `list IN (${findableLists.map((name) => `'${name}'`).join(', ')})`,
    amount: amountOf('kept_row'),
  },
};
const allKinds = Object.keys(findKinds) as Found['what'][];

/** Whoever may not see phones and emails does not find by them either. */
function kindFor(what: Found['what'], seesContacts: boolean): Kind {
  const kind = findKinds[what];
  if (what === 'checkout') return { ...kind, letters: searchedIn(seesContacts) };
  return what === 'kept' && !seesContacts ? { ...kind, letters: 'kept_row.search_masked' } : kind;
}

const saidOf = (what: Found['what'], { table, columns }: Kind): string => {
  const { key, terminalId, list, title, detail, atMs } = columns;
  const of = (column: string | undefined) => (column === undefined ? 'NULL' : `${table}.${column}`);
  return `'${what}' AS what, ${of(key)} AS key, ${of(terminalId)} AS terminal_id, ${of(list)} AS list, ${of(title)} AS title,
    ${of(detail)} AS detail, ${table}.amount_minor AS minor, ${table}.currency AS currency, ${of(atMs)} AS at_ms`;
};

/**
 * Exported so that a test can read its plan. What is called exactly so comes first, and then the newest. Of all rows that are looked
 * at, the columns of those that are shown are read.
 */
export const foundByText = (what: Found['what'], kind: Kind, watch: readonly string[] = []): string => {
  const { table, columns, letters, among = '1' } = kind;
  return `
  SELECT ${saidOf(what, kind)} FROM (
    SELECT * FROM (
      SELECT ${table}.rowid AS found, ${table}.${columns.title} IS ? COLLATE NOCASE AS is_called, ${table}.${columns.atMs} AS at
      FROM ${table}_search CROSS JOIN ${table} ON ${table}.rowid = ${table}_search.rowid
      WHERE ${[`${table}_search MATCH ?`, ...watch, `instr(${letters}, ?)`, among].join(' AND ')} LIMIT ${MOST_LOOKED_AT}
    ) ORDER BY is_called DESC, at DESC LIMIT ${MOST_OF_A_KIND}
  ) CROSS JOIN ${table} ON ${table}.rowid = found ORDER BY is_called DESC, at DESC`;
};
/** Exported so that a test can read its plan. */
export const foundByAmount = (what: Found['what'], kind: Kind, amounts: number): string => {
  const { table, amount, among = '1' } = kind;
  return `
  SELECT ${saidOf(what, kind)} FROM ${table} INDEXED BY ${amount.index}
  WHERE ${amount.is} IN (${Array.from({ length: amounts }, () => '?').join(', ')}) AND ${among} LIMIT ${MOST_LOOKED_AT}`;
};
const made = new Map<string, string>();
/** Puts the words of a statement together once. `name` says all that they depend on. */
function once(name: string, make: () => string): string {
  const known = made.get(name);
  if (known !== undefined) return known;
  const sql = make();
  made.set(name, sql);
  return sql;
}
/** One statement that finds some of each kind: most of a short answer's time would be spent on beginning the others. */
const together = (name: string, statements: () => readonly string[]): string =>
  once(name, () =>
    statements()
      .map((one) => `SELECT * FROM (${one})`)
      .join(' UNION ALL '),
  );

type Row = {
  what: Found['what'];
  key: string;
  terminal_id: string | null;
  list: KeptListName | null;
  title: string | null;
  detail: string | null;
  minor: bigint | null;
  currency: string | null;
  at_ms: bigint | null;
};
const masked = (text: string | null): string | null => text && maskContacts(text);
/** The detail of a checkout is its customer; a kept row may be called by one. */
function withoutContact(row: Row): Row {
  if (row.what === 'checkout') return { ...row, detail: masked(row.detail) };
  return row.what === 'kept' ? { ...row, title: masked(row.title), detail: masked(row.detail) } : row;
}

const foundFrom = (row: Row): Found => ({
  what: row.what,
  key: row.key,
  terminalId: row.terminal_id,
  list: row.list,
  title: row.title ?? row.detail ?? row.key,
  detail: row.title === null ? null : row.detail,
  amount: row.minor === null || row.currency === null ? null : money(row.minor, row.currency),
  // Zero: nobody said when.
  atMs: row.at_ms === null || row.at_ms === 0n ? null : Number(row.at_ms),
});

/** What was typed, in minor units of currencies with no, two and three decimals; as a sale and, below zero, as a return. */
const minorsOf = (decimal: string): bigint[] =>
  ['JPY', 'EGP', 'KWD'].flatMap((currency) => {
    const parsed = parseMoney(decimal, currency);
    if (!parsed.ok) return [];
    const size = sizeOf(parsed.value.minor);
    return [size, -size];
  });
/** The same digits in a currency of other decimals are another amount. */
const isAmount = ({ amount }: Found, decimal: string): boolean => {
  const parsed = amount === null ? null : parseMoney(decimal, amount.currency);
  return parsed?.ok === true && sizeOf(parsed.value.minor) === sizeOf(amount?.minor ?? 0n);
};

/** The table of a kind that may have very many rows, whose letters are known from a sample; null of the other kinds. */
const sampledTableOf = (what: Found['what']): Searchable | null =>
  what === 'order' ? 'payment' : what === 'settled' ? 'settled' : null;

type Search = { text: string; seesContacts: boolean };

const existing = (name: string, conditions: () => readonly string[]): string =>
  once(
    `any ${name}`,
    () =>
      `SELECT ${conditions()
        .map((one, at) => `${one} AS "${allKinds[at] ?? ''}"`)
        .join(', ')}`,
  );
type Has = Partial<Record<Found['what'], number>>;
const rowsIn = (what: Found['what']) => `EXISTS (SELECT 1 FROM ${findKinds[what].table})`;

/** The kinds that have rows, without those whose index lacks three letters of the text: nothing waits for the indexes of the others. */
function kindsThatMayHave(cache: ReadableDb, text: string): Found['what'][] {
  const unseen = allKinds.map((what) => {
    const table = sampledTableOf(what);
    return table === null ? [] : unseenLettersOf(cache, table, text);
  });
  const sql = existing(`letters ${unseen.map((runs) => runs.length).join()}`, () =>
    allKinds.map((what, at) => {
      const table = sampledTableOf(what);
      const runs = unseen[at]?.length ?? 0;
      return table !== null && runs > 0 ? hasLetters(table, runs) : rowsIn(what);
    }),
  );
  const has = cache.prepare<Has>(sql).get(...unseen.flat());
  return allKinds.filter((what) => has?.[what] === 1);
}

function textSql(cache: ReadableDb, kinds: readonly Found['what'][], seesContacts: boolean): string {
  const watched = whileAsked(cache, '').length > 0;
  return together(`text ${kinds.join()} ${seesContacts} ${watched}`, () =>
    kinds.map((what) => {
      const kind = kindFor(what, seesContacts);
      return foundByText(what, kind, whileAsked(cache, kind.table));
    }),
  );
}
const amountSql = (amounts: number): string =>
  together(`amount ${amounts}`, () => allKinds.map((what) => foundByAmount(what, findKinds[what], amounts)));

function findAll(cache: ReadableDb, { text: typed, seesContacts }: Search): Found[] {
  const text = searchText(typed);
  if ([...text].length < LEAST_LETTERS || text.includes('\0')) return [];
  const rowsOf = (sql: string, args: unknown[]): Found[] =>
    cache
      .prepare<Row>(sql)
      .safeIntegers()
      .all(...args)
      .map((row) => foundFrom(seesContacts ? row : withoutContact(row)));
  const kinds = kindsThatMayHave(cache, text);
  const matchIn = (what: Found['what']): string => {
    const table = sampledTableOf(what);
    return table ? rareMatchOf(cache, table, text) : matchOf(text);
  };
  const byText =
    kinds.length === 0
      ? []
      : rowsOf(
          textSql(cache, kinds, seesContacts),
          kinds.flatMap((what) => [text, matchIn(what), text]),
        );
  const decimal = typedAmountToDecimal(typed);
  const minors = decimal === null ? [] : minorsOf(decimal);
  const byAmount =
    decimal === null || minors.length === 0
      ? []
      : rowsOf(
          amountSql(minors.length),
          allKinds.flatMap(() => minors),
        )
          .filter((one) => isAmount(one, decimal))
          .toSorted((a, b) => (b.atMs ?? 0) - (a.atMs ?? 0));
  if (byText.length === 0 && byAmount.length === 0) return [];
  return allKinds.flatMap((what) => {
    const found = byText.filter((one) => one.what === what);
    const keys = new Set(found.map(({ key }) => key));
    const more = byAmount.filter((one) => one.what === what && !keys.has(one.key));
    return [...found, ...more].slice(0, MOST_OF_A_KIND);
  });
}

export const findProcedures = {
  'find.all': reads(({ cache }, search: Search) => findAll(cache, search)),
};
