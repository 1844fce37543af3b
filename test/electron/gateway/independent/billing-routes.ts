/** Payment links and invoices (§4.4, §4.5). */
import { decimal, isFields, minorOf, ofMinor, type Decimal, type Fields } from './json.ts';
import {
  amountOf,
  dateOrNull,
  fieldsOf,
  need,
  ok,
  pageOf,
  Refusal,
  textOf,
  type Call,
  type Route,
} from './routing.ts';
import { newId, newNumber, now, type State } from './state.ts';

const LINK_FIELDS = [
  'customer',
  'totalAmount',
  'description',
  'isManualCapture',
  'paymentType',
  'currency',
  'state',
  'dueDate',
  'isSuspendedPayment',
  'referenceId',
  'extraFees',
];
/** §2.4: the virtual currencies, and what one unit is in EGP here. */
const VIRTUAL: Record<string, string> = {
  USD_VIRTUAL: '48.25',
  EUR_VIRTUAL: '52.10',
  GBP_VIRTUAL: '61.00',
  SAR_VIRTUAL: '12.86',
  AED_VIRTUAL: '13.14',
};

/** Flat fee plus rate in percent of the bare amount, half up. */
function withFees(bare: bigint, extraFees: unknown): bigint {
  const fees = Array.isArray(extraFees) ? extraFees.filter(isFields) : [];
  return fees.reduce((total, fee) => {
    const flat = minorOf((fee['flatFee'] as Decimal | undefined)?.text ?? '0');
    const rate = minorOf((fee['rate'] as Decimal | undefined)?.text ?? '0');
    return total + flat + (bare * rate + 5_000n) / 10_000n;
  }, bare);
}

/** §2.4, "Record fields returned". */
function newLink(body: Fields, state: State): Fields {
  const bare = amountOf(body, 'totalAmount');
  const currency = textOf(body, 'currency') ?? '';
  const rate = VIRTUAL[currency];
  const number = newNumber(state);
  return {
    _id: newId(state),
    paymentLinkId: `PL-${number}`,
    paymentRequestId: `PR-${number}`,
    merchantId: state.merchantId,
    merchantInfo: { storeName: 'Corner Books' },
    storeName: 'Corner Books',
    description: body['description'] ?? '',
    customerName: textOf(fieldsOf(body, 'customer'), 'name') ?? '',
    customer: body['customer'] ?? {},
    currency,
    totalAmount: body['extraFees'] ? ofMinor(withFees(minorOf(bare.text), body['extraFees'])) : bare,
    totalAmountWithoutFees: bare,
    availableAmountForRefund: 0,
    paymentType: body['paymentType'] ?? 'simple',
    paymentStatus: 'unpaid',
    state: body['state'] ?? 'submitted',
    dueDate: body['dueDate'] ?? null,
    creationDate: now(state),
    referenceId: body['referenceId'] ?? '',
    invoiceReferenceId: 'NA',
    isSuspendedPayment: body['isSuspendedPayment'] ?? false,
    isManualCapture: body['isManualCapture'] ?? false,
    isDeleted: false,
    isPaymentLink: true,
    isBulkCreated: false,
    extraFees: body['extraFees'] ?? [],
    invoiceItems: [],
    labels: [],
    transactions: [],
    ...(rate !== undefined && {
      virtualAmount: bare,
      virtualCurrency: currency,
      virtualExchangeRate: decimal(rate),
      virtualRateRecordedAt: now(state),
    }),
  };
}

const PREFIX: Record<string, string> = { simple: 'PR', professional: 'INV', order: 'ORD' };

/** §2.5, "Response `body` fields", and the payment link whose field is not shown (docs/assumptions.md: `paymentLink`). */
function newInvoice(body: Fields, state: State): Fields {
  const totalAmount = amountOf(body, 'totalAmount');
  const paymentType = textOf(body, 'paymentType') ?? '';
  const prefix = PREFIX[paymentType];
  if (!prefix) throw new Refusal(400, 'Bad request: paymentType');
  const paymentRequestId = `${prefix}-${newNumber(state)}`;
  return {
    paymentRequestId,
    merchantId: state.merchantId,
    paymentType,
    totalAmount,
    currency: body['currency'],
    description: body['description'] ?? '',
    customerName: body['customerName'] ?? '',
    email: body['email'] ?? '',
    referenceId: body['referenceId'] ?? '',
    state: 'submitted',
    paymentStatus: 'unpaid',
    isManualCapture: body['isManualCapture'] ?? false,
    availableAmountForRefund: 0,
    creationDate: now(state),
    dueDate: body['dueDate'] ?? null,
    transactions: [],
    paymentLink: `https://pay.example.com/${paymentRequestId}`,
  };
}

const shares = new WeakMap<State, number[]>();

/** §8: the only rate-limited dashboard endpoint. */
function share(call: Call, state: State): void {
  const recent = (shares.get(state) ?? []).filter((atMs) => state.nowMs() - atMs < 60_000);
  if (recent.length >= state.shareLimit) throw new Refusal(429, 'Too many requests');
  shares.set(state, [...recent, state.nowMs()]);
  const id = textOf(call.body, 'paymentRequestId');
  if (!state.invoices.some((invoice) => invoice['paymentRequestId'] === id))
    throw new Refusal(404, 'Payment request not found');
}

const dashboard = { host: 'dashboard', credential: 'secret-key' } as const;

export const billingRoutes: Route[] = [
  {
    ...dashboard,
    method: 'POST',
    path: '/v2/payment-link',
    fields: LINK_FIELDS,
    answer: ({ body }, state) => {
      const currency = textOf(body, 'currency') ?? '';
      need(/^[A-Z]{3}$/.test(currency) || currency in VIRTUAL, 'currency');
      need(dateOrNull(body['dueDate']), 'dueDate');
      if (currency in VIRTUAL && !state.currencyConversion)
        throw new Refusal(400, 'Currency conversion feature is not enabled.');
      const link = newLink(body, state);
      state.links.unshift(link);
      return ok({ message: 'Payment link created', data: link });
    },
  },
  {
    ...dashboard,
    method: 'GET',
    path: '/v2/payment-link',
    answer: (call, state) => {
      const { rows, page, limit, total, pages } = pageOf(call, state.links);
      return ok({
        message: 'Payment links',
        data: rows,
        pagination: { page, limit, total, totalPages: pages },
        exchangeRateServiceAvailable: state.currencyConversion,
      });
    },
  },
  {
    ...dashboard,
    method: 'POST',
    path: '/v2/paymentRequest',
    // The document names line items and a due date without their fields (§2.5): `items`, `dueDate` of the assumptions.
    fields: [
      'paymentType',
      'totalAmount',
      'currency',
      'description',
      'customerName',
      'email',
      'phoneNumber',
      'referenceId',
      'isManualCapture',
      'items',
      'dueDate',
    ],
    answer: ({ body }, state) => {
      const invoice = newInvoice(body, state);
      state.invoices.push(invoice);
      return ok({ body: invoice, message: 'Payment request created' });
    },
  },
  {
    ...dashboard,
    method: 'POST',
    path: '/v2/paymentRequest/share',
    answer: (call, state) => {
      share(call, state);
      return ok({ message: 'Shared' });
    },
  },
];
