import { expect, test } from 'vitest';
import { englishOf, listOf, withGateway } from '../gateway.ts';
import { allAccountedFor, paidOrder, SMALL } from '../merchant.ts';
import { refusesFields, refusesShapes, refusesStrangers, refusesTricks, takesOnly } from '../refusals.ts';
import { ask, at } from '../wire.ts';

const PAGES = '/v2/paymentPage';
const PUBLIC = `${PAGES}/PP-000001/public`;

test('a shopper reads a published page without a key: only what is safe to show', async () => {
  await withGateway(async ({ live }) => {
    const { status, body } = await ask(live, 'GET', PUBLIC, { key: null });
    expect(status).toBe(200);
    expect(body).toEqual({
      body: {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
        linkId: 'PP-000001',
        pageName: 'Morning box',
        description: 'Order for tomorrow',
        type: 'product',
        currency: 'EGP',
        isMobileRequired: true,
        isEmailRequired: false,
        paymentMethods: ['card', 'wallet'],
        tax: 14,
        products: [
          { productId: 'PRD-000003', productName: 'Cold brew', productUnitPrice: '90.00', currency: 'EGP' },
          {
            productId: 'PRD-000002',
            productName: 'Almond croissant',
            productUnitPrice: '62.50',
            currency: 'EGP',
          },
          {
            productId: 'PRD-000001',
            productName: 'Country bread',
            productUnitPrice: '45.00',
            currency: 'EGP',
          },
        ],
      },
      message: expect.any(String) as string,
    });
    const regular = await ask(live, 'GET', `${PAGES}/PP-000002/public`, { key: null });
    expect(at(regular.body, 'body')).toMatchObject({ pageName: 'Donations', products: [] });
    expect(at(regular.body, 'body.type')).not.toBe('product');
    // A key does no harm.
    expect((await ask(live, 'GET', PUBLIC, { key: 'wrong' })).status).toBe(200);
  }, SMALL);
});

test('its products are found by a term and by categories', async () => {
  await withGateway(async ({ live }) => {
    const names = async (query: string) => {
      const { body } = await ask(live, 'GET', `${PUBLIC}?${query}`, { key: null });
      return (at(body, 'body.products') as { productName: string }[]).map(({ productName }) => productName);
    };
    expect(await names('search=CROISSANT')).toEqual(['Almond croissant']);
    expect(await names('search=nothing')).toEqual([]);
    expect(await names('categoryIds=CAT-000002')).toEqual(['Cold brew']);
    expect(await names('categoryIds=CAT-000001,CAT-000002')).toHaveLength(3);
    expect(await names('categoryIds=CAT-000001&search=bread')).toEqual(['Country bread']);
    expect(await names('categoryIds=CAT-9')).toEqual([]);
  }, SMALL);
});

test('an unpublished page, and one that is not there, is 404', async () => {
  await withGateway(async ({ live }) => {
    for (const id of ['PP-000003', 'PP-999999', 'pp-000001']) {
      const refused = await ask(live, 'GET', `${PAGES}/${id}/public`, { key: null });
      expect([id, refused.status, englishOf(refused)]).toEqual([
        id,
        404,
        'This payment page is not published.',
      ]);
    }
    await refusesTricks(live, 'GET', (id) => `${PAGES}/${id}/public`);
    await takesOnly(live, PUBLIC, 'GET');
  }, SMALL);
});

test('the merchant lists all pages, and finds them by a part of the name', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const { body, pagination } = await listOf(live, PAGES);
    expect(pagination).toEqual({ total: 3, limit: 20, page: 1, pages: 1 });
    expect(body.map(({ linkId, pageName }) => [linkId, pageName])).toEqual([
      ['PP-000003', 'Winter menu'],
      ['PP-000002', 'Donations'],
      ['PP-000001', 'Morning box'],
    ]);
    const ids = async (query: string) =>
      (await listOf(live, `${PAGES}?${query}`)).body.map(({ linkId }) => linkId);
    expect(await ids('search=winter')).toEqual(['PP-000003']);
    expect(await ids('limit=1&page=2')).toEqual(['PP-000002']);
    await refusesStrangers(sandbox, { method: 'GET', path: PAGES });
    await takesOnly(live, PAGES, 'GET');
  }, SMALL);
});

test('the payments of one page are the orders paid through it', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const path = `${PAGES}/PP-000001/payments`;
    expect((await listOf(live, path)).body).toEqual([]);
    await paidOrder(sandbox, 'PP-000001');
    await paidOrder(sandbox, 'PP-000002');
    const { body, pagination } = await listOf(live, path);
    expect(pagination.total).toBe(1);
    expect(body).toMatchObject([
      { amount: 120.5, currency: 'EGP', method: 'card', status: 'PAID', linkId: 'PP-000001' },
    ]);
    const [paid] = body;
    const { body: listed } = await listOf(
      live,
      `/v2/aggregator/transactions?search=${String(paid?.['orderId'])}`,
    );
    expect(paid?.['transactionId']).toBe(listed[0]?.['transactionId']);
    await refusesStrangers(sandbox, { method: 'GET', path });
    await refusesTricks(live, 'GET', (id) => `${PAGES}/${id}/payments`);
    await takesOnly(live, path, 'GET');
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('a page is shared with emails and phones', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const path = `${PAGES}/PP-000001/share`;
    const share = (recipients: unknown) => ask(live, 'POST', path, { json: { recipients } });
    for (const recipients of [
      { emails: ['mona@example.com', 'karim@example.com'] },
      { phones: ['01001234501'] },
      { emails: ['mona@example.com'], phones: ['+201001234501'] },
    ]) {
      const { status, body } = await share(recipients);
      expect([status, Object.keys(body as object)]).toEqual([200, ['message']]);
    }
    const json = { recipients: { emails: ['mona@example.com'], phones: ['01001234501'] } };
    const operation = { method: 'POST', path, json };
    await refusesFields(sandbox, operation, [
      ['recipients', undefined],
      ['recipients', {}],
      ['recipients', { emails: [], phones: [] }],
      ['recipients', 'mona@example.com'],
      ['recipients.emails', 'mona@example.com'],
      ['recipients.emails', ['mona'], 'recipients.emails.0'],
      ['recipients.emails', Array.from({ length: 51 }, (_, index) => `a${index}@example.com`)],
      ['recipients.phones', ['1'], 'recipients.phones.0'],
      ['recipients.phones', [7], 'recipients.phones.0'],
      ['recipients.phones', 7],
    ]);
    await refusesShapes(live, operation);
    await refusesStrangers(sandbox, operation);
    await refusesTricks(live, 'POST', (id) => `${PAGES}/${id}/share`, { json });
    await takesOnly(live, path, 'POST');
  }, SMALL);
});
