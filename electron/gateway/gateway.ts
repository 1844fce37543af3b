/**
 * The gateway as the services see it: reads that may be retried, writes that are tried once, and movements that are built
 * once, stored, and sent once. Implemented by create-gateway.ts; shapes per interface section in endpoints/<resource>.ts.
 */
import type { Built, Caller } from './caller.ts';
import type { BatchItemCalls } from './endpoints/batch-items.ts';
import type { CalculatorCalls } from './endpoints/calculators.ts';
import type { CatalogueCalls } from './endpoints/catalogue.ts';
import type { CredentialCalls } from './endpoints/credentials.ts';
import type { CustomerCalls } from './endpoints/customers.ts';
import type { DiscountCalls } from './endpoints/discounts.ts';
import type { InstantSettlementCalls } from './endpoints/instant-settlement.ts';
import type { InvoiceCalls } from './endpoints/invoices.ts';
import type { OrderCalls } from './endpoints/orders.ts';
import type { PaymentLinkCalls } from './endpoints/payment-links.ts';
import type { PaymentPageCalls } from './endpoints/payment-pages.ts';
import type { PayoutCalls } from './endpoints/payouts.ts';
import type { ReferenceCalls } from './endpoints/reference.ts';
import type { SessionCalls } from './endpoints/sessions.ts';
import type { SettlementCalls } from './endpoints/settlement.ts';
import type { TerminalCalls } from './endpoints/terminals.ts';
import type { TokenCalls } from './endpoints/tokens.ts';
import type { TransactionCalls } from './endpoints/transactions.ts';
import type { WebhookCalls } from './endpoints/webhooks.ts';
import type * as verdict from './verdict.ts';

export type { MovementRequest, SendMoment, SendOutcome } from './movement.ts';
export type { GatewayPage, Paging } from './page.ts';
export type { Said } from './said.ts';
export type { Upload } from './request.ts';
export type { MovementVerdict } from './verdict.ts';
export type * from './endpoints/batch-items.ts';
export type * from './endpoints/calculators.ts';
export type * from './endpoints/catalogue.ts';
export type * from './endpoints/credentials.ts';
export type * from './endpoints/customers.ts';
export type * from './endpoints/discounts.ts';
export type * from './endpoints/import-rows.ts';
export type * from './endpoints/instant-settlement.ts';
export type * from './endpoints/invoices.ts';
export type * from './endpoints/orders.ts';
export type * from './endpoints/payment-links.ts';
export type * from './endpoints/payment-pages.ts';
export type * from './endpoints/payouts.ts';
export type * from './endpoints/reference.ts';
export type * from './endpoints/schedulers.ts';
export type * from './endpoints/sessions.ts';
export type * from './endpoints/settlement.ts';
export type * from './endpoints/terminals.ts';
export type * from './endpoints/tokens.ts';
export type * from './endpoints/transactions.ts';
export type * from './endpoints/transfers.ts';
export type * from './endpoints/webhook-records.ts';
export type * from './endpoints/webhooks.ts';

export type Gateway = TerminalCalls &
  SettlementCalls &
  InstantSettlementCalls & {
    /** Whether the checkout host answers at all. */
    readonly reachCheckout: Caller['reachCheckout'];
    /** The row field a reversal's orderId is taken from (gateway profile). */
    readonly reversalOrderIdField: 'merchant_order_id' | 'ref_number';
    buildReversal(orderId: string): Built;
    /** One request, one new connection, never repeated, never redirected; one deadline (150 s). Of every kind of movement. */
    readonly send: Caller['send'];
    readonly readReversalAnswer: typeof verdict.readReversalAnswer;
    readonly readAcknowledgementAnswer: typeof verdict.readAcknowledgementAnswer;
    readonly readInstantSettlementAnswer: typeof verdict.readInstantSettlementAnswer;

    readonly sessions: SessionCalls;
    /** `readAnswer` judges a refund, void or capture; a reversal has readReversalAnswer. */
    readonly orders: OrderCalls & { readonly readAnswer: typeof verdict.readOrderAnswer };
    readonly tokens: TokenCalls & { readonly readPaymentAnswer: typeof verdict.readTokenPaymentAnswer };
    readonly paymentLinks: PaymentLinkCalls;
    readonly invoices: InvoiceCalls;
    readonly customers: CustomerCalls;
    readonly batchItems: BatchItemCalls;
    readonly payouts: PayoutCalls & {
      readonly readTransferAnswer: typeof verdict.readTransferAnswer;
      readonly readTransferBatchAnswer: typeof verdict.readTransferBatchAnswer;
    };
    readonly transactions: TransactionCalls;
    readonly discounts: DiscountCalls;
    readonly credentials: CredentialCalls;
    readonly webhooks: WebhookCalls;
    readonly paymentPages: PaymentPageCalls;
    readonly catalogue: CatalogueCalls;
    readonly reference: ReferenceCalls;
    readonly calculators: CalculatorCalls;
  };
