/** The clauses of §2.4 to §2.7. */
import type { Clause } from './clause.ts';

export const billsAndCustomers: Clause[] = [
  ['§2.4-1', 'Request fields:'],
  [
    '§2.4-2',
    '`customer` (object with `name`), `totalAmount` (number), `description`, `isManualCapture` (boolean)',
  ],
  ['§2.4-3', '`paymentType` (`simple` accepted)'],
  [
    '§2.4-4',
    '`currency`: an ISO 4217 code, or a virtual currency code (`USD_VIRTUAL`, `EUR_VIRTUAL`, `GBP_VIRTUAL`, `SAR_VIRTUAL`, `AED_VIRTUAL`)',
  ],
  [
    '§2.4-5',
    '`state` (`submitted` accepted), `dueDate` (timestamp or null), `isSuspendedPayment` (boolean), `referenceId` (string)',
  ],
  ['§2.4-6', '`extraFees`: array of {name string, flatFee number, rate number (percent)}'],
  ['§2.4-7', 'Record fields returned:'],
  ['§2.4-8', '`_id`, `paymentLinkId` (form `PL-…`), `paymentRequestId` (form `PR-…`), `merchantId`'],
  [
    '§2.4-9',
    '`merchantInfo` {storeName}, `storeName`, `description`, `customerName`, `customer`, `currency`',
  ],
  ['§2.4-10', '`totalAmount`, `totalAmountWithoutFees`, `availableAmountForRefund`'],
  [
    '§2.4-11',
    '`paymentType`, `paymentStatus`, `state`, `dueDate`, `creationDate`, `referenceId`, `invoiceReferenceId`',
  ],
  [
    '§2.4-12',
    'booleans: `isSuspendedPayment`, `isManualCapture`, `isDeleted`, `isPaymentLink`, `isBulkCreated`',
  ],
  [
    '§2.4-13',
    '`extraFees`, `invoiceItems` (array of {description, unitPrice, quantity, subTotal}), `labels` (strings), `transactions` (array)',
  ],
  [
    '§2.4-14',
    'Virtual-currency fields: `virtualAmount`, `virtualCurrency`, `virtualExchangeRate`, `virtualRateRecordedAt`.',
  ],
  ['§2.4-15', 'They are null or absent for ordinary links.'],
  [
    '§2.4-16',
    'When the link is in a virtual currency, `totalAmount` is expressed in that currency and settlement is in EGP.',
  ],
  ['§2.5-1', 'Request fields:'],
  [
    '§2.5-2',
    '`paymentType`: `simple` (bare amount), `professional` (line items and a due date), or `order` (order link)',
  ],
  [
    '§2.5-3',
    '`totalAmount` (number), `currency`, `description`, `customerName`, `email`, `phoneNumber`, `referenceId`, `isManualCapture` (boolean)',
  ],
  ['§2.5-4', 'The service assigns the identifier `paymentRequestId`:'],
  ['§2.5-5', '`PR-…` for simple'],
  ['§2.5-6', '`INV-…` for professional'],
  ['§2.5-7', '`ORD-…` for order'],
  ['§2.5-8', 'Response `body` fields:'],
  [
    '§2.5-9',
    'paymentRequestId, merchantId, paymentType, totalAmount, currency, description, customerName, email, referenceId',
  ],
  [
    '§2.5-10',
    'state (initially `submitted`), paymentStatus (initially `unpaid`), isManualCapture, availableAmountForRefund',
  ],
  ['§2.5-11', 'creationDate, dueDate (nullable), transactions (array)'],
  ['§2.5-12', 'Response envelope: `{body, message}`.'],
  [
    '§2.6-1',
    '`_id`, `name`, `phoneNumber`, `emailAddress` (may be empty string), `customerId` (form `C-…`), `merchantId`, `customFields` (array of {name, value}), `createdAt`, `updatedAt`.',
  ],
  [
    '§2.7-1',
    'Request: `{batchItem: {description, totalAmount, paymentType, referenceId, isSuspendedPayment, dueDate, extraFees[], items[]}}`.',
  ],
  ['§2.7-2', 'The fields mirror those of a payment link.'],
  [
    '§2.7-3',
    'Response: `_id`, `batchId`, `name`, `amount`, `currency`, `dueDate`, `status`, `createdAt`, `updatedAt`.',
  ],
];
