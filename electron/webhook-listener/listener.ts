/**
 * Receives webhooks on this computer for whoever writes a receiver: says what each signature is worth, passes the delivery on as it
 * came, and sends one again under a fresh signature. What came is kept in memory only.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readText } from '../transport/bodies.ts';
import { freshSignature, verdictOf, type ListenerKeys } from './verdict.ts';

type Delivery = { readonly headers: Readonly<Record<string, string>>; readonly body: string };
type ListenerOptions = {
  /** 0: any that is free. */
  port: number;
  keys: ListenerKeys;
  /** Null: nothing is passed on, and each delivery is answered with 200. */
  forward: string | null;
  say: (line: string) => void;
};
export type Listener = {
  readonly url: string;
  /** Sends the delivery with this number to the receiver again. Answers what went wrong, or null. */
  replay(number: number): Promise<string | null>;
  stop(): Promise<void>;
};

/** No event is larger. */
const MOST_BYTES = 1_048_576;
const PATIENCE_MS = 10_000;
/** Headers of the connection to this computer: `fetch` sets its own when the delivery is passed on. */
const NOT_PASSED_ON = /^(host|connection|content-length|transfer-encoding|accept-encoding|keep-alive)$/;

function eventOf(body: string): string {
  try {
    const { event } = JSON.parse(body) as { event?: unknown };
    return typeof event === 'string' ? JSON.stringify(event) : 'no event';
  } catch {
    return 'no JSON';
  }
}

/** The receiver's status, or why there is none. */
async function passOn(url: string, { headers, body }: Delivery): Promise<number | string> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await answer.arrayBuffer();
    return answer.status;
  } catch (error) {
    return (error as Error & { cause?: Error }).cause?.message ?? String(error);
  }
}

export async function startListener({ port, keys, forward, say }: ListenerOptions): Promise<Listener> {
  const received: Delivery[] = [];

  async function pass(number: number, delivery: Delivery): Promise<number> {
    if (forward === null) return 200;
    const answered = await passOn(forward, delivery);
    const isStatus = typeof answered === 'number';
    say(`#${number}  ${isStatus ? `${forward} answered ${answered}` : `${forward}: ${answered}`}`);
    return isStatus ? answered : 502;
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const body = await readText(request, MOST_BYTES);
    if (body === null) return void response.writeHead(413, { connection: 'close' }).end();
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' && !NOT_PASSED_ON.test(name) ? [[name, value]] : [],
      ),
    );
    const delivery = { headers, body };
    const number = received.push(delivery);
    const verdict = verdictOf(body, headers['x-signature'] ?? '', keys);
    say(`#${number}  ${eventOf(body)}  signature: ${verdict}`);
    response.writeHead(await pass(number, delivery)).end();
  }

  const server = createServer((request, response) => {
    receive(request, response).catch((error: unknown) => {
      say(`A delivery could not be received: ${String(error)}`);
      response.destroy();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async replay(number) {
      const delivery = received[number - 1];
      if (!delivery) return `There is no delivery #${number}.`;
      if (forward === null) return 'There is nowhere to send it: start with --forward URL.';
      const signature = freshSignature(delivery.body, keys);
      if (signature === null) return `#${number} does not say what is signed.`;
      await pass(number, { ...delivery, headers: { ...delivery.headers, 'x-signature': signature } });
      return null;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
