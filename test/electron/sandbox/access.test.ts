import { expect, test } from 'vitest';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { control, englishOf, withGateway } from './gateway.ts';
import { allAccountedFor, paidOrder, postSession, sessionRequest, setting, SMALL } from './merchant.ts';
import {
  needsPermission,
  refusesFields,
  refusesShapes,
  refusesStrangers,
  roleKey,
  takesOnly,
} from './refusals.ts';
import { ask } from './wire.ts';

const LIST = '/v2/merchants/ip-allow-list';
const ELIGIBLE = '/v3/payment/instant-settlement/eligible';
const OTHER = '127.0.0.2';

const allow = (access: SandboxAccess, ...addresses: unknown[]) =>
  ask(access, 'PUT', LIST, { json: { addresses } });

test('the checks come in their order: key, address, permission, feature, then the request', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const noRole = await roleKey(sandbox, []);
    const creator = await roleKey(sandbox, ['instant_settlements.all.create_instant_settlement']);
    await setting(sandbox, { instant_settlement_request: false, ip_allow_list: [OTHER] });
    const create = (key: string, from: string) =>
      ask(live, 'POST', '/v3/payment/instant-settlement/', { key, from, bytes: '{"cut' });
    const seen = [
      await create('wrong', '127.0.0.1'),
      await create(noRole, '127.0.0.1'),
      await create(noRole, OTHER),
      await create(creator, OTHER),
    ].map((reply) => [reply.status, englishOf(reply)]);
    await setting(sandbox, { instant_settlement_request: true });
    seen.push([(await create(creator, OTHER)).status, 'the request']);
    expect(seen).toEqual([
      [401, 'The secret key is missing or not valid for this environment.'],
      [403, 'Unauthorized IP address'],
      [403, 'The permission instant_settlements.all.create_instant_settlement is missing.'],
      [403, 'The feature instant_settlement_request is not enabled for this account.'],
      [400, 'the request'],
    ]);
  }, SMALL);
});

test('an address that is not on the list is 403; an empty list allows every address', async () => {
  await withGateway(async ({ live, test: tried }) => {
    const read = (from: string) => ask(live, 'GET', '/v2/account', { from });
    expect((await read(OTHER)).status).toBe(200);
    expect((await allow(live, '127.0.0.1', '10.0.0.0/8', '2001:db8::/32')).status).toBe(200);
    expect((await read('127.0.0.1')).status).toBe(200);
    const refused = await read(OTHER);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      error: { cause: 'Forbidden' },
      messages: { en: 'Unauthorized IP address', ar: expect.any(String) as string },
      status: 'FAILURE',
    });
    expect((await ask(tried, 'GET', '/v2/account', { from: OTHER })).status).toBe(200);
    // Public reads are no secret-key calls.
    expect((await ask(live, 'GET', '/v2/constants/banks', { from: OTHER, key: null })).status).toBe(200);
    expect((await allow(live)).status).toBe(200);
    expect((await read(OTHER)).status).toBe(200);
  }, SMALL);
});

test('ranges are taken by their bits', async () => {
  await withGateway(async ({ live }) => {
    const allowed: [string, string, boolean][] = [
      ['127.0.0.0/8', OTHER, true],
      ['127.0.0.2/32', OTHER, true],
      ['127.0.0.1/32', OTHER, false],
      ['127.0.0.0/31', OTHER, false],
      ['127.0.0.0/30', OTHER, true],
      ['0.0.0.0/0', OTHER, true],
    ];
    for (const [range, from, wanted] of allowed) {
      // The address that changes the list stays on it.
      await allow(live, range, '127.0.0.1');
      const { status } = await ask(live, 'GET', '/v2/account', { from });
      expect([range, from, status]).toEqual([range, from, wanted ? 200 : 403]);
    }
  }, SMALL);
});

test('an order operation through the checkout host is judged by the caller’s own address', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    await paidOrder(sandbox, 'WEB-1');
    await allow(live, OTHER);
    const refund = (from: string, amount: number) =>
      ask(live, 'PUT', '/v3/orders/WEB-1', {
        host: 'checkout',
        from,
        json: { apiOperation: 'REFUND', transaction: { amount } },
      });
    const refused = await refund('127.0.0.1', 1);
    expect([refused.status, englishOf(refused)]).toEqual([403, 'Unauthorized IP address']);
    expect((await refund(OTHER, 2)).body).toMatchObject({ response: { refundedAmount: 2 } });
    const transfer = (from: string) =>
      ask(live, 'POST', '/v3/transfers/single', { host: 'checkout', from, json: {} });
    expect([(await transfer('127.0.0.1')).status, (await transfer(OTHER)).status]).toEqual([403, 400]);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('the list is read and replaced; one without the caller’s own address is taken as it is', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    expect((await ask(live, 'GET', LIST)).body).toEqual({ body: { addresses: [] } });
    await allow(live, '192.0.2.1');
    const list = await ask(live, 'GET', LIST);
    expect(list.status).toBe(403);
    await setting(sandbox, { ip_allow_list: [] });
    const addresses = ['127.0.0.1', '::1', '203.0.113.0/24', '2001:db8::/48'];
    expect((await allow(live, ...addresses)).body).toMatchObject({ body: { addresses } });
    expect((await ask(live, 'GET', LIST)).body).toEqual({ body: { addresses } });
    expect((await ask(sandbox.test, 'GET', LIST)).body).toEqual({ body: { addresses: [] } });
  }, SMALL);
});

