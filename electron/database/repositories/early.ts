/** Which sales were asked for or paid early: members of requests, as the gateway names them or as this PC asked for them. */
import { z } from 'zod';
import {
  eligibleSaleSchema,
  instantRequestSchema,
  type InstantRequest,
} from '#shared/contract/instant-settlement.ts';
import type { Kind } from '#shared/domain/kinds/index.ts';
import { earlyStateOf, isDeducted } from '#shared/domain/settlement.ts';
import type { Money } from '#shared/money/money.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { ReadableDb, WritableDb } from '../db.ts';
import { DONE } from './journal/index.ts';
import { SETTLED_COLUMNS_SQL, type SettledColumns } from './settled-compact.ts';
import { decodeSettled } from './settled-value.ts';
import { readStored } from './stored-row.ts';

/** How long a sale that is no longer eligible is kept while it waits to be settled. */
const BEFORE_KEPT_MS = 90 * 86_400_000;

/** Newest first; `only` of these ids, or all. */
export const requestsOf = (cache: ReadableDb, only: readonly string[] | null = null): InstantRequest[] =>
  cache
    .prepare<{ value: string }>(
      `SELECT value FROM instant_request WHERE ? IS NULL OR request_id IN (SELECT value FROM json_each(?))
       ORDER BY created_at DESC, request_id DESC`,
    )
    .all(only && 1, JSON.stringify(only ?? []))
    .map(({ value }) => readStored(instantRequestSchema, JSON.parse(value)));

type HereRow = { op_id: string; request_id: string | null; state: string; row_id: string };

/** Sales in the requests of this PC, by operation, with the gateway's name of the request if it is known. */
const askedHere = (journal: ReadableDb): HereRow[] =>
  journal
    .prepare<HereRow>(
      `SELECT o.op_id, o.request_id, o.state, r.row_id FROM operation AS o JOIN operation_row AS r USING (op_id)
       WHERE o.kind = 'instant-settlement' AND o.state IN (${DONE})`,
    )
    .all();

type Early = { requestId: string | null; opId: string | null; paid: boolean; deducted: boolean };

/** Every sale that a request has which was not declined. */
function membersNow(cache: ReadableDb, journal: ReadableDb): Map<string, Early> {
  const requests = new Map(requestsOf(cache).map((request) => [request.requestId, request]));
  const here = askedHere(journal);
  const opOf = new Map(
    here.flatMap(({ op_id, request_id }) => (request_id === null ? [] : [[request_id, op_id]])),
  );
  const found = new Map<string, Early>();
  const add = (transactionId: string, requestId: string, opId: string | null) => {
    const status = requests.get(requestId)?.status;
    const state = status ? earlyStateOf(status) : 'asked';
    if (state === null) return;
    const deducted = status !== undefined && isDeducted(status);
    found.set(transactionId, { requestId, opId, paid: state === 'paid', deducted });
  };
  const named = cache
    .prepare<{ request_id: string; transaction_id: string }>('SELECT * FROM instant_member')
    .all();
  const byGateway = new Set(named.map(({ request_id }) => request_id));
  for (const { row_id, op_id, request_id } of here) {
    // A person said that it was done, and the gateway's name of it was never known.
    if (request_id === null) found.set(row_id, { requestId: null, opId: op_id, paid: true, deducted: true });
    else if (!byGateway.has(request_id)) add(row_id, request_id, op_id);
  }
  for (const { request_id, transaction_id } of named)
    add(transaction_id, request_id, opOf.get(request_id) ?? null);
  return found;
}

/** What is known of a sale, wherever it is on its way. */
type SaleFacts = {
  transactionId: string;
  merchantOrderId: string | null;
  refNumber: string | null;
  branchId: string | null;
  kind: Kind;
  undoes: string | null;
  amount: Money;
  fee: Money | null;
  vat: Money | null;
  net: Money | null;
  settledAt: GatewayTimestamp | null;
  windowId: string | null;
};

type FindFacts = (cache: ReadableDb, idsJson: string) => SaleFacts[];
const BY_IDS = 'WHERE transaction_id IN (SELECT value FROM json_each(?))';
const settled: FindFacts = (cache, idsJson) =>
  cache
    .prepare<SettledColumns & { kind: Kind; undoes: string | null }>(
      `SELECT ${SETTLED_COLUMNS_SQL}, kind, undoes FROM settled ${BY_IDS}`,
    )
    .safeIntegers()
    .all(idsJson)
    .map((found) => {
      const row = decodeSettled(found);
      return { ...row, kind: found.kind, undoes: found.undoes, settledAt: row.settlementDate };
    });
/** An eligible transaction is a sale: the gateway gives no type of it. */
const eligible =
  (from: 'eligible_sale' | 'eligible_before'): FindFacts =>
  (cache, idsJson) =>
    cache
      .prepare<{ value: string }>(`SELECT value FROM ${from} ${BY_IDS}`)
      .all(idsJson)
      .map(({ value }) => {
        const row = readStored(eligibleSaleSchema, JSON.parse(value));
        return { ...row, kind: 'sale', undoes: null, settledAt: null, windowId: null };
      });
const PLACES = [settled, eligible('eligible_sale'), eligible('eligible_before')];

export function factsOf(cache: ReadableDb, transactionIds: readonly string[]): Map<string, SaleFacts> {
  const found = new Map<string, SaleFacts>();
  for (const find of PLACES) {
    const missing = transactionIds.filter((id) => !found.has(id));
    if (missing.length === 0) break;
    for (const facts of find(cache, JSON.stringify(missing))) found.set(facts.transactionId, facts);
  }
  return found;
}

