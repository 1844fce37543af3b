/** How products and categories are asked of the gateway, the same for both. */
import type { CatalogueEntry, CatalogueThing } from '#shared/contract/catalogue.ts';
import type { GatewayError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { readAllPages } from '../read-all-pages.ts';

type Answer<T> = Promise<Result<T, GatewayError>>;
const keyIn = <T>(answer: Result<T, GatewayError>, key: (value: T) => string): Result<string, GatewayError> =>
  answer.ok ? ok(key(answer.value)) : answer;

export async function sendNew({ catalogue }: Gateway, entry: CatalogueEntry): Answer<string> {
  if (entry.what === 'category')
    return keyIn(
      await catalogue.createCategory({ categoryName: entry.name }),
      ({ categoryId }) => categoryId,
    );
  const { name: productName, price: unitPrice, description, categoryIds } = entry;
  const request = { productName, unitPrice, description, categoryIds: categoryIds ?? [] };
  return keyIn(await catalogue.createProduct(request), ({ productId }) => productId);
}

export async function sendChange({ catalogue }: Gateway, key: string, entry: CatalogueEntry): Answer<string> {
  if (entry.what === 'category')
    return keyIn(
      await catalogue.updateCategory(key, { categoryName: entry.name }),
      ({ categoryId }) => categoryId,
    );
  const { name: productName, price: unitPrice, description, categoryIds } = entry;
  const change = { productName, unitPrice, description, ...(categoryIds && { categoryIds }) };
  return keyIn(await catalogue.updateProduct(key, change), ({ productId }) => productId);
}

export const sendDelete = ({ catalogue }: Gateway, what: CatalogueThing, key: string) =>
  what === 'category' ? catalogue.deleteCategory(key) : catalogue.deleteProduct(key);

type Listed = { key: string; name: string | null; createdAt: GatewayTimestamp | null };
/** The whole list as it is now. `isWhole`: every row of it could be read. */
export async function readWhole(
  { catalogue }: Gateway,
  what: CatalogueThing,
): Answer<{ rows: Listed[]; isWhole: boolean }> {
  const rows: Listed[] = [];
  const read =
    what === 'category'
      ? await readAllPages(
          (page, limit) => catalogue.listCategories({ page, limit }),
          async (page) => {
            for (const one of page.rows)
              rows.push({ key: one.categoryId, name: one.categoryName, createdAt: one.createdAt });
          },
        )
      : await readAllPages(
          (page, limit) => catalogue.listProducts({ page, limit }),
          async (page) => {
            for (const one of page.rows)
              rows.push({ key: one.productId, name: one.productName, createdAt: one.createdAt });
          },
        );
  return read.ok ? ok({ rows, isWhole: read.value.unreadable === 0 }) : read;
}
