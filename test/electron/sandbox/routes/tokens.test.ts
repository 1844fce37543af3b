import { expect, test } from 'vitest';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { englishOf, withGateway } from '../gateway.ts';
import { hmacOf } from '../listener.ts';
import { allAccountedFor, orderOperation, SMALL } from '../merchant.ts';
import {
  refusesFields,
  refusesShapes,
  refusesStrangers,
  refusesTricks,
  roleKey,
  takesOnly,
  type BadField,
} from '../refusals.ts';
import { ask, at, textAt, type Reply } from '../wire.ts';

const CARDS = '/v3/cards/tokens';
const SAVED = '/v3/payment/tokenization/tokens';
const CARD = { number: '5111111111111118', expiryMonth: '08', expiryYear: '29', holderName: 'Mona Adel' };

const tokenHash = (access: SandboxAccess, customer: string) =>
  hmacOf(access.paymentKey, `/?payment=${access.merchantId}.${customer}`);
const orderHash = (access: SandboxAccess, reference: string, amount: string, customer: string) =>
  hmacOf(access.paymentKey, `/?payment=${access.merchantId}.${reference}.${amount}.EGP.${customer}`);

const cardRequest = (access: SandboxAccess, card: object = {}, customerReference = 'C-7') => ({
  merchantId: access.merchantId,
  customerReference,
  card: { ...CARD, ...card },
});
const withHash = (hash: string | null) => ({
  key: null,
  host: 'checkout' as const,
  headers: hash === null ? {} : { 'service-hash': hash },
});

function save(access: SandboxAccess, card: object = {}, customer = 'C-7'): Promise<Reply> {
  const json = cardRequest(access, card, customer);
  return ask(access, 'POST', CARDS, { json, ...withHash(tokenHash(access, customer)) });
}
const saved = async (access: SandboxAccess, card: object = {}, customer = 'C-7') =>
  textAt((await save(access, card, customer)).body, 'response.token');

const payRequest = (access: SandboxAccess, cardToken: string, more: object = {}) => ({
  merchantId: access.merchantId,
  order: { reference: 'WEB-1', amount: '120.50', currency: 'EGP' },
  customer: { reference: 'C-7' },
  cardToken,
  ...more,
});

test('a card is saved with a Service-Hash and without a secret key; its number is masked everywhere', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const { status, body } = await save(live);
    expect(status).toBe(200);
    const response = {
      token: expect.any(String) as string,
      maskedCard: '511111******1118',
      cardBrand: 'Mastercard',
      cardHolderName: 'Mona Adel',
      expiryMonth: '08',
      expiryYear: '29',
      customerReference: 'C-7',
      createdAt: expect.stringContaining('2026-11-17') as string,
    };
    const messages = { en: expect.any(String) as string, ar: expect.any(String) as string };
    expect(body).toEqual({ response, status: 'SUCCESS', messages });
    const token = textAt(body, 'response.token');
    const read = await ask(live, 'GET', `${CARDS}/${token}`, withHash(tokenHash(live, 'C-7')));
    expect([read.status, at(read.body, 'response')]).toEqual([200, at(body, 'response')]);
    await save(live, { number: '4242 4242 4242 4242', expiryYear: '2031' }, 'C-8');
    const list = await ask(live, 'GET', SAVED);
    expect(list.body).toMatchObject({
      body: [{ maskedCard: '424242******4242', customerReference: 'C-8' }, response],
      pagination: { total: 2, limit: 20, page: 1, pages: 1 },
    });
    const one = await ask(live, 'GET', `${SAVED}?customerReference=C-7`);
    expect(one.body).toMatchObject({ body: [response], pagination: { total: 1 } });
    expect((await ask(live, 'GET', `${SAVED}/${token}`)).body).toMatchObject({ body: response });
    for (const text of [list.text, read.text, one.text]) expect(text).not.toMatch(/\d{13}/);
    expect((await ask(sandbox.test, 'GET', SAVED)).body).toMatchObject({ body: [] });
  }, SMALL);
});

