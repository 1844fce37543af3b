/** A session of the real product against one environment of a running gateway, as a host opens it. */
import { randomBytes } from 'node:crypto';
import { alwaysThere, type ProfileContext } from '#electron/services/context.ts';
import { practiceCapabilities } from '#electron/gateway/capabilities.ts';
import { createGateway } from '#electron/gateway/create-gateway.ts';
import { defaultEndpoints } from '#electron/gateway/endpoint-overrides.ts';
import { openSession, type ProfileSession } from '#electron/core/profile-session.ts';
import type { Clock } from '#shared/time/clock.ts';
import { preparedWorkerUrl } from '../../workers.ts';

export type Access = {
  merchantId: string;
  dashboardUrl: string;
  checkoutUrl: string;
  secretKey: string;
  paymentKey?: string;
};

/** What a test may put itself around. */
export type Parts = Pick<ProfileContext, 'db' | 'gateway'>;

export const TERMINAL = '30410001';
const silent = { info: () => {}, warn: () => {}, error: () => {} };

export const realClock: Clock = {
  nowMs: () => Date.now(),
  after: (delayMs, task) => {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

export const shiftedClock = (shiftMs: number): Clock => ({
  ...realClock,
  nowMs: () => realClock.nowMs() + shiftMs,
});

export async function open(
  folder: string,
  access: Access,
  around: (parts: Parts) => Parts & Partial<Pick<ProfileContext, 'emit'>> = (parts) => parts,
  clock: Clock = realClock,
  workerUrl: URL = preparedWorkerUrl,
): Promise<ProfileSession> {
  const contextOf = (db: Parts['db']): ProfileContext => {
    const gateway = createGateway({
      endpoints: defaultEndpoints,
      dashboardUrl: access.dashboardUrl,
      checkoutUrl: access.checkoutUrl,
      credentials: async () => ({
        ok: true,
        value: {
          secretKey: access.secretKey,
          apiKey: null,
          paymentKey: access.paymentKey ?? null,
          transferKey: null,
        },
      }),
      clock,
      log: silent,
      onOutcome: () => {},
    });
    return {
      profileId: 'profile-1',
      merchantId: access.merchantId,
      version: '0.1.0',
      environment: 'live',
      actor: () => 'mona',
      seesExpected: () => true,
      seesContacts: () => true,
      presence: alwaysThere,
      clock,
      random: { bytes: (count) => new Uint8Array(randomBytes(count)) },
      log: silent,
      emit: () => {},
      capabilities: practiceCapabilities,
      ...around({ db, gateway }),
    };
  };
  const opened = await openSession({ folder, workerUrl, contextOf });
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  return opened.value;
}
