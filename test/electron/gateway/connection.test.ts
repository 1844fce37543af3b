/** The attack: a variable of the environment makes reads believe anybody, or leads them through a proxy. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { ask } from '#electron/gateway/connection.ts';
import { CANARY, httpServer, rawServer, TEST_CERTIFICATE } from './servers.ts';

const root = join(import.meta.dirname, '../../..');
const running: { close(): Promise<void> }[] = [];
afterEach(async () => void (await Promise.all(running.splice(0).map((server) => server.close()))));

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';
/** Answers whoever accepts its certificate, which nobody vouches for. */
async function unknownServer() {
  const server = await rawServer((socket) => socket.end(ANSWER), true);
  running.push(server);
  return server;
}

/** One read, one write and the look at the checkout, in a process with this environment. */
async function callsIn(env: NodeJS.ProcessEnv, url: string): Promise<string> {
  const script = `
    import { readAnswer } from './electron/gateway/read.ts';
    import { writeOnce } from './electron/gateway/write.ts';
    import { systemClock as clock } from './electron/hosts/launch/system.ts';
    const headers = { authorization: ${JSON.stringify(CANARY)} };
    const url = ${JSON.stringify(url)};
    const read = await readAnswer({ method: 'GET', url, headers, onTerminal: false }, clock);
    const write = await writeOnce({ method: 'POST', url, headers, body: new Uint8Array() }, {}, clock);
    console.log(JSON.stringify([read, write].map((one) => one.ok ? 'ok' : one.error.code)));
    process.exit(0);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  await once(child, 'close');
  return said.trim();
}

describe('no variable of the environment', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'closeout-ca-')), 'ca.pem');
  writeFileSync(file, TEST_CERTIFICATE);

  it.each<[string, NodeJS.ProcessEnv]>([
    ['NODE_TLS_REJECT_UNAUTHORIZED', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    ['NODE_EXTRA_CA_CERTS', { NODE_EXTRA_CA_CERTS: file }],
    ['SSL_CERT_FILE', { SSL_CERT_FILE: file, NODE_USE_SYSTEM_CA: '1' }],
    ['NODE_OPTIONS with another trust', { NODE_OPTIONS: '--use-openssl-ca', SSL_CERT_FILE: file }],
  ])('%s makes a certificate believed that nobody vouches for', async (_name, env) => {
    const server = await unknownServer();
    expect(await callsIn(env, `https://localhost:${server.port}/x`)).toBe('["tls","tls"]');
    expect(server.received()).toBe('');
  });

  it('leads a call through a proxy', async () => {
    let asked = 0;
    const proxy = createServer((_request, response) => {
      asked += 1;
      response.end('{}');
    });
    proxy.on('connect', (_request, socket) => {
      asked += 1;
      socket.destroy();
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const server = await httpServer((_request, response) => response.end('{}'));
    running.push(server);
    const env = {
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: address,
      HTTPS_PROXY: address,
      http_proxy: address,
      https_proxy: address,
      NO_PROXY: '',
      no_proxy: '',
    };
    expect(await callsIn(env, `http://127.0.0.1:${server.port}/x`)).toBe('["ok","ok"]');
    expect(asked).toBe(0);
    expect(server.requests()).toBe(2);
    proxy.close();
  });
});

describe('a read', () => {
  const given = { method: 'GET' as const, headers: {}, signal: new AbortController().signal };

  it('believes an authority that is given beside the others', async () => {
    const server = await unknownServer();
    const url = `https://localhost:${server.port}/x`;
    const trust = { ca: TEST_CERTIFICATE };
    expect((await ask({ ...given, url, largestAnswerBytes: 10, trust })).status).toBe(200);
    await expect(ask({ ...given, url, largestAnswerBytes: 10 })).rejects.toThrow();
  });

  it('of a packed answer is bounded by what it unpacks to', async () => {
    const server = await httpServer((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000))),
    );
    running.push(server);
    const url = `http://127.0.0.1:${server.port}/x`;
    expect((await ask({ ...given, url, largestAnswerBytes: 999_999 })).bytes).toBeNull();
    expect((await ask({ ...given, url, largestAnswerBytes: 1_000_000 })).bytes?.length).toBe(1_000_000);
  });
});
