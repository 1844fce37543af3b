/** Which routes each host has (§1, "The checkout host serves …"). */
import type { FastifyInstance } from 'fastify';
import type { Listeners } from '../webhooks/deliver.ts';
import type { World } from '../world.ts';
import { batchItemRoutes } from './batch-items.ts';
import { calculatorRoutes } from './calculators.ts';
import { catalogueRoutes } from './catalogue.ts';
import { credentialRoutes } from './credentials.ts';
import { customerRoutes } from './customers.ts';
import { instantSettlementRoutes } from './instant-settlement.ts';
import { invoiceRoutes } from './invoices.ts';
import { checkoutOrderRoutes, orderRoutes } from './orders.ts';
import { payPageRoutes } from './pay-page.ts';
import { paymentLinkRoutes } from './payment-links.ts';
import { paymentPageRoutes } from './payment-pages.ts';
import { checkoutPayoutRoutes, payoutRoutes } from './payouts.ts';
import { referenceRoutes } from './reference.ts';
import { sessionRoutes } from './sessions.ts';
import { settlementRoutes } from './settlement.ts';
import { terminalRoutes } from './terminals.ts';
import { checkoutTokenRoutes, tokenRoutes } from './tokens.ts';
import { transactionRoutes } from './transactions.ts';
import { webhookRoutes } from './webhooks.ts';

const OF_DASHBOARD = [
  sessionRoutes,
  orderRoutes,
  tokenRoutes,
  paymentLinkRoutes,
  invoiceRoutes,
  customerRoutes,
  batchItemRoutes,
  payoutRoutes,
  settlementRoutes,
  terminalRoutes,
  transactionRoutes,
  instantSettlementRoutes,
  credentialRoutes,
  paymentPageRoutes,
  catalogueRoutes,
  referenceRoutes,
  calculatorRoutes,
];

export function dashboardRoutes(app: FastifyInstance, world: World, listeners: Listeners): void {
  for (const routes of OF_DASHBOARD) routes(app, world);
  webhookRoutes(app, world, listeners);
}

export function checkoutRoutes(app: FastifyInstance, world: World, dashboardUrl: string): void {
  checkoutOrderRoutes(app, dashboardUrl);
  checkoutPayoutRoutes(app, dashboardUrl);
  checkoutTokenRoutes(app, world);
  payPageRoutes(app, world);
}
