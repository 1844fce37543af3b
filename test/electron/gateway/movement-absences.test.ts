import { expect, it } from 'vitest';
import { watchAbsences } from '#electron/services/connection/watch-absences.ts';
import { createGateway } from '#electron/gateway/create-gateway.ts';
import { defaultEndpoints } from '#electron/gateway/endpoint-overrides.ts';
import { money } from '#shared/money/money.ts';
import { control, testClock, withGateway } from '../sandbox/gateway.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const REFUND = 'orders.checkout-refund';

it('a movement that the key may not make is known as absent, until one is made', () =>
  withGateway(async (sandbox) => {
    const { live } = sandbox;
    const clock = testClock();
    const absences = watchAbsences(clock, () => {});
    const grant = (permissions: readonly string[] | undefined) =>
      control(sandbox, 'POST', '/keys', {
        environment: 'live',
        secretKey: live.secretKey,
        ...(permissions && { permissions }),
      });
    const gateway = createGateway({
      endpoints: defaultEndpoints,
      dashboardUrl: live.dashboardUrl,
      checkoutUrl: live.checkoutUrl,
      credentials: async () => ({ ok: true, value: live }),
      clock,
      log: silent,
      onOutcome: () => {},
      onAnswer: (operation, error) => absences.tell(operation, error),
    });
    const session = await fetch(`${live.dashboardUrl}/v3/payment/sessions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: live.secretKey,
        'api-key': live.apiKey,
      },
      body: JSON.stringify({ merchantId: live.merchantId, amount: '120.50', currency: 'EGP', order: 'W-1' }),
    });
    const { _id: sessionId } = (await session.json()) as { _id: string };
    await control(sandbox, 'POST', '/pay', { environment: 'live', sessionId });
    const refund = async () => {
      const built = await gateway.orders.buildRefund({ orderId: 'W-1', amount: money(1_000n, 'EGP') });
      if (!built.ok) throw new Error(built.error.code);
      const outcome = await gateway.send(built.value, () => {});
      return outcome.kind === 'answer' ? outcome.status : 0;
    };

    await grant([]);
    expect(await refund()).toBe(403);
    expect(absences.list()).toMatchObject([
      {
        operation: REFUND,
        cause: 'key',
        error: { params: { permission: 'transactions.refund_transaction' } },
      },
    ]);
    await grant(undefined);
    expect(await refund()).toBe(200);
    expect(absences.list()).toEqual([]);
  }));
