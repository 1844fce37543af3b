/** A profile's real working parts: database worker, gateway client and services, against a running built-in gateway. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { alwaysThere, type Presence } from '#electron/services/context.ts';
import { practiceCapabilities, type Capabilities } from '#electron/gateway/capabilities.ts';
import { createGateway } from '#electron/gateway/create-gateway.ts';
import { loadEndpoints } from '#electron/gateway/endpoint-overrides.ts';
import { openSession, type ProfileSession, type SessionOptions } from '#electron/core/profile-session.ts';
import { startSandbox, type Sandbox } from '#electron/sandbox/start-sandbox.ts';
import type { Result } from '#shared/errors/result.ts';
import { BUSY, control, testClock, type TestClock } from '../../sandbox/gateway.ts';
import { preparedWorkerUrl, statementWorkerUrl } from '../../../workers.ts';

export { BUSY };
const silent = { info: () => {}, warn: () => {}, error: () => {} };

export type Bench = {
  clock: TestClock;
  sandbox: Sandbox;
  folder: string;
  /** The open session; another one after `restart`. */
  session(): ProfileSession;
  /** Ends the session, as a quit does, and opens the same files again. */
  restart(between?: (folder: string) => void): Promise<void>;
  fault(method: string, path: string, fault: Record<string, unknown>, times?: number): Promise<void>;
  clearFaults(): Promise<void>;
  /** Requests of this method that reached the gateway, by path. */
  received(method: string, path: string): Promise<number>;
  events: { event: string; payload: unknown }[];
};

/** Throws with the error's facts when the result is not ok. */
export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
export const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.code);

const logSchema = z.array(z.object({ method: z.string(), path: z.string() }));

export type BenchOptions = {
  seesContacts?: () => boolean;
  presence?: Presence;
  actor?: () => string;
  recipientSeal?: SessionOptions['recipientSeal'];
  startMs?: number;
  /** A host's address as the client sees it; something may stand between. */
  through?: (url: string, host: 'dashboard' | 'checkout') => Promise<string>;
  capabilities?: Capabilities;
  transactions?: number;
  /** Days of settled sales behind today; 2 if absent. Making two weeks of them is a fifth of what opening a bench takes. */
  historyDays?: number;
};

type CoreOf = {
  folder: string;
  sandbox: Sandbox;
  clock: TestClock;
  actor?: string | (() => string);
  dashboardUrl?: string;
  checkoutUrl?: string;
  capabilities?: Capabilities;
  seesContacts?: () => boolean;
  presence?: Presence;
  emit?: (event: string, payload: unknown) => void;
} & Partial<
  Pick<SessionOptions, 'memberships' | 'headOfficeWorkerUrl' | 'withoutHeadOffice' | 'recipientSeal'>
>;

/** A session of the live environment of this gateway, over the files in the folder. */
export async function openCore({
  folder,
  sandbox: { live },
  clock,
  actor = 'mona',
  dashboardUrl = live.dashboardUrl,
  checkoutUrl = live.checkoutUrl,
  capabilities = practiceCapabilities,
  seesContacts = () => true,
  presence = alwaysThere,
  emit = () => {},
  ...office
}: CoreOf): Promise<ProfileSession> {
  const endpoints = must(await loadEndpoints(folder));
  const opened = await openSession({
    folder,
    workerUrl: preparedWorkerUrl,
    statementWorkerUrl,
    ...office,
    contextOf: (db) => ({
      profileId: 'profile-1',
      merchantId: live.merchantId,
      version: '0.1.0',
      environment: 'live',
      actor: typeof actor === 'string' ? () => actor : actor,
      seesExpected: () => true,
      seesContacts,
      presence,
      clock,
      random: { bytes: (count) => new Uint8Array(randomBytes(count)) },
      log: silent,
      emit,
      db,
      gateway: createGateway({
        endpoints,
        dashboardUrl,
        checkoutUrl,
        credentials: async () => ({ ok: true, value: live }),
        clock,
        log: silent,
        onOutcome: () => {},
      }),
      capabilities,
    }),
  });
  return must(opened);
}

