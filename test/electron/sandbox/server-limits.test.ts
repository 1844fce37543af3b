import { expect, test } from 'vitest';
import { BUSY, outstanding, withGateway } from './gateway.ts';
import { newWebhook, SESSIONS, sessionRequest, SMALL, webhookRequest } from './merchant.ts';
import { refusesShapes } from './refusals.ts';
import { ask } from './wire.ts';

const MULTIPART = 'multipart/form-data; boundary=x';

test('multipart is taken by the two uploads alone: anywhere else it is 415 and changes nothing', async () => {
  await withGateway(async ({ live }) => {
    const id = await newWebhook(live);
    const rows = await outstanding(live, BUSY);
    const seen: [string, number][] = [];
    for (const [method, path] of [
      ['POST', '/v2/webhooks'],
      ['PUT', `/v2/webhooks/${id}`],
      ['POST', '/v2/payment-link'],
      ['POST', '/v2/paymentRequest'],
      ['PUT', '/v2/merchants/ip-allow-list'],
      ['PUT', '/v2/products/PRD-000001'],
      ['POST', `/v3/payment/pos/ack/${BUSY}`],
    ] as const) {
      const reply = await ask(live, method, path, { bytes: '--x--\r\n', type: MULTIPART });
      seen.push([`${method} ${path}`, reply.status]);
    }
    expect(seen.filter(([, status]) => status !== 415)).toEqual([]);
    expect(await outstanding(live, BUSY)).toEqual(rows);
  }, SMALL);
});

test('a body of exactly 1 MiB is read, one byte more is 413 on both hosts', async () => {
  await withGateway(async ({ live }) => {
    const of = (bytes: number) => {
      const empty = JSON.stringify({ ...webhookRequest(), filler: '' });
      return JSON.stringify({ ...webhookRequest(), filler: 'x'.repeat(bytes - empty.length) });
    };
    const post = (bytes: number) => ask(live, 'POST', '/v2/webhooks', { bytes: of(bytes) });
    expect((await post(1_048_576)).status).toBe(200);
    const large = await post(1_048_577);
    expect(large.status).toBe(413);
    expect(large.body).toMatchObject({ error: { cause: 'Payload too large' }, status: 'FAILURE' });
    const checkout = { host: 'checkout' as const, bytes: of(1_048_577) };
    expect((await ask(live, 'PUT', '/v3/orders/WEB-1', checkout)).status).toBe(413);
    expect((await ask(live, 'POST', '/v3/transfers/single', checkout)).status).toBe(413);
    await refusesShapes(live, { method: 'PUT', path: '/v3/orders/WEB-1', host: 'checkout' });
  }, SMALL);
});

test('a query parameter that is given twice is no server error', async () => {
  await withGateway(async ({ live }) => {
    const twice = (path: string, ...names: string[]) =>
      `${path}?${names.map((name) => `${name}=a&${name}=b`).join('&')}`;
    const merchant = live.merchantId;
    const paths = [
      twice('/v3/payment/sessions', 'status'),
      twice('/v3/payment/sessions', 'dateFrom'),
      twice('/v3/payment/sessions', 'page', 'limit'),
      twice('/v3/payment/tokenization/tokens', 'customerReference'),
      twice('/v2/payment-link', 'search'),
      twice('/v2/payment-link', 'paymentStatus'),
      twice('/v2/payment-link', 'dueDateFrom', 'creationDateTo', 'totalAmountFrom'),
      twice('/v2/paymentRequest', 'search'),
      twice('/v2/paymentRequest', 'paymentStatus'),
      twice('/v2/customers', 'search'),
      twice('/v2/customers/savecustomers', 'correlationId'),
      twice('/v2/batch-item', 'batchId'),
      twice('/v2/transfers', 'page'),
      twice('/v2/products', 'search'),
      twice('/v2/products', 'categoryIds'),
      twice('/v2/categories', 'search'),
      twice('/v2/paymentPage', 'search'),
      twice('/v2/paymentPage/PP-000001/public', 'search'),
      twice('/v2/paymentPage/PP-000001/public', 'categoryIds'),
      twice('/v2/aggregator/transactions', 'search'),
      twice('/v2/aggregator/transactions', 'channel'),
      twice('/v2/aggregator/transactions/export', 'startDate'),
      twice('/v2/aggregator/settlement-transactions', 'search'),
      twice('/v2/aggregator/settlement-transactions', 'branchIds'),
      twice('/v2/aggregator/settlement-transactions', 'sortDirection'),
      twice('/v3/payment/instant-settlement/eligible', 'branchIds'),
      twice(`/v2/discounts/${merchant}/active`, 'binRanges'),
      twice(`/v2/discounts/${merchant}/active`, 'channel'),
      twice('/v2/fees/card', 'merchantId'),
      `${twice('/v2/fees/card', 'cardBin', 'amount', 'currency')}&merchantId=${merchant}`,
    ];
    const failed: string[] = [];
    for (const path of paths) {
      const { status } = await ask(live, 'GET', path);
      if (status >= 500) failed.push(`${path}: ${status}`);
    }
    expect(failed).toEqual([]);
  }, SMALL);
});

test('JSON that is nested too deeply is no server error', async () => {
  await withGateway(async ({ live }) => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const session = JSON.stringify({ ...sessionRequest(live), metaData: { a: 'HERE' } });
    const link = JSON.stringify({
      totalAmount: 5,
      currency: 'EGP',
      description: 'x',
      customer: { a: 'HERE' },
    });
    const refund = JSON.stringify({ apiOperation: 'REFUND', more: 'HERE' });
    const seen: [string, number][] = [];
    for (const [method, path, body] of [
      ['POST', SESSIONS, session],
      ['POST', '/v2/payment-link', link],
      ['PUT', '/v3/payment/refund/WEB-1', refund],
    ] as const) {
      const bytes = body.replace('"HERE"', deep);
      const { status } = await ask(live, method, path, { bytes, headers: { 'api-key': live.apiKey } });
      seen.push([path, status]);
    }
    expect(seen.filter(([, status]) => status >= 500)).toEqual([]);
  }, SMALL);
});
