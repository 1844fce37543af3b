import { expect, test } from 'vitest';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { englishOf, withGateway } from '../gateway.ts';
import { accountOf, allAccountedFor, DAY_MS, newTransfer, SMALL } from '../merchant.ts';
import {
  refusesFields,
  refusesShapes,
  refusesStrangers,
  refusesTricks,
  takesOnly,
  type BadField,
} from '../refusals.ts';
import { ask, at, textAt } from '../wire.ts';

const LIST = '/v2/transfers/schedulers';
const CREATE = `${LIST}/single`;
const stamp = (text: string) => `${text}.000000+00:00`;

const request = (scheduler: Record<string, unknown> = {}) => ({
  batchName: 'Rent',
  type: 'single',
  scheduler: {
    method: 'bank',
    recipientName: 'Mona Adel',
    recipientNumber: 'EG380019000500000000263180002',
    recipientBank: 'CIB',
    amount: 1_000,
    startDate: stamp('2026-12-31 08:00:00'),
    recurringFrequency: 'MONTHLY',
    ...scheduler,
  },
});

async function newScheduler(access: SandboxAccess, scheduler: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await ask(access, 'POST', CREATE, { json: request(scheduler) });
  expect(status).toBe(200);
  return textAt(body, 'data.schedulerId');
}
const listed = async (access: SandboxAccess) =>
  at((await ask(access, 'GET', LIST)).body, 'data') as Record<string, unknown>[];
/** When each transfer was made, oldest first. */
const runsOf = async (access: SandboxAccess) =>
  (at((await ask(access, 'GET', '/v2/transfers?limit=500')).body, 'body') as Record<string, unknown>[])
    .map((row) => textAt(row, 'createdAt').slice(0, 19))
    .reverse();

test('a scheduler is created and listed with the documented fields', async () => {
  await withGateway(async ({ live }) => {
    const { status, body } = await ask(live, 'POST', CREATE, { json: request() });
    expect(status).toBe(200);
    const data = {
      schedulerId: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      merchantTransferId: expect.any(String) as string,
      recipientName: 'Mona Adel',
      recipientNumber: 'EG380019000500000000263180002',
      recipientBank: 'CIB',
      amount: 1_000,
      method: 'bank',
      status: 'ACTIVE',
      recurringFrequency: 'MONTHLY',
      nextRun: '2026-12-31 08:00:00.000000+00:00',
      createdAt: '2026-11-17 10:30:00.000000+00:00',
    };
    expect(body).toEqual({
      messages: { en: expect.any(String) as string, ar: expect.any(String) as string },
      data,
    });
    const list = await ask(live, 'GET', LIST);
    expect(list.body).toEqual({ data: [data], pagination: { total: 1, limit: 20, page: 1, pages: 1 } });
  }, SMALL);
});

