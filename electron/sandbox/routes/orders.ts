/** Order operations (§4.2), each on its own dashboard path and, named by `apiOperation`, through the checkout host. */
import { request as httpRequest } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { needs, open } from '../access.ts';
import { amount, longText, minorOf, readBody } from '../bodies.ts';
import { refuse } from '../errors.ts';
import { acted } from '../server.ts';
import { newId } from '../state/ids.ts';
import {
  capture,
  findOrder,
  refund,
  reverseOnline,
  voidOrder,
  type Done,
  type OnlineOrder,
} from '../state/online-orders.ts';
import { addPosRow } from '../state/sales.ts';
import { emitTransaction } from '../webhooks/events.ts';
import { amountJson, type World } from '../world.ts';
import type { PosRow } from './terminals.ts';

/** Undoes an outstanding sale: the list shows a REVERSAL row beside it until both are acknowledged. */
function reverseCardPresent(world: World, orderId: string): { transactionId: string; sale: PosRow } {
  const rows = world.db
    .prepare('SELECT * FROM pos_row WHERE merchant_order_id = ? ORDER BY id')
    .all(orderId) as PosRow[];
  if (rows.length === 0) throw refuse.noOrder();
  const sale = rows.find((row) => row.payment_type === 'SALE');
  if (!sale) throw refuse.notASale();
  if (rows.some((row) => row.payment_type === 'REVERSAL' || row.payment_type === 'VOID'))
    throw refuse.alreadyReversed();
  if (sale.acknowledged_at_ms !== null) throw refuse.movedToSettlement();
  const nowMs = world.clock.nowMs();
  addPosRow(world, {
    terminal_id: sale.terminal_id,
    merchant_order_id: sale.merchant_order_id,
    ref_number: sale.ref_number,
    amount_minor: sale.amount_minor,
    currency: sale.currency,
    payment_type: 'REVERSAL',
    entry_mode: sale.entry_mode,
    created_at_ms: nowMs,
  });
  const transactionId = newId(world, 'RV');
  emitTransaction(world, {
    operation: 'reversal',
    transactionId,
    orderId,
    merchantOrderId: orderId,
    amountMinor: sale.amount_minor,
    currency: sale.currency,
    method: 'card',
    channel: 'pos',
    atMs: nowMs,
  });
  return { transactionId, sale };
}

const MESSAGES = {
  capture: { en: 'The amount was captured.', ar: 'تم تحصيل المبلغ.' },
  refund: { en: 'The amount was refunded.', ar: 'تم استرداد المبلغ.' },
  void: { en: 'The transaction was voided.', ar: 'تم إلغاء العملية.' },
  reversal: { en: 'The transaction was reversed.', ar: 'تم عكس العملية.' },
};

export function orderAnswer(operation: { en: string; ar: string }, { order, transactionId }: Done) {
  const money = (minor: number) => amountJson(minor, order.currency);
  return {
    response: {
      orderId: order.order_id,
      merchantOrderId: order.merchant_order_id,
      amount: money(order.authorized_minor),
      currency: order.currency,
      status: order.status,
      capturedAmount: money(order.captured_minor),
      refundedAmount: money(order.refunded_minor),
    },
    transactionId,
    messages: operation,
    status: 'SUCCESS',
    provider: { type: 'ONLINE', version: '1.0' },
  };
}

/** Fields beyond these are passed through as they were sent, which here means that they change nothing (§4.2). */
const bodySchema = z.looseObject({
  apiOperation: z.string().optional(),
  reason: longText.optional(),
  transaction: z
    .looseObject({ amount: amount.optional(), targetTransactionId: z.string().optional() })
    .optional(),
});
type Body = z.output<typeof bodySchema>;
type OrderRequest = { Params: { orderId: string }; Body: unknown };
type Operation = keyof typeof MESSAGES;

const wantedMinor = ({ transaction }: Body, order: OnlineOrder): number | null =>
  transaction?.amount === undefined
    ? null
    : minorOf(transaction.amount, order.currency, 'transaction.amount');

const OPERATIONS: Record<
  Exclude<Operation, 'reversal'>,
  (world: World, order: OnlineOrder, body: Body) => Done
