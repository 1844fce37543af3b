/** Payment pages (§4.14, §4.15): the merchant's list, the payments of one, sharing it, and the page as a shopper sees it. */
import type { Money } from '#shared/money/money.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { Caller, Read, Write } from '../caller.ts';
import { asUnpublished } from '../errors.ts';
import {
  flag,
  isObject,
  listIn,
  objectIn,
  requiredMoney,
  text,
  texts,
  timestamp,
  type Obj,
} from '../fields.ts';
import { writeLossless } from '../json.ts';
import { decodePage, type GatewayPage, type Paging } from '../page.ts';
import { messagesOrNull, type Said } from '../said.ts';
import { decodeTransaction, type GatewayTransaction } from './transactions.ts';

type GatewayPaymentPage = {
  /** `PP-…`. */
  linkId: string;
  pageName: string | null;
  description: string | null;
  /** `product` for a catalogue page; else it asks for one amount. */
  type: string | null;
  currency: string | null;
  status: string | null;
  createdAt: GatewayTimestamp | null;
  raw: string;
};

type PageProduct = { productId: string; productName: string | null; unitPrice: Money };

/** Only what is safe to show a shopper. */
type PublicPaymentPage = GatewayPaymentPage & {
  isMobileRequired: boolean | null;
  isEmailRequired: boolean | null;
  paymentMethods: string[];
  /** Percent, as a decimal. */
  taxPercent: string | null;
  products: PageProduct[];
  /** Products left out because an id or a price could not be read. */
  unreadable: number;
};

/** Null without its `PP-…` id. The fields beyond those of the public page are assumed. */
export function decodePaymentPage(value: unknown): GatewayPaymentPage | null {
  if (!isObject(value)) return null;
  const linkId = text(value, 'linkId');
  if (linkId === null) return null;
  return {
    linkId,
    pageName: text(value, 'pageName'),
    description: text(value, 'description'),
    type: text(value, 'type'),
    currency: text(value, 'currency'),
    status: text(value, 'status'),
    createdAt: timestamp(value, 'createdAt'),
    raw: writeLossless(value),
  };
}

export const decodePaymentPages = (body: Obj, askedPage: number): GatewayPage<GatewayPaymentPage> | null =>
  decodePage(body, 'body', decodePaymentPage, askedPage);

/** Payments of a page are read as transactions (assumed). */
export const decodePagePayments = (body: Obj, askedPage: number): GatewayPage<GatewayTransaction> | null =>
  decodePage(body, 'body', decodeTransaction, askedPage);

function decodeProduct(value: unknown): PageProduct | null {
  if (!isObject(value)) return null;
  const productId = text(value, 'productId');
  const unitPrice = requiredMoney(value, 'productUnitPrice', 'currency');
  return productId === null || !unitPrice.ok
    ? null
    : { productId, productName: text(value, 'productName'), unitPrice: unitPrice.value };
}

/** `{body, message}`. */
export function decodePublicPage(body: Obj): PublicPaymentPage | null {
  const inner = objectIn(body, 'body');
  const page = decodePaymentPage(inner);
  if (inner === null || page === null) return null;
  const given = listIn(inner, 'products');
  const products = given.map(decodeProduct).filter((product) => product !== null);
  return {
    ...page,
    isMobileRequired: flag(inner, 'isMobileRequired'),
    isEmailRequired: flag(inner, 'isEmailRequired'),
    paymentMethods: texts(inner, 'paymentMethods'),
    taxPercent: text(inner, 'tax'),
    products,
    unreadable: given.length - products.length,
  };
}

type PageRecipients = {
  emails?: readonly string[] | undefined;
  phones?: readonly string[] | undefined;
};

type PaymentPageCalls = {
  list(
    query: Paging & { search?: string | undefined },
    signal?: AbortSignal,
  ): Read<GatewayPage<GatewayPaymentPage>>;
  payments(linkId: string, query: Paging, signal?: AbortSignal): Read<GatewayPage<GatewayTransaction>>;
  /** By email or SMS. */
  share(linkId: string, recipients: PageRecipients): Write<Said>;
  /** No key is sent. `unpublished` while the page is unpublished or deleted. Query names are assumed. */
  public(
    linkId: string,
    query?: { search?: string | undefined; categoryIds?: readonly string[] | undefined },
    signal?: AbortSignal,
  ): Read<PublicPaymentPage>;
};

export const paymentPageCalls = ({ read, write }: Caller): PaymentPageCalls => ({
  list: (query, signal) =>
    read('payment-pages.list', { query, signal }, ({ body }) => decodePaymentPages(body, query.page)),
  payments: (linkId, query, signal) =>
    read('payment-pages.payments', { path: { linkId }, query, signal }, ({ body }) =>
      decodePagePayments(body, query.page),
    ),
  share: (linkId, recipients) =>
    write(
      'payment-pages.share',
      { path: { linkId }, body: { recipients }, expects: 'nothing' },
      messagesOrNull,
    ),
  public: async (linkId, { search, categoryIds = [] } = {}, signal) => {
    const query = { search, categoryIds: categoryIds.length > 0 ? categoryIds.join(',') : undefined };
    const page = await read('payment-pages.public', { path: { linkId }, query, signal }, ({ body }) =>
      decodePublicPage(body),
    );
    return page.ok ? page : { ok: false, error: asUnpublished(page.error) };
  },
});
