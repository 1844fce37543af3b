/** The little the merchant has at the start; tests name these values. */
import { decimal, timestamp, type Fields } from './json.ts';
import { STARTED_AT_MS, type State } from './state.ts';

export const TERMINAL = '00451207';
export const EMPTY_TERMINAL = '00451208';
export const FOREIGN_TERMINAL = '99000001';
export const SALE = 'ORD-5001';
export const ONLINE_ORDER = 'a1b2c3d4-0000-4000-8000-000000000001';
export const ONLINE_REFERENCE = 'WEB-900';
export const TOKEN = 'tok_6f1e.2-x';
export const CUSTOMER = 'customer-9';
export const BATCH_ITEM = '64f1c0a2b3d4e5f6a7b8c9d0';
export const PAGE = 'PP-1203948';
export const CORRELATION = 'c0ffee00-1111-4222-8333-444455556666';

/** §2.11: the six documented fields of a row. */
const row = (
  merchant_order_id: string,
  ref_number: string,
  amount: string,
  currency: string,
  payment_type: string,
  entry_mode: string,
): Fields => ({ merchant_order_id, ref_number, amount: decimal(amount), currency, payment_type, entry_mode });

/** §2.11 gives the envelope only; the fields of a settled row are those of docs/assumptions.md. */
const settled = (number: number, amount: string, branchId: string): Fields => ({
  transactionId: `TX-70${number}`,
  merchantOrderId: `ORD-40${number}`,
  refNumber: `0000004${number}`,
  terminalId: TERMINAL,
  branchId,
  channel: 'pos',
  method: 'card',
  paymentType: 'SALE',
  entryMode: 'CONTACTLESS',
  amount: decimal(amount),
  feeAmount: decimal('2.50'),
  vatAmount: decimal('0.35'),
  netAmount: decimal('97.15'),
  currency: 'EGP',
  settlementDate: '2026-02-27 22:00:00.000000+00:00',
  windowId: 'W-20260227',
  batchId: 'B-1',
  createdAt: '2026-02-27 09:30:00.123456+00:00',
});

const WINDOW: Fields = {
  windowId: 'W-20260227',
  status: 'SETTLED',
  opensAt: '2026-02-26 22:00:00.000000+00:00',
  closesAt: '2026-02-27 21:59:59.999999+00:00',
  expectedPayoutDate: '2026-03-01',
  currency: 'EGP',
  grossAmount: decimal('300.30'),
  feesAmount: decimal('7.50'),
  vatAmount: decimal('1.05'),
  adjustmentsAmount: decimal('0.00'),
  netAmount: decimal('291.75'),
  transactionsCount: 3,
  bankReference: 'NA',
  batches: [
    {
      batchId: 'B-1',
      branchId: 'BR-1',
      status: 'SETTLED',
      transactionsCount: 2,
      grossAmount: decimal('200.20'),
      netAmount: decimal('194.50'),
    },
  ],
};

export function seed(state: State): void {
  const at = timestamp(STARTED_AT_MS);
  state.terminals.set(TERMINAL, {
    merchantId: state.merchantId,
    rows: [
      row(SALE, '000000000101', '250.75', 'EGP', 'SALE', 'CHIP'),
      row('ORD-5002', '000000000102', '90071992547409.93', 'EGP', 'SALE', 'CONTACTLESS'),
      row('ORD-5003', 'NA', '1.250', 'KWD', 'REFUND', 'NA'),
    ],
  });
  state.terminals.set(EMPTY_TERMINAL, { merchantId: state.merchantId, rows: [] });
  state.terminals.set(FOREIGN_TERMINAL, { merchantId: 'MID-8-200', rows: [] });
  for (const orderId of [SALE, 'ORD-5002', 'ORD-5003'])
    state.orders.set(orderId, { kind: 'card-present', terminalId: TERMINAL, status: 'PAID' });
  const sums = { merchantOrderId: ONLINE_REFERENCE, currency: 'EGP', amount: 1_050n };
  state.orders.set(ONLINE_ORDER, {
    kind: 'online',
    terminalId: null,
    status: 'PAID',
    sums: { ...sums, captured: sums.amount, refunded: 0n },
  });
  state.transactions.push({
    transactionId: 'TX-60001',
    orderId: ONLINE_ORDER,
    merchantOrderId: ONLINE_REFERENCE,
    refNumber: 'NA',
    terminalId: 'NA',
    channel: 'online',
    method: 'card',
    operation: 'pay',
    status: 'SUCCESS',
    amount: decimal('10.50'),
    currency: 'EGP',
    createdAt: at,
  });
  state.settled.push(
    settled(1, '100.10', 'BR-1'),
    settled(2, '100.10', 'BR-1'),
    settled(3, '100.10', 'BR-2'),
  );
  state.windows.push(WINDOW);
  state.tokens.set(TOKEN, {
    customerReference: CUSTOMER,
    card: {
      maskedCard: '511111******1118',
      cardBrand: 'MASTERCARD',
      cardHolderName: 'MONA ADEL',
      expiryMonth: '05',
      expiryYear: '29',
      createdAt: at,
    },
  });
  state.batchItems.set(BATCH_ITEM, {
    _id: BATCH_ITEM,
    batchId: '64f1c0a2b3d4e5f6a7b8c900',
    name: 'February fees',
    amount: decimal('450.00'),
    currency: 'EGP',
    dueDate: '2026-03-31 21:59:59.000000+00:00',
    status: 'unpaid',
    createdAt: at,
    updatedAt: at,
  });
  state.uploads.set(CORRELATION, [
    {
      _id: '64f1c0a2b3d4e5f6a7b8c911',
      name: 'Mona Adel',
      phoneNumber: '+201001234567',
      // §2.6: may be an empty string.
      emailAddress: '',
      customerId: 'C-1001',
      merchantId: state.merchantId,
      customFields: [{ name: 'Class', value: '4B' }],
      createdAt: at,
      updatedAt: at,
    },
  ]);
  state.discounts.push({
    id: 'D-1',
    merchantId: state.merchantId,
    discountName: 'Spring',
    discountType: 'PERCENTAGE',
    discountValue: decimal('12.5'),
    currency: 'EGP',
    validFrom: at,
    validUntil: '2026-04-01 00:00:00.000000+00:00',
    status: 'ACTIVE',
  });
  state.pages.set(PAGE, {
    _id: '64f1c0a2b3d4e5f6a7b8c922',
    linkId: PAGE,
    pageName: 'School shop',
    description: 'Books and uniforms',
    type: 'product',
    currency: 'EGP',
    isMobileRequired: true,
    isEmailRequired: false,
    paymentMethods: ['card', 'wallet'],
    tax: 14,
    products: [
      { productId: 'P-1', productName: 'Atlas', productUnitPrice: '199.95', currency: 'EGP' },
      { productId: 'P-2', productName: 'Tie', productUnitPrice: '45.5', currency: 'EGP' },
    ],
  });
}
