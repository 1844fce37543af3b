import { expect, test } from 'vitest';
import { englishOf, listOf, withGateway } from '../gateway.ts';
import { SMALL } from '../merchant.ts';
import {
  refusesFields,
  refusesShapes,
  refusesStrangers,
  refusesTricks,
  takesOnly,
  type BadField,
} from '../refusals.ts';
import { ask, at } from '../wire.ts';

const PRODUCTS = '/v2/products';
const CATEGORIES = '/v2/categories';
const TEA = { productName: 'Mint tea', productUnitPrice: '35.50', currency: 'EGP' };

test('products are listed with the documented fields, by term and category', async () => {
  await withGateway(async ({ live }) => {
    const { body, pagination } = await listOf(live, PRODUCTS);
    expect(pagination).toEqual({ total: 3, limit: 20, page: 1, pages: 1 });
    expect(body[2]).toEqual({
      productId: 'PRD-000001',
      merchantId: 'MID-7301-118',
      productName: 'Country bread',
      productUnitPrice: '45.00',
      currency: 'EGP',
      description: 'Sourdough, 800 g',
      categoryIds: ['CAT-000001'],
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
    });
    const ids = async (query: string) =>
      (await listOf(live, `${PRODUCTS}?${query}`)).body.map(({ productId }) => productId);
    expect(await ids('search=BREW')).toEqual(['PRD-000003']);
    expect(await ids('categoryIds=CAT-000001')).toEqual(['PRD-000002', 'PRD-000001']);
    expect(await ids('limit=1&page=3')).toEqual(['PRD-000001']);
  }, SMALL);
});

test('a product is made, changed field by field, and deleted', async () => {
  await withGateway(async ({ live, test: tried }, clock) => {
    const made = await ask(live, 'POST', PRODUCTS, { json: { ...TEA, categoryIds: ['CAT-000002'] } });
    expect([made.status, Object.keys(made.body as object)]).toEqual([201, ['body', 'message']]);
    const record = at(made.body, 'body') as object;
    expect(record).toMatchObject({ ...TEA, productId: 'PRD-000004', categoryIds: ['CAT-000002'] });
    clock.forward(1_000);
    let wanted = record;
    for (const change of [
      { productUnitPrice: '40.00' },
      { productName: 'Black tea' },
      { description: 'Hot' },
      { categoryIds: [] },
      { currency: 'USD' },
    ]) {
      const { status, body } = await ask(live, 'PUT', `${PRODUCTS}/PRD-000004`, { json: change });
      wanted = { ...wanted, ...change, updatedAt: at(body, 'body.updatedAt') };
      expect([status, at(body, 'body')]).toEqual([200, wanted]);
    }
    expect((await ask(tried, 'DELETE', `${PRODUCTS}/PRD-000004`)).status).toBe(404);
    const gone = await ask(live, 'DELETE', `${PRODUCTS}/PRD-000004`);
    expect([gone.status, Object.keys(gone.body as object)]).toEqual([200, ['message']]);
    expect((await ask(live, 'DELETE', `${PRODUCTS}/PRD-000004`)).status).toBe(404);
    expect((await listOf(live, PRODUCTS)).pagination.total).toBe(3);
  }, SMALL);
});

test('a category is made, changed, listed and deleted', async () => {
  await withGateway(async ({ live }) => {
    const made = await ask(live, 'POST', CATEGORIES, { json: { categoryName: 'Cakes' } });
    expect([made.status, at(made.body, 'body')]).toMatchObject([
      201,
      { categoryId: 'CAT-000003', merchantId: 'MID-7301-118', categoryName: 'Cakes' },
    ]);
    const changed = await ask(live, 'PUT', `${CATEGORIES}/CAT-000003`, { json: { categoryName: 'Pies' } });
    expect(at(changed.body, 'body.categoryName')).toBe('Pies');
    expect((await listOf(live, CATEGORIES)).body.map(({ categoryName }) => categoryName)).toEqual([
      'Pies',
      'Drinks',
      'Bakery',
    ]);
    expect((await listOf(live, `${CATEGORIES}?search=pie`)).pagination.total).toBe(1);
    expect((await ask(live, 'DELETE', `${CATEGORIES}/CAT-000003`)).status).toBe(200);
    const missing = await ask(live, 'PUT', `${CATEGORIES}/CAT-000003`, { json: { categoryName: 'x' } });
    expect([missing.status, englishOf(missing)]).toEqual([404, 'There is no category with this id.']);
  }, SMALL);
});

