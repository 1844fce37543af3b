/** The gateway client: one object for one merchant in one environment. Keys are asked for at each call and never kept. */
import { createCaller } from './caller.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { batchItemCalls } from './endpoints/batch-items.ts';
import { calculatorCalls } from './endpoints/calculators.ts';
import { catalogueCalls } from './endpoints/catalogue.ts';
import { credentialCalls } from './endpoints/credentials.ts';
import { customerCalls } from './endpoints/customers.ts';
import { discountCalls } from './endpoints/discounts.ts';
import { instantSettlementCalls } from './endpoints/instant-settlement.ts';
import { invoiceCalls } from './endpoints/invoices.ts';
import { orderCalls } from './endpoints/orders.ts';
import { paymentLinkCalls } from './endpoints/payment-links.ts';
import { paymentPageCalls } from './endpoints/payment-pages.ts';
import { payoutCalls } from './endpoints/payouts.ts';
import { referenceCalls } from './endpoints/reference.ts';
import { sessionCalls } from './endpoints/sessions.ts';
import { settlementCalls } from './endpoints/settlement.ts';
import { terminalCalls } from './endpoints/terminals.ts';
import { tokenCalls } from './endpoints/tokens.ts';
import { transactionCalls } from './endpoints/transactions.ts';
import { webhookCalls } from './endpoints/webhooks.ts';
import {
  readAcknowledgementAnswer,
  readInstantSettlementAnswer,
  readOrderAnswer,
  readReversalAnswer,
  readTokenPaymentAnswer,
  readTransferAnswer,
  readTransferBatchAnswer,
} from './verdict.ts';

export type { GatewayOptions };
export type { Credentials } from './request.ts';

export function createGateway(options: GatewayOptions) {
  const caller = createCaller(options);
  const orders = orderCalls(caller);
  return {
    ...terminalCalls(caller),
    ...settlementCalls(caller),
    ...instantSettlementCalls(caller),
    /** An answer as it came, to learn its form from. */
    sample: caller.sample,
    endpointOf: caller.endpointOf,
    /** Whether the checkout host answers at all. */
    reachCheckout: caller.reachCheckout,
    /** The row field that a reversal's orderId is taken from (endpoint overrides). */
    reversalOrderIdField: options.endpoints.reversalOrderIdField,
    buildReversal: (orderId: string) => orders.buildReversal(orderId),
    /** One request of any kind of movement: one new connection, one deadline (150 s), never repeated, never redirected. */
    send: caller.send,
    readReversalAnswer,
    readAcknowledgementAnswer,
    readInstantSettlementAnswer,

    sessions: sessionCalls(caller),
    /** `readAnswer` judges a refund, void or capture; a reversal has readReversalAnswer. */
    orders: { ...orders, readAnswer: readOrderAnswer },
    tokens: { ...tokenCalls(caller), readPaymentAnswer: readTokenPaymentAnswer },
    paymentLinks: paymentLinkCalls(caller),
    invoices: invoiceCalls(caller),
    customers: customerCalls(caller),
    batchItems: batchItemCalls(caller),
    payouts: {
      ...payoutCalls(caller),
      readTransferAnswer,
      readTransferBatchAnswer,
    },
    transactions: transactionCalls(caller),
    discounts: discountCalls(caller),
    credentials: credentialCalls(caller),
    webhooks: webhookCalls(caller),
    paymentPages: paymentPageCalls(caller),
    catalogue: catalogueCalls(caller),
    reference: referenceCalls(caller),
    calculators: calculatorCalls(caller),
  };
}
