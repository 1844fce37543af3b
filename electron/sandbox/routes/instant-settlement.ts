/** Instant settlement (§3.2, §4.15; all shapes of assumptions.md): the calls; what they mean is in state/instant-requests.ts. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseMoney } from '#shared/money/money.ts';
import { writeGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { needs } from '../access.ts';
import { refuse } from '../errors.ts';
import { listOf, pagination, readPage, type PageQuery } from '../paging.ts';
import { acted } from '../server.ts';
import {
  createRequest,
  eligibleRows,
  FLAT_FEE_MINOR,
  historyOf,
  quoteOf,
  RATE_BASIS_POINTS,
  sumOf,
  usedTodayMinor,
  type InstantRequest,
  type Quote,
} from '../state/instant-requests.ts';
import { readSetting } from '../state/settings.ts';
import type { SettlementRow } from '../state/settlement-rows.ts';
import { suggest, type Suggestion } from '../state/suggestions.ts';
import { amountJson, percentJson, type World } from '../world.ts';

const egp = (minor: number) => amountJson(minor, 'EGP');

function limitsBody(world: World) {
  const used = usedTodayMinor(world);
  const daily = readSetting(world, 'instant_daily');
  const minimum = readSetting(world, 'instant_minimum');
  return {
    ...(minimum > 0 && { minimum: egp(minimum) }),
    perRequest: egp(readSetting(world, 'instant_per_request')),
    daily: egp(daily),
    usedToday: egp(used),
    remainingToday: egp(Math.max(0, daily - used)),
    currency: 'EGP',
  };
}

const eligibleBody = (row: SettlementRow) => ({
  transactionId: row.transaction_id,
  merchantOrderId: row.merchant_order_id,
  refNumber: row.ref_number ?? 'NA',
  branchId: row.branch_id ?? 'NA',
  batchId: row.batch_id ?? 'NA',
  amount: egp(row.amount_minor),
  feeAmount: egp(row.fee_minor),
  vatAmount: egp(row.vat_minor),
  netAmount: egp(row.net_minor),
  currency: row.currency,
  transactionDate: writeGatewayTimestamp(row.created_at_ms),
  expectedSettlementDate: writeGatewayTimestamp(row.expected_at_ms),
});

const quoteBody = (quote: Quote) => ({
  totalAmount: egp(quote.totalMinor),
  totalNetAmount: egp(quote.totalNetMinor),
  rate: percentJson(RATE_BASIS_POINTS),
  rateFee: egp(quote.rateFeeMinor),
  flatFee: egp(FLAT_FEE_MINOR),
  vatAmount: egp(quote.vatMinor),
  totalFees: egp(quote.totalFeesMinor),
  netTransferAmount: egp(quote.netTransferMinor),
  transactionsCount: quote.transactionIds.length,
  currency: 'EGP',
});

function requestBody(world: World, request: InstantRequest) {
  const quote = JSON.parse(request.quote) as Quote;
  return {
    requestId: request.request_id,
    status: request.status,
    ...quoteBody(quote),
    ...(readSetting(world, 'instant_names_sales') && { transactionIds: quote.transactionIds }),
    createdAt: writeGatewayTimestamp(request.created_at_ms),
    statusHistory: historyOf(request).map(({ status, atMs }) => ({
      status,
      at: writeGatewayTimestamp(atMs),
    })),
    declineReason: request.status === 'DECLINED' ? request.decline_reason : 'NA',
  };
}

const idsSchema = z.object({ transactionIds: z.array(z.string()).min(1) });

/** The eligible sales with these ids; refuses unknown, repeated and no longer eligible ones. */
function chosenRows(world: World, body: unknown): SettlementRow[] {
  const parsed = idsSchema.safeParse(body);
  if (!parsed.success) throw refuse.noTransactionIds();
  const eligible = new Map(eligibleRows(world).map((row) => [row.transaction_id, row]));
  const rows = [...new Set(parsed.data.transactionIds)].flatMap((id) => eligible.get(id) ?? []);
  if (rows.length !== parsed.data.transactionIds.length) throw refuse.notEligible();
  return rows;
}

