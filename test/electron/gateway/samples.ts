/** One good answer for every decoder, as JSON text: what the property test bends, cuts and doubles. */
import * as batchItems from '#electron/gateway/endpoints/batch-items.ts';
import * as calculators from '#electron/gateway/endpoints/calculators.ts';
import * as catalogue from '#electron/gateway/endpoints/catalogue.ts';
import * as credentials from '#electron/gateway/endpoints/credentials.ts';
import * as customers from '#electron/gateway/endpoints/customers.ts';
import * as discounts from '#electron/gateway/endpoints/discounts.ts';
import * as importRows from '#electron/gateway/endpoints/import-rows.ts';
import * as instant from '#electron/gateway/endpoints/instant-settlement.ts';
import * as invoices from '#electron/gateway/endpoints/invoices.ts';
import * as orders from '#electron/gateway/endpoints/orders.ts';
import * as links from '#electron/gateway/endpoints/payment-links.ts';
import * as pages from '#electron/gateway/endpoints/payment-pages.ts';
import * as payouts from '#electron/gateway/endpoints/payouts.ts';
import * as reference from '#electron/gateway/endpoints/reference.ts';
import * as schedulers from '#electron/gateway/endpoints/schedulers.ts';
import * as sessions from '#electron/gateway/endpoints/sessions.ts';
import * as settlement from '#electron/gateway/endpoints/settlement.ts';
import * as terminals from '#electron/gateway/endpoints/terminals.ts';
import * as tokens from '#electron/gateway/endpoints/tokens.ts';
import * as transactions from '#electron/gateway/endpoints/transactions.ts';
import * as transfers from '#electron/gateway/endpoints/transfers.ts';
import * as records from '#electron/gateway/endpoints/webhook-records.ts';
import * as webhooks from '#electron/gateway/endpoints/webhooks.ts';
import type { Obj } from '#electron/gateway/fields.ts';
import { money } from '#shared/money/money.ts';

export type Sample = { name: string; text: string; decode: (body: Obj) => unknown };

const AT = '"2026-11-17 10:30:00.123456+00:00"';
const PAGINATION = '"pagination":{"total":1,"limit":20,"page":1,"pages":1}';
const MONEY = '"amount":120.50,"currency":"EGP"';