test('without the right Service-Hash a token is neither made, read, deleted nor charged: 401', async () => {
  await withGateway(async (sandbox) => {
    const { live, test: tried } = sandbox;
    const token = await saved(live);
    const hashes = {
      none: null,
      wrong: '0'.repeat(64),
      'of another customer': tokenHash(live, 'C-8'),
      'of test': tokenHash(tried, 'C-7'),
      'capital digits': tokenHash(live, 'C-7').toUpperCase(),
      'with another key': hmacOf(live.secretKey, `/?payment=${live.merchantId}.C-7`),
    };
    for (const [name, hash] of Object.entries(hashes)) {
      const calls = [
        ask(live, 'POST', CARDS, { json: cardRequest(live), ...withHash(hash) }),
        ask(live, 'GET', `${CARDS}/${token}`, withHash(hash)),
        ask(live, 'DELETE', `${CARDS}/${token}`, withHash(hash)),
        ask(live, 'POST', '/v3/orders/', { json: payRequest(live, token), ...withHash(hash) }),
        ask(live, 'GET', `${CARDS}/${token}`, { ...withHash(hash), key: live.secretKey }),
      ];
      for (const reply of await Promise.all(calls))
        expect([name, reply.status, englishOf(reply)]).toEqual([
          name,
          401,
          'The Service-Hash is missing or not valid.',
        ]);
    }
    expect((await ask(live, 'GET', SAVED)).body).toMatchObject({ pagination: { total: 1 } });
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('a saved card pays an order; the hash covers reference, amount, currency and customer', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const token = await saved(live);
    const pay = (json: object, hash: string, path = '/v3/orders/') =>
      ask(live, 'POST', path, { json, ...withHash(hash) });
    const { status, body } = await pay(
      payRequest(live, token, { note: 'passed through' }),
      orderHash(live, 'WEB-1', '120.50', 'C-7'),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      response: {
        merchantOrderId: 'WEB-1',
        amount: 120.5,
        currency: 'EGP',
        status: 'PAID',
        capturedAmount: 120.5,
      },
      transactionId: expect.stringMatching(/^TX-\d{6}$/) as string,
      status: 'SUCCESS',
      provider: { type: 'ONLINE', version: '1.0' },
    });
    expect((await orderOperation(live, 'refund', 'WEB-1', 20)).status).toBe(200);
    const held = payRequest(live, token, { manualCapture: true });
    const authorized = await pay(held, orderHash(live, 'WEB-1', '120.50', 'C-7'), '/v3/orders');
    expect(at(authorized.body, 'response')).toMatchObject({ status: 'AUTHORIZED', capturedAmount: 0 });
    for (const [reference, amount, customer] of [
      ['WEB-2', '120.50', 'C-7'],
      ['WEB-1', '120.51', 'C-7'],
      ['WEB-1', '120.50', 'C-8'],
    ] as const)
      expect((await pay(payRequest(live, token), orderHash(live, reference, amount, customer))).status).toBe(
        401,
      );
    const asNumber = { order: { reference: 'WEB-3', amount: 20.5, currency: 'EGP' } };
    const signedAsSent = orderHash(live, 'WEB-3', '20.5', 'C-7');
    expect((await pay(payRequest(live, token, asNumber), signedAsSent)).status).toBe(200);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('a refused card is 400, another customer’s or a deleted token 404, and no money moves', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const hash = orderHash(live, 'WEB-1', '120.50', 'C-7');
    const pay = (token: string) =>
      ask(live, 'POST', '/v3/orders/', { json: payRequest(live, token), ...withHash(hash) });
    // A number that ends in 0002 is a card that the bank refuses.
    const refused = await pay(await saved(live, { number: '4000000000000002' }));
    expect([refused.status, englishOf(refused)]).toEqual([400, 'The card was refused by the bank.']);
    expect((await pay(await saved(live, {}, 'C-8'))).status).toBe(404);
    expect((await pay('nonesuch')).status).toBe(404);
    const [first, second] = [await saved(live), await saved(live)];
    const gone = await ask(live, 'DELETE', `${CARDS}/${first}`, withHash(tokenHash(live, 'C-7')));
    expect([gone.status, typeof at(gone.body, 'message')]).toEqual([200, 'string']);
    const alsoGone = await ask(live, 'DELETE', `${SAVED}/${second}`);
    expect([alsoGone.status, typeof at(alsoGone.body, 'message')]).toEqual([200, 'string']);
    for (const token of [first, second]) {
      expect((await pay(token)).status).toBe(404);
      expect((await ask(live, 'DELETE', `${SAVED}/${token}`)).status).toBe(404);
      const read = await ask(live, 'GET', `${CARDS}/${token}`, withHash(tokenHash(live, 'C-7')));
      expect(read.status).toBe(404);
    }
    expect((await orderOperation(live, 'refund', 'WEB-1')).status).toBe(404);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('each field of the wrong type or range is refused with 400 and its name', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const { key: _none, ...signed } = withHash(tokenHash(live, 'C-7'));
    const card = { method: 'POST', path: CARDS, json: cardRequest(live), ...signed };
    const of = (field: string, ...values: unknown[]) => values.map((value): BadField => [field, value]);
    await refusesFields(sandbox, card, [
      ...of('merchantId', undefined, '', 7, 'MID-0'),
      ...of('customerReference', undefined, '', 7),
      ...of('card', undefined, null, '5111111111111118'),
      ...of('card.number', undefined, '', 5111111111111118, '5111111111111119', '4242', '4'.repeat(20)),
      ...of('card.expiryMonth', undefined, '0', '00', '13', 8, '8'),
      ...of('card.expiryYear', undefined, '', '203', 2029, '20300'),
      ...of('card.holderName', undefined, '', 7),
    ]);
    await refusesShapes(live, card);
    const token = await saved(live);
    const pay = {
      method: 'POST',
      path: '/v3/orders/',
      json: payRequest(live, token),
      host: 'checkout' as const,
      headers: { 'service-hash': orderHash(live, 'WEB-1', '120.50', 'C-7') },
    };
    await refusesFields(sandbox, pay, [
      ...of('merchantId', undefined, '', 7),
      ...of('order', undefined, null, 'WEB-1'),
      ...of('order.reference', undefined, '', 7),
      ...of('order.amount', undefined, 0, '0.00', '-1', '1.001', '1e2', '', null, 1e15),
      ['order.currency', undefined],
      ['order.currency', 'XYZ'],
      ...of('customer', undefined, 'C-7'),
      ...of('customer.reference', undefined, '', 7),
      ...of('cardToken', undefined, '', 7),
      ...of('manualCapture', 'yes', 1, null),
    ]);
    await refusesShapes(live, pay);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('an order of another merchant is not charged', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const json = payRequest(live, await saved(live), { merchantId: 'MID-0000-000' });
    const hash = orderHash(live, 'WEB-1', '120.50', 'C-7');
    const reply = await ask(live, 'POST', '/v3/orders/', { json, ...withHash(hash) });
    expect(reply.status).not.toBe(200);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('the dashboard asks for the secret key and no hash; other methods and unknown ids are refused', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const token = await saved(live);
    for (const [method, path] of [
      ['GET', SAVED],
      ['GET', `${SAVED}/${token}`],
      ['DELETE', `${SAVED}/${token}`],
    ] as const)
      await refusesStrangers(sandbox, { method, path });
    const key = await roleKey(sandbox, []);
    expect((await ask(live, 'GET', SAVED, { key })).status).toBe(200);
    await takesOnly(live, SAVED, 'GET');
    await takesOnly(live, `${SAVED}/${token}`, 'GET DELETE');
    await takesOnly(live, CARDS, 'POST', 'checkout');
    await takesOnly(live, `${CARDS}/${token}`, 'GET DELETE', 'checkout');
    await refusesTricks(live, 'GET', (id) => `${SAVED}/${id}`);
    await refusesTricks(live, 'DELETE', (id) => `${SAVED}/${id}`);
    const signed = withHash(tokenHash(live, 'C-7'));
    await refusesTricks(live, 'GET', (id) => `${CARDS}/${id}`, signed);
    await refusesTricks(live, 'DELETE', (id) => `${CARDS}/${id}`, signed);
  }, SMALL);
});
