/** Checkouts (payment sessions of the gateway), newest first. The payment of a checkout is stored with it once it was read. */
import { z } from 'zod';
import {
  checkoutParts,
  checkoutHistorySchema,
  checkoutSchema,
  paymentViewSchema,
  type Checkout,
  type CheckoutDetail,
  type CheckoutFilter,
  type CheckoutPayment,
} from '#shared/contract/checkouts.ts';
import { finalSessionStatuses, paidSessionStatuses, type SessionStatus } from '#shared/domain/session.ts';
import { money, toDecimal, type Money } from '#shared/money/money.ts';
import { gatewayTimestampSchema } from '#shared/contract/wire.ts';
import { searchText } from '#shared/text/digits.ts';
import { reads, writesCache, type ReadableDb, type WritableDb } from '../db.ts';
import { listRead, markListRead, noteOf } from './list-reads.ts';

/** What the gateway told the merchant's server of a session; a checkout that was stored before has none here. */
const notificationSchema = z.object({
  recordId: z.string().nullable(),
  event: z.string().nullable(),
  status: z.string().nullable(),
  attempts: z.number().nullable(),
  at: gatewayTimestampSchema.nullable(),
});
const valueSchema = checkoutSchema.omit({ isGone: true }).extend({
  history: checkoutHistorySchema,
  notifications: z.array(notificationSchema).default([]),
  /** The address where the customer pays. It contains the session's id. */
  address: z.string().nullable(),
});
export type StoredCheckout = {
  sessionId: string;
  /** Our reference: the attempt that made the session. */
  madeBy: string | null;
  value: z.output<typeof valueSchema>;
};
type Row = {
  key: string;
  session_id: string;
  value: string;
  payment: string | null;
  is_gone: number;
  read_at_ms: number;
  created_at_ms: number;
};

const isIn = (statuses: readonly SessionStatus[], { status }: Pick<Checkout, 'status'>): boolean =>
  status?.kind === 'known' && statuses.includes(status.value);
/** A state that we do not know counts as waiting, because the checkout may still be paid. */
const stateOf = (checkout: Pick<Checkout, 'status'>): 'waiting' | 'paid' | 'ended' => {
  if (isIn(paidSessionStatuses, checkout)) return 'paid';
  return isIn(finalSessionStatuses, checkout) ? 'ended' : 'waiting';
};
const createdMsOf = ({ createdAt }: Pick<Checkout, 'createdAt'>): number =>
  createdAt?.kind === 'instant' ? createdAt.atMs : 0;

const valueOf = (row: Row) => valueSchema.parse(JSON.parse(row.value));
const partsOf = (row: Row) => {
  const { history, address: _address, notifications: _notifications, ...checkout } = valueOf(row);
  return { checkout: { ...checkout, isGone: row.is_gone === 1 }, history };
};
const checkoutFrom = (row: Row): Checkout => partsOf(row).checkout;
const rowOf = (cache: ReadableDb, key: string) =>
  cache.prepare<Row>('SELECT * FROM checkout WHERE key = ?').get(key);

function detailOf(cache: ReadableDb, key: string): CheckoutDetail | null {
  const row = rowOf(cache, key);
  if (!row) return null;
  return {
    ...partsOf(row),
    payment: row.payment === null ? null : paymentViewSchema.parse(JSON.parse(row.payment)),
    readAtMs: row.read_at_ms,
  };
}

/** The text that a search looks in. It does not contain the session's id. */
function searchOf({ order, description, customer, amount }: StoredCheckout['value']): string {
  const words = [order, description, customer, toDecimal(amount)];
  return searchText(words.filter((word) => word !== null).join(' '));
}

const UPSERT = `
  INSERT INTO checkout (key, session_id, status, state, amount_minor, currency, order_reference, customer, made_by, created_at_ms,
    first_seen_at_ms, read_at_ms, run, is_gone, search, value)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)
  ON CONFLICT(key) DO UPDATE SET status = excluded.status, state = excluded.state, customer = excluded.customer,
    made_by = excluded.made_by, created_at_ms = excluded.created_at_ms, read_at_ms = excluded.read_at_ms, run = excluded.run,
    is_gone = 0, search = excluded.search, value = excluded.value`;

