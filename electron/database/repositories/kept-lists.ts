/** Lists of the gateway as they were read last (`shared/domain/kept-lists.ts`), page by page, searched and narrowed. */
import { z } from 'zod';
import {
  keptValueSchema,
  type KeptDetail,
  type KeptFilter,
  type KeptRow,
  type KeptSort,
  type KeptValue,
} from '#shared/contract/kept.ts';
import {
  hasPartsWhenOpened,
  keptChoices,
  relatedTo,
  stateOf,
  summedIn,
  whatItKeeps,
  type KeptColumn,
  type KeptListName,
} from '#shared/domain/kept-lists.ts';
import { money, sumByCurrency, type Money } from '#shared/money/money.ts';
import { searchText } from '#shared/text/digits.ts';
import { reads, writesCache, type ReadableDb, type WritableDb } from '../db.ts';
import { whileAsked } from '../still-asked.ts';
import { headOf, searchOf, textIn, valueFor, type ReadRow } from './kept-values.ts';
import { cell, kindIn, sortOf } from './kept-order.ts';
import { listRead, markListRead, noteOf } from './list-reads.ts';

type Row = { key: string; value: string; is_gone: number };

const partsOf = (name: KeptListName, { key, value, is_gone }: Row, seesContacts: boolean) => {
  const { cells, lines } = valueFor(name, keptValueSchema.parse(JSON.parse(value)), seesContacts);
  return { row: { key, cells, isGone: is_gone === 1 }, lines };
};

type Sums = { count: number; sums: Money[]; states: { word: string; count: number; sums: Money[] }[] };
type Search = { name: KeptListName; filter: KeptFilter; seesContacts: boolean };

function whereOf({ name, filter, seesContacts }: Search): { where: string; args: unknown[] } {
  const wanted = searchText(filter.text);
  const parts: [string, ...unknown[]][] = [['list = ?', name]];
  if (wanted !== '') parts.push([`instr(${seesContacts ? 'search' : 'search_masked'}, ?) > 0`, wanted]);
  for (const column of keptChoices(name)) {
    const word = filter.words[column];
    if (word === undefined) continue;
    const text = cell(column, 'text');
    if (kindIn(name, column) === 'flags') parts.push([`instr(' ' || ${text} || ' ', ?) > 0`, ` ${word} `]);
    else parts.push([`${text} = ?`, word]);
  }
  return {
    where: parts.map(([sql]) => sql).join(' AND '),
    args: parts.flatMap(([, ...args]) => args),
  };
}

type Cursor = { at: string | number; key: string };
type Page = Search & { sort: KeptSort; after: Cursor | null; limit: number };

function page(cache: ReadableDb, { sort, after, limit, ...search }: Page) {
  const { where, args } = whereOf(search);
  const { by, direction } = sortOf(search.name, sort);
  const from = after ? `AND (${by}, key) ${direction === 'ASC' ? '>' : '<'} (?, ?)` : '';
  const asked = [where, ...whileAsked(cache, 'kept_row')].join(' AND ');
  const rows = cache
    .prepare<Row & { at: string | number }>(
      `SELECT key, value, is_gone, ${by} AS at FROM kept_row WHERE ${asked} ${from}
       ORDER BY ${by} ${direction}, key ${direction} LIMIT ?`,
    )
    .all(...args, ...(after ? [after.at, after.key] : []), limit);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    rows: rows.map((row) => partsOf(search.name, row, search.seesContacts).row),
    next: last ? { at: last.at, key: last.key } : null,
  };
}

/** Everything under the filter, for a file. */
export function* eachKept(cache: ReadableDb, search: Search, sort: KeptSort): Generator<KeptRow> {
  const { where, args } = whereOf(search);
  const { by, direction } = sortOf(search.name, sort);
  const all = cache.prepare<Row>(
    `SELECT key, value, is_gone FROM kept_row WHERE ${where} ORDER BY ${by} ${direction}, key ${direction}`,
  );
  for (const row of all.iterate(...args)) yield partsOf(search.name, row, search.seesContacts).row;
}

type Group = {
  word: string | null;
  currency: string | null;
  n: bigint;
  listed: bigint;
  minor: bigint | null;
};
const sumsOf = (name: KeptListName, groups: readonly Group[]): Money[] =>
  summedIn(name) === null
    ? []
    : sumByCurrency(
        groups.flatMap(({ currency, minor }) =>
          currency === null || minor === null ? [] : [money(minor, currency)],
        ),
      );

