/**
 * Everything that is kept, found by any part of an id, reference or name, and by its amount. Each kind has an index of every three
 * letters that follow one another; what has all of those of the question is looked at again.
 */
import { LEAST_LETTERS, type Found } from '#shared/contract/find.ts';
import { findableLists, type KeptListName } from '#shared/domain/kept-lists.ts';
import { maskContacts } from '#shared/text/contacts.ts';
import { money, parseMoney } from '#shared/money/money.ts';
import { searchText, typedAmountToDecimal } from '#shared/text/digits.ts';
import { reads, type ReadableDb } from '../db.ts';
import { searchedIn } from './checkouts.ts';
import { whileAsked } from '../still-asked.ts';
import { SHOWN } from './settled-sums.ts';
import { matchOf, rareMatchOf } from './text-search.ts';

const MOST_OF_A_KIND = 6;
/** Among so many the newest are looked for: of more, nobody reads them but types on. */
const MOST_LOOKED_AT = 400;

type Kind = {
  readonly table: string;
  readonly columns: string;
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
    columns: `payment.key AS key, NULL AS terminal_id, NULL AS list, merchant_order_id AS title, ref_number AS detail, amount_minor AS minor,
      currency, at_ms`,
    letters: 'payment.search',
    amount: amountOf('payment'),
  },
  checkout: {
    table: 'checkout',
    columns: `checkout.key AS key, NULL AS terminal_id, NULL AS list, order_reference AS title, customer AS detail, amount_minor AS minor,
      currency, created_at_ms AS at_ms`,
    letters: 'checkout.search',
    amount: amountOf('checkout'),
  },
  'terminal-row': {
    table: 'pos_transaction',
    columns: `pos_transaction.row_id AS key, terminal_id, NULL AS list, ref_number AS title, merchant_order_id AS detail, amount_minor AS minor,
      currency, first_seen_at_ms AS at_ms`,
    letters: "lower(COALESCE(ref_number, '') || ' ' || COALESCE(merchant_order_id, ''))",
    amount: amountOf('pos_transaction'),
  },
  settled: {
    table: 'settled',
    columns: `settled.transaction_id AS key, NULL AS terminal_id, NULL AS list, settled.ref_number AS title, settled.merchant_order_id AS detail,
      settled.amount_minor AS minor, settled.currency AS currency, settled.settled_at_ms AS at_ms`,
    letters: 'settled.search',
    amount: { is: SHOWN, index: 'settled_by_shown' },
  },
  kept: {
    table: 'kept_row',
    columns: `kept_row.key AS key, NULL AS terminal_id, list, title, detail, amount_minor AS minor, currency, at_ms`,
    letters: 'kept_row.search',
    among: `list IN (${findableLists.map((name) => `'${name}'`).join(', ')})`,
    amount: amountOf('kept_row'),
  },
};

/** Whoever may not see phones and emails does not find by them either. */
function kindFor(what: Found['what'], seesContacts: boolean): Kind {
  const kind = findKinds[what];
  if (what === 'checkout') return { ...kind, letters: searchedIn(seesContacts) };
  return what === 'kept' && !seesContacts ? { ...kind, letters: 'kept_row.search_masked' } : kind;
}

/** Exported so that a test can read its plan. What is called exactly so comes first, and then the newest. */
export const foundByText = (
  { table, columns, letters, among = '1' }: Kind,
  watch: readonly string[] = [],
): string => `
  SELECT * FROM (
    SELECT ${columns} FROM ${table}_search CROSS JOIN ${table} ON ${table}.rowid = ${table}_search.rowid
    WHERE ${[`${table}_search MATCH ?`, ...watch, `instr(${letters}, ?)`, among].join(' AND ')} LIMIT ${MOST_LOOKED_AT}
  ) ORDER BY (lower(title) IS ?) DESC, at_ms DESC LIMIT ${MOST_OF_A_KIND}`;
/** Exported so that a test can read its plan. */
export const foundByAmount = ({ table, columns, amount, among = '1' }: Kind): string => `
  SELECT * FROM (
    SELECT ${columns} FROM ${table} INDEXED BY ${amount.index} WHERE ${amount.is} IN (?, ?, ?, ?, ?, ?) AND ${among} LIMIT ${MOST_LOOKED_AT}
  ) ORDER BY at_ms DESC`;

type Row = {
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
function withoutContact(what: Found['what'], row: Row): Row {
  if (what === 'checkout') return { ...row, detail: masked(row.detail) };
  return what === 'kept' ? { ...row, title: masked(row.title), detail: masked(row.detail) } : row;
}

const foundFrom = (what: Found['what'], row: Row): Found => ({
  what,
  key: row.key,
  terminalId: row.terminal_id,
  list: row.list,
  title: row.title ?? row.detail ?? row.key,
  detail: row.title === null ? null : row.detail,
  amount: row.minor === null || row.currency === null ? null : money(row.minor, row.currency),
  // Zero: nobody said when.
  atMs: row.at_ms === null || row.at_ms === 0n ? null : Number(row.at_ms),
});

const sizeOf = (minor: bigint): bigint => (minor < 0n ? -minor : minor);
/** What an amount of these digits is in minor units, by the decimals that currencies have; taken and given back. Zero: it is none. */
const minorsOf = (decimal: string): bigint[] =>
  ['JPY', 'EGP', 'KWD'].flatMap((currency) => {
    const parsed = parseMoney(decimal, currency);
    const size = parsed.ok ? sizeOf(parsed.value.minor) : 0n;
    return [size, -size];
  });
/** The same digits in a currency of other decimals are another amount. */
const isAmount = ({ amount }: Found, decimal: string): boolean => {
  const parsed = amount === null ? null : parseMoney(decimal, amount.currency);
  return parsed?.ok === true && sizeOf(parsed.value.minor) === sizeOf(amount?.minor ?? 0n);
};

/** The kinds that may have very many rows. */
const tables = { order: 'payment', settled: 'settled' } as const;

type Search = { text: string; seesContacts: boolean };

function findAll(cache: ReadableDb, { text: typed, seesContacts }: Search): Found[] {
  const text = searchText(typed);
  if ([...text].length < LEAST_LETTERS || text.includes('\0')) return [];
  const decimal = typedAmountToDecimal(typed);
  const rowsOf = (what: Found['what'], sql: string, ...args: unknown[]): Found[] =>
    cache
      .prepare<Row>(sql)
      .safeIntegers()
      .all(...args)
      .map((row) => foundFrom(what, seesContacts ? row : withoutContact(what, row)));
  return (Object.keys(findKinds) as Found['what'][]).flatMap((what) => {
    const kind = kindFor(what, seesContacts);
    const match =
      what === 'order' || what === 'settled' ? rareMatchOf(cache, tables[what], text) : matchOf(text);
    const found = rowsOf(what, foundByText(kind, whileAsked(cache, kind.table)), match, text, text);
    const same = decimal === null ? [] : rowsOf(what, foundByAmount(kind), ...minorsOf(decimal));
    const keys = new Set(found.map(({ key }) => key));
    const more = same.filter((one) => isAmount(one, decimal ?? '') && !keys.has(one.key));
    return [...found, ...more].slice(0, MOST_OF_A_KIND);
  });
}

export const findProcedures = {
  'find.all': reads(({ cache }, search: Search) => findAll(cache, search)),
};
