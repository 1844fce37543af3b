/** All checks, in the order they run: the flood comes last, since it fills the bucket of this address. */
import type { Check } from '../check.ts';
import { assumptionChecks } from './assumptions.ts';
import { authenticationChecks } from './authentication.ts';
import { catalogueChecks } from './catalogue.ts';
import { credentialChecks } from './credentials.ts';
import { customerChecks } from './customers.ts';
import { deliveryChecks } from './deliveries.ts';
import { errorAndLimitChecks } from './errors-and-limits.ts';
import { invoiceChecks } from './invoices.ts';
import { learntChecks } from './learnt.ts';
import { linkChecks } from './links.ts';
import { orderChecks } from './orders.ts';
import { payoutChecks } from './payouts.ts';
import { publicChecks } from './public.ts';
import { recordChecks } from './records.ts';
import { sessionChecks } from './sessions.ts';
import { settlementChecks } from './settlement.ts';
import { terminalChecks } from './terminals.ts';
import { tokenChecks } from './tokens.ts';
import { webhookRuleChecks } from './webhook-rules.ts';
import { webhookChecks } from './webhooks.ts';

export const allChecks: Check[] = [
  ...sessionChecks,
  ...orderChecks,
  ...tokenChecks,
  ...linkChecks,
  ...invoiceChecks,
  ...customerChecks,
  ...payoutChecks,
  ...settlementChecks,
  ...terminalChecks,
  ...learntChecks,
  ...publicChecks,
  ...catalogueChecks,
  ...credentialChecks,
  ...webhookChecks,
  ...webhookRuleChecks,
  ...recordChecks,
  ...deliveryChecks,
  ...assumptionChecks,
  ...authenticationChecks,
  ...errorAndLimitChecks,
];
