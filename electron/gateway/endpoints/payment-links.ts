/** Payment links (§2.4, §4.4). */
import {
  billPaymentStatuses,
  isVirtualCurrency,
  type BillPaymentStatus,
  type LinkPaymentType,
} from '#shared/domain/billing.ts';
import type { OpenEnum } from '#shared/domain/open-enum.ts';
import { money, toDecimal, type Money } from '#shared/money/money.ts';
import { writeGatewayTimestamp, type GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { Caller, Read, Write } from '../caller.ts';
import {
  flag,
  isObject,
  listIn,
  moneyIn,
  numberOf,
  objectIn,
  openEnumOfAnyCase,
  optionalMoney,
  requiredMoney,
  text,
  texts,
  timestamp,
  type Obj,
} from '../fields.ts';
import { NumberText, writeLossless } from '../json.ts';
import { decodePage, type GatewayPage, type Paging } from '../page.ts';
import type { Upload } from '../request.ts';
import { decodeImportRows, type ImportRow } from './import-rows.ts';

/** An extra fee: an amount in the link's currency and a percent, both as decimals ("2.5"). */
export type ExtraFee = { name: string; flatFee: Money; ratePercent: string };

type PaymentLinkRequest = {
  customerName: string;
  /** In a virtual currency only where the currency conversion feature is on; else 400 `feature-off`. */
  total: Money;
  description: string;
  paymentType?: string | undefined;
  state?: string | undefined;
  isManualCapture?: boolean | undefined;
  isSuspendedPayment?: boolean | undefined;
  dueAtMs?: number | null | undefined;
  referenceId?: string | undefined;
  extraFees?: readonly ExtraFee[] | undefined;
};

type LinkItem = {
  description: string | null;
  unitPrice: Money | null;
  quantity: string | null;
  subTotal: Money | null;
};

/** The virtual side of a link: what it is worth at which rate; settlement is in EGP. */
type VirtualAmount = {
  amount: Money | null;
  currency: string;
  exchangeRateText: string | null;
  rateRecordedAt: GatewayTimestamp | null;
};

type GatewayPaymentLink = {
  linkId: string;
  paymentRequestId: string | null;
  merchantId: string | null;
  storeName: string | null;
  description: string | null;
  customerName: string | null;
  /** In the link's own currency, the virtual one where it has one. */
  total: Money;
  totalWithoutFees: Money | null;
  /** Null for a virtual link: the document does not say in which currency it is. */
  availableForRefund: Money | null;
  paymentType: string | null;
  paymentStatus: OpenEnum<BillPaymentStatus> | null;
  state: string | null;
  dueDate: GatewayTimestamp | null;
  createdAt: GatewayTimestamp | null;
  referenceId: string | null;
  invoiceReferenceId: string | null;
  isManualCapture: boolean | null;
  isSuspendedPayment: boolean | null;
  isDeleted: boolean | null;
  extraFees: { name: string | null; flatFee: Money | null; ratePercent: string | null }[];
  items: LinkItem[];
  labels: string[];
  transactionsCount: number;
  virtual: VirtualAmount | null;
  raw: string;
};

const DECIMAL = /^\d{1,9}(\.\d{1,9})?$/;

/** A percent as a JSON number; text that is not a plain decimal stays text, for the gateway to refuse. */
export const encodeFees = (fees: readonly ExtraFee[]): Obj[] =>
  fees.map(({ name, flatFee, ratePercent }) => ({
    name,
    flatFee: numberOf(flatFee),
    rate: DECIMAL.test(ratePercent) ? new NumberText(ratePercent.replace(/^0+(?=\d)/, '')) : ratePercent,
  }));

const encodePaymentLink = ({
  total,
  dueAtMs,
  customerName,
  extraFees,
  ...rest
}: PaymentLinkRequest): Obj => ({
  paymentType: 'simple',
  state: 'submitted',
  ...rest,
  customer: { name: customerName },
  totalAmount: numberOf(total),
  currency: total.currency,
  ...(dueAtMs !== undefined && { dueDate: dueAtMs === null ? null : writeGatewayTimestamp(dueAtMs) }),
  ...(extraFees && { extraFees: encodeFees(extraFees) }),
});

/** A line of an invoice or batch item (§2.4); its `subTotal` is worked out. `quantity` is a whole number. */
export type BillLine = { description: string; unitPrice: Money; quantity: number };

export const encodeLines = (lines: readonly BillLine[]): Obj[] =>
  lines.map(({ description, unitPrice, quantity }) => ({
    description,
    unitPrice: numberOf(unitPrice),
    quantity,
    subTotal: numberOf(money(unitPrice.minor * BigInt(quantity), unitPrice.currency)),
  }));

export const decodeItems = (value: Obj, field: string, currency: string): LinkItem[] =>
  listIn(value, field)
    .filter(isObject)
    .map((item) => ({
      description: text(item, 'description'),
      unitPrice: optionalMoney(item, 'unitPrice', currency),
      quantity: text(item, 'quantity'),
      subTotal: optionalMoney(item, 'subTotal', currency),
    }));

function decodeVirtual(value: Obj): VirtualAmount | null {
  const currency = text(value, 'virtualCurrency');
  return currency === null
    ? null
    : {
        currency,
        amount: moneyIn(value, 'virtualAmount', currency),
        exchangeRateText: text(value, 'virtualExchangeRate'),
        rateRecordedAt: timestamp(value, 'virtualRateRecordedAt'),
      };
}

/** Null without an id or a total in a known currency. */
export function decodePaymentLink(value: unknown): GatewayPaymentLink | null {
  if (!isObject(value)) return null;
  const linkId = text(value, 'paymentLinkId') ?? text(value, '_id');
  const given = text(value, 'currency');
  const virtual = decodeVirtual(value);
  // "When the link is in a virtual currency, totalAmount is expressed in that currency" (§2.4), whatever `currency` says.
  const ownField =
    given !== null && isVirtualCurrency(given) ? 'currency' : virtual ? 'virtualCurrency' : 'currency';
  const total = requiredMoney(value, 'totalAmount', ownField);
  if (linkId === null || !total.ok) return null;
  const { currency } = total.value;
  return {
    linkId,
    paymentRequestId: text(value, 'paymentRequestId'),
    merchantId: text(value, 'merchantId'),
    storeName: text(value, 'storeName') ?? text(objectIn(value, 'merchantInfo') ?? {}, 'storeName'),
    description: text(value, 'description'),
    customerName: text(value, 'customerName') ?? text(objectIn(value, 'customer') ?? {}, 'name'),
    total: total.value,
    totalWithoutFees: optionalMoney(value, 'totalAmountWithoutFees', currency),
    availableForRefund:
      virtual || isVirtualCurrency(currency)
        ? null
        : optionalMoney(value, 'availableAmountForRefund', currency),
    paymentType: text(value, 'paymentType'),
    paymentStatus: openEnumOfAnyCase(value, 'paymentStatus', billPaymentStatuses),
    state: text(value, 'state'),
    dueDate: timestamp(value, 'dueDate'),
    createdAt: timestamp(value, 'creationDate'),
    referenceId: text(value, 'referenceId'),
    invoiceReferenceId: text(value, 'invoiceReferenceId'),
    isManualCapture: flag(value, 'isManualCapture'),
    isSuspendedPayment: flag(value, 'isSuspendedPayment'),
    isDeleted: flag(value, 'isDeleted'),
    extraFees: listIn(value, 'extraFees')
      .filter(isObject)
      .map((fee) => ({
        name: text(fee, 'name'),
        flatFee: optionalMoney(fee, 'flatFee', currency),
        ratePercent: text(fee, 'rate'),
      })),
    items: decodeItems(value, 'invoiceItems', currency),
    labels: texts(value, 'labels'),
    transactionsCount: listIn(value, 'transactions').length,
    virtual,
    raw: writeLossless(value),
  };
}

type PaymentLinkPage = GatewayPage<GatewayPaymentLink> & {
  exchangeRateServiceAvailable: boolean | null;
};

export function decodePaymentLinks(body: Obj, askedPage: number): PaymentLinkPage | null {
  const page = decodePage(body, 'data', decodePaymentLink, askedPage);
  return page && { ...page, exchangeRateServiceAvailable: flag(body, 'exchangeRateServiceAvailable') };
}

/** The filters of §4.4, all optional and combinable; the names of their query parameters are assumed. */
type PaymentLinkQuery = Paging & {
  /** ISO 4217 or a virtual code. */
  currency?: string | undefined;
  state?: string | undefined;
  paymentStatus?: BillPaymentStatus | undefined;
  paymentType?: LinkPaymentType | undefined;
  dueDateFrom?: string | undefined;
  dueDateTo?: string | undefined;
  creationDateFrom?: string | undefined;
  creationDateTo?: string | undefined;
  totalFrom?: Money | undefined;
  totalTo?: Money | undefined;
  /** By link id, `PL-…`. */
  search?: string | undefined;
};

const encodeLinkQuery = ({ totalFrom, totalTo, ...rest }: PaymentLinkQuery) => ({
  ...rest,
  totalAmountFrom: totalFrom && toDecimal(totalFrom),
  totalAmountTo: totalTo && toDecimal(totalTo),
});

type PaymentLinkCalls = {
  create(request: PaymentLinkRequest): Write<GatewayPaymentLink>;
  list(query: PaymentLinkQuery, signal?: AbortSignal): Read<PaymentLinkPage>;
  /** Validates a sheet; nothing is saved (assumed). */
  import(sheet: Upload): Write<{ rows: ImportRow[] }>;
};

export const paymentLinkCalls = ({ read, write }: Caller): PaymentLinkCalls => ({
  create: (request) =>
    write('payment-links.create', { body: encodePaymentLink(request) }, ({ body }) =>
      decodePaymentLink(body['data']),
    ),
  list: (query, signal) =>
    read('payment-links.list', { query: encodeLinkQuery(query), signal }, ({ body }) =>
      decodePaymentLinks(body, query.page),
    ),
  import: (upload) => write('payment-links.import', { upload }, ({ body }) => decodeImportRows(body)),
});
