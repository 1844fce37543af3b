/** Products and categories (§4.15). */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { toDecimal } from '#shared/money/money.ts';
import { amount, currency, longText, minorOf, readBody, shortText } from '../bodies.ts';
import { refuse } from '../errors.ts';
import { holds, listOf, pageOf, type PageQuery } from '../paging.ts';
import { acted } from '../server.ts';
import { documents, type Stored } from '../state/documents.ts';
import { newId } from '../state/ids.ts';
import type { World } from '../world.ts';

type Product = {
  productName: string;
  priceMinor: number;
  currency: string;
  description: string;
  categoryIds: string[];
};
type Category = { categoryName: string; description: string };

export const products = documents<Product>('product');
export const categories = documents<Category>('category');

const times = ({ createdAtMs, updatedAtMs }: Stored<unknown>) => ({
  createdAt: new Date(createdAtMs).toISOString(),
  updatedAt: new Date(updatedAtMs).toISOString(),
});
export const productBody = (world: World, product: Stored<Product>) => ({
  productId: product.id,
  merchantId: world.merchantId,
  productName: product.value.productName,
  productUnitPrice: toDecimal({ minor: BigInt(product.value.priceMinor), currency: product.value.currency }),
  currency: product.value.currency,
  description: product.value.description,
  categoryIds: product.value.categoryIds,
  ...times(product),
});
const categoryBody = (world: World, category: Stored<Category>) => ({
  categoryId: category.id,
  merchantId: world.merchantId,
  ...category.value,
  ...times(category),
});

const productSchema = z.object({
  productName: shortText,
  productUnitPrice: amount,
  currency,
  description: longText.default(''),
  categoryIds: z.array(z.string()).max(50).default([]),
});
const categorySchema = z.object({ categoryName: shortText, description: longText.default('') });

/** `kept`: the categories it is in already, which may have been deleted since. */
function readProduct(world: World, body: unknown, kept: readonly string[] = []): Product {
  const { productUnitPrice, ...wanted } = readBody(productSchema, body);
  const unknown = wanted.categoryIds.find((id) => !kept.includes(id) && !categories.get(world, id));
  if (unknown !== undefined) throw refuse.field('categoryIds', 'names a category that does not exist');
  return { ...wanted, priceMinor: minorOf(productUnitPrice, wanted.currency, 'productUnitPrice') };
}

type ById = { Params: { id: string } };
type ListQuery = PageQuery & { search?: string; categoryIds?: string };
type Kind<T extends object> = {
  path: string;
  prefix: string;
  named: [en: string, ar: string];
  store: ReturnType<typeof documents<T>>;
  /** `before`: the record that is changed, if one is. */
  read: (world: World, body: unknown, before?: T) => T;
  body: (world: World, stored: Stored<T>) => unknown;
  fits: (stored: Stored<T>, query: ListQuery) => boolean;
};

/** List, create, change and delete of one kind. */
function recordRoutes<T extends object>(app: FastifyInstance, world: World, kind: Kind<T>): void {
  const { path, store, read, body } = kind;
  const known = (id: string): Stored<T> => {
    const found = store.get(world, id);
    if (!found) throw refuse.missing(...kind.named);
    return found;
  };
  app.get<{ Querystring: ListQuery }>(path, ({ query }) => {
    const { rows, pagination } = pageOf(
      store.all(world).filter((stored) => kind.fits(stored, query)),
      query,
    );
    return { body: rows.map((stored) => body(world, stored)), pagination };
  });
  app.post(path, (request, reply) => {
    const created = store.insert(world, newId(world, kind.prefix), read(world, request.body));
    acted(request);
    return reply.code(201).send({ body: body(world, created), message: `The ${kind.named[0]} was created.` });
  });
  app.put<ById>(`${path}/:id`, (request) => {
    const { id, value } = known(request.params.id);
    const change: unknown = request.body;
    if (typeof change !== 'object' || change === null || Array.isArray(change))
      throw refuse.field('body', 'must be an object');
    store.replace(world, id, read(world, { ...toWire(value), ...change }, value));
    acted(request);
    return { body: body(world, known(id)), message: `The ${kind.named[0]} was changed.` };
  });
  app.delete<ById>(`${path}/:id`, (request) => {
    store.remove(world, known(request.params.id).id);
    acted(request);
    return { message: `The ${kind.named[0]} was deleted.` };
  });
}

/** A stored record as a request would spell it, so that only the fields sent change. */
function toWire(value: object): object {
  if (!('priceMinor' in value)) return value;
  const { priceMinor, ...rest } = value as Product;
  return {
    ...rest,
    productUnitPrice: toDecimal({ minor: BigInt(priceMinor), currency: rest.currency }),
  };
}

export function catalogueRoutes(app: FastifyInstance, world: World): void {
  recordRoutes<Product>(app, world, {
    path: '/v2/products',
    prefix: 'PRD',
    named: ['product', 'منتج'],
    store: products,
    read: (of, body, before) => readProduct(of, body, before?.categoryIds),
    body: productBody,
    fits: ({ value }, query) => {
      const wanted = listOf(query.categoryIds);
      return (
        holds(query.search, value.productName) &&
        (wanted.length === 0 || value.categoryIds.some((id) => wanted.includes(id)))
      );
    },
  });
  recordRoutes<Category>(app, world, {
    path: '/v2/categories',
    prefix: 'CAT',
    named: ['category', 'تصنيف'],
    store: categories,
    read: (_world, body) => readBody(categorySchema, body),
    body: categoryBody,
    fits: ({ value }, query) => holds(query.search, value.categoryName),
  });
}
