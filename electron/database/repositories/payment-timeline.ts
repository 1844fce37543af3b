/** What is stored of one payment besides its figures: each thing once, with what it cannot have come before. */
import type { Payment } from '#shared/contract/payments.ts';
import type { MissingPart, TimelineEntry } from '#shared/contract/timeline.ts';
import { money } from '#shared/money/money.ts';
import { endOfBusinessDate } from '#shared/time/business-date.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { FilesWithResults, ReadableDb, ReadableFiles } from '../db.ts';
import { depositsFinder } from './bridge/of-window.ts';
import { checkoutsOfOrder } from './checkouts.ts';
import { deliveriesOf, whyNoDeliveries } from './deliveries.ts';
import { earlyWhere, requestsOf } from './early.ts';
import { listRead } from './list-reads.ts';
import { zFinder, type FoundZ } from './payment-zs.ts';
import { readSettings } from './reconciliation/settings.ts';

export type TransactionLine = {
  transaction_id: string;
  order_id: string | null;
  merchant_order_id: string | null;
  ref_number: string | null;
  terminal_id: string | null;
  channel: string | null;
  method: string | null;
  operation: string | null;
  status: string | null;
  amount_minor: bigint;
  currency: string;
  created_at_ms: bigint | null;
  created_raw: string | null;
  is_gone: bigint;
};

/** `atMs`: when, to be compared; null if that is not known. `after`: what it is about or was made of, as `what id`. */
export type Placed = { entry: TimelineEntry; atMs: number | null; after: string | null };
export type KnownOfPayment = { payment: Payment; placed: Placed[]; missing: MissingPart[] };

const NOTHING = {
  word: null,
  status: null,
  kind: null,
  state: null,
  actor: null,
  pc: null,
  windowId: null,
  terminalId: null,
  opId: null,
  attempts: null,
  amount: null,
  isGone: false,
};
export const placeOf = ({ what, id }: Pick<TimelineEntry, 'what' | 'id'>): string => `${what} ${id}`;
const dated = (atMs: number | bigint | null, raw: string | null = null): GatewayTimestamp | null =>
  atMs !== null
    ? { kind: 'instant', atMs: Number(atMs), raw: raw ?? '' }
    : raw === null
      ? null
      : { kind: 'text', raw };
/** An entry that the rest of the line is compared with by its own time. */
const placed = (
  entry: Pick<TimelineEntry, 'what' | 'by' | 'id' | 'at'> & Partial<TimelineEntry>,
  after: string | null = null,
): Placed => ({
  entry: { ...NOTHING, ...entry },
  atMs: entry.at?.kind === 'instant' ? entry.at.atMs : null,
  after,
});

const transactionsOf = (lines: readonly TransactionLine[]): Placed[] =>
  lines.map((line) =>
    placed({
      what: 'transaction',
      by: 'id',
      id: line.transaction_id,
      at: dated(line.created_at_ms, line.created_raw),
      word: line.operation,
      status: line.status,
      terminalId: line.terminal_id,
      amount: money(line.amount_minor, line.currency),
      isGone: line.is_gone === 1n,
    }),
  );

type Checkouts = ReturnType<typeof checkoutsOfOrder>;

/** Each state that a checkout of the order had. */
function checkoutsOf(checkouts: Checkouts): Placed[] {
  return checkouts.flatMap(({ by, key, amount, history }) =>
    history.map(({ status, at }, index) =>
      placed({
        what: 'checkout',
        by,
        id: key,
        at,
        word: status?.kind === 'known' ? status.value : (status?.raw ?? null),
        amount: index === 0 ? amount : null,
      }),
    ),
  );
}

/** The records, and what a session says of its own destination where there is no record of it. */
function deliveriesFor(cache: ReadableDb, { key: paymentKey }: Payment, checkouts: Checkouts): Placed[] {
  const records = deliveriesOf(cache, paymentKey);
  const known = new Set(records.map(({ record_id }) => record_id));
  const isWhole = whyNoDeliveries(cache, paymentKey) === null;
  const told = checkouts.flatMap(({ by, key, notifications }) =>
    notifications.flatMap((one, index) => {
      if (one.recordId === null ? isWhole : known.has(one.recordId)) return [];
      const { event: word, status, attempts, at } = one;
      return placed({
        what: 'delivery',
        by,
        id: one.recordId ?? `${key}/${index}`,
        at,
        word,
        status,
        attempts,
      });
    }),
  );
  const read = records.map((row) =>
    placed(
      {
        what: 'delivery',
        by: 'id',
        id: row.record_id,
        at: dated(row.created_at_ms, row.created_raw),
        word: row.event_type,
        status: row.status,
        attempts: row.attempts,
      },
      `transaction ${row.transaction_id}`,
    ),
  );
  return [...read, ...told];
}

