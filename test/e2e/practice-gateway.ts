/** The gateway inside Practice, as a test reaches it: its control path, and the page on which a customer pays. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { read } from './closing.ts';
import { expect, freshFolder, root, type Closeout, type StartCloseout } from './host.ts';

export type Control = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Of all ports that Closeout listens on, only the control path answers with its invariants without a key. */
async function controlAt(file: string): Promise<string> {
  const ports = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  for (const port of ports) {
    const url = `http://127.0.0.1:${port}`;
    const answer = await fetch(`${url}/invariants`).catch(() => null);
    if (answer?.ok === true && (answer.headers.get('content-type') ?? '').includes('json')) return url;
  }
  throw new Error('Practice has no control path yet');
}

/** Starts Closeout so that the control path of its Practice is found once somebody practises. */
export async function startWithControl(
  start: StartCloseout,
): Promise<{ closeout: Closeout; control: Control }> {
  const file = join(freshFolder(), 'ports');
  const load = `--import=${pathToFileURL(join(root, 'test/e2e/noted-ports.ts')).href}`;
  const NODE_OPTIONS = [process.env['NODE_OPTIONS'], load].filter(Boolean).join(' ');
  const closeout = await start({ env: { NODE_OPTIONS, CLOSEOUT_TEST_PORTS: file } });
  const control: Control = async (method, path, body) => {
    const answer = await fetch(`${await controlAt(file)}${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as never;
  };
  return { closeout, control };
}

const CHECKOUT = {
  minutes: 60,
  methods: [],
  saveCard: false,
  description: '',
  customerEmail: '',
  customerReference: '',
  merchantRedirect: '',
  serverWebhook: '',
  brandColor: '',
  iframeBackgroundColor: '',
  notes: '',
};
export type OrderToMake = { minor: string; manualCapture: boolean } & Partial<typeof CHECKOUT>;

/** Makes a checkout of each order; answers where each is paid. */
export async function makeCheckouts<Order extends string>(
  page: Page,
  orders: Readonly<Record<Order, OrderToMake>>,
): Promise<Map<Order, string>> {
  const addresses = new Map<Order, string>();
  for (const [order, { minor, ...more }] of Object.entries<OrderToMake>(orders)) {
    const request = { ...CHECKOUT, ...more, order, amount: { minor, currency: 'EGP' } };
    const made = await read<{ address: string }>(page, 'checkouts.create', { request });
    addresses.set(order as Order, made.address);
  }
  return addresses;
}

/** As the form on the page of the checkout does. */
export async function payAt(
  address: string,
  method: 'card' | 'wallet' | 'bnpl' = 'card',
  ticked: Record<string, string> = {},
): Promise<void> {
  const answer = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ method, outcome: 'approve', ...ticked }),
  });
  expect(await answer.text()).toContain('has ended');
}

type Rows = { rows: { key: string; merchantOrderId: string | null }[] };

/** Downloads the payments until each of these orders is among them; answers their keys. */
export async function keysOf<Order extends string>(
  page: Page,
  orders: readonly Order[],
): Promise<Record<Order, string>> {
  await read(page, 'payments.download', { anew: false });
  const filter = { state: null, channel: null };
  const found = async () => {
    const { rows } = await read<Rows>(page, 'payments.page', { filter, cursor: null, limit: 200 });
    return orders.map((order) => [order, rows.find((row) => row.merchantOrderId === order)?.key] as const);
  };
  await expect.poll(async () => (await found()).every(([, key]) => key !== undefined)).toBe(true);
  return Object.fromEntries(await found()) as Record<Order, string>;
}
