/** Payment sessions (§4.1). */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { toDecimal } from '#shared/money/money.ts';
import { needs, open } from '../access.ts';
import {
  currency,
  decimalText,
  instant,
  longText,
  minorOf,
  readBody,
  shortText,
  webAddress,
} from '../bodies.ts';
import { refuse } from '../errors.ts';
import { pagination, readPage, timeRange, type PageQuery } from '../paging.ts';
import { acted } from '../server.ts';
import { sessionById, type SessionRow } from '../state/session-rows.ts';
import { abandonSession, createSession, paymentView, sessionDocument } from '../state/sessions.ts';
import { DAY_MS } from '../state/windows.ts';
import type { World } from '../world.ts';

/** §2.1. Fields that are not named pass through into `paymentParams`. */
const createSchema = z.looseObject({
  merchantId: shortText,
  amount: decimalText,
  currency: currency.refine((code) => !code.endsWith('_VIRTUAL'), 'must be an ISO 4217 code'),
  order: shortText,
  expireAt: instant.optional(),
  maxFailureAttempts: z.number().int().min(1).max(100).default(3),
  paymentType: shortText.optional(),
  merchantRedirect: webAddress.optional(),
  display: z.string().max(10).optional(),
  type: shortText.optional(),
  allowedMethods: z.string().max(200).optional(),
  redirectMethod: z.string().max(20).nullish(),
  iframeBackgroundColor: z.string().max(30).optional(),
  metaData: z.record(z.string(), z.unknown()).optional(),
  failureRedirect: z.boolean().optional(),
  brandColor: z.string().max(30).optional(),
  defaultMethod: z.string().max(50).optional(),
  description: longText.optional(),
  manualCapture: z.boolean().default(false),
  customer: z
    .looseObject({ email: z.string().max(320).optional(), reference: z.string().max(200).optional() })
    .optional(),
  saveCard: z.string().max(50).optional(),
  retrieveSavedCard: z.boolean().optional(),
  interactionSource: z.string().max(50).optional(),
  enable3DS: z.boolean().optional(),
  serverWebhook: webAddress.optional(),
  notes: longText.optional(),
});

function create(world: World, body: unknown): SessionRow {
  const wanted = readBody(createSchema, body);
  if (wanted.merchantId !== world.merchantId)
    throw refuse.field('merchantId', 'is not the merchant of this key');
  const amountMinor = minorOf(wanted.amount, wanted.currency, 'amount');
  const nowMs = world.clock.nowMs();
  const expiresAtMs = wanted.expireAt ?? nowMs + DAY_MS;
  if (expiresAtMs <= nowMs) throw refuse.field('expireAt', 'must be in the future');
  const { merchantId: _merchant, expireAt: _expiry, maxFailureAttempts, ...params } = wanted;
  return createSession(world, {
    amountMinor,
    currency: wanted.currency,
    order: wanted.order,
    manualCapture: wanted.manualCapture,
    serverWebhook: wanted.serverWebhook ?? null,
    expiresAtMs,
    maxFailureAttempts,
    params: {
      ...params,
      amount: toDecimal({ minor: BigInt(amountMinor), currency: wanted.currency }),
    },
  });
}

type ListQuery = PageQuery & { status?: string; dateFrom?: string; dateTo?: string; search?: string };
type ById = { Params: { sessionId: string } };
const BASE = '/v3/payment/sessions';

export function sessionRoutes(app: FastifyInstance, world: World): void {
  const withApiKey = { config: { access: { credential: 'secret-key+api-key' as const } } };
  app.post(BASE, withApiKey, (request) => {
    const created = world.db.transaction(() => create(world, request.body))();
    acted(request);
    return sessionDocument(world, created);
  });

  app.get<{ Querystring: ListQuery }>(BASE, needs('transactions.view_transaction'), ({ query }) => {
    const page = readPage(query);
    const { fromMs, toMs } = timeRange(query.dateFrom, query.dateTo);
    const where = `(@status = '' OR status = @status) AND created_at_ms BETWEEN @fromMs AND @toMs`;
    const args = { status: query.status ?? '', fromMs, toMs };
    const total = world.db
      .prepare(`SELECT COUNT(*) FROM payment_session WHERE ${where}`)
      .pluck()
      .get(args) as number;
    const rows = world.db
      .prepare(
        `SELECT * FROM payment_session WHERE ${where} ORDER BY created_at_ms DESC, rowid DESC LIMIT @limit OFFSET @offset`,
      )
      .all({ ...args, limit: page.limit, offset: page.offset }) as SessionRow[];
    return {
      message: 'Sessions listed.',
      data: rows.map((row) => sessionDocument(world, row)),
      pagination: pagination(total, page),
    };
  });

  app.get<ById>(`${BASE}/:sessionId`, open, ({ params }) =>
    sessionDocument(world, sessionById(world, params.sessionId)),
  );
  app.get<ById>(`${BASE}/:sessionId/payment`, ({ params }) => ({
    message: 'Payment details.',
    data: paymentView(world, sessionById(world, params.sessionId)),
  }));
  app.patch<ById>(`${BASE}/:sessionId/abandon`, (request) => {
    const row = world.db.transaction(() => abandonSession(world, request.params.sessionId))();
    acted(request);
    return sessionDocument(world, row);
  });
}