type SaleRow = {
  row_id: string;
  terminal_id: string;
  amount_minor: bigint;
  currency: string;
  first_seen_at_ms: bigint;
};
function zEntry({ pc, ...z }: FoundZ, sale: Placed | undefined): Placed {
  const entry = {
    what: 'z' as const,
    by: 'reference' as const,
    id: z.closing_id,
    at: dated(z.closed_at_ms),
    word: String(z.number),
    actor: z.closed_by,
    pc,
  };
  return placed(entry, sale ? placeOf(sale.entry) : null);
}

/** Rows of a terminal, and the Z that has each of them; of other PCs also Zs that have a row which was not read here. */
function salesOf({ cache, journal }: ReadableFiles, payment: Payment): Placed[] {
  const { terminalId, refNumber } = payment;
  if (terminalId === null || refNumber === null) return [];
  const rows = cache
    .prepare<SaleRow>(
      'SELECT row_id, terminal_id, amount_minor, currency, first_seen_at_ms FROM pos_transaction WHERE terminal_id = ? AND ref_number = ? LIMIT 50',
    )
    .safeIntegers()
    .all(terminalId, refNumber);
  const find = zFinder({ cache, journal }, terminalId, refNumber);
  const sales = new Map(
    rows.map((row) => [
      row.row_id,
      placed({
        what: 'terminal-row',
        by: 'reference',
        id: row.row_id,
        at: dated(row.first_seen_at_ms),
        terminalId: row.terminal_id,
        amount: money(row.amount_minor, row.currency),
      }),
    ]),
  );
  const zs = new Map<string, Placed>();
  for (const { row_id, z } of find([...sales.keys()]))
    if (!zs.has(z.closing_id)) zs.set(z.closing_id, zEntry(z, sales.get(row_id)));
  return [...sales.values(), ...zs.values()];
}

type SettledRow = {
  transaction_id: string;
  window_id: string | null;
  amount_minor: bigint;
  currency: string;
  settled_at_ms: bigint;
  exact: bigint;
};

/** Settled rows by the id of a transaction, and the rest by the merchant's own order: names may be given twice. */
function settledOf(cache: ReadableDb, payment: Payment): Placed[] {
  return cache
    .prepare<SettledRow>(
      `SELECT transaction_id, window_id, amount_minor, currency, settled_at_ms,
         transaction_id IN (SELECT transaction_id FROM gateway_transaction WHERE key = ?) AS exact FROM settled
       WHERE transaction_id IN (SELECT transaction_id FROM gateway_transaction WHERE key = ?)
         OR (? <> '' AND merchant_order_id = ?) LIMIT 50`,
    )
    .safeIntegers()
    .all(payment.key, payment.key, payment.merchantOrderId ?? '', payment.merchantOrderId ?? '')
    .map((row) =>
      placed(
        {
          what: 'settled',
          by: row.exact === 1n ? 'id' : 'reference',
          id: row.transaction_id,
          at: dated(row.settled_at_ms),
          windowId: row.window_id,
          amount: money(row.amount_minor, row.currency),
        },
        `transaction ${row.transaction_id}`,
      ),
    );
}

type Early = { request: string | null; placed: Placed };