const rows: Record<string, string> = {
  session: `{"_id":"S-1","status":"PAID","failureAttempts":0,"capturedAmount":120.50,"refundedAmount":0,"maxFailureAttempts":3,"paymentParams":{"amount":"120.50","currency":"EGP","order":"A-1"},"apiKey":"k","history":[{"status":"CREATED","date":${AT}}],"createdAt":${AT},"sessionUrl":"https://pay.example/S-1"}`,
  token: `{"token":"tok-1","maskedCard":"511111******1118","cardBrand":"Visa","expiryMonth":"01","customerReference":"C-1","createdAt":${AT}}`,
  link: `{"_id":"65f","paymentLinkId":"PL-1","merchantInfo":{"storeName":"Shop"},"customer":{"name":"Mona"},"currency":"EGP","totalAmount":112.50,"totalAmountWithoutFees":100,"availableAmountForRefund":0,"paymentStatus":"unpaid","dueDate":null,"isDeleted":false,"extraFees":[{"name":"x","flatFee":10,"rate":2.5}],"invoiceItems":[{"unitPrice":50,"quantity":2,"subTotal":100}],"labels":["a"],"transactions":[],"virtualCurrency":"USD_VIRTUAL","virtualAmount":112.5,"virtualExchangeRate":48.1}`,
  invoice: `{"paymentRequestId":"PR-1","paymentType":"simple","totalAmount":100.10,"currency":"EGP","paymentStatus":"unpaid","availableAmountForRefund":0,"isManualCapture":false,"creationDate":${AT},"transactions":[]}`,
  customer: `{"_id":"65f","customerId":"C-1","name":"Mona","customFields":[{"name":"Club","value":7}],"createdAt":${AT}}`,
  item: `{"_id":"BI-1","batchId":"B-1",${MONEY},"dueDate":${AT},"status":"NEW"}`,
  transfer: `{"transferId":"TR-1","merchantTransferId":"M-1","method":"wallet",${MONEY},"feeAmount":1,"vatAmount":0.14,"totalAmount":121.64,"status":"PENDING","statusHistory":[{"status":"PENDING","at":${AT}}]}`,
  scheduler: `{"schedulerId":"SC-1","amount":50.25,"method":"wallet","status":"ACTIVE","recurringFrequency":"MONTHLY","nextRun":${AT}}`,
  account: `{"accountId":"AC-1","isPrimary":true,"availableBalance":200.20,"onHoldBalance":100.10,"totalBalance":300.30,"currency":"EGP"}`,
  transaction: `{"transactionId":"TX-1","merchantOrderId":"A-1","operation":"pay","status":"SUCCESS",${MONEY},"createdAt":${AT}}`,
  discount: `{"id":"D-1","discountName":"Summer","discountType":"FIXED","discountValue":20.5,"currency":"EGP","validFrom":${AT}}`,
  webhook: `{"_id":"W-1","url":"https://shop.example","headers":{"x":"y"},"events":["pay"],"mode":"live","isActive":true,"createdAt":"2026-11-17T10:30:00Z"}`,
  record: `{"_id":"R-1","resourceType":"transfer","resourceId":"TR-1","webhookId":null,"status":"failed","attempts":2,"payload":{"a":1.50},"responses":[{"status":500,"body":"x","date":"2026-11-17T10:30:00Z"}],"isTest":false}`,
  page: `{"linkId":"PP-1","pageName":"Hats","type":"product","currency":"EGP","isMobileRequired":true,"paymentMethods":["card"],"tax":14.5,"products":[{"productId":"P-1","productUnitPrice":"99.90","currency":"EGP"}]}`,
  product: `{"productId":"P-1","productName":"Hat","productUnitPrice":"99.90","currency":"EGP","categoryIds":["K-1"]}`,
  category: '{"categoryId":"K-1","categoryName":"Hats"}',
  entry: '{"code":"NBE","name":"National Bank","nameAr":"البنك الأهلي"}',
  bank: '{"bankId":"NBE","bankName":"National Bank","plans":[{"planId":"6","months":6,"rate":1.25}]}',
  terminal: `{"terminalId":"T-1","label":"Till","lastSeenAt":${AT}}`,
  pos: `{"merchant_order_id":"A-1","ref_number":"6324",${MONEY},"payment_type":"SALE","entry_mode":"CHIP"}`,
  window: `{"windowId":"W-1","status":"OPEN","currency":"EGP","grossAmount":10.10,"netAmount":10,"transactionsCount":2,"batches":[{"batchId":"B-1","status":"OPEN","grossAmount":5}]}`,
  settled: `{"transactionId":"TX-1",${MONEY},"feeAmount":1,"vatAmount":0.14,"netAmount":119.36,"settlementDate":${AT}}`,
  request: `{"requestId":"IS-1","status":"PENDING","currency":"EGP","totalAmount":100.1,"totalFees":1,"netTransferAmount":99.1,"transactionsCount":1,"transactionIds":["TX-1"],"statusHistory":[{"status":"PENDING","at":${AT}}]}`,
  upload: '{"correlationId":"X-1","rows":[{"row":2,"name":"Mona","errors":["bad",{"message":"worse"}]}]}',
};
const row = (name: string): string => rows[name] ?? '';
const inBody = (text: string, rest = PAGINATION) => `{"body":${text},${rest}}`;

const one = (name: string, what: string, decode: (value: unknown) => unknown): Sample => ({
  name,
  text: row(what),
  decode,
});
const many = (
  name: string,
  what: string,
  decode: (body: Obj, page: number) => unknown,
  field = 'body',
): Sample => ({
  name,
  text: `{"${field}":[${row(what)}],${PAGINATION}}`,
  decode: (body) => decode(body, 1),
});