/** Answers how many rows are new or have changed. */
function store(cache: WritableDb, rows: readonly StoredCheckout[], run: number, atMs: number): number {
  const upsert = cache.prepare(UPSERT);
  let news = 0;
  for (const { sessionId, madeBy, value } of rows) {
    const text = JSON.stringify(z.encode(valueSchema, value));
    if (rowOf(cache, value.key)?.value !== text) news += 1;
    upsert.run(
      value.key,
      sessionId,
      value.status?.kind === 'known' ? value.status.value : (value.status?.raw ?? null),
      stateOf(value),
      value.amount.minor,
      value.amount.currency,
      value.order,
      value.customer,
      madeBy,
      createdMsOf(value),
      atMs,
      atMs,
      run,
      searchOf(value),
      text,
    );
  }
  return news;
}

/** The customer as `search` holds it, where it may be a phone or an email. */
const DIGIT = '[0-9٠-٩۰-۹]';
const CONTACT = `CASE WHEN customer GLOB '*@*' OR customer GLOB '*${Array(8).fill(DIGIT).join('*')}*'
  THEN ${inSearch('customer')} ELSE '' END`;
function inSearch(column: string): string {
  const arabic = [...'٠١٢٣٤٥٦٧٨٩', ...'۰۱۲۳۴۵۶۷۸۹'];
  return arabic.reduce((sql, digit, at) => `replace(${sql}, '${digit}', '${at % 10}')`, `lower(${column})`);
}
/**
 * The letters that a search looks in, of `checkout`. Whoever may not see phones and emails may not find by them either: letter by
 * letter, that would tell them.
 */
export const searchedIn = (seesContacts: boolean): string =>
  seesContacts ? 'checkout.search' : `replace(checkout.search, ${CONTACT}, ' ')`;

/** SQL of each group. The state of an authorised checkout is `paid`, but its amount is only reserved: it is a group of its own. */
const GROUPS: Readonly<Record<NonNullable<CheckoutFilter['group']>, string>> = {
  waiting: `state = 'waiting'`,
  paid: `state = 'paid' AND status IS NOT 'AUTHORIZED'`,
  held: `state = 'paid' AND status = 'AUTHORIZED'`,
  ended: `state = 'ended'`,
};

function whereOf({ text, group }: CheckoutFilter, seesContacts: boolean): { where: string; args: unknown[] } {
  const wanted = searchText(text);
  const parts = [
    ...(wanted === '' ? [] : [`instr(${searchedIn(seesContacts)}, ?) > 0`]),
    ...(group === null ? [] : [GROUPS[group]]),
  ];
  return { where: parts.join(' AND ') || '1', args: wanted === '' ? [] : [wanted] };
}

type Cursor = { atMs: number; key: string };
type Search = { filter: CheckoutFilter; seesContacts: boolean };
type Page = Search & { after: Cursor | null; limit: number };

function page(cache: ReadableDb, { filter, seesContacts, after, limit }: Page) {
  const { where, args } = whereOf(filter, seesContacts);
  const from = after ? 'AND (created_at_ms, key) < (?, ?)' : '';
  const rows = cache
    .prepare<Row>(
      `SELECT * FROM checkout WHERE ${where} ${from} ORDER BY created_at_ms DESC, key DESC LIMIT ?`,
    )
    .all(...args, ...(after ? [after.atMs, after.key] : []), limit);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    rows: rows.map(checkoutFrom),
    next: last ? { atMs: last.created_at_ms, key: last.key } : null,
  };
}

/** Everything under the filter, newest first; for a file. */
export function* eachCheckout(cache: ReadableDb, { filter, seesContacts }: Search): Generator<Checkout> {
  const { where, args } = whereOf(filter, seesContacts);
  const all = cache.prepare<Row>(
    `SELECT * FROM checkout WHERE ${where} ORDER BY created_at_ms DESC, key DESC`,
  );
  for (const row of all.iterate(...args)) yield checkoutFrom(row);
}

type Sums = { count: number; sums: Money[] };

