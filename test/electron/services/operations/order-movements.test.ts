import { expect, it } from 'vitest';
import { money } from '#shared/money/money.ts';
import { planOrderMovement } from '#electron/services/operations/movements/order/plan.ts';
import { codeOf, detail, must, paidOrder, withBench, type Bench } from './harness.ts';

const egp = (minor: bigint) => money(minor, 'EGP');
const form = (typedAmount: string) => ({ reason: 'customer-cancelled', note: '', typedAmount });

const sends = (bench: Bench) => bench.received('PUT', '/v3/orders/');
/** A day later, with a read by a person at the end. */
async function aDayLater(bench: Bench, opId: string): Promise<void> {
  bench.clock.forward(25 * 3_600_000);
  must(await bench.session().operations.checkNow({ opId }));
}

it.each([
  ['refund', false],
  ['void', false],
  ['capture', true],
] as const)('a %s is sent once, and its order does not allow it twice', (kind, manualCapture) =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const orderId = await paidOrder(bench, manualCapture);
    const { preparationId, plan } = must(
      await operations.prepareOrderMovement({ kind, orderId, amount: null }),
    );
    expect(plan.amount).toEqual(egp(12_050n));
    expect(codeOf(await operations.confirmOrderMovement(preparationId, form('120.05')))).toBe(
      'amount-mismatch',
    );
    expect(
      codeOf(await operations.confirmOrderMovement(preparationId, { ...form('120.50'), reason: ' ' })),
    ).toBe('reason-needed');
    expect(await sends(bench)).toBe(0);
    const { operation } = must(await operations.confirmOrderMovement(preparationId, form('120.50')));
    expect(operation).toMatchObject({ kind, state: 'SUCCEEDED', orderId });
    expect(await sends(bench)).toBe(1);
    expect(codeOf(await operations.prepareOrderMovement({ kind, orderId, amount: null }))).toBe(
      'nothing-left',
    );
  }),
);

it('a card number in the reason or the note is refused, also for approval, and nothing is sent', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const orderId = await paidOrder(bench);
    const { preparationId } = must(
      await operations.prepareOrderMovement({ kind: 'refund', orderId, amount: null }),
    );
    for (const [field, change] of [
      ['reason', { reason: 'back to 4111 1111 1111 1111' }],
      ['note', { note: '4111111111111111' }],
    ] as const) {
      const written = { ...form('120.50'), ...change };
      const error = { code: 'card-number', params: { field } };
      expect(await operations.confirmOrderMovement(preparationId, written)).toMatchObject({ error });
      expect(operations.orderMovementToApprove(preparationId, written)).toMatchObject({ error });
    }
    expect(await sends(bench)).toBe(0);
    must(await operations.confirmOrderMovement(preparationId, form('120.50')));
  }));

it('two dialogs on one order, confirmed at the same time, are one request', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const orderId = await paidOrder(bench);
    const wanted = { kind: 'refund' as const, orderId, amount: egp(2_050n) };
    const windows = [
      must(await operations.prepareOrderMovement(wanted)),
      must(await operations.prepareOrderMovement(wanted)),
    ];
    const answers = await Promise.all(
      windows.map(({ preparationId }) => operations.confirmOrderMovement(preparationId, form('20.50'))),
    );
    expect(answers.map(codeOf).toSorted()).toEqual(['ok', 'preparation-expired']);
    expect(await sends(bench)).toBe(1);
  }));