export const samples: Sample[] = [
  one('decodeSession', 'session', sessions.decodeSession),
  many('decodeSessions', 'session', sessions.decodeSessions, 'data'),
  {
    name: 'decodeSessionPayment',
    text: `{"message":"ok","data":{"sessionId":"S-1","status":"PAID",${MONEY},"method":"card","orderId":"NA","history":[{"status":"PAID","date":${AT}}]}}`,
    decode: sessions.decodeSessionPayment,
  },
  {
    name: 'decodeOrderResult',
    text: `{"response":{"orderId":"A-1",${MONEY},"capturedAmount":120.50},"transactionId":"TX-1","status":"SUCCESS"}`,
    decode: orders.decodeOrderResult,
  },
  one('decodeToken', 'token', tokens.decodeToken),
  many('decodeTokens', 'token', tokens.decodeTokens),
  one('decodePaymentLink', 'link', links.decodePaymentLink),
  many('decodePaymentLinks', 'link', links.decodePaymentLinks, 'data'),
  {
    name: 'decodeItems',
    text: row('link'),
    decode: (body) => links.decodeItems(body, 'invoiceItems', 'EGP'),
  },
  one('decodeInvoice', 'invoice', invoices.decodeInvoice),
  many('decodeInvoices', 'invoice', invoices.decodeInvoices),
  one('decodeCustomer', 'customer', customers.decodeCustomer),
  many('decodeCustomers', 'customer', customers.decodeCustomers),
  { name: 'decodeCustomerUpload', text: inBody(row('upload')), decode: customers.decodeCustomerUpload },
  { name: 'decodeImportRows', text: inBody(row('upload')), decode: importRows.decodeImportRows },
  one('decodeBatchItem', 'item', batchItems.decodeBatchItem),
  many('decodeBatchItems', 'item', batchItems.decodeBatchItems),
  one('decodeTransfer', 'transfer', transfers.decodeTransfer),
  many('decodeTransfers', 'transfer', transfers.decodeTransfers),
  {
    name: 'decodeTransferBatch',
    text: `{"batchId":"TB-1","status":"PENDING","totalAmount":120.50,"transfersCount":1,"transfers":[${row('transfer')}]}`,
    decode: transfers.decodeTransferBatch,
  },
  {
    name: 'decodeTransferFee',
    text: inBody(`{${MONEY},"feeAmount":1,"vatAmount":0.14,"totalAmount":121.64}`),
    decode: transfers.decodeTransferFee,
  },
  one('decodeScheduler', 'scheduler', schedulers.decodeScheduler),
  many('decodeSchedulers', 'scheduler', schedulers.decodeSchedulers, 'data'),
  one('decodeAccount', 'account', payouts.decodeAccount),
  many('decodeAccounts', 'account', payouts.decodeAccounts, 'data'),
  one('decodeTransaction', 'transaction', transactions.decodeTransaction),
  many('decodeTransactions', 'transaction', transactions.decodeTransactions),
  one('decodeDiscount', 'discount', discounts.decodeDiscount),
  many('decodeDiscounts', 'discount', discounts.decodeDiscounts, 'data'),
  {
    name: 'decodeCreatedApiKey',
    text: inBody('{"merchantId":"MID","mode":"test","isInternal":false}'),
    decode: credentials.decodeCreatedApiKey,
  },
  {
    name: 'decodeAllowList',
    text: inBody('{"addresses":["203.0.113.7"]}'),
    decode: credentials.decodeAllowList,
  },
  one('decodeWebhook', 'webhook', webhooks.decodeWebhook),
  {
    name: 'decodeWebhooks',
    text: inBody(`[${row('webhook')}]`),
    decode: (body) => (Array.isArray(body['body']) ? webhooks.decodeWebhooks(body['body']) : null),
  },
  { name: 'decodeEvents', text: inBody('["pay","TRANSFERRED"]'), decode: webhooks.decodeEvents },
  one('decodeDeliveryRecord', 'record', records.decodeDeliveryRecord),
  {
    name: 'decodeDeliveryRecords',
    text: inBody(`[${row('record')}]`, '"success":true'),
    decode: records.decodeDeliveryRecords,
  },
  {
    name: 'decodeResend',
    text: '{"recordId":"R-2","clonedFromRecordId":"R-1","status":"delivered","attempts":1,"lastResponseStatus":200}',
    decode: records.decodeResend,
  },
  {
    name: 'decodeWebhookTest',
    text: '{"success":true,"statusCode":200,"responseBody":"ok","latencyMs":41}',
    decode: records.decodeWebhookTest,
  },
  one('decodePaymentPage', 'page', pages.decodePaymentPage),
  many('decodePaymentPages', 'page', pages.decodePaymentPages),
  many('decodePagePayments', 'transaction', pages.decodePagePayments),
  { name: 'decodePublicPage', text: inBody(row('page')), decode: pages.decodePublicPage },
  one('decodeProduct', 'product', catalogue.decodeProduct),
  many('decodeProducts', 'product', catalogue.decodeProducts),
  one('decodeCategory', 'category', catalogue.decodeCategory),
  many('decodeCategories', 'category', catalogue.decodeCategories),
  one('decodeReferenceEntry', 'entry', reference.decodeReferenceEntry),
  many('decodeReferenceList', 'entry', reference.decodeReferenceList),
  one('decodeInstallmentBank', 'bank', reference.decodeInstallmentBank),
  many('decodeInstallments', 'bank', reference.decodeInstallments),
  {
    name: 'decodeFeeRate',
    text: inBody('{"rate":2.75,"flatFee":1.5,"vatRate":14,"currency":"EGP"}'),
    decode: calculators.decodeFeeRate,
  },
  {
    name: 'decodeFeeRates',
    text: inBody('{"vatRate":14,"currency":"EGP","fees":[{"method":"card","rate":2,"flatFee":1}]}'),
    decode: calculators.decodeFeeRates,
  },
  {
    name: 'decodeFees',
    text: inBody(`{${MONEY},"feeAmount":1,"vatAmount":0.14,"netAmount":119.36}`),
    decode: calculators.decodeFees,
  },
  {
    name: 'decodeDiscounted',
    text: inBody(`{${MONEY},"discountAmount":20.5,"finalAmount":100}`),
    decode: calculators.decodeDiscounted,
  },
  {
    name: 'decodeTerminals',
    text: inBody(`{"response":{"terminals":[${row('terminal')}]}}`, '"status":"SUCCESS"'),
    decode: terminals.decodeTerminals,
  },
  {
    name: 'decodeTerminalTransactions',
    text: inBody(
      `{"response":{"terminalId":"T-1","transactions":[${row('pos')},${row('pos')}]}}`,
      '"status":"SUCCESS"',
    ),
    decode: (body) => terminals.decodeTerminalTransactions('T-1', body),
  },
  many('decodeWindows', 'window', settlement.decodeWindows),
  {
    name: 'decodeSettledPage',
    text: inBody(
      `[${row('settled')}]`,
      `${PAGINATION},"summary":{"totalSettledAmount":120.50,"transactionsCount":1}`,
    ),
    decode: (body) => settlement.decodeSettledPage(body, 1),
  },
  {
    name: 'decodeEligiblePage',
    text: inBody(
      `[${row('settled')}]`,
      `${PAGINATION},"limits":{"perRequest":1000,"daily":5000,"usedToday":0.5}`,
    ),
    decode: (body) => instant.decodeEligiblePage(body, 1),
  },
  {
    name: 'decodeSuggestions',
    text: inBody(
      '{"targetAmount":100,"below":{"totalAmount":90.5,"transactionsCount":1,"transactionIds":["TX-1"]}}',
    ),
    decode: (body) => instant.decodeSuggestions(body, money(10_000n, 'EGP')),
  },
  {
    name: 'decodeQuote',
    text: inBody(
      '{"totalAmount":100,"totalNetAmount":98,"rate":1.5,"rateFee":1.5,"totalFees":2,"netTransferAmount":96,"transactionsCount":3,"currency":"EGP"}',
    ),
    decode: instant.decodeQuote,
  },
  one('decodeInstantRequest', 'request', instant.decodeInstantRequest),
  many('decodeInstantRequests', 'request', instant.decodeInstantRequests),
];

/** The modules whose exported `decode…` functions must all be above. */
export const decoderModules: Record<string, unknown>[] = [
  batchItems,
  calculators,
  catalogue,
  credentials,
  customers,
  discounts,
  importRows,
  instant,
  invoices,
  orders,
  links,
  pages,
  payouts,
  reference,
  schedulers,
  sessions,
  settlement,
  terminals,
  tokens,
  transactions,
  transfers,
  records,
  webhooks,
];