export function checkoutSums(cache: ReadableDb, { filter, seesContacts }: Search): Sums {
  const { where, args } = whereOf(filter, seesContacts);
  return sumsWhere(cache, where, args);
}

function sumsWhere(cache: ReadableDb, where: string, args: readonly unknown[] = []): Sums {
  const sums = cache
    .prepare<{
      currency: string;
      n: bigint;
      minor: bigint;
    }>(
      `SELECT currency, COUNT(*) n, SUM(amount_minor) minor FROM checkout WHERE ${where} GROUP BY currency ORDER BY currency`,
    )
    .safeIntegers()
    .all(...args);
  return {
    count: sums.reduce((count, { n }) => count + Number(n), 0),
    sums: sums.map(({ currency, minor }) => money(minor, currency)),
  };
}

type OfOrder = { orderId: string | null; merchantOrderId: string | null };
/** Newest first. `by: 'id'`: its payment names this order of the gateway; else it has the merchant's name of it, and no other order. */
export function checkoutsOfOrder(cache: ReadableDb, { orderId, merchantOrderId }: OfOrder) {
  const find = (by: 'id' | 'reference', where: string, name: string | null) =>
    (name === null
      ? []
      : cache
          .prepare<Row>(`SELECT * FROM checkout WHERE ${where} ORDER BY created_at_ms DESC LIMIT 50`)
          .all(name)
    ).map((row) => {
      const { key, amount, history, notifications } = valueOf(row);
      return { by, key, amount, history, notifications };
    });
  return [
    ...find('id', BY_GATEWAY_ORDER, orderId),
    ...find(
      'reference',
      `order_reference = ? AND json_extract(payment, '$.orderId') IS NULL`,
      merchantOrderId,
    ),
  ];
}
/** An order has one checkout, or a few that were tried before it. */
const MOST_TO_JOIN = 5;
/** As its index has it. Exported so that a test can read its plan. */
export const BY_GATEWAY_ORDER = `json_valid(payment) AND json_extract(payment, '$.orderId') = ?`;

type Like = { customer: string | null; amount: Money; sinceMs: number };

/** The newest one for this customer and amount that was created since then and has not ended unpaid. */
function likeOf(cache: ReadableDb, { customer, amount, sinceMs }: Like) {
  const found = cache
    .prepare<{ key: string; order_reference: string | null; created_at_ms: number; made_by: string | null }>(
      `SELECT key, order_reference, created_at_ms, made_by FROM checkout
       WHERE created_at_ms >= ? AND amount_minor = ? AND currency = ? AND customer IS ? AND state <> 'ended'
       ORDER BY created_at_ms DESC LIMIT 1`,
    )
    .get(sinceMs, amount.minor, amount.currency, customer);
  if (!found) return null;
  const { key, order_reference: name, created_at_ms: atMs, made_by: madeBy } = found;
  return { key, name: name ?? key, atMs, madeBy };
}

/** Looks by order first: few checkouts share an order, but many may share an amount. Exported so that a test can read its plan. */
export const POSSIBLE = `SELECT key, NULLIF(created_at_ms, 0) AS createdAtMs FROM checkout INDEXED BY checkout_by_order
  WHERE order_reference = ? AND amount_minor = ? AND currency = ? AND made_by IS NULL
  AND (created_at_ms >= ? OR created_at_ms = 0) ORDER BY created_at_ms DESC`;

/** All that a customer can still pay. */
const WAITING: Search = { filter: { text: '', group: 'waiting' }, seesContacts: true };

/** Authorised checkouts that somebody can still capture: one that the gateway no longer lists waits for nobody. */
const HELD = `${GROUPS.held} AND is_gone = 0`;
function partsUnder(cache: ReadableDb, { filter, seesContacts }: Search) {
  return checkoutParts
    .filter((part) => filter.group === null || filter.group === part)
    .map((part) => ({ part, ...checkoutSums(cache, { filter: { ...filter, group: part }, seesContacts }) }));
}