/** Early payouts that have a transaction of this payment. */
function earlyOf(cache: ReadableDb, { key }: Payment): Early[] {
  const sales = earlyWhere(
    cache,
    'transaction_id IN (SELECT transaction_id FROM gateway_transaction WHERE key = ?)',
    key,
  );
  const named = sales.flatMap(({ request_id }) => request_id ?? []);
  const requests = new Map(requestsOf(cache, named).map((one) => [one.requestId, one]));
  const found = sales.map((sale): [string, Early] => {
    const { request_id: request, op_id: opId, transaction_id: transactionId, currency } = sale;
    const id = request ?? opId ?? transactionId;
    const entry = placed(
      {
        what: 'early',
        by: 'id',
        id,
        at: requests.get(request ?? '')?.createdAt ?? null,
        word: sale.paid === 1n ? 'paid' : 'asked',
        opId: request === null ? opId : null,
        amount: sale.amount_minor === null || currency === null ? null : money(sale.amount_minor, currency),
      },
      `transaction ${transactionId}`,
    );
    return [id, { request, placed: entry }];
  });
  return [...new Map(found).values()];
}

/** What the bank got for the windows and early payouts that have transactions of this payment, not of its namesakes. */
function depositsOf(files: FilesWithResults, settled: readonly Placed[], early: readonly Early[]): Placed[] {
  const wanted = [
    ...settled.flatMap((one) => {
      const { by, windowId } = one.entry;
      return by === 'id' && windowId !== null ? [{ one, of: { windowId } }] : [];
    }),
    ...early.flatMap(({ request, placed: one }) =>
      request === null ? [] : [{ one, of: { requestId: request } }],
    ),
  ];
  if (wanted.length === 0) return [];
  const find = depositsFinder(files);
  const { timeZone } = readSettings(files.journal);
  const found = new Map<string, Placed>();
  for (const { one, of } of wanted)
    for (const { depositId, amount, day, ground, by } of find(of, one.entry.amount?.currency ?? '')) {
      if (found.has(depositId)) continue;
      const entry: TimelineEntry = {
        ...NOTHING,
        what: 'deposit',
        by: 'id',
        id: depositId,
        at: { kind: 'text', raw: day },
        word: ground,
        actor: by,
        windowId: one.entry.windowId,
        amount,
      };
      // The bank says the day alone: all that happened on it may have come before.
      const atMs = endOfBusinessDate(day, { timeZone, cutOff: '00:00' }) - 1;
      found.set(depositId, { entry, atMs, after: placeOf(one.entry) });
    }
  return [...found.values()];
}

/** What is not on the line, and why. Whether the environment offers it at all is known to who asks. */
function missingOf({ cache }: ReadableFiles, payment: Payment, line: readonly Placed[]): MissingPart[] {
  const has = (what: TimelineEntry['what'], by?: 'id') =>
    line.some(({ entry }) => entry.what === what && (by === undefined || entry.by === by));
  const isOfTerminal = payment.terminalId !== null || payment.channel === 'pos';
  const neverRead = (list: 'checkouts' | 'settled') => listRead(cache, list).readAtMs === null;
  const missing: MissingPart[] = [];
  const add = (what: MissingPart['what'], why: MissingPart['why']) => missing.push({ what, why });
  if (!isOfTerminal && !has('checkout')) add('checkout', neverRead('checkouts') ? 'not-read' : 'none');
  if (isOfTerminal && !has('terminal-row')) add('terminal-row', 'none');
  if (has('terminal-row') && !has('z')) add('z', 'none');
  const deliveries = whyNoDeliveries(cache, payment.key);
  if (deliveries !== null) add('delivery', deliveries);
  else if (!has('delivery')) add('delivery', 'none');
  const isTaken = (payment.captured?.minor ?? 0n) > 0n && !['voided', 'reversed'].includes(payment.state);
  if (isTaken && !has('settled', 'id')) add('settled', neverRead('settled') ? 'not-read' : 'none');
  if ((has('settled', 'id') || has('early')) && !has('deposit')) add('deposit', 'none');
  return missing;
}

export function knownOf(
  files: FilesWithResults,
  payment: Payment,
  lines: readonly TransactionLine[],
): KnownOfPayment {
  const { cache } = files;
  const checkouts = checkoutsOfOrder(cache, payment);
  const early = earlyOf(cache, payment);
  const settled = settledOf(cache, payment);
  const line = [
    ...checkoutsOf(checkouts),
    ...transactionsOf(lines),
    ...deliveriesFor(cache, payment, checkouts),
    ...salesOf(files, payment),
    ...early.map((one) => one.placed),
    ...settled,
    ...depositsOf(files, settled, early),
  ];
  return { payment, placed: line, missing: missingOf(files, payment, line) };
}
