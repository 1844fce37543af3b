/** Payment links (§2.4): what is kept of each, its fees, and its record. */
import { writeGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { amountJson, type World } from '../world.ts';
import { documents, type Stored } from './documents.ts';
import { newId, nextNumber } from './ids.ts';
import { refundableMinor } from './online-orders.ts';

type ExtraFee = { name: string; flatFee: number | string; rate: number };
type Item = {
  description: string;
  unitPrice: number | string;
  quantity: number;
  subTotal: number | string;
};

export type PaymentLink = {
  paymentRequestId: string;
  description: string;
  customerName: string | null;
  customer: Record<string, unknown> | null;
  currency: string;
  totalMinor: number;
  withoutFeesMinor: number;
  paymentType: string;
  state: string;
  dueMs: number | null;
  referenceId: string | null;
  isSuspendedPayment: boolean;
  isManualCapture: boolean;
  isBulkCreated: boolean;
  extraFees: ExtraFee[];
  invoiceItems: Item[];
  labels: string[];
  /** EGP for one unit of a virtual currency, and when the rate was taken. */
  rate: { text: string; atMs: number } | null;
  /** The order that paid it. */
  orderId: string | null;
};

const links = documents<PaymentLink>('payment-link');

/** What one unit of each virtual currency is in EGP; practice rates. */
const VIRTUAL_RATES: Readonly<Record<string, string>> = {
  USD_VIRTUAL: '48.60',
  EUR_VIRTUAL: '52.15',
  GBP_VIRTUAL: '61.90',
  SAR_VIRTUAL: '12.95',
  AED_VIRTUAL: '13.23',
};
export const isVirtual = (code: string): boolean => Object.hasOwn(VIRTUAL_RATES, code);

export type NewLink = Omit<PaymentLink, 'paymentRequestId' | 'rate' | 'orderId'>;

export function createLink(world: World, wanted: NewLink, atMs = world.clock.nowMs()): Stored<PaymentLink> {
  const id = newId(world, 'PL');
  const rate = VIRTUAL_RATES[wanted.currency];
  return links.insert(
    world,
    id,
    {
      ...wanted,
      paymentRequestId: `PR-${String(nextNumber(world, 'payment-request')).padStart(6, '0')}`,
      rate: rate === undefined ? null : { text: rate, atMs },
      orderId: null,
    },
    atMs,
  );
}

export const allLinks = (world: World): Stored<PaymentLink>[] => links.all(world);
export const saveLink = (world: World, link: Stored<PaymentLink>): void =>
  links.replace(world, link.id, link.value);

type PaymentStatus = 'paid' | 'unpaid' | 'overdue' | 'expired';

/** OVERDUE is past its due date, EXPIRED 30 days past it. */
export function paymentStatusOf(
  { orderId, dueMs }: { orderId: string | null; dueMs: number | null },
  nowMs: number,
): PaymentStatus {
  if (orderId !== null) return 'paid';
  if (dueMs === null || dueMs > nowMs) return 'unpaid';
  return dueMs + 30 * 86_400_000 > nowMs ? 'overdue' : 'expired';
}

export function linkBody(world: World, { id, value, createdAtMs }: Stored<PaymentLink>) {
  const money = (minor: number) => amountJson(minor, value.currency);
  const paid = value.orderId !== null;
  return {
    _id: `${id}-${value.paymentRequestId}`.toLowerCase(),
    paymentLinkId: id,
    paymentRequestId: value.paymentRequestId,
    merchantId: world.merchantId,
    merchantInfo: { storeName: world.merchantName },
    storeName: world.merchantName,
    description: value.description,
    customerName: value.customerName,
    customer: value.customer,
    currency: value.currency,
    totalAmount: money(value.totalMinor),
    totalAmountWithoutFees: money(value.withoutFeesMinor),
    availableAmountForRefund: money(refundableMinor(world, value.orderId)),
    paymentType: value.paymentType,
    paymentStatus: paymentStatusOf(value, world.clock.nowMs()),
    state: value.state,
    dueDate: value.dueMs === null ? null : writeGatewayTimestamp(value.dueMs),
    creationDate: writeGatewayTimestamp(createdAtMs),
    referenceId: value.referenceId,
    invoiceReferenceId: value.paymentRequestId,
    isSuspendedPayment: value.isSuspendedPayment,
    isManualCapture: value.isManualCapture,
    isDeleted: false,
    isPaymentLink: true,
    isBulkCreated: value.isBulkCreated,
    extraFees: value.extraFees,
    invoiceItems: value.invoiceItems,
    labels: value.labels,
    transactions: paid ? [{ orderId: value.orderId }] : [],
    ...(value.rate && {
      virtualAmount: money(value.totalMinor),
      virtualCurrency: value.currency,
      virtualExchangeRate: Number(value.rate.text),
      virtualRateRecordedAt: writeGatewayTimestamp(value.rate.atMs),
    }),
  };
}
