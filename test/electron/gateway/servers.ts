/** Servers of nonsense and of fact for the gateway's tests: raw TCP, TLS with its own certificate, and clocks the test owns. */
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import type { Clock } from '#shared/time/clock.ts';
import type { MovementRequest } from '#electron/gateway/gateway.ts';

/** For loopback in tests only; nobody trusts it unless told to. Valid for localhost and 127.0.0.1 until 2126. */
export const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUL9Z7DtfuLsFitQGMeTkABrUvtlgwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTAxMDg0NVoYDzIxMjYxMDI4
MDEwODQ1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQGFZB1x+qbcJBdpqfYXyBP+qcRwGqeAUNSQL1CiGamyzjqrE8UYCED
JQiPdM8HtTB7f+cYslxbUkPtft0pRGEBo28wbTAdBgNVHQ4EFgQUODxsYLzp8Bz5
lkWu62+oCQGpPpMwHwYDVR0jBBgwFoAUODxsYLzp8Bz5lkWu62+oCQGpPpMwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgeN3/WHzolFYPMHcu6zOHzXBI9+eN1wlNvNdjoKEz3LgCIHhZ
LPH3CZSjN7r3VcFXCTDHcWf5Z3HaPZmIILYgg8/K
-----END CERTIFICATE-----
`;
export const TEST_CERTIFICATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxijxZnlXjJHhXasv
lYOXqxJX3HalGGPJ7B8ps8DFv0GhRANCAAQGFZB1x+qbcJBdpqfYXyBP+qcRwGqe
AUNSQL1CiGamyzjqrE8UYCEDJQiPdM8HtTB7f+cYslxbUkPtft0pRGEB
-----END PRIVATE KEY-----
`;

export const CANARY = 'sk_test_canary$7f3a';

type Listening = { port: number; close(): Promise<void> };

async function listen(server: Server, sockets: Set<Socket>): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

export type RawServer = Listening & { received(): string; requests(): number; connections(): number };

/** Speaks whatever `onData` says; keeps every byte it was sent (after TLS, where there is TLS). */
export async function rawServer(
  onData: (socket: Socket, soFar: string) => void,
  secure = false,
  onOpen: (socket: Socket) => void = () => {},
): Promise<RawServer> {
  let received = '';
  let connections = 0;
  const sockets = new Set<Socket>();
  const onSocket = (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    onOpen(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      received += data.toString('latin1');
      onData(socket, received);
    });
  };
  const server = secure
    ? createTls({ cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY }, onSocket)
    : createTcp(onSocket);
  if (secure) {
    // A refused handshake is what some tests want: it must not end the process.
    server.on('tlsClientError', (_error: Error, socket: Socket) => socket.destroy());
    server.on('connection', (socket: Socket) => sockets.add(socket));
  }
  return {
    ...(await listen(server, sockets)),
    received: () => received,
    requests: () => received.match(/(PUT|POST|GET) \S+ HTTP\/1\.1\r\n/g)?.length ?? 0,
    connections: () => connections,
  };
}

/** An ordinary HTTP server, and how many requests it has had. */
export async function httpServer(handle: RequestListener): Promise<Listening & { requests(): number }> {
  let requests = 0;
  const sockets = new Set<Socket>();
  const server = createHttp((request, response) => {
    requests += 1;
    handle(request, response);
  });
  server.on('connection', (socket: Socket) => sockets.add(socket));
  return { ...(await listen(server, sockets)), requests: () => requests };
}

/** A clock on which every delay is over at once; `delays` keeps what was asked for. */
export function hurriedClock(): Clock & { delays: number[] } {
  const delays: number[] = [];
  return {
    delays,
    nowMs: () => 0,
    after: (delayMs, task) => {
      delays.push(delayMs);
      const immediate = setImmediate(task);
      return () => clearImmediate(immediate);
    },
  };
}

export const movement = (port: number, protocol = 'http', host = '127.0.0.1'): MovementRequest => ({
  method: 'PUT',
  url: `${protocol}://${host}:${port}/v3/payment/reversal/A-1`,
  body: new TextEncoder().encode('{"apiOperation":"REVERSAL"}'),
  bodySha256: '',
  keyFingerprint: '',
});