type Stored = {
  transaction_id: string;
  request_id: string | null;
  op_id: string | null;
  paid: number;
  deducted: number;
  named: number;
};

/** Brings `early_sale`, and the mark of settled rows, to what the requests say now; only what differs is written. */
export function keepEarly(cache: WritableDb, journal: ReadableDb): void {
  const now = membersNow(cache, journal);
  const before = new Map(
    cache
      .prepare<Stored>(
        'SELECT transaction_id, request_id, op_id, paid, deducted, merchant_order_id IS NOT NULL OR ref_number IS NOT NULL AS named FROM early_sale',
      )
      .all()
      .map((row) => [row.transaction_id, row]),
  );
  const isAsBefore = (id: string, one: Early): boolean => {
    const row = before.get(id);
    return (
      row?.named === 1 &&
      row.request_id === one.requestId &&
      row.op_id === one.opId &&
      row.paid === Number(one.paid) &&
      row.deducted === Number(one.deducted)
    );
  };
  const changed = [...now].filter(([id, one]) => !isAsBefore(id, one));
  const facts = factsOf(
    cache,
    changed.map(([id]) => id),
  );
  const forget = cache.prepare('DELETE FROM early_sale WHERE transaction_id = ?');
  const keep = cache.prepare('INSERT OR REPLACE INTO early_sale VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const mark = markSettled(cache);
  for (const id of before.keys()) {
    if (now.has(id)) continue;
    forget.run(id);
    mark(id, false);
  }
  for (const [id, { requestId, opId, paid, deducted }] of changed) {
    const known = facts.get(id);
    const sale = [known?.merchantOrderId ?? null, known?.refNumber ?? null];
    const amount = [known?.amount.minor ?? null, known?.amount.currency ?? null];
    keep.run(id, requestId, opId, Number(paid), Number(deducted), ...sale, ...amount);
    mark(id, deducted);
  }
}

function markSettled(cache: WritableDb): (transactionId: string, early: boolean) => void {
  const mark = cache.prepare('UPDATE settled SET early = ? WHERE transaction_id = ? AND early <> ?');
  const stale = cache.prepare(
    'INSERT OR IGNORE INTO window_stale SELECT window_id FROM settled WHERE transaction_id = ? AND window_id IS NOT NULL',
  );
  return (transactionId, early) => {
    if (mark.run(Number(early), transactionId, Number(early)).changes > 0) stale.run(transactionId);
  };
}

/** What was eligible and is no more keeps its name until it is settled, or is too old to matter. */
export function keepEligibleBefore(
  cache: WritableDb,
  stillEligible: ReadonlySet<string>,
  atMs: number,
): void {
  const left = cache
    .prepare<{ transaction_id: string; value: string }>('SELECT transaction_id, value FROM eligible_sale')
    .all()
    .filter(({ transaction_id }) => !stillEligible.has(transaction_id));
  const keep = cache.prepare('INSERT OR REPLACE INTO eligible_before VALUES (?, ?, ?)');
  for (const { transaction_id, value } of left) keep.run(transaction_id, atMs, value);
  cache
    .prepare(
      `DELETE FROM eligible_before WHERE left_at_ms < ?
       OR EXISTS (SELECT 1 FROM settled WHERE settled.transaction_id = eligible_before.transaction_id)`,
    )
    .run(atMs - BEFORE_KEPT_MS);
}

/** The sales of one request, and who names them. */
export function membersOf(
  cache: ReadableDb,
  journal: ReadableDb,
  requestId: string,
): { ids: string[]; from: 'gateway' | 'here' | null } {
  const named = cache
    .prepare<{ id: string }>(
      'SELECT transaction_id AS id FROM instant_member WHERE request_id = ? ORDER BY 1',
    )
    .all(requestId)
    .map(({ id }) => id);
  if (named.length > 0) return { ids: named, from: 'gateway' };
  const here = askedHere(journal)
    .filter(({ request_id }) => request_id === requestId)
    .map(({ row_id }) => row_id)
    .sort();
  return { ids: here, from: here.length > 0 ? 'here' : null };
}

/** How many sales each request has, and whether the gateway or this PC says so. */
export function memberCounts(
  cache: ReadableDb,
  journal: ReadableDb,
): Map<string, { count: number; from: 'gateway' | 'here' }> {
  const counts = new Map<string, { count: number; from: 'gateway' | 'here' }>();
  for (const { request_id } of askedHere(journal))
    if (request_id !== null)
      counts.set(request_id, { count: (counts.get(request_id)?.count ?? 0) + 1, from: 'here' });
  const named = cache
    .prepare<{ request_id: string; count: number }>(
      'SELECT request_id, COUNT(*) AS count FROM instant_member GROUP BY request_id',
    )
    .all();
  for (const { request_id, count } of named) counts.set(request_id, { count, from: 'gateway' });
  return counts;
}

const earlySchema = z.object({
  transaction_id: z.string(),
  request_id: z.string().nullable(),
  op_id: z.string().nullable(),
  paid: z.bigint(),
  deducted: z.bigint(),
  merchant_order_id: z.string().nullable(),
  ref_number: z.string().nullable(),
  amount_minor: z.bigint().nullable(),
  currency: z.string().nullable(),
});
type EarlySale = z.output<typeof earlySchema>;

export const earlyWhere = (cache: ReadableDb, where: string, ...args: unknown[]): EarlySale[] =>
  cache
    .prepare(`SELECT * FROM early_sale WHERE ${where}`)
    .safeIntegers()
    .all(...args)
    .map((row) => earlySchema.parse(row));
