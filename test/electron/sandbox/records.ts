/** Delivery records as the merchant reads them. */
import { expect } from 'vitest';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { eventually } from './listener.ts';
import { ask, at } from './wire.ts';

export type DeliveryRecord = Record<string, unknown> & {
  responses: { status: number; body: string; date: string }[];
};

export async function recordsOf(
  access: SandboxAccess,
  id: string,
  kind: 'transaction' | 'transfer' = 'transaction',
): Promise<DeliveryRecord[]> {
  const reply = await ask(access, 'GET', `/v2/webhooks/records/${kind}/${id}`);
  expect([reply.status, at(reply.body, 'success')]).toEqual([200, true]);
  return at(reply.body, 'body') as DeliveryRecord[];
}

export async function newestTransaction(access: SandboxAccess): Promise<string> {
  const { body } = await ask(access, 'GET', '/v2/aggregator/transactions?channel=online&limit=1');
  return String(at(body, 'body.0.transactionId'));
}

/** The first record of the newest online transaction, once it has had so many attempts. */
export async function afterAttempts(access: SandboxAccess, attempts: number): Promise<DeliveryRecord> {
  const id = await newestTransaction(access);
  let record: DeliveryRecord | undefined;
  await eventually(
    async () => (record = (await recordsOf(access, id))[0])?.['attempts'] === attempts,
    `${attempts} attempts`,
  );
  if (!record) throw new Error('there is no record');
  return record;
}
