/** Saved cards (§4.3): reads and delete with the secret key on the dashboard, everything else with a Service-Hash on checkout. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { toDecimal } from '#shared/money/money.ts';
import { open, sameText } from '../access.ts';
import { amount, currency, minorOf, readBody, shortText } from '../bodies.ts';
import { refuse } from '../errors.ts';
import { pageOf, type PageQuery } from '../paging.ts';
import { createRateLimit } from '../rate-limit.ts';
import { acted } from '../server.ts';
import type { Stored } from '../state/documents.ts';
import { authorize } from '../state/online-orders.ts';
import { allTokens, isCardNumber, removeToken, saveCard, tokenById, type Token } from '../state/tokens.ts';
import { orderHash, tokenHash } from '../webhooks/signature.ts';
import type { World } from '../world.ts';
import { orderAnswer } from './orders.ts';

const tokenBody = ({ id, value, createdAtMs }: Stored<Token>) => ({
  token: id,
  maskedCard: value.maskedCard,
  cardBrand: value.cardBrand,
  cardHolderName: value.cardHolderName,
  expiryMonth: value.expiryMonth,
  expiryYear: value.expiryYear,
  customerReference: value.customerReference,
  createdAt: new Date(createdAtMs).toISOString(),
});

const DELETED = { message: 'The saved card was deleted.' };
type ById = { Params: { token: string } };

export function tokenRoutes(app: FastifyInstance, world: World): void {
  const BASE = '/v3/payment/tokenization/tokens';
  app.get<{ Querystring: PageQuery & { customerReference?: string } }>(BASE, ({ query }) => {
    const wanted = query.customerReference;
    const found = allTokens(world).filter(
      ({ value }) => wanted === undefined || value.customerReference === wanted,
    );
    const { rows, pagination } = pageOf(found, query);
    return { body: rows.map(tokenBody), pagination };
  });
  app.get<ById>(`${BASE}/:token`, ({ params }) => ({
    body: tokenBody(tokenById(world, params.token)),
    message: 'Saved card.',
  }));
  app.delete<ById>(`${BASE}/:token`, (request) => {
    removeToken(world, tokenById(world, request.params.token).id);
    acted(request);
    return DELETED;
  });
}

const cardSchema = z.object({
  merchantId: shortText,
  customerReference: shortText,
  card: z.object({
    number: z
      .string()
      .transform((text) => text.replace(/[\s-]/g, ''))
      .refine(isCardNumber, 'is not a card number'),
    expiryMonth: z.string().regex(/^(0[1-9]|1[0-2])$/, 'must be 01 to 12'),
    expiryYear: z.string().regex(/^(\d{2}|\d{4})$/, 'must be a year'),
    holderName: shortText,
  }),
});
const paySchema = z.looseObject({
  merchantId: shortText,
  order: z.object({ reference: shortText, amount, currency }),
  customer: z.object({ reference: shortText }),
  cardToken: shortText,
  manualCapture: z.boolean().default(false),
});

/** §8: on the live checkout host, POST /v3/orders only. */
const ORDERS_A_MINUTE = 1_000;

export function checkoutTokenRoutes(app: FastifyInstance, world: World): void {
  const { merchantId, keys } = world;
  const check = (request: FastifyRequest, hash: string) => {
    if (!sameText(String(request.headers['service-hash'] ?? ''), hash)) throw refuse.serviceHash();
  };
  /** The token, for a caller who knows the secret that signs for its customer. */
  function signedToken(request: FastifyRequest<ById>): Stored<Token> {
    if (!request.headers['service-hash']) throw refuse.serviceHash();
    const token = tokenById(world, request.params.token);
    check(request, tokenHash(merchantId, token.value.customerReference, keys.paymentKey));
    return token;
  }

  app.post('/v3/cards/tokens', open, (request) => {
    if (!request.headers['service-hash']) throw refuse.serviceHash();
    const wanted = readBody(cardSchema, request.body);
    check(request, tokenHash(merchantId, wanted.customerReference, keys.paymentKey));
    if (wanted.merchantId !== merchantId) throw refuse.field('merchantId', 'is not this merchant');
    const saved = saveCard(world, wanted.customerReference, wanted.card);
    acted(request);
    return {
      response: tokenBody(saved),
      status: 'SUCCESS',
      messages: { en: 'The card was saved.', ar: 'تم حفظ البطاقة.' },
    };
  });
  app.get<ById>('/v3/cards/tokens/:token', open, (request) => ({
    response: tokenBody(signedToken(request)),
    status: 'SUCCESS',
  }));
  app.delete<ById>('/v3/cards/tokens/:token', open, (request) => {
    removeToken(world, signedToken(request).id);
    acted(request);
    return DELETED;
  });

  const limit = createRateLimit(world.clock, ORDERS_A_MINUTE);
  app.post('/v3/orders/', open, (request) => {
    if (world.environment === 'live') limit(request.ip);
    if (!request.headers['service-hash']) throw refuse.serviceHash();
    const wanted = readBody(paySchema, request.body);
    if (wanted.merchantId !== merchantId) throw refuse.field('merchantId', 'is not this merchant');
    const { reference, currency: code } = wanted.order;
    const minor = minorOf(wanted.order.amount, code, 'order.amount');
    const customerReference = wanted.customer.reference;
    // The amount is signed as it was sent, or with all its decimals.
    const amounts = [String(wanted.order.amount), toDecimal({ minor: BigInt(minor), currency: code })];
    const hashes = amounts.map((text) =>
      orderHash({ merchantId, reference, amount: text, currency: code, customerReference }, keys.paymentKey),
    );
    const given = String(request.headers['service-hash'] ?? '');
    if (!hashes.some((hash) => sameText(given, hash))) throw refuse.serviceHash();
    const token = tokenById(world, wanted.cardToken);
    if (token.value.customerReference !== customerReference)
      throw refuse.missing('saved card', 'بطاقة محفوظة');
    if (token.value.refused) throw refuse.cardRefused();
    const done = world.db.transaction(() =>
      authorize(world, {
        sessionId: null,
        merchantOrderId: reference,
        amountMinor: minor,
        currency: code,
        method: 'card',
        manualCapture: wanted.manualCapture,
      }),
    )();
    acted(request);
    return orderAnswer({ en: 'The payment was made.', ar: 'تم الدفع.' }, done);
  });
}
