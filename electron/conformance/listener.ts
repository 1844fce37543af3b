/** A small HTTP server that deliveries of webhooks come to; what leads the public address here is the caller's. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { cannot } from './outcome.ts';

export type Delivery = { path: string; headers: IncomingHttpHeaders; text: string; atMs: number };
type Listener = {
  /** An address that only this check has. */
  urlFor(name: string): string;
  /** Resolves with the deliveries to this address once there are `count` of them, or when the time is over. */
  waitFor(name: string, count?: number, waitMs?: number): Promise<Delivery[]>;
};

const WAIT_MS = 15_000;
const LOOK_EVERY_MS = 50;
const LONGEST_BODY = 1024 * 1024;
/** A path that begins with this is answered with 500. */
export const FAILING = 'failing-';

export const listener = (bench: Bench): Promise<Listener> =>
  bench.once('the listener', async () => {
    const base = bench.thing('listener-url').replace(/\/$/, '');
    const port = Number(bench.thing('listener-port'));
    const got: Delivery[] = [];
    const server = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8');
      request.on('data', (piece: string) => (text = (text + piece).slice(0, LONGEST_BODY)));
      request.on('end', () => {
        const { url: path = '/', headers } = request;
        got.push({ path, headers, text, atMs: Date.now() });
        response.writeHead(path.includes(`/${FAILING}`) ? 500 : 200).end('conformance');
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, resolve);
    }).catch((error: Error) => cannot(`--listener-port cannot be opened: ${error.message}`));
    bench.later('the listener', async () => {
      server.closeAllConnections();
      server.close();
    });
    const of = (name: string) => got.filter(({ path }) => path.endsWith(`/${name}`));
    return {
      urlFor: (name) => `${base}/${name}`,
      waitFor: async (name, count = 1, waitMs = WAIT_MS) => {
        const until = Date.now() + waitMs;
        while (of(name).length < count && Date.now() < until) await sleep(LOOK_EVERY_MS);
        return of(name);
      },
    };
  });
