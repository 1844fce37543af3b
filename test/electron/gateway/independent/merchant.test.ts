/** Public reads and the creation of a key (§4.11, §4.12, §4.14): the real client against the independent gateway. */
import { describe, expect, it } from 'vitest';
import { keychainError } from '#shared/errors/app-error.ts';
import { bench, credentialsOf, instant, lines, money, must } from './client.ts';
import { decimal } from './json.ts';
import { PAGE } from './seed.ts';

describe('active discounts (§4.11)', () => {
  it('are read without any credential', async () => {
    const { client, sent } = await bench();
    expect(
      must(
        await client.discounts.active({
          merchantId: 'MID-7-100',
          binRanges: ['511111', '400000'],
          channel: 'pos',
        }),
      ),
    ).toMatchObject({
      total: 1,
      unreadable: 0,
      rows: [
        {
          discountId: 'D-1',
          merchantId: 'MID-7-100',
          name: 'Spring',
          type: { kind: 'known', value: 'PERCENTAGE' },
          value: { kind: 'percent', text: '12.5' },
          currency: 'EGP',
          validFrom: instant('2026-03-01 10:00:00.000000+00:00'),
          validUntil: instant('2026-04-01 00:00:00.000000+00:00'),
          status: 'ACTIVE',
        },
      ],
    });
    const requests = sent();
    const [path, search] = (requests[0]?.target ?? '').split('?');
    expect(path).toBe('/v2/discounts/MID-7-100/active');
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
      binRanges: '511111,400000',
      channel: 'pos',
    });
    expect(credentialsOf(requests[0])).toEqual({});
  });

  it('without filters have no query', async () => {
    const { client, sent } = await bench();
    must(await client.discounts.active({ merchantId: 'MID-7-100' }));
    expect(lines(sent())).toEqual(['dashboard GET /v2/discounts/MID-7-100/active']);
  });
});

describe('the public payment page (§4.14)', () => {
  it('is read without any credential, prices exact', async () => {
    const { client, sent } = await bench();
    expect(must(await client.paymentPages.public(PAGE))).toMatchObject({
      linkId: 'PP-1203948',
      pageName: 'School shop',
      description: 'Books and uniforms',
      type: 'product',
      currency: 'EGP',
      isMobileRequired: true,
      isEmailRequired: false,
      paymentMethods: ['card', 'wallet'],
      taxPercent: '14',
      unreadable: 0,
      products: [
        { productId: 'P-1', productName: 'Atlas', unitPrice: money(19_995n) },
        { productId: 'P-2', productName: 'Tie', unitPrice: money(4_550n) },
      ],
    });
    const requests = sent();
    expect(lines(requests)).toEqual([`dashboard GET /v2/paymentPage/${PAGE}/public`]);
    expect(credentialsOf(requests[0])).toEqual({});
  });

  it('is read by who has no key at all', async () => {
    const { client, server } = await bench(
      'live',
      {},
      { credentials: async () => ({ ok: false, error: keychainError('key-missing') }) },
    );
    expect(await client.listWindows(1, 5)).toMatchObject({ error: { code: 'key-refused' } });
    expect(server.requests).toEqual([]);
    server.state.pages.set('PP-2', {
      linkId: 'PP-2',
      pageName: 'One amount',
      type: 'regular',
      tax: decimal('0.5'),
    });
    expect(must(await client.paymentPages.public('PP-2'))).toMatchObject({ taxPercent: '0.5', products: [] });
  });

  it('that is unpublished or deleted is told as that', async () => {
    const { client } = await bench();
    expect(await client.paymentPages.public('PP-0')).toMatchObject({
      error: { code: 'unpublished', httpStatus: 404 },
    });
  });

  it('is asked for again when the connection ends: it is a read', async () => {
    const { client, server, sent } = await bench();
    server.plan(/paymentPage/, { kind: 'drop-before' }, 2);
    must(await client.paymentPages.public(PAGE));
    expect(sent()).toHaveLength(3);
  });
});

describe('creating a Payment API key (§4.12)', () => {
  it('is a PUT with the operation in the query and `keyName` in the body', async () => {
    const { client, server, sent } = await bench();
    expect(must(await client.credentials.createApiKey('till 2'))).toMatchObject({
      merchantId: 'MID-7-100',
      mode: { kind: 'known', value: 'live' },
      isInternal: false,
    });
    const requests = sent();
    expect(lines(requests)).toEqual(['dashboard PUT /v2/merchants/api-keys?operation=apiKey.create']);
    expect(requests[0]?.body).toBe('{"keyName":"till 2"}');
    expect(credentialsOf(requests[0])).toEqual({ authorization: server.state.secretKey });
  });

  it('in test makes a test key', async () => {
    const { client } = await bench('test');
    expect(must(await client.credentials.createApiKey('k')).mode).toEqual({ kind: 'known', value: 'test' });
  });

  it('without the permission is refused; with the connection lost it is made at most once', async () => {
    const { client, server, sent } = await bench();
    server.state.permissions.delete('api-key');
    expect(await client.credentials.createApiKey('k')).toMatchObject({
      error: { code: 'permission-missing', outcome: 'not-applied' },
    });
    server.state.permissions.add('api-key');
    server.plan(/api-keys/, { kind: 'drop-after' }, 5);
    sent();
    expect(await client.credentials.createApiKey('k')).toMatchObject({ error: { outcome: 'unknown' } });
    expect(sent()).toHaveLength(1);
    expect(server.state.keyNames).toEqual(['k']);
  });
});
