/** Order operations (§4.2): reversal, on its own dashboard path and through the checkout host's order route. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../errors.ts';
import { acted } from '../server.ts';
import { newId } from '../state/sales.ts';
import type { World } from '../world.ts';
import type { PosRow } from './terminals.ts';

function reverse(world: World, orderId: string): { transactionId: string; sale: PosRow } {
  const rows = world.db
    .prepare('SELECT * FROM pos_row WHERE merchant_order_id = ? ORDER BY id')
    .all(orderId) as PosRow[];
  const sale = rows.find((row) => row.payment_type === 'SALE');
  if (!sale) throw refuse.noOrder();
  if (rows.some((row) => row.payment_type === 'REVERSAL')) {
    throw refuse.invalid('This order is already reversed.', 'تم عكس هذا الطلب من قبل.');
  }
  if (sale.acknowledged_at_ms !== null) {
    throw refuse.invalid(
      'This order is not reversible: it has moved toward settlement.',
      'لا يمكن عكس هذا الطلب بعد انتقاله إلى التسوية.',
    );
  }
  world.db
    .prepare(
      `INSERT INTO pos_row (terminal_id, merchant_order_id, ref_number, amount_minor, currency, payment_type, entry_mode, created_at_ms)
       VALUES (?, ?, ?, ?, ?, 'REVERSAL', ?, ?)`,
    )
    .run(
      sale.terminal_id,
      orderId,
      sale.ref_number,
      sale.amount_minor,
      sale.currency,
      sale.entry_mode,
      world.clock.nowMs(),
    );
  return { transactionId: newId(world, 'RV'), sale };
}

export function reversalAnswer(world: World, request: FastifyRequest, orderId: string): unknown {
  const { transactionId, sale } = world.db.transaction(() => reverse(world, orderId))();
  acted(request, true);
  return {
    response: { orderId, refNumber: sale.ref_number, terminalId: sale.terminal_id },
    transactionId,
    messages: { en: 'The transaction was reversed.', ar: 'تم عكس العملية.' },
    status: 'SUCCESS',
    provider: { type: 'POS', version: '1.0' },
  };
}

type OrderRequest = { Params: { orderId: string }; Body: { apiOperation?: unknown } | null };

export function orderRoutes(app: FastifyInstance, world: World): void {
  app.put<OrderRequest>('/v3/payment/reversal/:orderId', (request) => {
    if (request.body?.apiOperation !== 'REVERSAL') {
      throw refuse.invalid('apiOperation must be REVERSAL.', 'يجب أن تكون قيمة apiOperation هي REVERSAL.');
    }
    return reversalAnswer(world, request, request.params.orderId);
  });
}

/** The checkout host rewrites the path from `apiOperation` and forwards, credential included (§4.2). */
export function checkoutOrderRoutes(
  app: FastifyInstance,
  forward: (request: FastifyRequest, path: string) => Promise<{ status: number; body: unknown }>,
): void {
  app.put<OrderRequest>('/v3/orders/:orderId', async (request, reply) => {
    if (request.body?.apiOperation !== 'REVERSAL') {
      throw refuse.invalid('This apiOperation is not known.', 'قيمة apiOperation غير معروفة.');
    }
    const { status, body } = await forward(
      request,
      `/v3/payment/reversal/${encodeURIComponent(request.params.orderId)}`,
    );
    return reply.code(status).send(body);
  });
}