export const checkoutProcedures = {
  'checkouts.page': reads(({ cache }, wanted: Page) => page(cache, wanted)),
  'checkouts.summary': reads(({ cache }, search: Search) => {
    const { note, ...read } = listRead(cache, 'checkouts');
    return {
      ...checkoutSums(cache, search),
      waiting:
        cache.prepare<{ n: number }>(`SELECT COUNT(*) n FROM checkout WHERE state = 'waiting'`).get()?.n ?? 0,
      waitingSums: checkoutSums(cache, WAITING).sums,
      parts: partsUnder(cache, search),
      held: sumsWhere(cache, HELD),
      unreadable: noteOf(note).unreadable,
      read,
    };
  }),
  'checkouts.wholeAtMs': reads(({ cache }) => noteOf(listRead(cache, 'checkouts').note).wholeAtMs),
  'checkouts.detail': reads(({ cache }, key: string) => detailOf(cache, key)),
  /** The session's id and address, which only the gateway and a person who asks for them may have. */
  'checkouts.way': reads(({ cache }, key: string) => {
    const row = rowOf(cache, key);
    return row ? { sessionId: row.session_id, address: valueOf(row).address } : null;
  }),
  /** Keys of checkouts that are, or may be, of this order: what is read before they are joined by more than a name. */
  'checkouts.toJoin': reads(({ cache }, order: OfOrder) =>
    checkoutsOfOrder(cache, order)
      .slice(0, MOST_TO_JOIN)
      .map(({ key }) => key),
  ),
  'checkouts.like': reads(({ cache }, wanted: Like) => likeOf(cache, wanted)),
  'checkouts.madeBy': reads(
    ({ cache }, creationId: string) =>
      cache.prepare<{ key: string }>('SELECT key FROM checkout WHERE made_by = ?').get(creationId)?.key ??
      null,
  ),
  /** The newest checkout of this order and amount, created since then, that carries no reference to an attempt. */
  'checkouts.possible': reads(
    ({ cache }, { order, amount, sinceMs }: { order: string; amount: Money; sinceMs: number }) =>
      cache
        .prepare<{ key: string; createdAtMs: number | null }>(POSSIBLE)
        .get(order, amount.minor, amount.currency, sinceMs) ?? null,
  ),
  /** The keys of checkouts that can still be paid. Those that were read longest ago come first. */
  'checkouts.waiting': reads(({ cache }, limit: number) =>
    cache
      .prepare<{ key: string }>(
        `SELECT key FROM checkout WHERE state = 'waiting' AND is_gone = 0 ORDER BY read_at_ms LIMIT ?`,
      )
      .all(limit)
      .map(({ key }) => key),
  ),
  'checkouts.nextRun': reads(
    ({ cache }) =>
      (cache.prepare<{ run: number | null }>('SELECT MAX(run) run FROM checkout').get()?.run ?? 0) + 1,
  ),
  'checkouts.store': writesCache(
    (
      { cache },
      { rows, run, atMs }: { rows: readonly StoredCheckout[]; run: number | null; atMs: number },
    ) => {
      const last = cache.prepare<{ run: number | null }>('SELECT MAX(run) run FROM checkout').get()?.run;
      return store(cache, rows, run ?? last ?? 1, atMs);
    },
  ),
  /** Notes that the list was read. If it was read whole, checkouts that it did not have are marked as gone. */
  'checkouts.listed': writesCache(
    ({ cache }, { whole, atMs, unreadable }: { whole: number | null; atMs: number; unreadable: number }) => {
      const before = noteOf(listRead(cache, 'checkouts').note);
      const now = whole === null ? before : { unreadable, wholeAtMs: atMs };
      if (whole !== null) cache.prepare('UPDATE checkout SET is_gone = 1 WHERE run < ?').run(whole);
      markListRead(cache, 'checkouts', atMs, JSON.stringify(now));
      return null;
    },
  ),
  'checkouts.storePayment': writesCache(
    ({ cache }, { key, payment }: { key: string; payment: CheckoutPayment }) => {
      cache
        .prepare('UPDATE checkout SET payment = ? WHERE key = ?')
        .run(JSON.stringify(z.encode(paymentViewSchema, payment)), key);
      return null;
    },
  ),
};