test('anything but addresses and ranges is 400 and changes nothing', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const put = { method: 'PUT', path: LIST, json: { addresses: ['127.0.0.1'] } };
    const bad = ['', 'localhost', '127.0.0', '127.0.0.1/33', '127.0.0.1/', '127.0.0.1/8/8', '127.0.0.1/-1'];
    const more = ['::1/129', '127.0.0.1/8x', ' 127.0.0.1', '0x7f.1', '::/x', '*', 7, null];
    await refusesFields(sandbox, put, [
      ['addresses', undefined],
      ['addresses', '127.0.0.1'],
      ['addresses', null],
      ['addresses', Array.from({ length: 101 }, () => '127.0.0.1')],
      ...[...bad, ...more].map((one): [string, unknown, string] => ['addresses', [one], 'addresses.0']),
    ]);
    await refusesStrangers(sandbox, put);
    await refusesStrangers(sandbox, { method: 'GET', path: LIST });
    await takesOnly(live, LIST, 'GET PUT');
    await refusesShapes(live, put);
    expect((await ask(live, 'GET', LIST)).body).toEqual({ body: { addresses: [] } });
  }, SMALL);
});

test('instant settlement needs its permissions and the feature flag of the account', async () => {
  await withGateway(async (sandbox) => {
    const { live, test: tried } = sandbox;
    const view = 'instant_settlements.all.view_instant_settlement';
    const base = '/v3/payment/instant-settlement';
    const calls = [
      [view, { method: 'GET', path: ELIGIBLE }],
      [view, { method: 'POST', path: `${base}/suggestions`, json: { targetAmount: 100 } }],
      [view, { method: 'POST', path: `${base}/fee-inquiry`, json: { transactionIds: [] } }],
      [view, { method: 'GET', path: `${base}/` }],
      [view, { method: 'GET', path: `${base}/IS-000001` }],
      [
        'instant_settlements.all.create_instant_settlement',
        { method: 'POST', path: `${base}/`, json: { transactionIds: [] } },
      ],
    ] as const;
    for (const [permission, call] of calls) await needsPermission(sandbox, permission, call);
    await setting(sandbox, { instant_settlement_request: false });
    for (const [, { method, path, ...rest }] of calls) {
      const refused = await ask(live, method, path, rest);
      expect([path, refused.status, englishOf(refused)]).toEqual([
        path,
        403,
        'The feature instant_settlement_request is not enabled for this account.',
      ]);
    }
    expect((await ask(tried, 'GET', ELIGIBLE)).status).toBe(200);
    await setting(sandbox, { instant_settlement_request: true });
    expect((await ask(live, 'GET', ELIGIBLE)).status).toBe(200);
  }, SMALL);
});

test('a role that changes takes effect at once', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const secretKey = await roleKey(sandbox, ['transactions.view_transaction']);
    const list = () => ask(live, 'GET', '/v3/payment/sessions', { key: secretKey });
    expect((await list()).status).toBe(200);
    await control(sandbox, 'POST', '/keys', { secretKey, permissions: [] });
    expect((await list()).status).toBe(403);
    expect((await ask(sandbox.test, 'GET', '/v2/account', { key: secretKey })).status).toBe(401);
  }, SMALL);
});

test('an address outside the list is refused before a body is looked at, and with session creation', async () => {
  await withGateway(async ({ live, ...sandbox }) => {
    await setting({ live, ...sandbox }, { ip_allow_list: [OTHER] });
    const refused = await postSession(live, sessionRequest(live));
    expect([refused.status, englishOf(refused)]).toEqual([403, 'Unauthorized IP address']);
    const wrongKey = await ask(live, 'POST', '/v3/payment/sessions', {
      json: sessionRequest(live),
      headers: { 'api-key': 'wrong' },
    });
    expect(wrongKey.status).toBe(401);
  }, SMALL);
});

test('headers that claim another address are not believed', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    await setting(sandbox, { ip_allow_list: [OTHER] });
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'client-ip', 'via']) {
      const headers = { [name]: name === 'forwarded' ? `for=${OTHER}` : OTHER };
      const direct = await ask(live, 'GET', '/v2/account', { headers });
      expect([name, direct.status]).toEqual([name, 403]);
      const json = { apiOperation: 'REFUND' };
      const forwarded = await ask(live, 'PUT', '/v3/orders/WEB-1', { host: 'checkout', headers, json });
      expect([name, forwarded.status]).toEqual([name, 403]);
    }
  }, SMALL);
});
