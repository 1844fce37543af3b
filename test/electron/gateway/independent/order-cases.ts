/** Movements of an order (§4.2), and what stands in the list of transactions afterwards. */
import { expect } from 'vitest';
import type { EndpointName } from '#electron/gateway/endpoint-table.ts';
import { bodyOf, money, must, send, type Bench } from './client.ts';
import type { PlaceCase } from './place-case.ts';
import { ONLINE_ORDER } from './seed.ts';

type OrderRequest = { orderId: string; amount?: ReturnType<typeof money> };
type Builds = Pick<Bench['client']['orders'], 'buildRefund' | 'buildVoid' | 'buildCapture'>;
/** By the checkout host, which is the way of the services; what was done stands in the list of transactions afterwards. */
function orderCase(
  operation: EndpointName,
  call: keyof Builds | 'buildReversal',
  done: { request: OrderRequest; body: unknown; status: string; listed: [string, bigint] },
  prepare: (bench: Bench) => void = () => {},
): PlaceCase {
  return {
    operation,
    call: `orders.${call}`,
    run: async (bench) => {
      const { client, server } = bench;
      prepare(bench);
      const { orders, transactions } = client;
      const { request } = done;
      const built = call === 'buildReversal' ? orders.buildReversal(request.orderId) : orders[call](request);
      const { outcome } = await send(client, await built);
      if (outcome.kind !== 'answer') throw new Error(outcome.kind);
      const verdict = orders.readAnswer(request.orderId, outcome.status, outcome.body);
      expect(verdict).toMatchObject({ kind: 'succeeded' });
      expect(bodyOf(server.requests[0])).toEqual(done.body);
      expect(server.state.orders.get(ONLINE_ORDER)?.status).toBe(done.status);
      const { rows } = must(await transactions.list({ page: 1, limit: 1, search: ONLINE_ORDER }));
      const [listed, minor] = done.listed;
      expect(rows).toMatchObject([{ operation: listed, amount: money(minor) }]);
    },
  };
}

const held = ({ server }: Bench): void => {
  const order = server.state.orders.get(ONLINE_ORDER);
  if (order?.sums) order.sums.captured = 0n;
  Object.assign(order ?? {}, { status: 'AUTHORIZED' });
};
const orderId = ONLINE_ORDER;
export const orderCases: PlaceCase[] = [
  orderCase('orders.checkout-refund', 'buildRefund', {
    request: { orderId, amount: money(400n) },
    body: { apiOperation: 'REFUND', transaction: { amount: 4 } },
    status: 'PAID',
    listed: ['partial_refund', 400n],
  }),
  orderCase('orders.checkout-refund', 'buildRefund', {
    request: { orderId },
    body: { apiOperation: 'REFUND' },
    status: 'REFUNDED',
    listed: ['refund', 1_050n],
  }),
  orderCase('orders.checkout-void', 'buildVoid', {
    request: { orderId },
    body: { apiOperation: 'VOID' },
    status: 'VOIDED',
    listed: ['void', 1_050n],
  }),
  orderCase(
    'orders.checkout-capture',
    'buildCapture',
    {
      request: { orderId, amount: money(625n) },
      body: { apiOperation: 'CAPTURE', transaction: { amount: 6.25 } },
      status: 'PAID',
      listed: ['capture', 625n],
    },
    held,
  ),
  orderCase('orders.reverse', 'buildReversal', {
    request: { orderId },
    body: { apiOperation: 'REVERSAL' },
    status: 'REVERSED',
    listed: ['reversal', 1_050n],
  }),
];
