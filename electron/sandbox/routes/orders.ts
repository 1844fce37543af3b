/** Order operations (§4.2): reversal, on its own dashboard path and through the checkout host's order route. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../errors.ts';
import { acted } from '../server.ts';
import { newId } from '../state/ids.ts';
import type { World } from '../world.ts';
import type { PosRow } from './terminals.ts';

/** Undoes an outstanding sale: the list shows a REVERSAL row beside it until both are acknowledged. */
function reverse(world: World, orderId: string): { transactionId: string; sale: PosRow } {
  const rows = world.db
    .prepare('SELECT * FROM pos_row WHERE merchant_order_id = ? ORDER BY id')
    .all(orderId) as PosRow[];
  if (rows.length === 0) throw refuse.noOrder();
  const sale = rows.find((row) => row.payment_type === 'SALE');
  if (!sale) throw refuse.notASale();
  if (rows.some((row) => row.payment_type === 'REVERSAL')) throw refuse.alreadyReversed();
  if (sale.acknowledged_at_ms !== null) throw refuse.movedToSettlement();
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

type OrderRequest = { Params: { orderId: string }; Body: { apiOperation?: unknown } | null };

export function orderRoutes(app: FastifyInstance, world: World): void {
  app.put<OrderRequest>('/v3/payment/reversal/:orderId', (request) => {
    const { orderId } = request.params;
    if (request.body?.apiOperation !== 'REVERSAL') throw refuse.wrongOperation();
    const { transactionId, sale } = world.db.transaction(() => reverse(world, orderId))();
    acted(request);
    return {
      response: { orderId, refNumber: sale.ref_number, terminalId: sale.terminal_id },
      transactionId,
      messages: { en: 'The transaction was reversed.', ar: 'تم عكس العملية.' },
      status: 'SUCCESS',
      provider: { type: 'POS', version: '1.0' },
    };
  });
}

/** Sends the request on to the dashboard host, as it came, and answers as that answers. */
async function forward(request: FastifyRequest, url: string): Promise<{ status: number; text: string }> {
  const { authorization } = request.headers;
  try {
    const answer = await fetch(url, {
      method: request.method,
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: request.bodyText,
    });
    return { status: answer.status, text: await answer.text() };
  } catch {
    throw refuse.upstream();
  }
}

/** The checkout host rewrites the path from `apiOperation` and forwards, credential included (§4.2). */
export function checkoutOrderRoutes(app: FastifyInstance, dashboardUrl: string): void {
  app.put<OrderRequest>('/v3/orders/:orderId', async (request, reply) => {
    if (request.body?.apiOperation !== 'REVERSAL') throw refuse.unknownOperation();
    const orderId = encodeURIComponent(request.params.orderId);
    const { status, text } = await forward(request, `${dashboardUrl}/v3/payment/reversal/${orderId}`);
    return reply.code(status).type('application/json').send(text);
  });
}
