import { expect, test } from 'vitest';
import { englishOf, withGateway } from '../gateway.ts';
import { newWebhook, SMALL, webhookRequest } from '../merchant.ts';
import {
  needsPermission,
  refusesFields,
  refusesShapes,
  refusesStrangers,
  refusesTricks,
  takesOnly,
} from '../refusals.ts';
import { ask, at, textAt } from '../wire.ts';

const PATH = '/v2/webhooks';
const create = { method: 'POST', path: PATH, json: webhookRequest() };

test('a webhook is created with the documented record; headers are {} and it is active unless said otherwise', async () => {
  await withGateway(async ({ live }, clock) => {
    const { status, body } = await ask(live, 'POST', PATH, { json: webhookRequest() });
    expect(status).toBe(200);
    const record = {
      _id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      merchantId: 'MID-7301-118',
      name: 'Shop',
      url: 'https://hooks.shop.example/closeout',
      headers: {},
      events: ['pay'],
      mode: 'live',
      isActive: true,
      createdAt: '2026-11-17T10:30:00.000Z',
      updatedAt: '2026-11-17T10:30:00.000Z',
    };
    expect(body).toEqual(record);
    clock.forward(1_000);
    const other = webhookRequest({
      name: 'Payouts',
      events: ['FAILED', 'TRANSFERRED'],
      mode: 'test',
      headers: { 'X-Shop': 'seven' },
      isActive: false,
    });
    const second = await ask(live, 'POST', PATH, { json: other });
    expect(second.body).toMatchObject({ ...other, createdAt: '2026-11-17T10:30:01.000Z' });
    expect((await ask(live, 'GET', PATH)).body).toEqual([body, second.body]);
  }, SMALL);
});

test('the list is a bare array of both modes, the same on both environments', async () => {
  await withGateway(async ({ live, test: tried }) => {
    expect((await ask(live, 'GET', PATH)).body).toEqual([]);
    await newWebhook(live, { name: 'A' });
    await newWebhook(tried, { name: 'B', mode: 'test' });
    await newWebhook(tried, { name: 'C', mode: 'live' });
    const { body } = await ask(live, 'GET', PATH);
    expect(body).toMatchObject([{ name: 'A' }, { name: 'B' }, { name: 'C' }]);
    expect((await ask(tried, 'GET', PATH)).body).toEqual(body);
  }, SMALL);
});

test('only the fields sent change', async () => {
  await withGateway(async ({ live }, clock) => {
    const id = await newWebhook(live, { headers: { a: '1' } });
    const [before] = (await ask(live, 'GET', PATH)).body as object[];
    clock.forward(5_000);
    const changes: Record<string, unknown>[] = [
      { name: 'Till' },
      { url: 'https://hooks.shop.example/other' },
      { headers: { b: '2' } },
      { headers: {} },
      { events: ['void', 'FAILED'] },
      { isActive: false },
      { mode: 'test' },
    ];
    let wanted = { ...before, updatedAt: '2026-11-17T10:30:05.000Z' };
    for (const change of changes) {
      const reply = await ask(live, 'PUT', `${PATH}/${id}`, { json: change });
      wanted = { ...wanted, ...change };
      expect([reply.status, reply.body]).toEqual([200, wanted]);
    }
    expect((await ask(live, 'GET', PATH)).body).toEqual([wanted]);
  }, SMALL);
});

test('a deleted webhook is gone; a second delete is 404', async () => {
  await withGateway(async ({ live }) => {
    const id = await newWebhook(live);
    const { status, body } = await ask(live, 'DELETE', `${PATH}/${id}`);
    expect([status, typeof at(body, 'message')]).toEqual([200, 'string']);
    expect((await ask(live, 'GET', PATH)).body).toEqual([]);
    const again = await ask(live, 'DELETE', `${PATH}/${id}`);
    expect([again.status, englishOf(again)]).toEqual([404, 'There is no webhook with this id.']);
    expect((await ask(live, 'PUT', `${PATH}/${id}`, { json: { name: 'x' } })).status).toBe(404);
  }, SMALL);
});

test('the events that can be subscribed to are the ten of the document', async () => {
  await withGateway(async (sandbox) => {
    expect((await ask(sandbox.live, 'GET', `${PATH}/events`)).body).toEqual({
      body: [
        'pay',
        'authorize',
        'capture',
        'refund',
        'void',
        'reversal',
        'INITIATED',
        'IN_TRANSIT',
        'TRANSFERRED',
        'FAILED',
      ],
    });
    await refusesStrangers(sandbox, { method: 'GET', path: `${PATH}/events` });
  }, SMALL);
});

