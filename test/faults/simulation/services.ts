/** The real services over the simulated computer, composed as a session composes them. */
import { practiceCapabilities } from '#electron/gateway/capabilities.ts';
import { alwaysThere, type ProfileContext } from '#electron/services/context.ts';
import type { Database } from '#electron/database/client.ts';
import type { Gateway } from '#electron/gateway/gateway.ts';
import {
  createInstantSettlementService,
  type InstantSettlementService,
} from '#electron/services/instant-settlement/index.ts';
import {
  createOperationService,
  type Claims,
  type OperationService,
} from '#electron/services/operations/index.ts';
import { createTerminalService, type TerminalService } from '#electron/services/terminals/index.ts';
import type { Scheduler } from './scheduler.ts';

export type Services = {
  terminals: TerminalService;
  instant: InstantSettlementService;
  operations: OperationService;
};

export function contextOf(
  scheduler: Scheduler,
  db: Database,
  gateway: Gateway,
  onError: (event: string, facts: string) => void,
): ProfileContext {
  const { life } = scheduler;
  return {
    profileId: 'profile-1',
    merchantId: 'merchant-1',
    version: '0.1.0',
    environment: 'live',
    actor: () => 'mona',
    seesExpected: () => true,
    seesContacts: () => true,
    presence: alwaysThere,
    clock: { nowMs: scheduler.nowMs, after: (delayMs, task) => scheduler.after(delayMs, task) },
    random: scheduler.rng,
    log: {
      info: () => {},
      warn: () => {},
      error: (event, facts) => {
        if (life === scheduler.life) onError(event, JSON.stringify(facts ?? {}));
      },
    },
    emit: () => {},
    db,
    gateway,
    capabilities: practiceCapabilities,
  };
}

/** `claims`: of a computer that takes part in a head office. */
export function servicesOf(context: ProfileContext, claims?: Claims): Services {
  const terminals = createTerminalService(context);
  const instant = createInstantSettlementService(context);
  return {
    terminals,
    instant,
    operations: createOperationService(context, {
      terminals,
      instantSettlement: instant,
      ...(claims && { claims }),
    }),
  };
}

export const createServices = (...of: Parameters<typeof contextOf>): Services => servicesOf(contextOf(...of));
