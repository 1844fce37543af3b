/** What a merchant and its customers do in many tests: sessions, payments, webhooks, transfers. */
import { expect } from 'vitest';
import type { Sandbox, SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { control } from './gateway.ts';
import { ask, at, textAt, type Reply } from './wire.ts';

/** A small shop is enough where card terminals do not matter. */
export const SMALL = { terminals: 2, transactions: 10, historyDays: 1 };

export const SECOND_MS = 1_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** No money is lost or made. */
export async function allAccountedFor(sandbox: Sandbox): Promise<void> {
  expect((await control(sandbox, 'GET', '/invariants')).body).toEqual({ test: [], live: [] });
}

export async function setting(
  sandbox: Sandbox,
  settings: Record<string, unknown>,
  environment: 'test' | 'live' = 'live',
): Promise<void> {
  expect((await control(sandbox, 'PUT', '/settings', { environment, settings })).status).toBe(200);
}

export const SESSIONS = '/v3/payment/sessions';

export const sessionRequest = (access: SandboxAccess, more: Record<string, unknown> = {}) => ({
  merchantId: access.merchantId,
  amount: '120.50',
  currency: 'EGP',
  order: 'WEB-77',
  ...more,
});

export const postSession = (access: SandboxAccess, json: unknown): Promise<Reply> =>
  ask(access, 'POST', SESSIONS, { json, headers: { 'api-key': access.apiKey } });

export async function newSession(access: SandboxAccess, more: Record<string, unknown> = {}): Promise<string> {
  const reply = await postSession(access, sessionRequest(access, more));
  expect(reply.status).toBe(200);
  return textAt(reply.body, '_id');
}

export type Choice = { method?: 'card' | 'wallet' | 'bnpl'; outcome?: 'approve' | 'decline' | 'reject' };

/** The customer pays on the page; answers the session's new state. */
export async function pay(
  sandbox: Sandbox,
  environment: 'test' | 'live',
  sessionId: string,
  choice: Choice = {},
): Promise<string> {
  const { body } = await control(sandbox, 'POST', '/pay', { environment, sessionId, ...choice });
  return textAt(body, 'status');
}

export async function readSession(access: SandboxAccess, id: string): Promise<Record<string, unknown>> {
  const reply = await ask(access, 'GET', `${SESSIONS}/${id}`, { key: null });
  expect(reply.status).toBe(200);
  return reply.body as Record<string, unknown>;
}

export const orderOperation = (
  access: SandboxAccess,
  operation: 'capture' | 'refund' | 'void' | 'reversal',
  orderId: string,
  amount?: unknown,
): Promise<Reply> =>
  ask(access, 'PUT', `/v3/payment/${operation}/${orderId}`, {
    json: {
      apiOperation: operation.toUpperCase(),
      ...(amount !== undefined && { transaction: { amount } }),
    },
  });

/** A paid (or, with manualCapture, authorized) session; answers the merchant's order reference and the session's id. */
export async function paidOrder(
  sandbox: Sandbox,
  order: string,
  more: Record<string, unknown> = {},
  choice: Choice = {},
): Promise<string> {
  const id = await newSession(sandbox.live, { order, ...more });
  await pay(sandbox, 'live', id, choice);
  return id;
}

export async function accountOf(access: SandboxAccess): Promise<Record<string, number>> {
  const reply = await ask(access, 'GET', '/v2/account');
  return at(reply.body, 'data.0') as Record<string, number>;
}

export const webhookRequest = (more: Record<string, unknown> = {}) => ({
  name: 'Shop',
  url: 'https://hooks.shop.example/closeout',
  events: ['pay'],
  mode: 'live',
  ...more,
});

export async function newWebhook(access: SandboxAccess, more: Record<string, unknown> = {}): Promise<string> {
  const reply = await ask(access, 'POST', '/v2/webhooks', { json: webhookRequest(more) });
  expect(reply.status).toBe(200);
  return textAt(reply.body, '_id');
}

export const transferRequest = (more: Record<string, unknown> = {}) => ({
  merchantTransferId: 'PAY-1',
  recipientName: 'Mona Adel',
  recipientNumber: 'EG380019000500000000263180002',
  recipientBank: 'CIB',
  method: 'bank',
  amount: 1_000,
  ...more,
});

export async function newTransfer(
  access: SandboxAccess,
  more: Record<string, unknown> = {},
): Promise<string> {
  const reply = await ask(access, 'POST', '/v3/transfers/single', {
    host: 'checkout',
    json: transferRequest(more),
  });
  expect(reply.status).toBe(201);
  return textAt(reply.body, 'body.transferId');
}
