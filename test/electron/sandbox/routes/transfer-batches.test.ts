import { expect, test } from 'vitest';
import { withGateway } from '../gateway.ts';
import { accountOf, allAccountedFor, newTransfer, SECOND_MS, SMALL, transferRequest } from '../merchant.ts';
import { refusesFields, refusesShapes, refusesStrangers } from '../refusals.ts';
import { ask, at, textAt } from '../wire.ts';

const BATCH = '/v3/transfers/batch';
const member = (merchantTransferId: string, more: Record<string, unknown> = {}) =>
  transferRequest({ merchantTransferId, amount: 100, ...more });
const FAILS = { recipientNumber: 'EG0000' };
const batch = (...transfers: unknown[]) => ({ batchName: 'Salaries', transfers });
const create = {
  method: 'POST',
  path: BATCH,
  host: 'checkout' as const,
  json: batch(member('B-1'), member('B-2')),
};

test('a batch is created with its members, and read again', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const { status, body } = await ask(live, 'POST', BATCH, create);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      body: {
        batchId: expect.any(String) as string,
        batchName: 'Salaries',
        status: 'PENDING',
        totalAmount: 200,
        transfersCount: 2,
        transfers: [
          { merchantTransferId: 'B-1', amount: 100, status: 'PENDING' },
          { merchantTransferId: 'B-2', amount: 100, status: 'PENDING' },
        ],
      },
      messages: { en: expect.any(String) as string, ar: expect.any(String) as string },
    });
    const batchId = textAt(body, 'body.batchId');
    expect(at(body, 'body.transfers.0.batchId')).toBe(batchId);
    const read = await ask(live, 'GET', `/v2/transfers/batches/${batchId}`);
    expect([read.status, at(read.body, 'body')]).toEqual([200, at(body, 'body')]);
    // Two of 100 and 5.10 and 0.71.
    expect((await accountOf(live))['availableBalance']).toBe(249_788.38);
    expect((await ask(sandbox.test, 'GET', `/v2/transfers/batches/${batchId}`)).status).toBe(404);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('a batch is what its members are: all TRANSFERRED, all FAILED, or PARTIALLY_TRANSFERRED', async () => {
  await withGateway(async (sandbox, clock) => {
    const { live } = sandbox;
    const ids: string[] = [];
    for (const transfers of [
      [member('A-1'), member('A-2')],
      [member('B-1', FAILS), member('B-2', FAILS)],
      [member('C-1'), member('C-2', FAILS), member('C-3')],
    ]) {
      const { body } = await ask(live, 'POST', BATCH, { host: 'checkout', json: batch(...transfers) });
      ids.push(textAt(body, 'body.batchId'));
    }
    const statuses = () =>
      Promise.all(
        ids.map(async (id) =>
          textAt((await ask(live, 'GET', `/v2/transfers/batches/${id}`)).body, 'body.status'),
        ),
      );
    expect(await statuses()).toEqual(['PENDING', 'PENDING', 'PENDING']);
    clock.forward(5 * SECOND_MS);
    expect(await statuses()).toEqual(['INITIATED', 'INITIATED', 'INITIATED']);
    clock.forward(5 * SECOND_MS);
    expect(await statuses()).toEqual(['IN_TRANSIT', 'IN_TRANSIT', 'IN_TRANSIT']);
    await allAccountedFor(sandbox);
    clock.forward(60 * SECOND_MS);
    expect(await statuses()).toEqual(['TRANSFERRED', 'FAILED', 'PARTIALLY_TRANSFERRED']);
    // Four of 105.81 were paid.
    expect((await accountOf(live))['availableBalance']).toBe(249_576.76);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('all members are taken or none: one too many for the balance, or one known already', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    await newTransfer(live, { merchantTransferId: 'KNOWN', amount: 100 });
    const available = (await accountOf(live))['availableBalance'];
    const cases: [number, unknown[]][] = [
      [422, [member('A-1', { amount: 200_000 }), member('A-2', { amount: 49_900 })]],
      [409, [member('A-1'), member('KNOWN')]],
      [409, [member('A-1'), member('A-1')]],
      [400, [member('A-1'), member('A-2', { recipientBank: undefined })]],
      [400, [member('A-1'), member('A-2', { amount: 0 })]],
    ];
    for (const [status, transfers] of cases) {
      const reply = await ask(live, 'POST', BATCH, { host: 'checkout', json: batch(...transfers) });
      expect([reply.status, (await accountOf(live))['availableBalance']]).toEqual([status, available]);
    }
    expect((await ask(live, 'GET', '/v2/transfers')).body).toMatchObject({ pagination: { total: 1 } });
    expect((await ask(live, 'POST', BATCH, create)).status).toBe(201);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('each field of the wrong type or range is refused with 400 and its name', async () => {
  await withGateway(async (sandbox) => {
    const many = Array.from({ length: 501 }, (_, index) => member(`M-${index}`));
    await refusesFields(sandbox, create, [
      ['batchName', undefined],
      ['batchName', ''],
      ['batchName', 7],
      ['transfers', undefined],
      ['transfers', []],
      ['transfers', 'B-1'],
      ['transfers', many],
      ['transfers.1.amount', undefined],
      ['transfers.1.amount', 0],
      ['transfers.1.amount', '1.001'],
      ['transfers.1.method', 'cash'],
      ['transfers.1.recipientBank', undefined],
      ['transfers.1.merchantTransferId', ''],
      ['transfers.0.recipientName', 7],
      ['transfers.0', null],
    ]);
    await refusesStrangers(sandbox, create);
    await refusesStrangers(sandbox, { method: 'GET', path: '/v2/transfers/batches/TB-000001' });
    await refusesShapes(sandbox.live, create);
  }, SMALL);
});