/** Gone rows are listed and counted, and in no sum and no state. */
export function keptSums(cache: ReadableDb, search: Search): Sums {
  const { where, args } = whereOf(search);
  const state = stateOf(search.name);
  const groups = cache
    .prepare<Group>(
      `SELECT ${state === null ? 'NULL' : cell(state, 'text')} word, currency, COUNT(*) n,
         COUNT(*) FILTER (WHERE is_gone = 0) listed, SUM(amount_minor) FILTER (WHERE is_gone = 0) minor FROM kept_row
       WHERE ${[where, ...whileAsked(cache, 'kept_row')].join(' AND ')} GROUP BY word, currency ORDER BY currency, word`,
    )
    .safeIntegers()
    .all(...args);
  const words = [...new Set(groups.flatMap(({ word }) => word ?? []))];
  return {
    count: groups.reduce((count, { n }) => count + Number(n), 0),
    sums: sumsOf(search.name, groups),
    states: words.map((word) => {
      const those = groups.filter((group) => group.word === word);
      const count = those.reduce((sum, { listed }) => sum + Number(listed), 0);
      return { word, count, sums: sumsOf(search.name, those) };
    }),
  };
}

const MOST_CHOICES = 30;
function choicesOf(cache: ReadableDb, name: KeptListName): Partial<Record<KeptColumn, string[]>> {
  const choices = keptChoices(name).map((column) => {
    const given = cache
      .prepare<{ word: string }>(
        `SELECT DISTINCT ${cell(column, 'text')} word FROM kept_row WHERE list = ? AND word IS NOT NULL
         ORDER BY word LIMIT ${MOST_CHOICES}`,
      )
      .all(name);
    const isOne = kindIn(name, column) !== 'flags';
    return [column, [...new Set(given.flatMap(({ word }) => (isOne ? [word] : word.split(' '))))]] as const;
  });
  return Object.fromEntries(choices);
}

const MOST_RELATED = 20;
function relatedOf(cache: ReadableDb, name: KeptListName, row: KeptRow, seesContacts: boolean) {
  return relatedTo(name).map(({ list, by, of }): KeptDetail['related'][number] => {
    const named = row.cells[of];
    if (named?.is !== 'text') return { list, count: 0, rows: [] };
    const where = `list = ? AND instr(', ' || ${cell(by, 'text')} || ', ', ?) > 0`;
    const args = [list, `, ${named.text}, `];
    const rows = cache
      .prepare<Row>(`SELECT key, value, is_gone FROM kept_row WHERE ${where} ORDER BY place, key LIMIT ?`)
      .all(...args, MOST_RELATED);
    const counted = cache.prepare<{ n: number }>(`SELECT COUNT(*) n FROM kept_row WHERE ${where}`);
    return {
      list,
      count: counted.get(...args)?.n ?? 0,
      rows: rows.map((one) => partsOf(list, one, seesContacts).row),
    };
  });
}

type One = { name: KeptListName; key: string; seesContacts: boolean };
function detail(cache: ReadableDb, { name, key, seesContacts }: One): KeptDetail | null {
  const found = cache
    .prepare<Row>('SELECT key, value, is_gone FROM kept_row WHERE list = ? AND key = ?')
    .get(name, key);
  if (!found) return null;
  const parts = partsOf(name, found, seesContacts);
  // Rows are joined by the stored name, as the name that is shown may be masked.
  const stored = partsOf(name, found, true).row;
  return { ...parts, related: relatedOf(cache, name, stored, seesContacts) };
}

const UPSERT = `
  INSERT INTO kept_row (list, key, run, place, is_gone, title, detail, amount_minor, currency, at_ms, search, search_masked, value)
  VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT(list, key) DO UPDATE SET run = excluded.run, place = excluded.place, is_gone = 0, title = excluded.title,
    detail = excluded.detail, amount_minor = excluded.amount_minor, currency = excluded.currency, at_ms = excluded.at_ms,
    search = excluded.search, search_masked = excluded.search_masked, value = excluded.value`;
/** More rows than any list has: rows of a later reading come before all of an earlier one. */
const PLACES = 1_000_000_000;

const linesIn = ({ value }: Pick<Row, 'value'>): KeptValue['lines'] =>
  keptValueSchema.parse(JSON.parse(value)).lines;

/** `isSingle`: a row that was read by itself, with all of its parts. */
type Stored = {
  name: KeptListName;
  rows: readonly ReadRow[];
  run: number;
  from: number;
  isSingle?: boolean;
};
/** Stores rows in the order in which they were read, from the given one on. Answers how many are new or have changed. */
function store(cache: WritableDb, { name, rows, run, from, isSingle = false }: Stored): number {
  const upsert = cache.prepare(UPSERT);
  const before = cache.prepare<Row>('SELECT value, is_gone FROM kept_row WHERE list = ? AND key = ?');
  let news = 0;
  for (const [index, { key, ...read }] of rows.entries()) {
    const known = before.get(name, key);
    const value = known && !isSingle && hasPartsWhenOpened(name) ? { ...read, lines: linesIn(known) } : read;
    const text = JSON.stringify(z.encode(keptValueSchema, value));
    if (known?.value !== text || known.is_gone === 1) news += 1;
    const { title, detail: beside, amount, atMs } = headOf(name, value);
    upsert.run(
      name,
      key,
      run,
      from + index - run * PLACES,
      title,
      beside,
      amount?.minor ?? null,
      amount?.currency ?? null,
      atMs,
      searchOf(name, value, key),
      searchOf(name, valueFor(name, value, false), key),
      text,
    );
  }
  return news;
}

