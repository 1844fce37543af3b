/** A gateway that keeps what it was asked and says what the test tells it, and a client with every key connected to it. */
import type { IncomingHttpHeaders } from 'node:http';
import { expect } from 'vitest';
import { createGateway, type Credentials } from '#electron/gateway/create-gateway.ts';
import { isObject, type Obj } from '#electron/gateway/fields.ts';
import type { Gateway } from '#electron/gateway/gateway.ts';
import { parseLossless } from '#electron/gateway/json.ts';
import { defaultEndpoints } from '#electron/gateway/endpoint-overrides.ts';
import { systemClock } from '#electron/hosts/launch/system.ts';
import { money as moneyOf, type Money } from '#shared/money/money.ts';
import { httpServer } from './servers.ts';

export const KEYS: Credentials = {
  secretKey: 'sk_test_recorded',
  apiKey: 'ak_test_recorded',
  transferKey: 'tk_test_recorded',
  paymentKey: 'pk_test_recorded',
};

export type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: string };
export type Said = { status?: number; body: string; type?: string; headers?: Record<string, string> };

export const egp = (minor: bigint): Money => moneyOf(minor, 'EGP');

/** JSON as the gateway's object, every number as it was written. */
export function object(text: string): Obj {
  const value = parseLossless(text);
  if (!isObject(value)) throw new Error('not an object');
  return value;
}

/** Runs `use` with a client of a server that says `said` to everything; no delay between the tries of a read. */
export async function withRecorder(
  said: Said | string,
  use: (gateway: Gateway, asked: Asked[]) => Promise<void>,
  keys: Credentials = KEYS,
): Promise<void> {
  const {
    status = 200,
    body,
    type = 'application/json',
    headers = {},
  } = typeof said === 'string' ? { body: said } : said;
  const asked: Asked[] = [];
  const server = await httpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '' } = request;
      asked.push({ method, url, headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(status, { 'content-type': type, ...headers }).end(body);
    });
  });
  const base = `http://127.0.0.1:${server.port}`;
  const gateway = createGateway({
    endpoints: defaultEndpoints,
    dashboardUrl: base,
    checkoutUrl: base,
    credentials: async () => ({ ok: true, value: keys }),
    clock: {
      ...systemClock,
      after: (delayMs, task) => systemClock.after(delayMs < 10_000 ? 0 : delayMs, task),
    },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    onOutcome: () => {},
  });
  try {
    await use(gateway, asked);
  } finally {
    await server.close();
  }
}

/** One request was made: this method and path, this JSON body or none, and these credentials and no others. */
export function expectAsked(
  asked: readonly Asked[],
  line: string,
  body: unknown,
  credentials: Partial<Record<'authorization' | 'api-key' | 'service-hash', string>> = {
    authorization: KEYS.secretKey,
  },
): void {
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([line]);
  const [only] = asked;
  expect(only?.body === '' ? null : JSON.parse(only?.body ?? 'null')).toEqual(body);
  const sent = Object.fromEntries(
    ['authorization', 'api-key', 'service-hash'].flatMap((name) => {
      const value = only?.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
  expect(sent).toEqual(credentials);
}
