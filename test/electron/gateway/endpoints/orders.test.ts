import { describe, expect, it } from 'vitest';
import { money } from '#shared/money/money.ts';
import { decodeOrderResult } from '#electron/gateway/endpoints/orders.ts';
import type { Gateway } from '#electron/gateway/gateway.ts';
import { egp, object, withRecorder } from '../recorder.ts';

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

async function built(making: ReturnType<Gateway['orders']['buildVoid']>) {
  const made = await making;
  if (!made.ok) throw new Error(made.error.code);
  const { method, url, body } = made.value;
  return `${method} ${new URL(url).pathname} ${text(body)}`;
}

describe('the request', () => {
  it('goes through the checkout host by default, and names its operation', () =>
    withRecorder('{}', async ({ orders }, asked) => {
      expect(await built(orders.buildRefund({ orderId: 'A-1', amount: egp(12050n), reason: 'broken' }))).toBe(
        'PUT /v3/orders/A-1 {"apiOperation":"REFUND","reason":"broken","transaction":{"amount":120.50}}',
      );
      expect(await built(orders.buildRefund({ orderId: 'A-1' }))).toBe(
        'PUT /v3/orders/A-1 {"apiOperation":"REFUND"}',
      );
      expect(await built(orders.buildCapture({ orderId: 'A-1', amount: money(1n, 'KWD') }))).toBe(
        'PUT /v3/orders/A-1 {"apiOperation":"CAPTURE","transaction":{"amount":0.001}}',
      );
      expect(await built(orders.buildVoid({ orderId: 'A-1', targetTransactionId: 'TX-1' }))).toBe(
        'PUT /v3/orders/A-1 {"apiOperation":"VOID","transaction":{"targetTransactionId":"TX-1"}}',
      );
      expect(asked).toEqual([]);
    }));
  it('goes to the dashboard’s own path where that is asked for; a reversal does by default', () =>
    withRecorder('{}', async ({ orders }) => {
      const of = { orderId: 'A/1' };
      expect(await built(orders.buildRefund(of, 'dashboard'))).toMatch(/^PUT \/v3\/payment\/refund\/A%2F1 /);
      expect(await built(orders.buildCapture(of, 'dashboard'))).toMatch(/^PUT \/v3\/payment\/capture\//);
      expect(await built(orders.buildVoid(of, 'dashboard'))).toMatch(/^PUT \/v3\/payment\/void\//);
      expect(await built(orders.buildReversal('A-1'))).toBe(
        'PUT /v3/payment/reversal/A-1 {"apiOperation":"REVERSAL"}',
      );
      expect(await built(orders.buildReversal('A-1', 'checkout'))).toMatch(/^PUT \/v3\/orders\/A-1 /);
    }));
  it.each([0n, -1n])('of %i minor units is not built', (minor) =>
    withRecorder('{}', async ({ orders }) => {
      const wanted = { orderId: 'A-1', amount: egp(minor) };
      for (const made of [await orders.buildRefund(wanted), await orders.buildCapture(wanted)])
        expect(made).toMatchObject({
          error: { kind: 'input', code: 'invalid', params: { where: 'amount' } },
        });
    }),
  );
});

it('an answer is read with the order’s amounts where they have a currency', () => {
  const body = (response: string) =>
    object(`{"response":${response},"transactionId":"TX-2","status":"SUCCESS"}`);
  expect(
    decodeOrderResult(
      body(
        '{"orderId":"o-1","merchantOrderId":"A-1","status":"REFUNDED","amount":120.50,"capturedAmount":120.50,"refundedAmount":20,"currency":"EGP"}',
      ),
    ),
  ).toMatchObject({
    transactionId: 'TX-2',
    orderId: 'o-1',
    merchantOrderId: 'A-1',
    status: 'REFUNDED',
    amount: egp(12050n),
    refunded: egp(2000n),
  });
  expect(decodeOrderResult(body('{"amount":120.50}'))).toMatchObject({ amount: null, orderId: null });
  expect(decodeOrderResult(body('[]'))).toBeNull();
  expect(decodeOrderResult(object('{"response":{},"transactionId":"NA"}'))).toBeNull();
});
