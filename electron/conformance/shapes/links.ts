/** §2.4 payment links, §2.5 invoices, §4.14 public pages. */
import { z } from 'zod';
import * as f from './common.ts';

export const VIRTUAL = ['USD_VIRTUAL', 'EUR_VIRTUAL', 'GBP_VIRTUAL', 'SAR_VIRTUAL', 'AED_VIRTUAL'] as const;
const linkCurrency = z.union([f.currencyCode, z.enum(VIRTUAL)]);

const extraFee = z.looseObject({ name: z.string(), flatFee: z.number(), rate: z.number() });
const invoiceItem = z.looseObject({
  description: z.string(),
  unitPrice: z.number(),
  quantity: z.number(),
  subTotal: z.number(),
});

const linkRecord = z.looseObject({
  _id: z.string().min(1),
  paymentLinkId: f.idLike('PL-'),
  paymentRequestId: f.idLike('PR-'),
  merchantId: z.string().min(1),
  merchantInfo: z.looseObject({ storeName: z.string() }),
  storeName: z.string(),
  description: z.string(),
  customerName: f.present,
  customer: f.present,
  currency: linkCurrency,
  totalAmount: z.number(),
  totalAmountWithoutFees: z.number(),
  availableAmountForRefund: z.number(),
  paymentType: z.string(),
  paymentStatus: z.string(),
  state: z.string(),
  dueDate: f.timestamp.nullable(),
  creationDate: f.timestamp,
  referenceId: f.present,
  invoiceReferenceId: f.present,
  isSuspendedPayment: f.flag,
  isManualCapture: f.flag,
  isDeleted: f.flag,
  isPaymentLink: f.flag,
  isBulkCreated: f.flag,
  extraFees: z.array(extraFee),
  invoiceItems: z.array(invoiceItem),
  labels: z.array(z.string()),
  transactions: z.array(z.unknown()),
});
export type LinkRecord = z.output<typeof linkRecord>;

/** §2.4: null or absent for ordinary links. */
export const ordinaryLink = z.looseObject({
  virtualAmount: z.null().optional(),
  virtualCurrency: z.null().optional(),
  virtualExchangeRate: z.null().optional(),
  virtualRateRecordedAt: z.null().optional(),
});
export const virtualLink = z.looseObject({
  virtualAmount: z.number(),
  virtualCurrency: z.enum(VIRTUAL),
  virtualExchangeRate: z.number(),
  virtualRateRecordedAt: f.timestamp,
});

export const linkAnswer = z.looseObject({ message: f.present, data: linkRecord });
export const linkList = z.looseObject({
  message: f.present,
  data: z.array(linkRecord),
  pagination: z.looseObject({ page: f.integer, limit: f.integer, total: f.integer, totalPages: f.integer }),
  exchangeRateServiceAvailable: f.flag,
});

const invoice = z.looseObject({
  paymentRequestId: z.string().min(1),
  merchantId: z.string().min(1),
  paymentType: z.enum(['simple', 'professional', 'order']),
  totalAmount: z.number(),
  currency: f.currencyCode,
  description: z.string(),
  customerName: f.present,
  email: f.present,
  referenceId: f.present,
  state: z.string(),
  paymentStatus: z.string(),
  isManualCapture: f.flag,
  availableAmountForRefund: z.number(),
  creationDate: f.timestamp,
  dueDate: f.timestamp.nullable(),
  transactions: z.array(z.unknown()),
});
export const invoiceAnswer = z.looseObject({ body: invoice, message: f.present });

const publicPage = z.looseObject({
  _id: z.string().min(1),
  linkId: f.idLike('PP-'),
  pageName: z.string(),
  description: f.present,
  type: z.string(),
  currency: z.string(),
  isMobileRequired: f.flag,
  isEmailRequired: f.flag,
  paymentMethods: z.array(z.string()),
  tax: z.number(),
  products: z.array(
    z.looseObject({
      productId: z.string(),
      productName: z.string(),
      productUnitPrice: f.decimalString,
      currency: z.string(),
    }),
  ),
});
export const publicPageAnswer = z.looseObject({ body: publicPage, message: f.present });