export async function withBench(
  use: (bench: Bench) => Promise<void>,
  {
    startMs = Date.now(),
    through = async (url) => url,
    capabilities = practiceCapabilities,
    seesContacts = () => true,
    presence = alwaysThere,
    actor = () => 'mona',
    recipientSeal,
    transactions = 60,
    historyDays = 2,
  }: BenchOptions = {},
): Promise<void> {
  // The gateway's HTTP dates are the computer's: the test's clock starts there and goes its own way.
  const clock = testClock(startMs);
  const folder = await mkdtemp(join(tmpdir(), 'closeout-operations-'));
  // Only the live environment has data: nothing here looks at the other one.
  const sandbox = await startSandbox({
    clock,
    seed: 5,
    terminals: 3,
    transactions,
    historyDays,
    practice: true,
  });
  const events: Bench['events'] = [];
  const { live } = sandbox;
  const dashboardUrl = await through(live.dashboardUrl, 'dashboard');
  const checkoutUrl = await through(live.checkoutUrl, 'checkout');
  const emit = (event: string, payload: unknown) => void events.push({ event, payload });
  const open = () =>
    openCore({
      folder,
      sandbox,
      clock,
      dashboardUrl,
      checkoutUrl,
      capabilities,
      seesContacts,
      presence,
      actor,
      emit,
      ...(recipientSeal && { recipientSeal }),
    });
  let session = await open();
  try {
    must(await session.terminals.refreshList());
    must(await session.terminals.readTerminal(BUSY));
    await use({
      clock,
      sandbox,
      folder,
      events,
      session: () => session,
      restart: async (between) => {
        await session.stop();
        between?.(folder);
        session = await open();
      },
      fault: async (method, path, fault, times = 1) => {
        const answer = await control(sandbox, 'POST', '/faults', { match: { method, path }, fault, times });
        if (answer.status !== 200) throw new Error(answer.text);
      },
      clearFaults: async () => void (await control(sandbox, 'DELETE', '/faults')),
      received: async (method, path) => {
        const { body } = await control(sandbox, 'GET', '/log');
        return logSchema.parse(body).filter((one) => one.method === method && one.path.includes(path)).length;
      },
    });
  } finally {
    await session.stop();
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The first sale of the busy terminal that can be reversed, and its amount as a person types it. */
export async function aSale(bench: Bench): Promise<{ rowId: string; typed: string }> {
  const { rows } = must(
    await bench.session().terminals.page({
      terminalId: BUSY,
      filter: {
        text: '',
        listing: 'outstanding',
        paymentTypes: ['SALE'],
        entryModes: [],
        minAmount: null,
        maxAmount: null,
        minAgeMs: null,
      },
      sort: { by: 'firstSeen', direction: 'asc' },
      cursor: null,
      limit: 500,
    }),
  );
  const sale = rows.find(({ flags }) => !flags.includes('reversal-listed') && !flags.includes('unknown'));
  if (!sale) throw new Error('the terminal has no sale to reverse');
  const minor = sale.amount.minor.toString().padStart(3, '0');
  return { rowId: sale.rowId, typed: `${minor.slice(0, -2)}.${minor.slice(-2)}` };
}

/** Prepares and confirms the reversal of one sale. */
export async function reverse(bench: Bench, sale: { rowId: string; typed: string }) {
  const { operations } = bench.session();
  const { preparationId } = must(await operations.prepareReversal({ rowId: sale.rowId }));
  const { operation } = must(
    await operations.confirmReversal({
      preparationId,
      reason: 'duplicate',
      note: '',
      typedAmount: sale.typed,
    }),
  );
  return operation;
}

export const detail = async (bench: Bench, opId: string) =>
  must(await bench.session().operations.detail({ opId }));

/** Four reads by a person over sixteen minutes, the last one with a sale that was not there before. */
export async function readUntilAbsent(bench: Bench, opId: string): Promise<void> {
  await bench.session().operations.checkNow({ opId });
  bench.clock.forward(300_000);
  await bench.session().operations.checkNow({ opId });
  bench.clock.forward(300_000);
  await bench.session().operations.checkNow({ opId });
  bench.clock.forward(360_000);
  await control(bench.sandbox, 'POST', '/sales', { environment: 'live', terminalId: BUSY });
  await bench.session().operations.checkNow({ opId });
}

/** An order of 120.50 paid online, or authorized. */
export async function paidOrder(
  bench: Bench,
  manualCapture = false,
  method: 'card' | 'bnpl' = 'card',
): Promise<string> {
  const { live, controlUrl } = bench.sandbox;
  const post = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  const order = `W-${randomBytes(6).toString('hex')}`;
  const session = await post(
    `${live.dashboardUrl}/v3/payment/sessions`,
    { merchantId: live.merchantId, amount: '120.50', currency: 'EGP', order, manualCapture },
    { authorization: live.secretKey, 'api-key': live.apiKey },
  );
  await post(`${controlUrl}/pay`, { sessionId: session['_id'], method });
  return order;
}

/** A bench for what looks at two weeks of settled sales. */
export const withHistory = (use: (bench: Bench) => Promise<void>, options: BenchOptions = {}) =>
  withBench(use, { historyDays: 14, ...options });
