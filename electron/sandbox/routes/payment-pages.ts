/** Payment pages (§4.14, §4.15): the public one, and the merchant's list, payments and sharing. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { writeGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { open } from '../access.ts';
import { readBody } from '../bodies.ts';
import { refuse } from '../errors.ts';
import { holds, listOf, pageOf, type PageQuery } from '../paging.ts';
import { acted } from '../server.ts';
import { documents, type Stored } from '../state/documents.ts';
import { newHexId, newId } from '../state/ids.ts';
import type { OnlineOrder } from '../state/online-orders.ts';
import { amountJson, type World } from '../world.ts';
import { productBody, products } from './catalogue.ts';

type PaymentPage = {
  documentId: string;
  pageName: string;
  description: string;
  type: 'product' | 'regular';
  currency: string;
  isMobileRequired: boolean;
  isEmailRequired: boolean;
  paymentMethods: string[];
  tax: number;
  isPublished: boolean;
};

const pages = documents<PaymentPage>('payment-page');

export const addPage = (world: World, page: Omit<PaymentPage, 'documentId'>): Stored<PaymentPage> =>
  pages.insert(world, newId(world, 'PP'), { ...page, documentId: newHexId(world, 'page') });

const pageFields = ({ id, value }: Stored<PaymentPage>) => ({
  _id: value.documentId,
  linkId: id,
  pageName: value.pageName,
  description: value.description,
  type: value.type,
  currency: value.currency,
  isMobileRequired: value.isMobileRequired,
  isEmailRequired: value.isEmailRequired,
  paymentMethods: value.paymentMethods,
  tax: value.tax,
});

type PublicQuery = { search?: string; categoryIds?: string };

/** Only what is safe to show a shopper. */
function publicBody(world: World, page: Stored<PaymentPage>, { search, categoryIds }: PublicQuery) {
  const categories = listOf(categoryIds);
  const shown = products
    .all(world)
    .filter(
      ({ value }) =>
        holds(search, value.productName) &&
        (categories.length === 0 || value.categoryIds.some((id) => categories.includes(id))),
    )
    .map((product) => {
      const { productId, productName, productUnitPrice, currency } = productBody(world, product);
      return { productId, productName, productUnitPrice, currency };
    });
  return { ...pageFields(page), products: page.value.type === 'product' ? shown : [] };
}

const shareSchema = z.object({
  recipients: z.object({
    emails: z.array(z.email()).max(50).default([]),
    phones: z.array(z.string().min(6).max(30)).max(50).default([]),
  }),
});

type ById = { Params: { linkId: string } };
const BASE = '/v2/paymentPage';

export function paymentPageRoutes(app: FastifyInstance, world: World): void {
  const pageById = (id: string) => {
    const page = pages.get(world, id);
    if (!page) throw refuse.missing('payment page', 'صفحة دفع');
    return page;
  };
  /** The transaction that the payment began with. */
  const transactionOf = ({ order_id: id }: OnlineOrder): string =>
    world.db
      .prepare('SELECT transaction_id FROM online_transaction WHERE order_id = ? ORDER BY rowid LIMIT 1')
      .pluck()
      .get(id) as string;
  app.get<{ Querystring: PageQuery & { search?: string } }>(BASE, ({ query }) => {
    const found = pages.all(world).filter(({ id, value }) => holds(query.search, id, value.pageName));
    const { rows, pagination } = pageOf(found, query);
    const body = rows.map((page) => ({
      ...pageFields(page),
      isPublished: page.value.isPublished,
      createdAt: writeGatewayTimestamp(page.createdAtMs),
    }));
    return { body, pagination };
  });

  app.get<ById & { Querystring: PageQuery }>(`${BASE}/:linkId/payments`, ({ params, query }) => {
    const { id } = pageById(params.linkId);
    const paid = world.db
      .prepare(
        'SELECT * FROM online_order WHERE merchant_order_id = ? ORDER BY created_at_ms DESC, rowid DESC',
      )
      .all(id) as OnlineOrder[];
    const { rows, pagination } = pageOf(paid, query);
    const body = rows.map((order) => ({
      transactionId: transactionOf(order),
      orderId: order.order_id,
      linkId: id,
      amount: amountJson(order.authorized_minor, order.currency),
      currency: order.currency,
      method: order.method,
      status: order.status,
      createdAt: writeGatewayTimestamp(order.created_at_ms),
    }));
    return { body, pagination };
  });

  app.post<ById>(`${BASE}/:linkId/share`, (request) => {
    const { recipients } = readBody(shareSchema, request.body);
    pageById(request.params.linkId);
    if (recipients.emails.length + recipients.phones.length === 0)
      throw refuse.field('recipients', 'must hold an email or a phone number');
    acted(request);
    return { message: 'The payment page was shared.' };
  });

  app.get<ById & { Querystring: PublicQuery }>(`${BASE}/:linkId/public`, open, ({ params, query }) => {
    const page = pages.get(world, params.linkId);
    if (!page?.value.isPublished) throw refuse.unpublished();
    return { body: publicBody(world, page, query), message: 'Payment page.' };
  });
}