test('monthly on the 31st runs on the last day of shorter months, each time as an ordinary transfer', async () => {
  await withGateway(async (sandbox, clock) => {
    const { live } = sandbox;
    await newScheduler(live);
    clock.forward(Date.UTC(2027, 6, 1) - clock.nowMs());
    expect(await runsOf(live)).toEqual([
      '2026-12-31 08:00:00',
      '2027-01-31 08:00:00',
      '2027-02-28 08:00:00',
      '2027-03-31 08:00:00',
      '2027-04-30 08:00:00',
      '2027-05-31 08:00:00',
      '2027-06-30 08:00:00',
    ]);
    expect(await listed(live)).toMatchObject([{ status: 'ACTIVE', nextRun: stamp('2027-07-31 08:00:00') }]);
    const transfers = await ask(live, 'GET', '/v2/transfers?limit=1');
    expect(at(transfers.body, 'body.0')).toMatchObject({ status: 'TRANSFERRED', totalAmount: 1006.84 });
    // Seven of 1,006.84.
    expect((await accountOf(live))['availableBalance']).toBe(242_952.12);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('a start on the 31st that has passed still means the 31st', async () => {
  await withGateway(async (sandbox, clock) => {
    await newScheduler(sandbox.live, { startDate: stamp('2026-10-31 08:00:00') });
    expect(await listed(sandbox.live)).toMatchObject([{ nextRun: stamp('2026-11-30 08:00:00') }]);
    clock.forward(Date.UTC(2027, 2, 1) - clock.nowMs());
    expect(await runsOf(sandbox.live)).toEqual([
      '2026-11-30 08:00:00',
      '2026-12-31 08:00:00',
      '2027-01-31 08:00:00',
      '2027-02-28 08:00:00',
    ]);
  }, SMALL);
});

test('weekly runs every seven days until endDate, and is ENDED once that has passed', async () => {
  await withGateway(async (sandbox, clock) => {
    const { live } = sandbox;
    await newScheduler(live, {
      startDate: stamp('2026-11-18 08:00:00'),
      recurringFrequency: 'WEEKLY',
      endDate: stamp('2026-12-05 00:00:00'),
    });
    clock.forward(Date.UTC(2026, 11, 4) - clock.nowMs());
    expect(await runsOf(live)).toEqual(['2026-11-18 08:00:00', '2026-11-25 08:00:00', '2026-12-02 08:00:00']);
    // "It ends when deactivated or when it passes its endDate" (§3.6): not with its last run.
    expect(await listed(live)).toMatchObject([{ status: 'ACTIVE' }]);
    clock.forward(60 * DAY_MS);
    expect((await runsOf(live)).length).toBe(3);
    expect(await listed(live)).toMatchObject([{ status: 'ENDED', nextRun: null }]);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('a run at the very moment of endDate is made', async () => {
  await withGateway(async ({ live }, clock) => {
    const at8 = stamp('2026-11-19 08:00:00');
    await newScheduler(live, {
      startDate: stamp('2026-11-18 08:00:00'),
      recurringFrequency: 'WEEKLY',
      endDate: at8,
    });
    await newScheduler(live, {
      startDate: stamp('2026-11-19 08:00:00'),
      recurringFrequency: 'WEEKLY',
      endDate: stamp('2026-11-26 08:00:00'),
    });
    clock.forward(30 * DAY_MS);
    expect(await runsOf(live)).toEqual(['2026-11-18 08:00:00', '2026-11-19 08:00:00', '2026-11-26 08:00:00']);
  }, SMALL);
});

test('a deactivated scheduler is INACTIVE and does not run again', async () => {
  await withGateway(async ({ live }, clock) => {
    const id = await newScheduler(live, { startDate: stamp('2026-11-18 08:00:00') });
    clock.forward(DAY_MS);
    const { status, body } = await ask(live, 'DELETE', `${LIST}/${id}`);
    expect([status, at(body, 'data.status'), at(body, 'data.nextRun')]).toEqual([200, 'INACTIVE', null]);
    expect(typeof at(body, 'messages.ar')).toBe('string');
    clock.forward(90 * DAY_MS);
    expect((await runsOf(live)).length).toBe(1);
    expect(await listed(live)).toMatchObject([{ schedulerId: id, status: 'INACTIVE' }]);
  }, SMALL);
});

test('a run without balance is a FAILED transfer, and the next one is tried again', async () => {
  await withGateway(async (sandbox, clock) => {
    const { live } = sandbox;
    await newScheduler(live, {
      startDate: stamp('2026-11-18 08:00:00'),
      recurringFrequency: 'WEEKLY',
      amount: 300_000,
    });
    clock.forward(10 * DAY_MS);
    const { body } = await ask(live, 'GET', '/v2/transfers');
    expect(body).toMatchObject({
      body: [
        { status: 'FAILED', amount: 300_000 },
        { status: 'FAILED', amount: 300_000 },
      ],
    });
    expect(at(body, 'body.0.failureReason')).not.toBe('NA');
    expect((await accountOf(live))['availableBalance']).toBe(250_000);
    expect(await listed(live)).toMatchObject([{ status: 'ACTIVE' }]);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('a transfer of the merchant that took the name of a coming run does not stop the gateway', async () => {
  await withGateway(async (sandbox, clock) => {
    const { live } = sandbox;
    await newTransfer(live, { merchantTransferId: 'OTHER' });
    const id = await newScheduler(live, { startDate: stamp('2026-11-18 08:00:00') });
    const name = textAt((await listed(live))[0], 'merchantTransferId');
    clock.forward(DAY_MS);
    // The second run would be called so.
    await newTransfer(live, { merchantTransferId: `${name}-2` });
    expect(() => clock.forward(31 * DAY_MS)).not.toThrow();
    expect((await ask(live, 'GET', LIST)).status).toBe(200);
    expect(await listed(live)).toMatchObject([{ schedulerId: id, status: 'ACTIVE' }]);
    expect((await runsOf(live)).length).toBe(4);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('each field of the wrong type or range is refused with 400 and its name', async () => {
  await withGateway(async (sandbox) => {
    const create = { method: 'POST', path: CREATE, json: request() };
    const of = (field: string, ...values: unknown[]) => values.map((value): BadField => [field, value]);
    await refusesFields(sandbox, create, [
      ...of('batchName', undefined, '', 7),
      ...of('type', undefined, 'bulk', 'SINGLE', 7),
      ...of('scheduler', undefined, 'x', null, []),
      ...of('scheduler.method', undefined, 'cash', 'BANK'),
      ...of('scheduler.recipientName', undefined, '', 7),
      ...of('scheduler.recipientNumber', undefined, '', 7),
      ...of('scheduler.recipientBank', undefined, '', 7),
      ...of('scheduler.amount', undefined, 0, -1, '1.001', 'ten', null, true),
      ...of(
        'scheduler.startDate',
        undefined,
        'tomorrow',
        '2026-12-01',
        7,
        '2026-13-01 00:00:00.000000+00:00',
      ),
      ...of('scheduler.recurringFrequency', undefined, 'DAILY', 'monthly', 7),
      ...of('scheduler.endDate', 'never', 7, '2027-01-01'),
      ['scheduler.endDate', stamp('2026-12-31 08:00:00')],
      ['scheduler.endDate', stamp('2026-12-01 08:00:00')],
    ]);
    const wallet = request({ method: 'wallet', recipientNumber: '01001234567', recipientBank: undefined });
    const toWallet = { method: 'POST', path: CREATE, json: wallet };
    await refusesFields(sandbox, toWallet, [['scheduler.recipientNumber', '0201234567']]);
    expect(await listed(sandbox.live)).toEqual([]);
    await refusesShapes(sandbox.live, create);
  }, SMALL);
});

test('strangers, other methods and unknown ids are refused', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const id = await newScheduler(live);
    await refusesStrangers(sandbox, { method: 'POST', path: CREATE, json: request() });
    await refusesStrangers(sandbox, { method: 'GET', path: LIST });
    await refusesStrangers(sandbox, { method: 'DELETE', path: `${LIST}/${id}` });
    await takesOnly(live, LIST, 'GET');
    await refusesTricks(live, 'DELETE', (trick) => `${LIST}/${trick}`);
    expect(englishOf(await ask(live, 'DELETE', `${LIST}/nonesuch`))).toBe(
      'There is no scheduler with this id.',
    );
    expect((await ask(sandbox.test, 'DELETE', `${LIST}/${id}`)).status).toBe(404);
  }, SMALL);
});
