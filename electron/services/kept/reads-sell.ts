/** Customers, and the catalogue. */
import type { KeptLine } from '#shared/contract/kept.ts';
import { ok } from '#shared/errors/result.ts';
import { flags, money, paged, rowOf, text, time, whole, word } from './rows.ts';
import { readAllPages } from '../read-all-pages.ts';

const customers = paged(
  ({ gateway }, page, limit) => gateway.customers.list({ page, limit }),
  ({ customerId, name, phoneNumber, emailAddress, customFields, createdAt, updatedAt }) => [
    rowOf(
      customerId,
      {
        customer: text(customerId),
        name: text(name),
        phone: text(phoneNumber),
        email: text(emailAddress),
        created: time(createdAt),
        changed: time(updatedAt),
      },
      customFields.map((field): KeptLine => ({
        part: 'customFields',
        name: field.name,
        cell: text(field.value),
      })),
    ),
  ],
);

const categories = paged(
  ({ gateway }, page, limit) => gateway.catalogue.listCategories({ page, limit }),
  ({ categoryId, categoryName, createdAt, updatedAt }) => [
    rowOf(categoryId, {
      category: text(categoryName ?? categoryId),
      categoryId: text(categoryId),
      created: time(createdAt),
      changed: time(updatedAt),
    }),
  ],
);

/** A product names its categories by their ids. A category that cannot be read is shown by its id. */
const products = whole(async ({ gateway }) => {
  const names = new Map<string, string | null>();
  const named = await readAllPages(
    (page, limit) => gateway.catalogue.listCategories({ page, limit }),
    async ({ rows }) => rows.forEach(({ categoryId, categoryName }) => names.set(categoryId, categoryName)),
  );
  if (!named.ok) return named;
  const rows: ReturnType<typeof rowOf>[] = [];
  const read = await readAllPages(
    (page, limit) => gateway.catalogue.listProducts({ page, limit }),
    async (page) => {
      for (const product of page.rows)
        rows.push(
          rowOf(product.productId, {
            product: text(product.productName ?? product.productId),
            price: money(product.unitPrice),
            categories: text(product.categoryIds.map((id) => names.get(id) ?? id).join(', ')),
            description: text(product.description),
            productId: text(product.productId),
            created: time(product.createdAt),
            changed: time(product.updatedAt),
          }),
        );
    },
  );
  return read.ok ? ok({ rows, unreadable: read.value.unreadable }) : read;
});

/** Asked for each channel: a campaign does not say where it runs. */
const discounts = whole(async ({ gateway, merchantId }) => {
  const pos = await gateway.discounts.active({ merchantId, channel: 'pos' });
  if (!pos.ok) return pos;
  const online = await gateway.discounts.active({ merchantId, channel: 'online' });
  if (!online.ok) return online;
  const isIn = (list: typeof pos.value, id: string) => list.rows.some(({ discountId }) => discountId === id);
  const all = new Map([...pos.value.rows, ...online.value.rows].map((one) => [one.discountId, one]));
  const rows = [...all.values()].map((one) =>
    rowOf(one.discountId, {
      discount: text(one.name ?? one.discountId),
      discountId: text(one.discountId),
      discountType: word(one.type),
      percentOff: text(one.value.kind === 'percent' ? one.value.text : null),
      amountOff: money(one.value.kind === 'amount' ? one.value.amount : null),
      channels: flags({ pos: isIn(pos.value, one.discountId), online: isIn(online.value, one.discountId) }),
      validFrom: time(one.validFrom),
      validUntil: time(one.validUntil),
      discountState: text(one.status),
    }),
  );
  return ok({ rows, unreadable: Math.max(pos.value.unreadable, online.value.unreadable) });
});

export const sellReads = { customers, categories, products, discounts };
