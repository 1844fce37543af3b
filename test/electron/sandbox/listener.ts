/** A shop's own web server that webhooks are delivered to, and the signatures it checks them with. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sandbox } from '#electron/sandbox/start-sandbox.ts';
import { control } from './gateway.ts';

export type Received = { path: string; headers: IncomingHttpHeaders; text: string; body: Payload };
export type Payload = { event: string; data: Record<string, unknown> & { signatureKeys: string[] } };

export type Listener = {
  url: string;
  received: Received[];
  /** What it answers next: a status, with a body, or nothing at all (the connection is cut). */
  answer: (status: number | 'cut', text?: string) => void;
  /** Waits until so many requests have come. */
  until: (count: number) => Promise<Received[]>;
  stop: () => Promise<void>;
};

export async function startListener(): Promise<Listener> {
  const received: Received[] = [];
  let now: { status: number | 'cut'; text: string } = { status: 200, text: 'thank you' };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      received.push({
        path: request.url ?? '',
        headers: request.headers,
        text,
        body: JSON.parse(text) as Payload,
      });
      if (now.status === 'cut') request.socket.destroy();
      else
        response
          .writeHead(now.status, {
            'content-type': 'text/plain',
            location: 'https://hooks.shop.example/next',
          })
          .end(now.text);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (status, text = 'thank you') => void (now = { status, text }),
    until: async (count) => {
      await eventually(() => received.length >= count, `${count} deliveries`);
      return received;
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

/** Waits for something that happens on the network; the gateway's clock stands still meanwhile. */
export async function eventually(check: () => unknown, what: string): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    if (await check()) return;
    await wait(5);
  }
  throw new Error(`waited in vain for ${what}`);
}
/** Long enough for a delivery on this computer that must not come. */
export const aMoment = (): Promise<void> => wait(60);

export async function routeTo(sandbox: Sandbox, listener: Listener): Promise<void> {
  await control(sandbox, 'PUT', '/listeners', { 'hooks.shop.example': listener.url });
}

/** Runs the test with a listener behind `https://hooks.shop.example`. */
export async function withListener(
  sandbox: Sandbox,
  use: (listener: Listener) => Promise<void>,
): Promise<void> {
  const listener = await startListener();
  try {
    await routeTo(sandbox, listener);
    await use(listener);
  } finally {
    await listener.stop();
  }
}

export const hmacOf = (key: string, text: string): string =>
  createHmac('sha256', key).update(text, 'utf8').digest('hex');

const HEX = '0123456789ABCDEF';
/** Every byte but the unreserved ones of RFC 3986, written out here anew. */
export const percentEncoded = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9._~-]/.test(character)
        ? character
        : `%${HEX.charAt(byte >> 4)}${HEX.charAt(byte & 15)}`;
    })
    .join('');

/** docs/assumptions.md, "Signatures": keys sorted, values URL-encoded, the Payment API key. */
export const transactionSignatureOf = (data: Payload['data'], paymentKey: string): string =>
  hmacOf(
    paymentKey,
    [...data.signatureKeys]
      .sort((a, b) => (a < b ? -1 : 1))
      .map((key) => `${key}=${percentEncoded(String(data[key]))}`)
      .join('&'),
  );
/** The keys in the array's order, raw values, the Transfer API key. */
export const transferSignatureOf = (data: Payload['data'], transferKey: string): string =>
  hmacOf(transferKey, data.signatureKeys.map((key) => `${key}=${String(data[key])}`).join('&'));
