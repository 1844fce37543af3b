/**
 * The gateway as the services see it: reads that may be retried, writes that are tried once, and movements that are built
 * once, stored, and sent once. create-gateway.ts has the list of calls; endpoints/<resource>.ts has the shapes of each resource.
 */
import type { createGateway } from './create-gateway.ts';

export type { MovementRequest, SendMoment, SendOutcome } from './movement.ts';
export type { GatewayPage } from './page.ts';
export type { MovementVerdict } from './verdict.ts';

export type {
  GatewayEligible,
  GatewayInstantRequest,
  GatewayQuote,
  GatewaySuggestion,
  InstantLimits,
} from './endpoints/instant-settlement.ts';
export type { GatewaySession, GatewaySessionPayment } from './endpoints/sessions.ts';
export type { GatewayToken } from './endpoints/tokens.ts';
export type { Said } from './said.ts';
export type { GatewaySettled, GatewayWindow, SettledSummary } from './endpoints/settlement.ts';

export type Gateway = ReturnType<typeof createGateway>;
