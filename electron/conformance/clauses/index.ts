/** Every clause of docs/gateway-interface.md, in its order. */
import { authentication } from './authentication.ts';
import { billsAndCustomers } from './bills-and-customers.ts';
import { endpointsOfBills } from './endpoints-of-bills.ts';
import { endpointsOfPayments } from './endpoints-of-payments.ts';
import { endpointsOfSettlement } from './endpoints-of-settlement.ts';
import { endpointsOfWebhooks } from './endpoints-of-webhooks.ts';
import { errorsLimitsVersions } from './errors-limits-versions.ts';
import { events } from './events.ts';
import { introduction } from './introduction.ts';
import { payoutsAndWebhooks } from './payouts-and-webhooks.ts';
import { sessions } from './sessions.ts';
import { states } from './states.ts';
import type { Clause } from './clause.ts';

export const allClauses: Clause[] = [
  ...introduction,
  ...sessions,
  ...billsAndCustomers,
  ...payoutsAndWebhooks,
  ...states,
  ...endpointsOfPayments,
  ...endpointsOfBills,
  ...endpointsOfSettlement,
  ...endpointsOfWebhooks,
  ...authentication,
  ...events,
  ...errorsLimitsVersions,
];
