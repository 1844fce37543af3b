import { expect, test } from 'vitest';
import { control, englishOf, withGateway } from './gateway.ts';
import { newWebhook, paidOrder, setting, SMALL } from './merchant.ts';
import { ask, at } from './wire.ts';

const DEFAULTS = {
  currency_conversion: true,
  instant_settlement_request: true,
  instant_per_request: 10_000_000,
  instant_daily: 25_000_000,
  instant_minimum: 0,
  instant_names_sales: true,
  hold_days: 7,
  ip_allow_list: [],
};

test('settings are changed one by one and per environment, and shown in the state', async () => {
  await withGateway(async (sandbox) => {
    const put = (body: unknown) => control(sandbox, 'PUT', '/settings', body);
    expect((await put({ settings: {} })).body).toEqual(DEFAULTS);
    expect((await put({ settings: { hold_days: 30 } })).body).toEqual({ ...DEFAULTS, hold_days: 30 });
    const changed = await put({ environment: 'test', settings: { currency_conversion: false } });
    expect(changed.body).toEqual({ ...DEFAULTS, currency_conversion: false });
    const { body } = await control(sandbox, 'GET', '/state');
    expect(at(body, 'live.settings')).toEqual({ ...DEFAULTS, hold_days: 30 });
    expect(at(body, 'test.settings')).toEqual({ ...DEFAULTS, currency_conversion: false });
  }, SMALL);
});

test('settings, keys and payments that make no sense are refused with 400 and change nothing', async () => {
  await withGateway(async (sandbox) => {
    const before = (await control(sandbox, 'GET', '/state')).body;
    const bad: [string, string, unknown, string][] = [
      ['PUT', '/settings', { settings: { hold_days: 8 } }, 'hold_days'],
      ['PUT', '/settings', { settings: { hold_days: '7' } }, 'hold_days'],
      ['PUT', '/settings', { settings: { currency_conversion: 'no' } }, 'currency_conversion'],
      ['PUT', '/settings', { settings: { ip_allow_list: '127.0.0.1' } }, 'ip_allow_list'],
      ['PUT', '/settings', { settings: { nonesuch: 1 } }, 'nonesuch'],
      ['PUT', '/settings', {}, 'settings'],
      ['PUT', '/settings', { environment: 'practice', settings: {} }, 'environment'],
      ['POST', '/keys', { permissions: ['webhook.all'] }, 'permissions'],
      ['POST', '/keys', { permissions: 'all' }, 'permissions'],
      ['POST', '/keys', { secretKey: '' }, 'secretKey'],
      ['POST', '/pay', {}, 'sessionId'],
      ['POST', '/pay', { sessionId: 'x', method: 'cash' }, 'method'],
      ['POST', '/pay', { sessionId: 'x', outcome: 'maybe' }, 'outcome'],
    ];
    for (const [method, path, body, named] of bad) {
      const answer = await control(sandbox, method, path, body);
      expect([path, body, answer.status]).toEqual([path, body, 400]);
      expect(answer.text).toContain(named);
    }
    expect((await control(sandbox, 'GET', '/state')).body).toEqual(before);
  }, SMALL);
});

test('a virtual currency is refused while conversion is off, in the words of the document', async () => {
  await withGateway(async (sandbox) => {
    const link = { totalAmount: 50, currency: 'USD_VIRTUAL', description: 'Abroad' };
    const create = () => ask(sandbox.live, 'POST', '/v2/payment-link', { json: link });
    expect((await create()).status).toBe(200);
    await setting(sandbox, { currency_conversion: false });
    const refused = await create();
    expect([refused.status, englishOf(refused)]).toEqual([
      400,
      'Currency conversion feature is not enabled.',
    ]);
    expect((await ask(sandbox.test, 'POST', '/v2/payment-link', { json: link })).status).toBe(200);
    const list = await ask(sandbox.live, 'GET', '/v2/payment-link');
    expect(at(list.body, 'exchangeRateServiceAvailable')).toBe(false);
  }, SMALL);
});

test('the state counts sessions, orders, transfers and deliveries, and tells the balances', async () => {
  await withGateway(async (sandbox) => {
    await newWebhook(sandbox.live);
    await paidOrder(sandbox, 'WEB-1');
    const { body } = await control(sandbox, 'GET', '/state');
    expect(body).toMatchObject({
      live: { sessions: 9, orders: 6, transfers: 0, deliveries: 1, balances: { available: 250_000 } },
      test: { sessions: 8, orders: 5, transfers: 0, deliveries: 0, balances: { available: 250_000 } },
    });
  }, SMALL);
});