const BAD: BadField[] = [
  ...['', '  ', 7, null, 'x'.repeat(201)].map((value): BadField => ['productName', value]),
  ...['0', '-1', '1.001', 'x', '', 0, null, true].map((value): BadField => ['productUnitPrice', value]),
  ...['', 'XYZ', 'egp', 7, null].map((value): BadField => ['currency', value]),
  ['description', 7],
  ['description', 'x'.repeat(2_001)],
  ['categoryIds', 'CAT-000001'],
  ['categoryIds', ['CAT-999999']],
  ['categoryIds', [7], 'categoryIds.0'],
];

test('each field of the wrong type or range is refused with 400 and its name', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const post = { method: 'POST', path: PRODUCTS, json: TEA };
    await refusesFields(sandbox, post, [
      ['productName', undefined],
      ['productUnitPrice', undefined],
      ['currency', undefined],
      ...BAD,
    ]);
    await refusesShapes(live, post);
    const before = (await listOf(live, PRODUCTS)).body;
    await refusesFields(sandbox, { method: 'PUT', path: `${PRODUCTS}/PRD-000001`, json: TEA }, BAD);
    expect((await listOf(live, PRODUCTS)).body).toEqual(before);
    const category = { method: 'POST', path: CATEGORIES, json: { categoryName: 'Cakes' } };
    await refusesFields(sandbox, category, [
      ['categoryName', undefined],
      ['categoryName', ''],
      ['categoryName', 7],
      ['description', 7],
    ]);
    await refusesShapes(live, category);
  }, SMALL);
});

test('a change with a body that is no object is refused with 400', async () => {
  await withGateway(async ({ live }) => {
    const seen: [string, number][] = [];
    for (const path of [`${PRODUCTS}/PRD-000001`, `${CATEGORIES}/CAT-000001`])
      for (const bytes of ['[]', '"text"', '7', 'true'])
        seen.push([`${path} ${bytes}`, (await ask(live, 'PUT', path, { bytes })).status]);
    expect(seen.filter(([, status]) => status !== 400)).toEqual([]);
  }, SMALL);
});

test('a product whose category was deleted can still be changed', async () => {
  await withGateway(async ({ live }) => {
    await ask(live, 'DELETE', `${CATEGORIES}/CAT-000001`);
    const { status } = await ask(live, 'PUT', `${PRODUCTS}/PRD-000001`, {
      json: { productName: 'Rye bread' },
    });
    expect(status).toBe(200);
  }, SMALL);
});

test('strangers, other methods and unknown ids are refused', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    for (const [path, id, json] of [
      [PRODUCTS, 'PRD-000001', TEA],
      [CATEGORIES, 'CAT-000001', { categoryName: 'Cakes' }],
    ] as const) {
      await refusesStrangers(sandbox, { method: 'GET', path });
      await refusesStrangers(sandbox, { method: 'POST', path, json });
      await refusesStrangers(sandbox, { method: 'PUT', path: `${path}/${id}`, json });
      await refusesStrangers(sandbox, { method: 'DELETE', path: `${path}/${id}` });
      await takesOnly(live, path, 'GET POST');
      await takesOnly(live, `${path}/${id}`, 'PUT DELETE');
      await refusesTricks(live, 'DELETE', (trick) => `${path}/${trick}`);
      await refusesTricks(live, 'PUT', (trick) => `${path}/${trick}`, { json });
    }
  }, SMALL);
});