/** Somebody else refunds a part, at another computer, after this one has read the order. */
async function refundElsewhere({ sandbox: { live } }: Bench, orderId: string, amount: string): Promise<void> {
  const answer = await fetch(`${live.dashboardUrl}/v3/payment/refund/${orderId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: live.secretKey },
    body: JSON.stringify({ apiOperation: 'REFUND', transaction: { amount } }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

it('a refund above what is left by now, which the list did not show yet, is refused and moves nothing', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const orderId = await paidOrder(bench);
    const { preparationId } = must(
      await operations.prepareOrderMovement({ kind: 'refund', orderId, amount: egp(12_050n) }),
    );
    await refundElsewhere(bench, orderId, '50.00');
    const { operation } = must(await operations.confirmOrderMovement(preparationId, form('120.50')));
    expect(operation.state).toBe('REFUSED');
    const rest = must(await operations.prepareOrderMovement({ kind: 'refund', orderId, amount: null }));
    expect(rest.left).toEqual(egp(7_050n));
  }));

it('a void that is refused as settled is refused, is not made a refund, and leaves the refund to a person', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const orderId = await paidOrder(bench);
    const { preparationId } = must(
      await operations.prepareOrderMovement({ kind: 'void', orderId, amount: null }),
    );
    const messages = { en: 'This order is settled and cannot be voided.', ar: 'تمت تسوية هذا الطلب.' };
    const body = { status: 'FAILURE', response: null, messages };
    await bench.fault('PUT', '/v3/orders/', { kind: 'status', status: 400, body });
    const { operation } = must(await operations.confirmOrderMovement(preparationId, form('120.50')));
    expect(operation).toMatchObject({ kind: 'void', state: 'REFUSED' });
    expect(await sends(bench)).toBe(1);
    const refund = must(await operations.prepareOrderMovement({ kind: 'refund', orderId, amount: null }));
    expect(refund.left).toEqual(egp(12_050n));
  }));

it('one order is one order under both of its names, also while a refund of it is not known', () =>
  withBench(async (bench) => {
    const { operations, context } = bench.session();
    const merchantOrderId = await paidOrder(bench);
    const found = must(
      await context.gateway.transactions.list({ page: 1, limit: 5, search: merchantOrderId }),
    );
    const orderId = found.rows[0]?.orderId ?? '';
    expect(orderId).not.toBe(merchantOrderId);
    const amount = egp(2_050n);
    const prepared = async (name: string) =>
      must(await operations.prepareOrderMovement({ kind: 'refund', orderId: name, amount })).preparationId;
    const [one, two] = [await prepared(merchantOrderId), await prepared(orderId)];
    await bench.fault('PUT', '/v3/orders/', { kind: 'drop-before' });
    const { operation } = must(await operations.confirmOrderMovement(one, form('20.50')));
    expect(operation.state).toBe('UNKNOWN');
    expect(codeOf(await operations.confirmOrderMovement(two, form('20.50')))).toBe('preparation-expired');
    const third = await operations.prepareOrderMovement({ kind: 'refund', orderId, amount });
    expect(third).toMatchObject({ error: { code: 'already-open', params: { opId: operation.opId } } });
    expect(await sends(bench)).toBe(1);
  }));

it('a partial refund leaves the rest, and no more than the rest is allowed', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const orderId = await paidOrder(bench);
    const { preparationId } = must(
      await operations.prepareOrderMovement({ kind: 'refund', orderId, amount: egp(2_050n) }),
    );
    must(await operations.confirmOrderMovement(preparationId, form('20.50')));
    const refuse = async (minor: bigint) =>
      codeOf(await operations.prepareOrderMovement({ kind: 'refund', orderId, amount: egp(minor) }));
    expect(await refuse(10_001n)).toBe('nothing-left');
    expect(await refuse(0n)).toBe('nothing-left');
    expect(await refuse(10_000n)).toBe('ok');
    expect(codeOf(await operations.prepareOrderMovement({ kind: 'void', orderId, amount: null }))).toBe(
      'nothing-left',
    );
    expect(
      codeOf(await operations.prepareOrderMovement({ kind: 'refund', orderId: 'W-none', amount: null })),
    ).toBe('order-not-found');
  }));

it.each([
  ['refund', false],
  ['void', false],
  ['capture', true],
] as const)('a %s whose answer is lost is not known, and the next read settles it', (kind, manualCapture) =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const orderId = await paidOrder(bench, manualCapture);
    await bench.fault('PUT', '/v3/orders/', { kind: 'drop-after' });
    const { preparationId } = must(await operations.prepareOrderMovement({ kind, orderId, amount: null }));
    const { operation } = must(await operations.confirmOrderMovement(preparationId, form('120.50')));
    expect(operation.state).toBe('UNKNOWN');
    // Confirmed once is used up; and while it is not known nothing else may touch the order.
    const again = () => operations.confirmOrderMovement(preparationId, form('120.50'));
    expect(codeOf(await again())).toBe('preparation-expired');
    const after = must(await operations.checkNow({ opId: operation.opId })).operation;
    expect(after.state).toBe('SUCCEEDED_BY_READ');
    expect(after.requestId).toMatch(/^TX-/);
    expect(await sends(bench)).toBe(1);
  }),
);

it('a refund that never arrived is never believed refunded, and after a day a person is asked', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const orderId = await paidOrder(bench);
    await bench.fault('PUT', '/v3/orders/', { kind: 'drop-before' });
    const { preparationId } = must(
      await operations.prepareOrderMovement({ kind: 'refund', orderId, amount: null }),
    );
    const { opId } = must(await operations.confirmOrderMovement(preparationId, form('120.50'))).operation;
    expect(must(await operations.checkNow({ opId })).operation.state).toBe('CHECKING');
    await aDayLater(bench, opId);
    expect((await detail(bench, opId)).operation.state).toBe('NEEDS_PERSON');
    expect(await sends(bench)).toBe(1);
  }));

it('what a person called not done is read again each day, and a read that shows it opens it again', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const orderId = await paidOrder(bench);
    await bench.fault('PUT', '/v3/orders/', { kind: 'drop-before' });
    const { preparationId } = must(
      await operations.prepareOrderMovement({ kind: 'refund', orderId, amount: null }),
    );
    const { opId } = must(await operations.confirmOrderMovement(preparationId, form('120.50'))).operation;
    await aDayLater(bench, opId);
    const said = must(
      await operations.resolve({
        opId,
        resolution: 'not-done',
        evidence: 'provider-portal',
        evidenceReference: 'P-78',
        reason: 'not in the portal',
      }),
    );
    const aDay = 24 * 3_600_000;
    expect(said.operation).toMatchObject({
      state: 'RESOLVED_NOT_DONE',
      nextCheckAtMs: bench.clock.nowMs() + aDay,
    });
    const checked = must(await operations.checkNow({ opId }));
    expect(checked.operation.state).toBe('RESOLVED_NOT_DONE');
    expect(checked.events.at(-1)).toMatchObject({ code: 'read', params: { result: 'negative' } });
    // The request arrives after all.
    const { method, url, body } = checked.request;
    const { secretKey } = bench.sandbox.live;
    await fetch(url, {
      method,
      body,
      headers: { authorization: secretKey, 'content-type': 'application/json' },
    });
    bench.clock.forward(aDay);
    await expect
      .poll(async () => (await detail(bench, opId)).events.map(({ code }) => code))
      .toContain('disputed');
    must(await operations.checkNow({ opId }));
    expect((await detail(bench, opId)).operation.state).toBe('SUCCEEDED_BY_READ');
  }));

it('a refund that is believed absent is sent again by a person, and only once more', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const orderId = await paidOrder(bench);
    await bench.fault('PUT', '/v3/orders/', { kind: 'drop-before' });
    const { preparationId } = must(
      await operations.prepareOrderMovement({ kind: 'refund', orderId, amount: null }),
    );
    const { opId } = must(await operations.confirmOrderMovement(preparationId, form('120.50'))).operation;
    for (const minutes of [0, 6, 6, 6]) {
      bench.clock.forward(minutes * 60_000);
      // Something newer than the send is in the list: another customer pays.
      await paidOrder(bench);
      must(await operations.checkNow({ opId }));
    }
    expect((await detail(bench, opId)).operation.state).toBe('ABSENT');
    expect(codeOf(await operations.sendAgain({ opId, retyped: '1' }))).toBe('amount-mismatch');
    expect(must(await operations.sendAgain({ opId, retyped: '120.50' })).operation.state).toBe('SUCCEEDED');
    expect(await sends(bench)).toBe(2);
  }));

it('killed between sending and answer, it is open again after the start and settled by reading', () =>
  withBench(async (bench) => {
    const orderId = await paidOrder(bench);
    await bench.fault('PUT', '/v3/orders/', { kind: 'drop-after' });
    const { preparationId } = must(
      await bench.session().operations.prepareOrderMovement({ kind: 'refund', orderId, amount: null }),
    );
    const { opId } = must(
      await bench.session().operations.confirmOrderMovement(preparationId, form('120.50')),
    ).operation;
    await bench.restart();
    must(await bench.session().operations.checkNow({ opId }));
    expect((await detail(bench, opId)).operation.state).toBe('SUCCEEDED_BY_READ');
    expect(await sends(bench)).toBe(1);
  }));

it('where more than one order has the name, nothing is planned: by the gateway’s own number it is', () =>
  withBench(async (bench) => {
    const { context } = bench.session();
    const name = await paidOrder(bench);
    const found = must(await context.gateway.transactions.list({ page: 1, limit: 5, search: name }));
    const ownId = found.rows[0]?.orderId ?? '';
    const second = found.rows.map((row) => ({ ...row, transactionId: 'other', orderId: 'O-other' }));
    const rows = [...found.rows, ...second];
    const transactions = {
      ...context.gateway.transactions,
      list: async () => ({ ok: true, value: { ...found, rows } }),
    };
    const both = { ...context, gateway: { ...context.gateway, transactions } } as typeof context;
    const plan = (orderId: string) => planOrderMovement(both, { kind: 'refund', orderId, amount: null });
    expect(codeOf(await plan(name))).toBe('order-not-unique');
    expect(must(await plan(ownId)).amount).toEqual(egp(12_050n));
  }));

it.each(['refund', 'void', 'capture'] as const)(
  'a %s is not planned from an answer with rows that cannot be read, and the error speaks of the order',
  (kind) =>
    withBench(async (bench) => {
      const { context } = bench.session();
      const orderId = await paidOrder(bench, kind === 'capture');
      const found = must(await context.gateway.transactions.list({ page: 1, limit: 5, search: orderId }));
      const transactions = {
        ...context.gateway.transactions,
        list: async () => ({ ok: true, value: { ...found, unreadable: 2 } }),
      };
      const unread = { ...context, gateway: { ...context.gateway, transactions } } as typeof context;
      expect(await planOrderMovement(unread, { kind, orderId, amount: null })).toMatchObject({
        error: { code: 'order-unreadable', params: { orderId, count: 2 } },
      });
    }),
);
