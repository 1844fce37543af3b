/** A shop in live mode whose server is told of its payments by a webhook. Deliveries are listed in live mode only (interface §4.13). */
import type { Page } from '@playwright/test';
import { startListener, type Listener } from '../electron/sandbox/listener.ts';
import { read } from './closing.ts';
import { startGateway, type TestGateway } from './gateway.ts';
import { signIn } from './steps.ts';

export type ToldShop = { gateway: TestGateway; listener: Listener };

export async function startToldShop(page: Page): Promise<ToldShop> {
  const gateway = await startGateway({ terminals: 1, transactions: 5 });
  const listener = await startListener();
  await gateway.control('PUT', '/listeners', { 'hooks.shop.example': listener.url });
  const { dashboardUrl, checkoutUrl, merchantId, keys } = gateway.live;
  const [secretKey = '', apiKey = '', paymentKey = '', transferKey = ''] = keys;
  await signIn(page);
  await read(page, 'profiles.connect', {
    ...{ name: 'Nile Market', environment: 'live', merchantId, dashboardUrl, checkoutUrl },
    ...{ secretKey, apiKey, paymentKey, transferKey },
  });
  const hook = { name: 'Our server', url: 'https://hooks.shop.example/paid', mode: 'live', isActive: true };
  const webhook = { ...hook, events: ['pay', 'INITIATED'], headers: null };
  await read(page, 'webhooks.make', { webhook, despiteDouble: false });
  return { gateway, listener };
}

/** Pays an order online; answers the id of its transaction once the server was told. */
export async function payAndTell({ gateway, listener }: ToldShop, order: string): Promise<string> {
  const { dashboardUrl, secretKey, keys, merchantId } = gateway.live;
  const before = listener.received.length;
  const made = await fetch(`${dashboardUrl}/v3/payment/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: secretKey, 'api-key': keys[1] ?? '' },
    body: JSON.stringify({ merchantId, amount: '120.50', currency: 'EGP', order }),
  });
  const { _id: sessionId } = (await made.json()) as { _id: string };
  await gateway.control('POST', '/pay', { environment: 'live', sessionId, method: 'card' });
  const received = await listener.until(before + 1);
  return String(received.at(-1)?.body.data['transactionId']);
}

/** The gateway says so many times that this delivery has failed: five attempts take it a hundred seconds. */
export async function sayFailed({ gateway }: ToldShop, transactionId: string, times: number): Promise<void> {
  const { dashboardUrl, secretKey } = gateway.live;
  const path = `/v2/webhooks/records/transaction/${transactionId}`;
  const answer = await fetch(`${dashboardUrl}${path}`, { headers: { authorization: secretKey } });
  const { body } = (await answer.json()) as { body: { attempts: number }[] };
  const responses = [500, 500, 503, 500, 500].map((status, place) => ({
    status,
    body: status === 503 ? 'The till is closed.' : 'Internal Server Error',
    date: new Date(Date.now() - (5 - place) * 20_000).toISOString(),
  }));
  // A delivery is created before the first attempt to make it.
  const createdAt = new Date(Date.now() - 6 * 20_000).toISOString();
  const records = body.map((record) => ({ ...record, createdAt, status: 'failed', attempts: 5, responses }));
  const text = JSON.stringify({ success: true, body: records });
  await gateway.control('POST', '/faults', {
    match: { method: 'GET', path },
    fault: { kind: 'body', text },
    times,
  });
}

/** The payments that this PC has are what deliveries are collected of. */
export async function downloaded(page: Page): Promise<void> {
  await read(page, 'payments.download', { anew: true });
  for (let tries = 0; tries < 100; tries += 1) {
    const { sync } = await read<{ sync: { ended: string | null } | null }>(page, 'payments.head', {});
    if (sync?.ended === 'whole') return;
    await page.waitForTimeout(100);
  }
  throw new Error('waited in vain for the payments');
}
