/**
 * Every operation of the gateway has a place on a screen. Reached means: a service of the core makes the call, and a file of the
 * window names the channel of the contract that leads there.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { endpointNames, type EndpointName } from '#electron/gateway/endpoint-table.ts';
import { contract, type Channel } from '#shared/contract/index.ts';
import { keptListNames, type KeptListName } from '#shared/domain/kept-lists.ts';

/** The call of the client, and the channel; or of a kept list its name: all of them are read through one channel. */
type Way =
  | { readonly call: string; readonly by: Channel }
  | { readonly call: string; readonly list: KeptListName };
const by = (call: string, channel: Channel): Way => ({ call, by: channel });
const list = (call: string, name: KeptListName): Way => ({ call, list: name });

const reached: { readonly [N in EndpointName]?: Way } = {
  'terminals.list': by('listTerminals', 'terminals.refreshList'),
  'terminals.transactions': by('readTerminalTransactions', 'terminals.read'),
  'terminals.acknowledge': by('buildAcknowledgement', 'acknowledgement.confirm'),
  'sessions.create': by('sessions.create', 'checkouts.create'),
  'sessions.list': by('sessions.list', 'checkouts.refresh'),
  'sessions.get': by('sessions.get', 'checkouts.read'),
  'sessions.payment': by('sessions.payment', 'checkouts.read'),
  'sessions.abandon': by('sessions.abandon', 'checkouts.abandon'),
  'orders.reverse': by('buildReversal', 'reversal.confirm'),
  'orders.refund': by('orders.buildRefund', 'orderMovement.confirm'),
  'orders.void': by('orders.buildVoid', 'orderMovement.confirm'),
  'orders.capture': by('orders.buildCapture', 'orderMovement.confirm'),
  'tokens.list': by('tokens.list', 'savedCards.refresh'),
  'tokens.get': by('tokens.get', 'savedCards.read'),
  'tokens.delete': by('tokens.delete', 'savedCards.delete'),
  'tokens.checkout-delete': by('tokens.checkoutDelete', 'savedCards.delete'),
  'tokens.pay': by('tokens.buildPayment', 'charge.confirm'),
  'payment-links.list': list('paymentLinks.list', 'links'),
  'payment-links.create': by('paymentLinks.create', 'bills.makeLink'),
  'invoices.create': by('invoices.create', 'bills.makeInvoice'),
  'batch-items.update': by('batchItems.update', 'bills.correct'),
  'batch-items.delete': by('batchItems.delete', 'bills.drop'),
  'calculators.discount': by('calculators.discount', 'bills.tryDiscount'),
  'invoices.list': list('invoices.list', 'invoices'),
  'customers.upload': by('customers.upload', 'sheets.check'),
  'customers.save': by('customers.save', 'sheets.send'),
  'payment-links.import': by('paymentLinks.import', 'sheets.check'),
  'customers.list': list('customers.list', 'customers'),
  'batch-items.list': list('batchItems.list', 'bulk'),
  'payouts.transfer': by('payouts.buildTransfer', 'payout.confirm'),
  'payouts.transfer-batch': by('payouts.buildTransferBatch', 'payout.confirmBatch'),
  'payouts.list-schedulers': list('payouts.listSchedulers', 'schedules'),
  'payouts.list-transfers': list('payouts.listTransfers', 'sent'),
  'payouts.get-transfer': by('payouts.getTransfer', 'kept.readRow'),
  'payouts.get-batch': by('payouts.getBatch', 'transfers.batch'),
  'payouts.accounts': list('payouts.accounts', 'balances'),
  'settlement.windows': by('listWindows', 'settlement.refreshWindows'),
  'settlement.transactions': by('listSettled', 'settlement.downloadSettled'),
  'instant-settlement.eligible': by('listEligible', 'instantSettlement.refresh'),
  'instant-settlement.suggestions': by('suggest', 'instantSettlement.suggest'),
  'instant-settlement.fee-inquiry': by('quote', 'instantSettlement.quote'),
  'instant-settlement.create': by('buildInstantSettlement', 'instantSettlement.confirm'),
  'instant-settlement.list': by('listInstantRequests', 'instantSettlement.refreshRequests'),
  'instant-settlement.get': by('readInstantRequest', 'operations.checkNow'),
  'transactions.list': by('transactions.list', 'payments.download'),
  'transactions.export': by('transactions.export', 'reports.saveGatewayFile'),
  'webhooks.list': list('webhooks.list', 'webhooks'),
  'webhooks.create': by('webhooks.create', 'webhooks.make'),
  'webhooks.update': by('webhooks.update', 'webhooks.change'),
  'webhooks.delete': by('webhooks.delete', 'webhooks.delete'),
  'webhooks.test': by('webhooks.test', 'webhooks.test'),
  'webhooks.events': by('webhooks.events', 'webhooks.events'),
  'webhooks.transfer-records': by('webhooks.transferRecords', 'deliveries.collect'),
  'webhooks.resend': by('webhooks.resend', 'deliveries.resend'),
  'webhooks.transaction-records': by('webhooks.transactionRecords', 'payments.readOrder'),
  'discounts.active': list('discounts.active', 'discounts'),
  'payment-pages.list': list('paymentPages.list', 'pages'),
  'payment-pages.payments': by('paymentPages.payments', 'kept.readRow'),
  'payment-pages.public': by('paymentPages.public', 'kept.readRow'),
  'catalogue.list-products': list('catalogue.listProducts', 'products'),
  'catalogue.list-categories': list('catalogue.listCategories', 'categories'),
  'catalogue.create-product': by('catalogue.createProduct', 'catalogue.make'),
  'catalogue.update-product': by('catalogue.updateProduct', 'catalogue.change'),
  'catalogue.delete-product': by('catalogue.deleteProduct', 'catalogue.delete'),
  'catalogue.create-category': by('catalogue.createCategory', 'catalogue.make'),
  'catalogue.update-category': by('catalogue.updateCategory', 'catalogue.change'),
  'catalogue.delete-category': by('catalogue.deleteCategory', 'catalogue.delete'),
  'reference.banks': list('reference.constants', 'banks'),
  'reference.cities': list('reference.constants', 'cities'),
  'reference.countries': list('reference.constants', 'countries'),
  'reference.industries': list('reference.constants', 'industries'),
  'reference.payment-methods': list('reference.constants', 'method-definitions'),
  'reference.allowed-methods': list('reference.allowedMethods', 'allowed-methods'),
  'reference.installments': list('reference.installments', 'installments'),
  'calculators.card-fee': by('calculators.cardFee', 'rates.cardFee'),
  'calculators.merchant-fee': list('calculators.merchantFee', 'merchant-fees'),
  'calculators.fees': by('calculators.fees', 'rates.calculate'),
  'payouts.create-scheduler': by('payouts.createScheduler', 'transfers.makeSchedule'),
  'payouts.deactivate-scheduler': by('payouts.deactivateScheduler', 'transfers.stopSchedule'),
  'payouts.fee-inquiry': by('payouts.feeInquiry', 'transfers.fee'),
  'invoices.share': by('invoices.share', 'sharing.share'),
  'payment-pages.share': by('paymentPages.share', 'sharing.share'),
  'credentials.create-api-key': by('credentials.createApiKey', 'credentials.makeKey'),
  'credentials.delete-api-key': by('credentials.deleteApiKey', 'credentials.deleteKey'),
  'credentials.get-allow-list': by('credentials.readAllowList', 'credentials.addresses'),
  'credentials.put-allow-list': by('credentials.saveAllowList', 'credentials.saveAddresses'),
  // Reading a card under a Service-Hash shows that a new key signs as the gateway wants it.
  'tokens.checkout-get': by('tokens.checkoutGet', 'credentials.tryKey'),
  'checkout.reach': by('reachCheckout', 'profiles.checkConnection'),
};

