/** Invoices, or payment requests (§2.5, §4.5). */
import {
  billPaymentStatuses,
  invoiceTypes,
  type BillPaymentStatus,
  type InvoiceType,
} from '#shared/domain/billing.ts';
import type { OpenEnum } from '#shared/domain/open-enum.ts';
import type { Money } from '#shared/money/money.ts';
import { writeGatewayTimestamp, type GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { Caller, Read, Write } from '../caller.ts';
import {
  flag,
  isObject,
  listIn,
  numberOf,
  openEnum,
  openEnumOfAnyCase,
  optionalMoney,
  requiredMoney,
  text,
  timestamp,
  type Obj,
} from '../fields.ts';
import { writeLossless } from '../json.ts';
import { decodePage, type GatewayPage, type Paging } from '../page.ts';
import { messagesOrNull, type Said } from '../said.ts';
import { encodeLines, type BillLine } from './payment-links.ts';

type InvoiceRequest = {
  paymentType: InvoiceType;
  total: Money;
  description?: string | undefined;
  customerName?: string | undefined;
  email?: string | undefined;
  phoneNumber?: string | undefined;
  referenceId?: string | undefined;
  isManualCapture?: boolean | undefined;
  /** Only a professional invoice has them (assumed fields). */
  dueAtMs?: number | undefined;
  items?: readonly BillLine[] | undefined;
};

type GatewayInvoice = {
  /** `PR-…` simple, `INV-…` professional, `ORD-…` order. */
  paymentRequestId: string;
  merchantId: string | null;
  paymentType: OpenEnum<InvoiceType> | null;
  total: Money;
  availableForRefund: Money | null;
  description: string | null;
  customerName: string | null;
  email: string | null;
  referenceId: string | null;
  state: string | null;
  paymentStatus: OpenEnum<BillPaymentStatus> | null;
  isManualCapture: boolean | null;
  createdAt: GatewayTimestamp | null;
  dueDate: GatewayTimestamp | null;
  transactionsCount: number;
  /** The link to send to the customer (field assumed). */
  paymentLink: string | null;
  raw: string;
};

const encodeInvoice = ({ total, dueAtMs, items, ...rest }: InvoiceRequest): Obj => ({
  ...rest,
  totalAmount: numberOf(total),
  currency: total.currency,
  ...(dueAtMs !== undefined && { dueDate: writeGatewayTimestamp(dueAtMs) }),
  ...(items && { items: encodeLines(items) }),
});

/** Null without an id or a total in a known currency. */
export function decodeInvoice(value: unknown): GatewayInvoice | null {
  if (!isObject(value)) return null;
  const paymentRequestId = text(value, 'paymentRequestId');
  const total = requiredMoney(value, 'totalAmount', 'currency');
  if (paymentRequestId === null || !total.ok) return null;
  return {
    paymentRequestId,
    merchantId: text(value, 'merchantId'),
    paymentType: openEnum(value, 'paymentType', invoiceTypes),
    total: total.value,
    availableForRefund: optionalMoney(value, 'availableAmountForRefund', total.value.currency),
    description: text(value, 'description'),
    customerName: text(value, 'customerName'),
    email: text(value, 'email'),
    referenceId: text(value, 'referenceId'),
    state: text(value, 'state'),
    paymentStatus: openEnumOfAnyCase(value, 'paymentStatus', billPaymentStatuses),
    isManualCapture: flag(value, 'isManualCapture'),
    createdAt: timestamp(value, 'creationDate'),
    dueDate: timestamp(value, 'dueDate'),
    transactionsCount: listIn(value, 'transactions').length,
    paymentLink: text(value, 'paymentLink'),
    raw: writeLossless(value),
  };
}

export const decodeInvoices = (body: Obj, askedPage: number): GatewayPage<GatewayInvoice> | null =>
  decodePage(body, 'body', decodeInvoice, askedPage);

type InvoiceQuery = Paging & {
  state?: string | undefined;
  paymentStatus?: BillPaymentStatus | undefined;
  paymentType?: InvoiceType | undefined;
  search?: string | undefined;
};

type InvoiceCalls = {
  create(request: InvoiceRequest): Write<GatewayInvoice>;
  list(query: InvoiceQuery, signal?: AbortSignal): Read<GatewayPage<GatewayInvoice>>;
  /** Sends it to the customer; rate-limited (§8): `too-soon` or `limit`. */
  share(to: {
    paymentRequestId: string;
    email?: string | undefined;
    phoneNumber?: string | undefined;
  }): Write<Said>;
};

export const invoiceCalls = ({ read, write }: Caller): InvoiceCalls => ({
  create: (request) =>
    write('invoices.create', { body: encodeInvoice(request) }, ({ body }) => decodeInvoice(body['body'])),
  list: (query, signal) =>
    read('invoices.list', { query, signal }, ({ body }) => decodeInvoices(body, query.page)),
  share: (to) => write('invoices.share', { body: to, expects: 'nothing' }, messagesOrNull),
});
