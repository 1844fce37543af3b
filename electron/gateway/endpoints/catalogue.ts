/** Products and categories (§4.15; paths and shapes assumed). A unit price is a decimal string, as on a payment page (§4.14). */
import { toDecimal, type Money } from '#shared/money/money.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { Caller, Read, Write } from '../caller.ts';
import { isObject, requiredMoney, text, texts, timestamp, type Obj } from '../fields.ts';
import { writeLossless } from '../json.ts';
import { decodePage, type GatewayPage, type Paging } from '../page.ts';
import { messagesOrNull, type Said } from '../said.ts';

type GatewayProduct = {
  productId: string;
  merchantId: string | null;
  productName: string | null;
  unitPrice: Money;
  description: string | null;
  categoryIds: string[];
  createdAt: GatewayTimestamp | null;
  updatedAt: GatewayTimestamp | null;
  raw: string;
};

type GatewayCategory = {
  categoryId: string;
  merchantId: string | null;
  categoryName: string | null;
  createdAt: GatewayTimestamp | null;
  updatedAt: GatewayTimestamp | null;
  raw: string;
};

type ProductRequest = {
  productName: string;
  unitPrice: Money;
  description?: string | undefined;
  categoryIds?: readonly string[] | undefined;
};
type CategoryRequest = { categoryName: string };

const encodeProduct = ({ unitPrice, ...rest }: Partial<ProductRequest>): Obj => ({
  ...rest,
  ...(unitPrice && { productUnitPrice: toDecimal(unitPrice), currency: unitPrice.currency }),
});

/** Null without an id or a price in a known currency. */
export function decodeProduct(value: unknown): GatewayProduct | null {
  if (!isObject(value)) return null;
  const productId = text(value, 'productId');
  const unitPrice = requiredMoney(value, 'productUnitPrice', 'currency');
  if (productId === null || !unitPrice.ok) return null;
  return {
    productId,
    merchantId: text(value, 'merchantId'),
    productName: text(value, 'productName'),
    unitPrice: unitPrice.value,
    description: text(value, 'description'),
    categoryIds: texts(value, 'categoryIds'),
    createdAt: timestamp(value, 'createdAt'),
    updatedAt: timestamp(value, 'updatedAt'),
    raw: writeLossless(value),
  };
}

export function decodeCategory(value: unknown): GatewayCategory | null {
  if (!isObject(value)) return null;
  const categoryId = text(value, 'categoryId');
  if (categoryId === null) return null;
  return {
    categoryId,
    merchantId: text(value, 'merchantId'),
    categoryName: text(value, 'categoryName'),
    createdAt: timestamp(value, 'createdAt'),
    updatedAt: timestamp(value, 'updatedAt'),
    raw: writeLossless(value),
  };
}

export const decodeProducts = (body: Obj, askedPage: number): GatewayPage<GatewayProduct> | null =>
  decodePage(body, 'body', decodeProduct, askedPage);
export const decodeCategories = (body: Obj, askedPage: number): GatewayPage<GatewayCategory> | null =>
  decodePage(body, 'body', decodeCategory, askedPage);

type Search = Paging & { search?: string | undefined };

type CatalogueCalls = {
  listProducts(query: Search, signal?: AbortSignal): Read<GatewayPage<GatewayProduct>>;
  createProduct(request: ProductRequest): Write<GatewayProduct>;
  updateProduct(productId: string, change: Partial<ProductRequest>): Write<GatewayProduct>;
  deleteProduct(productId: string): Write<Said>;
  listCategories(query: Search, signal?: AbortSignal): Read<GatewayPage<GatewayCategory>>;
  createCategory(request: CategoryRequest): Write<GatewayCategory>;
  updateCategory(categoryId: string, change: CategoryRequest): Write<GatewayCategory>;
  deleteCategory(categoryId: string): Write<Said>;
};

export const catalogueCalls = ({ read, write }: Caller): CatalogueCalls => ({
  listProducts: (query, signal) =>
    read('catalogue.list-products', { query, signal }, ({ body }) => decodeProducts(body, query.page)),
  createProduct: (request) =>
    write('catalogue.create-product', { body: encodeProduct(request) }, ({ body }) =>
      decodeProduct(body['body']),
    ),
  updateProduct: (productId, change) =>
    write('catalogue.update-product', { path: { productId }, body: encodeProduct(change) }, ({ body }) =>
      decodeProduct(body['body']),
    ),
  deleteProduct: (productId) =>
    write('catalogue.delete-product', { path: { productId }, expects: 'nothing' }, messagesOrNull),
  listCategories: (query, signal) =>
    read('catalogue.list-categories', { query, signal }, ({ body }) => decodeCategories(body, query.page)),
  createCategory: (request) =>
    write('catalogue.create-category', { body: request }, ({ body }) => decodeCategory(body['body'])),
  updateCategory: (categoryId, change) =>
    write('catalogue.update-category', { path: { categoryId }, body: change }, ({ body }) =>
      decodeCategory(body['body']),
    ),
  deleteCategory: (categoryId) =>
    write('catalogue.delete-category', { path: { categoryId }, expects: 'nothing' }, messagesOrNull),
});
