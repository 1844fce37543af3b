/**
 * A page that leads the window back to itself. It has an origin of its own, and both keep a process for their origin
 * (Origin-Agent-Cluster): on the way there and back the browser ends the process that the window was in, with all that was typed.
 * It listens only while a window is on its way.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '#shared/time/clock.ts';
import { newNonce, policyOf } from './page.ts';

const OPEN_MS = 10_000;

/** Starts it. Answers the address of the page. */
export async function openRenewal(windowOrigin: string, clock: Clock): Promise<string> {
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    if (request.headers.host !== `127.0.0.1:${port}` || request.method !== 'GET' || request.url !== '/') {
      response.writeHead(403).end();
      return;
    }
    const nonce = newNonce();
    const script = `location.replace(${JSON.stringify(windowOrigin)} + '/' + location.hash)`;
    response.on('finish', close);
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
      'content-security-policy': policyOf({ connect: "'none'", nonce }),
      'origin-agent-cluster': '?1',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    response.end(`<!doctype html><title>Closeout</title><script nonce="${nonce}">${script}</script>`);
  });
  function close(): void {
    cancelLimit();
    server.close();
  }
  const cancelLimit = clock.after(OPEN_MS, () => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