/** Checks limits and makes the request, in one transaction. */
function requestPayout(world: World, body: unknown): InstantRequest {
  const rows = chosenRows(world, body);
  const { totalMinor, netTransferMinor } = quoteOf(rows);
  if (netTransferMinor <= 0) throw refuse.tooSmall();
  const perRequest = readSetting(world, 'instant_per_request');
  const daily = readSetting(world, 'instant_daily');
  const remaining = Math.max(0, daily - usedTodayMinor(world));
  const amounts = { requested: egp(totalMinor), remaining: egp(remaining), currency: 'EGP' };
  const minimum = readSetting(world, 'instant_minimum');
  if (totalMinor < minimum) throw refuse.underMinimum({ minimum: egp(minimum), ...amounts });
  if (totalMinor > perRequest) throw refuse.overRequestLimit({ limit: egp(perRequest), ...amounts });
  if (totalMinor > remaining) throw refuse.overDailyLimit({ limit: egp(daily), ...amounts });
  return createRequest(world, rows, world.clock.nowMs());
}

const targetSchema = z.object({ targetAmount: z.union([z.number(), z.string()]).transform(String) });

function targetMinor(body: unknown): number {
  const parsed = targetSchema.safeParse(body);
  const target = parsed.success ? parseMoney(parsed.data.targetAmount, 'EGP') : null;
  if (!target?.ok || target.value.minor <= 0n) throw refuse.badTarget();
  return Number(target.value.minor);
}

const suggestionBody = ({ totalMinor, transactionIds }: Suggestion) => ({
  totalAmount: egp(totalMinor),
  transactionsCount: transactionIds.length,
  transactionIds,
});

const BASE = '/v3/payment/instant-settlement';
const view = needs('instant_settlements.all.view_instant_settlement', 'instant_settlement_request');
const create = needs('instant_settlements.all.create_instant_settlement', 'instant_settlement_request');

function offerRoutes(app: FastifyInstance, world: World): void {
  app.get<{ Querystring: PageQuery & { branchIds?: string } }>(`${BASE}/eligible`, view, ({ query }) => {
    const page = readPage(query);
    const branches = listOf(query.branchIds);
    const rows = eligibleRows(world).filter(
      ({ branch_id }) => branches.length === 0 || branches.includes(branch_id ?? ''),
    );
    return {
      body: rows.slice(page.offset, page.offset + page.limit).map(eligibleBody),
      pagination: pagination(rows.length, page),
      summary: {
        count: rows.length,
        totalAmount: egp(sumOf(rows, 'amount_minor')),
        totalNetAmount: egp(sumOf(rows, 'net_minor')),
      },
      limits: limitsBody(world),
    };
  });

  app.post(`${BASE}/suggestions`, view, ({ body }) => {
    const target = targetMinor(body);
    const { below, above } = suggest(eligibleRows(world), target);
    return {
      body: {
        targetAmount: egp(target),
        ...(below && { below: suggestionBody(below) }),
        ...(above && { above: suggestionBody(above) }),
      },
    };
  });

  app.post(`${BASE}/fee-inquiry`, view, ({ body }) => ({
    body: quoteBody(quoteOf(chosenRows(world, body))),
  }));
}

function requestRoutes(app: FastifyInstance, world: World): void {
  app.post(`${BASE}/`, create, (request, reply) => {
    const created = world.db.transaction(() => requestPayout(world, request.body))();
    acted(request);
    return reply
      .code(201)
      .send({ body: requestBody(world, created), message: 'The instant settlement request was created.' });
  });

  app.get<{ Querystring: PageQuery }>(`${BASE}/`, view, ({ query }) => {
    const page = readPage(query);
    const total = world.db.prepare('SELECT COUNT(*) FROM instant_request').pluck().get() as number;
    const rows = world.db
      .prepare('SELECT * FROM instant_request ORDER BY created_at_ms DESC, request_id DESC LIMIT ? OFFSET ?')
      .all(page.limit, page.offset) as InstantRequest[];
    return { body: rows.map((row) => requestBody(world, row)), pagination: pagination(total, page) };
  });

  app.get<{ Params: { requestId: string } }>(`${BASE}/:requestId`, view, ({ params: { requestId } }) => {
    const row = world.db.prepare('SELECT * FROM instant_request WHERE request_id = ?').get(requestId) as
      | InstantRequest
      | undefined;
    if (!row) throw refuse.noInstantRequest();
    return { body: requestBody(world, row) };
  });
}

export function instantSettlementRoutes(app: FastifyInstance, world: World): void {
  offerRoutes(app, world);
  requestRoutes(app, world);
}