test('each field of the wrong type or range is refused with 400 and its name', async () => {
  await withGateway(async (sandbox) => {
    await refusesFields(sandbox, create, [
      ['name', undefined],
      ['name', ''],
      ['name', '   '],
      ['name', 7],
      ['name', 'x'.repeat(201)],
      ['url', undefined],
      ['url', 7],
      ['url', 'https://localhost/'],
      ['url', 'http://hooks.shop.example/'],
      ['url', 'https://192.168.1.20/'],
      ['url', `https://hooks.shop.example/${'x'.repeat(2_000)}`],
      ['events', undefined],
      ['events', []],
      ['events', 'pay'],
      ['events', ['Pay'], 'events.0'],
      ['events', ['PAY'], 'events.0'],
      ['events', ['pay', 'failed'], 'events.1'],
      ['events', ['PENDING'], 'events.0'],
      ['events', ['PARTIALLY_TRANSFERRED'], 'events.0'],
      ['events', ['partial_refund'], 'events.0'],
      ['events', [' pay'], 'events.0'],
      ['events', [null], 'events.0'],
      ['mode', undefined],
      ['mode', 'LIVE'],
      ['mode', 'practice'],
      ['isActive', 'yes'],
      ['isActive', 1],
      ['isActive', null],
      ['headers', 'x: 1'],
      ['headers', null],
      ['headers', [] as unknown],
      ['headers', { a: 7 }, 'headers.a'],
      ['headers', { a: { b: 'c' } }, 'headers.a'],
      ['headers', { a: 'x\r\ny: z' }, 'headers.a'],
      ['headers', { a: 'é' }, 'headers.a'],
      ['headers', { a: 'x'.repeat(501) }, 'headers.a'],
      ['headers', { 'a b': 'c' }, 'headers.a b'],
      ['headers', { '': 'c' }, 'headers.'],
      ['headers', { 'x-signature': 'mine' }, 'headers.x-signature'],
      ['headers', { 'Content-Type': 'text/plain' }, 'headers.Content-Type'],
      ['headers', { 'content-LENGTH': '7' }, 'headers.content-LENGTH'],
      ['headers', { Host: 'other' }, 'headers.Host'],
    ]);
    expect((await ask(sandbox.live, 'GET', PATH)).body).toEqual([]);
    await refusesShapes(sandbox.live, create);
  }, SMALL);
});

test('a change with a wrong field is refused whole', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const id = await newWebhook(live);
    const before = (await ask(live, 'GET', PATH)).body;
    const update = { method: 'PUT', path: `${PATH}/${id}`, json: { name: 'Till' } };
    await refusesFields(sandbox, update, [
      ['url', 'https://10.0.0.1/'],
      ['url', null],
      ['events', []],
      ['events', ['Refund'], 'events.0'],
      ['mode', 'both'],
      ['headers', { a: 1 }, 'headers.a'],
      ['isActive', 'no'],
      ['name', ''],
    ]);
    expect((await ask(live, 'GET', PATH)).body).toEqual(before);
    await refusesShapes(live, update);
    expect((await ask(live, 'GET', PATH)).body).toEqual(before);
  }, SMALL);
});

test('a sixth webhook in a full mode is refused, and so is a change of mode into it', async () => {
  await withGateway(async ({ live, test: tried }) => {
    for (const name of ['1', '2', '3', '4']) await newWebhook(live, { name });
    const fifth = await newWebhook(tried, { name: '5' });
    const before = (await ask(live, 'GET', PATH)).body;
    const sixth = await ask(live, 'POST', PATH, { json: webhookRequest({ isActive: false }) });
    expect([sixth.status, englishOf(sixth)]).toEqual([400, 'There are already 5 webhooks in live mode.']);
    expect((await ask(tried, 'POST', PATH, { json: webhookRequest() })).status).toBe(400);
    expect((await ask(live, 'GET', PATH)).body).toEqual(before);

    const other = await newWebhook(live, { name: 'of test', mode: 'test' });
    const moved = await ask(live, 'PUT', `${PATH}/${other}`, { json: { mode: 'live', name: 'moved' } });
    expect([moved.status, englishOf(moved)]).toEqual([400, 'There are already 5 webhooks in live mode.']);
    const list = (await ask(live, 'GET', PATH)).body as object[];
    expect(list.at(-1)).toMatchObject({ name: 'of test', mode: 'test' });
    // One that is in the full mode may be changed, and say so.
    const same = await ask(live, 'PUT', `${PATH}/${fifth}`, { json: { mode: 'live', name: 'five' } });
    expect([same.status, textAt(same.body, 'name')]).toEqual([200, 'five']);
    await ask(live, 'DELETE', `${PATH}/${fifth}`);
    expect((await ask(live, 'PUT', `${PATH}/${other}`, { json: { mode: 'live' } })).status).toBe(200);
  }, SMALL);
});

test('strangers, roles without webhook.manage_webhook, other methods and tricks are refused', async () => {
  await withGateway(async (sandbox) => {
    const id = await newWebhook(sandbox.live);
    for (const operation of [
      { method: 'GET', path: PATH },
      create,
      { method: 'PUT', path: `${PATH}/${id}`, json: { name: 'x' } },
      { method: 'DELETE', path: `${PATH}/${id}` },
    ]) {
      await refusesStrangers(sandbox, operation);
      await needsPermission(sandbox, 'webhook.manage_webhook', operation);
    }
    await takesOnly(sandbox.live, PATH, 'GET POST');
    await takesOnly(sandbox.live, `${PATH}/${id}`, 'PUT DELETE');
    await refusesTricks(sandbox.live, 'DELETE', (trick) => `${PATH}/${trick}`);
    await refusesTricks(sandbox.live, 'PUT', (trick) => `${PATH}/${trick}`, { json: { name: 'x' } });
  }, SMALL);
});
