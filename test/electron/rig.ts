/** One profile's real parts for tests: real SQLite files, real HTTP to the built-in gateway; only the clock is ours to move. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CoreEvent } from '#electron/core.ts';
import { createGateway } from '#electron/gateway/create-gateway.ts';
import { defaultGatewayProfile } from '#electron/gateway/profile.ts';
import { openSession, type ProfileSession } from '#electron/profile-session.ts';
import { startSandbox, type Sandbox } from '#electron/sandbox/start-sandbox.ts';
import { systemRandom } from '#electron/launch/system.ts';
import type { Clock } from '#shared/time/clock.ts';

export const workerUrl = new URL('../../electron/database/worker.ts', import.meta.url);
export const tempFolder = () => mkdtempSync(join(tmpdir(), 'closeout-test-'));
export const quietLog = { info: () => {}, warn: () => {}, error: () => {} };

/** Wall time that a test can push forward; timers wait for real time unless they are pushed past. */
export function movableClock(): Clock & { advance(ms: number): void } {
  let aheadMs = 0;
  const tasks = new Set<{ dueMs: number; task: () => void }>();
  const clock = {
    nowMs: () => Date.now() + aheadMs,
    after(delayMs: number, task: () => void) {
      const entry = { dueMs: clock.nowMs() + delayMs, task };
      tasks.add(entry);
      const timer = setTimeout(() => tasks.delete(entry) && task(), delayMs);
      return () => {
        clearTimeout(timer);
        tasks.delete(entry);
      };
    },
    advance(ms: number) {
      aheadMs += ms;
      for (const entry of [...tasks]) if (entry.dueMs <= clock.nowMs() && tasks.delete(entry)) entry.task();
    },
  };
  return clock;
}

export type Rig = {
  sandbox: Sandbox;
  session: ProfileSession;
  folder: string;
  clock: ReturnType<typeof movableClock>;
  events: CoreEvent[];
  control<T>(method: string, path: string, body?: unknown): Promise<T>;
  reopen(): Promise<ProfileSession>;
  stop(): Promise<void>;
};

export async function startRig({ environment = 'live' as 'live' | 'test' } = {}): Promise<Rig> {
  const sandbox = await startSandbox({ seed: 7, terminals: 6, transactions: 60 });
  const access = sandbox[environment];
  const folder = tempFolder();
  const clock = movableClock();
  const events: CoreEvent[] = [];
  const open = async () => {
    const gateway = createGateway({
      profile: defaultGatewayProfile,
      dashboardUrl: access.dashboardUrl,
      checkoutUrl: access.checkoutUrl,
      credentials: async () => ({
        ok: true,
        value: { secretKey: access.secretKey, apiKey: null, transferKey: null },
      }),
      clock,
      log: quietLog,
      onOutcome: () => {},
    });
    const opened = await openSession(workerUrl, folder, (db) => ({
      profileId: 'rig',
      merchantId: access.merchantId,
      environment,
      actor: 'mona',
      clock,
      random: systemRandom,
      log: quietLog,
      emit: (event, payload) => void events.push({ event, payload } as CoreEvent),
      db,
      gateway,
    }));
    if (!opened.ok) throw new Error(JSON.stringify(opened.error));
    return opened.value;
  };
  const rig: Rig = {
    sandbox,
    session: await open(),
    folder,
    clock,
    events,
    control: async (method, path, body) => {
      const answer = await fetch(`${sandbox.controlUrl}${path}`, {
        method,
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as never;
    },
    reopen: async () => {
      await rig.session.stop();
      rig.session = await open();
      return rig.session;
    },
    stop: async () => {
      await rig.session.stop();
      await sandbox.stop();
    },
  };
  return rig;
}

/** The value of an answer that must be good. */
export function good<T>(answer: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!answer.ok) throw new Error(`expected a value, got ${JSON.stringify(answer.error)}`);
  return answer.value;
}

export const emptyTransactionFilter = {
  text: '',
  listing: 'outstanding' as const,
  paymentTypes: [],
  entryModes: [],
  minAmount: null,
  maxAmount: null,
  minAgeMs: null,
};