const SAME_OPERATION =
  'the same operation by the other route (§4.2): screens send it by the dashboard’s own path';
/** Operations that have no screen by design, and why. */
const byDesign: { readonly [N in EndpointName]?: string } = {
  'orders.checkout-reverse': SAME_OPERATION,
  'orders.checkout-refund': SAME_OPERATION,
  'orders.checkout-void': SAME_OPERATION,
  'orders.checkout-capture': SAME_OPERATION,
  'tokens.checkout-create':
    'it takes card data, which has no field here (§4.3): a card is saved by a checkout',
};

/** Operations without a screen. A line may only be taken out of here; none may be added. */
const notYet: readonly EndpointName[] = [];
const MOST_NOT_YET = 0;

function textOf(folder: string): string {
  return readdirSync(folder)
    .map((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return textOf(path);
      return /\.tsx?$/.test(name) ? readFileSync(path, 'utf8') : '';
    })
    .join('\n');
}
const core = textOf('electron/services') + textOf('electron/core');
const screens = textOf('renderer');
const isCalled = (call: string) => new RegExp(`\\b${call.replace('.', '\\s*\\.\\s*')}\\(`).test(core);
const isNamed = (channel: string) => screens.includes(`'${channel}'`);

it('every operation is reached from a screen, has none by design, or stands in the list of those that are not yet', () => {
  const named = [...Object.keys(reached), ...Object.keys(byDesign), ...notYet];
  expect(named.toSorted()).toEqual([...endpointNames].toSorted());
});

it('the list of those that are not yet only shrinks', () => {
  expect(notYet.length).toBeLessThanOrEqual(MOST_NOT_YET);
});

it.each(Object.entries(reached))('%s: a service makes the call, and a screen names its channel', (_, way) => {
  expect(isCalled(way.call), way.call).toBe(true);
  if ('list' in way) expect(keptListNames).toContain(way.list);
  const channel = 'list' in way ? 'kept.refresh' : way.by;
  expect(Object.keys(contract)).toContain(channel);
  expect(isNamed(channel), channel).toBe(true);
});
