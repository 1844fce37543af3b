/**
 * The gateway as the services see it: reads that may be retried, writes that are tried once, and movements that are built
 * once, stored, and sent once. create-gateway.ts has the list of calls; endpoints/<resource>.ts has the shapes of each resource.
 */
import type { createGateway } from './create-gateway.ts';

export type { MovementRequest, SendMoment, SendOutcome } from './movement.ts';
export type { GatewayPage } from './page.ts';
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

export type Gateway = ReturnType<typeof createGateway>;