type LikeBill = { name: KeptListName; amount: Money; sinceMs: number };
type Listed = { name: KeptListName; run: number; whole: boolean; unreadable: number; atMs: number };

export const keptListProcedures = {
  'kept.page': reads(({ cache }, wanted: Page) => page(cache, wanted)),
  'kept.summary': reads(({ cache }, search: Search) => {
    const { note, ...read } = listRead(cache, `kept ${search.name}`);
    return {
      ...keptSums(cache, search),
      unreadable: noteOf(note).unreadable,
      read,
      choices: choicesOf(cache, search.name),
    };
  }),
  'kept.row': reads(({ cache }, wanted: One) => detail(cache, wanted)),
  'kept.state': reads(({ cache }, name: KeptListName) => ({
    wholeAtMs: noteOf(listRead(cache, `kept ${name}`).note).wholeAtMs,
    nextRun:
      (cache.prepare<{ run: number | null }>('SELECT MAX(run) run FROM kept_row WHERE list = ?').get(name)
        ?.run ?? 0) + 1,
  })),
  'kept.value': reads(({ cache }, { name, key }: Omit<One, 'seesContacts'>): KeptValue | null => {
    const found = cache
      .prepare<Row>('SELECT key, value, is_gone FROM kept_row WHERE list = ? AND key = ?')
      .get(name, key);
    return found ? keptValueSchema.parse(JSON.parse(found.value)) : null;
  }),
  /** All rows of a short list that are not gone. */
  'kept.values': reads(({ cache }, name: KeptListName) =>
    cache
      .prepare<Row>(
        'SELECT key, value, is_gone FROM kept_row WHERE list = ? AND is_gone = 0 ORDER BY place, key',
      )
      .all(name)
      .map(({ key, value }) => ({ key, value: keptValueSchema.parse(JSON.parse(value)) })),
  ),
  /** The key of a row that is called so and is not gone. */
  'kept.named': reads(({ cache }, { name, title }: { name: KeptListName; title: string }) => {
    const rows = cache
      .prepare<{ key: string; title: string | null }>(
        'SELECT key, title FROM kept_row WHERE list = ? AND is_gone = 0',
      )
      .all(name);
    return rows.find((row) => searchText(row.title ?? '') === searchText(title))?.key ?? null;
  }),
  /** Listed bills of this amount that were created since then, or whose time of creation is not known. */
  'kept.bills': reads(({ cache }, { name, amount, sinceMs }: LikeBill) =>
    cache
      .prepare<Row & { title: string | null; at_ms: number | null }>(
        `SELECT key, value, title, at_ms FROM kept_row WHERE list = ? AND is_gone = 0 AND amount_minor = ? AND currency = ?
         AND COALESCE(at_ms, ?) >= ? ORDER BY at_ms DESC`,
      )
      .all(name, amount.minor, amount.currency, sinceMs, sinceMs)
      .map(({ key, value, title, at_ms: atMs }) => {
        const kept = keptValueSchema.parse(JSON.parse(value));
        const reference = textIn(kept, 'reference');
        return { key, name: title ?? key, atMs, customer: textIn(kept, 'billTo'), reference };
      }),
  ),
  'kept.title': reads(
    ({ cache }, { name, key }: { name: KeptListName; key: string }) =>
      cache
        .prepare<{ title: string | null }>('SELECT title FROM kept_row WHERE list = ? AND key = ?')
        .get(name, key)?.title ?? null,
  ),
  /** Stores one row again, in its place. */
  'kept.storeOne': writesCache(({ cache }, { name, row }: { name: KeptListName; row: ReadRow }) => {
    const before = cache
      .prepare<{ run: number; place: number }>('SELECT run, place FROM kept_row WHERE list = ? AND key = ?')
      .get(name, row.key);
    if (before)
      store(cache, {
        name,
        rows: [row],
        run: before.run,
        from: before.place + before.run * PLACES,
        isSingle: true,
      });
    return null;
  }),
  'kept.store': writesCache(({ cache }, stored: Stored) => store(cache, stored)),
  /** Notes that a list was read. After the whole of it, rows that it did not have are gone, unless they are history. */
  'kept.listed': writesCache(({ cache }, { name, run, whole, unreadable, atMs }: Listed) => {
    if (whole && whatItKeeps(name) === null)
      cache.prepare('DELETE FROM kept_row WHERE list = ? AND run < ?').run(name, run);
    if (whole && whatItKeeps(name) === 'gone')
      cache.prepare('UPDATE kept_row SET is_gone = 1 WHERE list = ? AND run < ?').run(name, run);
    const before = noteOf(listRead(cache, `kept ${name}`).note);
    const now = whole ? { unreadable, wholeAtMs: atMs } : before;
    markListRead(cache, `kept ${name}`, atMs, JSON.stringify(now));
    return null;
  }),
};