> = {
  capture: (world, order, body) => capture(world, order, wantedMinor(body, order)),
  refund: (world, order, body) => refund(world, order, wantedMinor(body, order)),
  void: voidOrder,
};

function readOrderBody(request: FastifyRequest, operation: Operation): Body {
  const body = readBody(bodySchema, request.body);
  if (body.apiOperation !== operation.toUpperCase()) throw refuse.wrongOperation(operation.toUpperCase());
  return body;
}

/** A card-present order is undone by a reversal, or given back on the terminal. */
function onlineOrder(world: World, orderId: string, operation: Operation): OnlineOrder {
  const order = findOrder(world, orderId);
  if (order) return order;
  const cardPresent = world.db
    .prepare(
      'SELECT 1 FROM pos_row WHERE merchant_order_id = @orderId UNION ALL SELECT 1 FROM settlement_row WHERE merchant_order_id = @orderId LIMIT 1',
    )
    .get({ orderId });
  throw cardPresent === undefined ? refuse.noOrder() : refuse.notThisOrder(operation);
}

export function orderRoutes(app: FastifyInstance, world: World): void {
  app.put<OrderRequest>('/v3/payment/reversal/:orderId', (request) => {
    const { orderId } = request.params;
    readOrderBody(request, 'reversal');
    const online = findOrder(world, orderId);
    if (online) {
      const done = world.db.transaction(() => reverseOnline(world, online))();
      acted(request);
      return orderAnswer(MESSAGES.reversal, done);
    }
    const { transactionId, sale } = world.db.transaction(() => reverseCardPresent(world, orderId))();
    acted(request);
    return {
      response: { orderId, refNumber: sale.ref_number, terminalId: sale.terminal_id },
      transactionId,
      messages: MESSAGES.reversal,
      status: 'SUCCESS',
      provider: { type: 'POS', version: '1.0' },
    };
  });

  for (const operation of ['capture', 'refund', 'void'] as const) {
    // Refund and void need the refund permission (§4.2).
    const access = operation === 'capture' ? {} : needs('transactions.refund_transaction');
    app.put<OrderRequest>(`/v3/payment/${operation}/:orderId`, access, (request) => {
      const body = readOrderBody(request, operation);
      const done = world.db.transaction(() =>
        OPERATIONS[operation](world, onlineOrder(world, request.params.orderId, operation), body),
      )();
      acted(request);
      return orderAnswer(MESSAGES[operation], done);
    });
  }
}

/** Sends the request on to the dashboard host, as it came, from the caller's own address, and answers as that answers. */
export function forward(request: FastifyRequest, url: string): Promise<{ status: number; text: string }> {
  const { authorization } = request.headers;
  return new Promise((resolve, reject) => {
    const onward = httpRequest(
      url,
      {
        method: request.method,
        // The dashboard host checks the caller's address, not this one's.
        localAddress: request.ip,
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 502, text: Buffer.concat(parts).toString() }),
        );
        answer.on('error', () => reject(refuse.upstream()));
      },
    );
    onward.on('error', () => reject(refuse.upstream()));
    onward.end(request.bodyText ?? undefined);
  });
}

const PATHS: Readonly<Record<string, Operation>> = {
  CAPTURE: 'capture',
  REFUND: 'refund',
  VOID: 'void',
  REVERSAL: 'reversal',
};

/** The checkout host rewrites the path from `apiOperation` and forwards, credential included (§4.2). */
export function checkoutOrderRoutes(app: FastifyInstance, dashboardUrl: string): void {
  app.put<{ Params: { orderId: string }; Body: { apiOperation?: unknown } | null }>(
    '/v3/orders/:orderId',
    open,
    async (request, reply) => {
      const named = request.body?.apiOperation;
      const operation = typeof named === 'string' && Object.hasOwn(PATHS, named) ? PATHS[named] : undefined;
      if (operation === undefined) throw refuse.unknownOperation();
      const orderId = encodeURIComponent(request.params.orderId);
      const { status, text } = await forward(request, `${dashboardUrl}/v3/payment/${operation}/${orderId}`);
      return reply.code(status).type('application/json').send(text);
    },
  );
}
