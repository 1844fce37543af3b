import { describe, expect, it } from 'vitest';
import { decodePaymentPages, decodePublicPage } from '#electron/gateway/endpoints/payment-pages.ts';
import { egp, expectAsked, object, withRecorder } from '../recorder.ts';

const PAGE =
  '{"_id":"65f","linkId":"PP-1","pageName":"Hats","description":"","type":"product","currency":"EGP","isMobileRequired":true,"isEmailRequired":false,"paymentMethods":["card",1],"tax":14.5,"products":[{"productId":"P-1","productName":"Hat","productUnitPrice":"99.90","currency":"EGP"},{"productId":"P-2","productUnitPrice":"99.905","currency":"EGP"}]}';

it('a public page is read: the tax as a decimal, prices as money, a product without a price counted', () => {
  expect(decodePublicPage(object(`{"body":${PAGE},"message":"ok"}`))).toMatchObject({
    linkId: 'PP-1',
    type: 'product',
    isMobileRequired: true,
    isEmailRequired: false,
    paymentMethods: ['card'],
    taxPercent: '14.5',
    products: [{ productId: 'P-1', productName: 'Hat', unitPrice: egp(9990n) }],
    unreadable: 1,
  });
  expect(decodePublicPage(object('{"body":{"_id":"65f"}}'))).toBeNull();
  expect(decodePublicPage(object('{"body":null}'))).toBeNull();
});

it('pages without their id are counted', () =>
  expect(decodePaymentPages(object(`{"body":[${PAGE},{}]}`), 1)).toMatchObject({
    rows: [{ linkId: 'PP-1', description: null }],
    unreadable: 1,
  }));

describe('the calls', () => {
  it('public sends no key and takes a search and categories', () =>
    withRecorder(`{"body":${PAGE}}`, async ({ paymentPages }, asked) => {
      expect(await paymentPages.public('PP-1', { search: 'hat', categoryIds: ['1', '2'] })).toMatchObject({
        value: { linkId: 'PP-1' },
      });
      expectAsked(asked, 'GET /v2/paymentPage/PP-1/public?search=hat&categoryIds=1%2C2', null, {});
    }));
  it('public of a page that is not published says so; a web page in its place does not', async () => {
    const body = '{"status":"FAILURE","messages":{"en":"Not found"}}';
    await withRecorder({ status: 404, body }, async ({ paymentPages }) => {
      expect(await paymentPages.public('PP-1')).toMatchObject({
        error: { code: 'unpublished', httpStatus: 404, messages: { en: 'Not found' } },
      });
      expect(await paymentPages.payments('PP-1', { page: 1, limit: 20 })).toMatchObject({
        error: { code: 'not-found' },
      });
    });
    await withRecorder({ status: 404, body: '<html>' }, async ({ paymentPages }) =>
      expect(await paymentPages.public('PP-1')).toMatchObject({ error: { code: 'not-offered' } }),
    );
  });
  it('list, payments and share', async () => {
    await withRecorder('{"body":[]}', async ({ paymentPages }, asked) => {
      await paymentPages.list({ page: 1, limit: 20, search: 'hat' });
      expectAsked(asked.splice(0), 'GET /v2/paymentPage?page=1&limit=20&search=hat', null);
      await paymentPages.payments('PP-1', { page: 1, limit: 20 });
      expectAsked(asked, 'GET /v2/paymentPage/PP-1/payments?page=1&limit=20', null);
    });
    await withRecorder('{"message":"Sent"}', async ({ paymentPages }, asked) => {
      expect((await paymentPages.share('PP-1', { emails: ['m@example.com'] })).ok).toBe(true);
      expectAsked(asked, 'POST /v2/paymentPage/PP-1/share', { recipients: { emails: ['m@example.com'] } });
    });
  });
});
