/** An organisation's own way to the gateway: a server whose certificate only its authority vouches for, and a proxy that counts. */
import { createServer as createHttp, type Server } from 'node:http';
import { connect, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../electron/gateway/servers.ts';
import { freshFolder } from './host.ts';

const portOf = (server: NetServer) => (server.address() as AddressInfo).port;
const listen = (server: NetServer) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));

function bind(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  one.on('error', () => other.destroy());
  other.on('error', () => one.destroy());
}

/** `from`: the port at the other end of each connection that was made. */
export type Front = { url: string; from: number[]; close(): void };
/** The server at that address, behind TLS. */
export async function privateFront(to: string): Promise<Front> {
  const sockets = new Set<Socket>();
  const from: number[] = [];
  const server = createTls({ cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY }, (socket) => {
    from.push(socket.remotePort ?? 0);
    sockets.add(socket);
    bind(socket, connect(Number(new URL(to).port), '127.0.0.1'));
  });
  // A handshake that is refused is what some tests want.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  await listen(server);
  return {
    url: `https://localhost:${portOf(server)}`,
    from,
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}

/** `to`: its own port of each connection that it made. */
export type Proxy = { url: string; asked: string[]; to: number[]; close(): void };
export async function countingProxy(): Promise<Proxy> {
  const asked: string[] = [];
  const to: number[] = [];
  const server: Server = createHttp((_request, response) => response.writeHead(405).end());
  server.on('connect', (request, socket: Socket) => {
    asked.push(request.url ?? '');
    const through = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      to.push(through.localPort ?? 0);
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
    });
    bind(socket, through);
  });
  await listen(server);
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    asked,
    to,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The authority's certificate, as `caFile` names it. */
export function authorityFile(): string {
  const path = join(freshFolder('authority'), 'ca.pem');
  writeFileSync(path, TEST_CERTIFICATE, { mode: 0o600 });
  return path;
}
