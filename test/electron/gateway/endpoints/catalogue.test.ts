import { describe, expect, it } from 'vitest';
import { decodeCategories, decodeProducts } from '#electron/gateway/endpoints/catalogue.ts';
import { egp, expectAsked, object, withRecorder } from '../recorder.ts';

const PRODUCT =
  '{"productId":"P-1","merchantId":"MID","productName":"Hat","productUnitPrice":"99.90","currency":"EGP","description":"NA","categoryIds":["K-1"],"createdAt":"2026-11-17 10:30:00.000000+00:00"}';
const CATEGORY = '{"categoryId":"K-1","merchantId":"MID","categoryName":"Hats"}';

it('products and categories are read; rows without an id or a price are counted', () => {
  expect(
    decodeProducts(object(`{"body":[${PRODUCT},${PRODUCT.replace('99.90', 'free')}]}`), 1),
  ).toMatchObject({
    rows: [{ productId: 'P-1', unitPrice: egp(9990n), description: null, categoryIds: ['K-1'] }],
    unreadable: 1,
  });
  expect(decodeCategories(object(`{"body":[${CATEGORY},null]}`), 1)).toMatchObject({
    rows: [{ categoryId: 'K-1', categoryName: 'Hats' }],
    unreadable: 1,
  });
});

describe('the calls', () => {
  it('on products send the price as a decimal string', () =>
    withRecorder(`{"body":${PRODUCT}}`, async ({ catalogue }, asked) => {
      await catalogue.createProduct({ productName: 'Hat', unitPrice: egp(9990n), categoryIds: ['K-1'] });
      expectAsked(asked.splice(0), 'POST /v2/products', {
        productName: 'Hat',
        categoryIds: ['K-1'],
        productUnitPrice: '99.90',
        currency: 'EGP',
      });
      expect(await catalogue.updateProduct('P-1', { productName: 'Cap' })).toMatchObject({
        value: { productId: 'P-1' },
      });
      expectAsked(asked, 'PUT /v2/products/P-1', { productName: 'Cap' });
    }));
  it('on categories', () =>
    withRecorder(`{"body":${CATEGORY}}`, async ({ catalogue }, asked) => {
      await catalogue.createCategory({ categoryName: 'Hats' });
      expectAsked(asked.splice(0), 'POST /v2/categories', { categoryName: 'Hats' });
      await catalogue.updateCategory('K-1', { categoryName: 'Caps' });
      expectAsked(asked, 'PUT /v2/categories/K-1', { categoryName: 'Caps' });
    }));
  it('that list and delete', async () => {
    await withRecorder('{"body":[]}', async ({ catalogue }, asked) => {
      await catalogue.listProducts({ page: 1, limit: 20, search: 'hat' });
      expectAsked(asked.splice(0), 'GET /v2/products?page=1&limit=20&search=hat', null);
      await catalogue.listCategories({ page: 1, limit: 20 });
      expectAsked(asked, 'GET /v2/categories?page=1&limit=20', null);
    });
    await withRecorder('{"message":"Deleted"}', async ({ catalogue }, asked) => {
      await catalogue.deleteProduct('P-1');
      expectAsked(asked.splice(0), 'DELETE /v2/products/P-1', null);
      await catalogue.deleteCategory('K-1');
      expectAsked(asked, 'DELETE /v2/categories/K-1', null);
    });
  });
});
