/** Instant settlement (§3.2, shapes of assumptions.md): eligible sales, suggestions, fee inquiry, requests and their way. */
import type { FastifyInstance } from 'fastify';
import { writeGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { refuse } from '../errors.ts';
import { pagination, readPage, type PageQuery } from '../paging.ts';
import { acted } from '../server.ts';
import { newId } from '../state/sales.ts';
import { dayOf, rollWindows } from '../state/windows.ts';
import { amountJson, type World } from '../world.ts';
import type { SettlementRow } from './settlement.ts';

const RATE_BASIS_POINTS = 150;
const FLAT_FEE = 1_000;
const PER_REQUEST = 25_000_000;
const DAILY = 50_000_000;
const PROCESSING_AFTER_MS = 6_000;
const ENDS_AFTER_MS = 25_000;

type RequestRow = {
  request_id: string;
  status: string;
  body: string;
  created_at_ms: number;
  will_decline: number;
  history: string;
  total_minor: number;
};
type History = { status: string; at: string }[];

const eligibleRows = (world: World): SettlementRow[] =>
  world.db
    .prepare(
      `SELECT * FROM settlement_row WHERE settled_at_ms IS NULL AND request_id IS NULL AND currency = 'EGP' ORDER BY created_at_ms, transaction_id`,
    )
    .all() as SettlementRow[];

const sum = (rows: SettlementRow[], key: 'amount_minor' | 'net_minor') =>
  rows.reduce((total, row) => total + row[key], 0);
const egp = (minor: number) => amountJson(minor, 'EGP');

function usedToday(world: World): number {
  const { used } = world.db
    .prepare(
      `SELECT COALESCE(SUM(total_minor), 0) AS used FROM instant_request WHERE created_at_ms >= ? AND status <> 'DECLINED'`,
    )
    .get(dayOf(world.clock.nowMs())) as { used: number };
  return used;
}

function limitsBody(world: World): unknown {
  const used = usedToday(world);
  return {
    perRequest: egp(PER_REQUEST),
    daily: egp(DAILY),
    usedToday: egp(used),
    remainingToday: egp(Math.max(0, DAILY - used)),
    currency: 'EGP',
  };
}

/** The eligible sales with these ids; refuses unknown, repeated and no longer eligible ones. */
function chosenRows(world: World, body: unknown): SettlementRow[] {
  const ids = (body as { transactionIds?: unknown } | null)?.transactionIds;
  const valid = Array.isArray(ids) && ids.length > 0 && ids.every((id) => typeof id === 'string');
  if (!valid)
    throw refuse.invalid('transactionIds must name at least one sale.', 'يجب تحديد عملية واحدة على الأقل.');
  const eligible = new Map(eligibleRows(world).map((row) => [row.transaction_id, row]));
  const rows = [...new Set(ids as string[])].flatMap((id) => eligible.get(id) ?? []);
  if (rows.length !== ids.length) {
    throw refuse.invalid('Some of these sales are not eligible any more.', 'بعض هذه العمليات لم تعد مؤهلة.');
  }
  return rows;
}

function quoteOf(rows: SettlementRow[]) {
  const total = sum(rows, 'amount_minor');
  const totalNet = sum(rows, 'net_minor');
  const rateFee = Math.floor((total * RATE_BASIS_POINTS + 5_000) / 10_000);
  const vat = Math.floor(((rateFee + FLAT_FEE) * 14 + 50) / 100);
  const totalFees = rateFee + FLAT_FEE + vat;
  return { total, totalNet, rateFee, vat, totalFees, netTransfer: totalNet - totalFees };
}

function quoteBody(rows: SettlementRow[]) {
  const quote = quoteOf(rows);
  return {
    totalAmount: egp(quote.total),
    totalNetAmount: egp(quote.totalNet),
    rate: '1.5',
    rateFee: egp(quote.rateFee),
    flatFee: egp(FLAT_FEE),
    vatAmount: egp(quote.vat),
    totalFees: egp(quote.totalFees),
    netTransferAmount: egp(quote.netTransfer),
    transactionsCount: rows.length,
    currency: 'EGP',
  };
}

/** Moves requests on by the time that has passed: deducted, then transferred or declined (§3.2). */
function advance(world: World): void {
  const nowMs = world.clock.nowMs();
  const open = world.db
    .prepare(`SELECT * FROM instant_request WHERE status IN ('PENDING', 'PROCESSING')`)
    .all() as RequestRow[];
  const save = world.db.prepare('UPDATE instant_request SET status = ?, history = ? WHERE request_id = ?');
  for (const request of open) {
    const history = JSON.parse(request.history) as History;
    const step = (status: string, afterMs: number) =>
      history.push({ status, at: writeGatewayTimestamp(request.created_at_ms + afterMs) });
    const ageMs = nowMs - request.created_at_ms;
    let status = request.status;
    if (status === 'PENDING' && ageMs >= PROCESSING_AFTER_MS) {
      status = request.will_decline === 1 ? 'DECLINED' : 'PROCESSING';
      step(status, PROCESSING_AFTER_MS);
    }
    if (status === 'PROCESSING' && ageMs >= ENDS_AFTER_MS) {
      status = 'TRANSFERRED';
      step(status, ENDS_AFTER_MS);
    }
    if (status === request.status) continue;
    save.run(status, JSON.stringify(history), request.request_id);
    // Declined: the sales return to the normal schedule.
    if (status === 'DECLINED')
      world.db
        .prepare('UPDATE settlement_row SET request_id = NULL WHERE request_id = ?')
        .run(request.request_id);
  }
}

type RawJson = typeof JSON & { rawJSON(text: string): unknown };

function requestBody(request: RequestRow): unknown {
  const declineReason = request.status === 'DECLINED' ? 'The bank account is being verified.' : 'NA';
  const inner = request.body.slice(1, -1);
  const state = JSON.stringify({
    requestId: request.request_id,
    status: request.status,
    createdAt: writeGatewayTimestamp(request.created_at_ms),
    statusHistory: JSON.parse(request.history) as History,
    declineReason,
  });
  // The amounts are kept as the JSON text they were, so that they stay exact.
  return rawObject(`${state.slice(0, -1)},${inner}}`);
}

/** JSON.rawJSON takes primitives only: an object is read back with its numbers kept as text. */
const rawObject = (text: string): unknown =>
  (JSON.parse as (t: string, r: (k: string, v: unknown, c: { source?: string }) => unknown) => unknown)(
    text,
    (_key, value, context) =>
      typeof value === 'number' && context.source !== undefined
        ? (JSON as RawJson).rawJSON(context.source)
        : value,
  );

const requestById = (world: World, requestId: string) =>
  world.db.prepare('SELECT * FROM instant_request WHERE request_id = ?').get(requestId) as
    RequestRow | undefined;

function createRequest(world: World, body: unknown): RequestRow {
  const rows = chosenRows(world, body);
  const quote = quoteOf(rows);
  const remaining = DAILY - usedToday(world);
  const limit = quote.total > PER_REQUEST ? PER_REQUEST : remaining;
  if (quote.total > limit) {
    throw refuse.overLimit({
      limit: egp(limit === PER_REQUEST ? PER_REQUEST : DAILY),
      requested: egp(quote.total),
      remaining: egp(Math.max(0, remaining)),
    });
  }
  const requestId = newId(world, 'IS');
  const nowMs = world.clock.nowMs();
  const willDecline = world.declineNext ? 1 : 0;
  world.declineNext = false;
  const kept = JSON.stringify({ ...quoteBody(rows), transactionIds: rows.map((row) => row.transaction_id) });
  const history = JSON.stringify([{ status: 'PENDING', at: writeGatewayTimestamp(nowMs) }]);
  world.db
    .prepare(
      `INSERT INTO instant_request (request_id, status, body, created_at_ms, will_decline, history, total_minor) VALUES (?, 'PENDING', ?, ?, ?, ?, ?)`,
    )
    .run(requestId, kept, nowMs, willDecline, history, quote.total);
  const mark = world.db.prepare('UPDATE settlement_row SET request_id = ? WHERE transaction_id = ?');
  for (const row of rows) mark.run(requestId, row.transaction_id);
  const created = requestById(world, requestId);
  if (!created) throw new Error('the request was not stored');
  return created;
}

/** The largest set of oldest sales not above the target, and the smallest run of them above it. */
function suggest(rows: SettlementRow[], targetMinor: number) {
  const below: SettlementRow[] = [];
  let total = 0;
  for (const row of rows) {
    if (total + row.amount_minor > targetMinor) continue;
    below.push(row);
    total += row.amount_minor;
  }
  const above = [...below];
  const taken = new Set(below);
  const next = rows.filter((row) => !taken.has(row)).sort((a, b) => a.amount_minor - b.amount_minor)[0];
  if (next) above.push(next);
  const body = (set: SettlementRow[]) =>
    set.length === 0
      ? undefined
      : {
          totalAmount: egp(sum(set, 'amount_minor')),
          transactionsCount: set.length,
          transactionIds: set.map((row) => row.transaction_id),
        };
  return { below: body(below), above: next ? body(above) : undefined };
}

export function instantSettlementRoutes(app: FastifyInstance, world: World): void {
  const base = '/v3/payment/instant-settlement';

  app.get<{ Querystring: PageQuery & { branchIds?: string } }>(`${base}/eligible`, ({ query }) => {
    rollWindows(world);
    advance(world);
    const page = readPage(query);
    const branches = (query.branchIds ?? '').split(',').filter((id) => id !== '');
    const rows = eligibleRows(world).filter(
      (row) => branches.length === 0 || branches.includes(row.branch_id ?? ''),
    );
    return {
      body: rows.slice(page.offset, page.offset + page.limit).map((row) => ({
        transactionId: row.transaction_id,
        merchantOrderId: row.merchant_order_id,
        refNumber: row.ref_number,
        branchId: row.branch_id,
        batchId: row.batch_id ?? 'NA',
        amount: egp(row.amount_minor),
        feeAmount: egp(row.fee_minor),
        vatAmount: egp(row.vat_minor),
        netAmount: egp(row.net_minor),
        currency: row.currency,
        transactionDate: writeGatewayTimestamp(row.created_at_ms),
        expectedSettlementDate: writeGatewayTimestamp(row.expected_at_ms),
      })),
      pagination: pagination(rows.length, page),
      summary: {
        count: rows.length,
        totalAmount: egp(sum(rows, 'amount_minor')),
        totalNetAmount: egp(sum(rows, 'net_minor')),
      },
      limits: limitsBody(world),
    };
  });

  app.post(`${base}/suggestions`, ({ body }) => {
    const target = Number((body as { targetAmount?: unknown } | null)?.targetAmount);
    if (!Number.isFinite(target) || target <= 0)
      throw refuse.invalid('targetAmount must be above zero.', 'يجب أن يكون المبلغ المطلوب أكبر من صفر.');
    return { body: { targetAmount: target, ...suggest(eligibleRows(world), Math.round(target * 100)) } };
  });

  app.post(`${base}/fee-inquiry`, ({ body }) => ({ body: quoteBody(chosenRows(world, body)) }));

  app.post(`${base}/`, (request, reply) => {
    advance(world);
    const created = world.db.transaction(() => createRequest(world, request.body))();
    acted(request, true);
    return reply
      .code(201)
      .send({ body: requestBody(created), message: 'The instant settlement request was created.' });
  });

  app.get<{ Querystring: PageQuery }>(`${base}/`, ({ query }) => {
    advance(world);
    const page = readPage(query);
    const { total } = world.db.prepare('SELECT COUNT(*) AS total FROM instant_request').get() as {
      total: number;
    };
    const rows = world.db
      .prepare('SELECT * FROM instant_request ORDER BY created_at_ms DESC, request_id DESC LIMIT ? OFFSET ?')
      .all(page.limit, page.offset) as RequestRow[];
    return { body: rows.map(requestBody), pagination: pagination(total, page) };
  });

  app.get<{ Params: { requestId: string } }>(`${base}/:requestId`, ({ params: { requestId } }) => {
    advance(world);
    const row = requestById(world, requestId);
    if (!row) throw refuse.noOrder();
    return { body: requestBody(row) };
  });
}
