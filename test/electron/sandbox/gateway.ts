/** A running built-in gateway for tests, spoken to over real HTTP, with a clock that the test owns. */
import { z } from 'zod';
import type { Clock } from '#shared/time/clock.ts';
import {
  startSandbox,
  type Sandbox,
  type SandboxAccess,
  type SandboxOptions,
} from '#electron/sandbox/start-sandbox.ts';

/** A Tuesday, 2026-11-17 10:30 UTC: the day before was a banking day. */
export const TUESDAY_MS = Date.UTC(2026, 10, 17, 10, 30);

export type TestClock = Clock & { forward(ms: number): void };

/** Stands still until it is put forward; runs what has come due then. */
export function testClock(startMs = TUESDAY_MS): TestClock {
  let nowMs = startMs;
  let due: { atMs: number; task: () => void }[] = [];
  return {
    nowMs: () => nowMs,
    after: (delayMs, task) => {
      const entry = { atMs: nowMs + delayMs, task };
      due.push(entry);
      return () => void (due = due.filter((one) => one !== entry));
    },
    forward: (ms) => {
      const endMs = nowMs + ms;
      for (;;) {
        const next = due.filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (!next) break;
        due = due.filter((one) => one !== next);
        nowMs = next.atMs;
        next.task();
      }
      nowMs = endMs;
    },
  };
}

export type Answer = { status: number; text: string; body: unknown };

export async function call(
  access: SandboxAccess,
  method: string,
  path: string,
  options: { body?: unknown; key?: string | null; host?: 'dashboard' | 'checkout' } = {},
): Promise<Answer> {
  const { body, key = access.secretKey, host = 'dashboard' } = options;
  const answer = await fetch(`${host === 'checkout' ? access.checkoutUrl : access.dashboardUrl}${path}`, {
    method,
    headers: {
      ...(key !== null && { authorization: key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const json = (answer.headers.get('content-type') ?? '').includes('json');
  return { status: answer.status, text, body: json ? (JSON.parse(text) as unknown) : null };
}

export async function control(
  sandbox: Sandbox,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await fetch(`${sandbox.controlUrl}${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: JSON.parse(text) as unknown };
}

/** Starts one on free ports, runs the test with it, and ends it. */
export async function withGateway(
  use: (sandbox: Sandbox, clock: TestClock) => Promise<void>,
  options: SandboxOptions = {},
): Promise<void> {
  const clock = testClock();
  const sandbox = await startSandbox({ clock, seed: 5, ...options });
  try {
    await use(sandbox, clock);
  } finally {
    await sandbox.stop();
  }
}

const posRow = z.object({
  merchant_order_id: z.string(),
  ref_number: z.string(),
  amount: z.number(),
  currency: z.string(),
  payment_type: z.string(),
  entry_mode: z.string(),
});
const posAnswer = z.object({ body: z.object({ response: z.object({ transactions: z.array(posRow) }) }) });
export type PosRow = z.output<typeof posRow>;

export async function outstanding(access: SandboxAccess, terminalId: string): Promise<PosRow[]> {
  const { body } = await call(access, 'GET', `/v3/payment/pos/${terminalId}/transactions`);
  return posAnswer.parse(body).body.response.transactions;
}

const list = z.object({
  body: z.array(z.record(z.string(), z.unknown())),
  pagination: z.object({ total: z.number(), limit: z.number(), page: z.number(), pages: z.number() }),
  summary: z.record(z.string(), z.unknown()).optional(),
});

/** A list answer: rows, pagination and summary. */
export async function listOf(access: SandboxAccess, path: string): Promise<z.output<typeof list>> {
  return list.parse((await call(access, 'GET', path)).body);
}

export const BUSY = '30410001';
export const EMPTY = '30410012';
export const FOREIGN = '30419001';

const messages = z.object({ messages: z.object({ en: z.string(), ar: z.string() }) });
export const englishOf = (answer: Answer): string => messages.parse(answer.body).messages.en;
export const arabicOf = (answer: Answer): string => messages.parse(answer.body).messages.ar;

/** An amount of an answer in minor units. */
export const minor = (value: unknown): number => Math.round(Number(value) * 100);
