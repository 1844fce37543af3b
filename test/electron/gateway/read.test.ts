import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { gatewayError } from '#shared/errors/app-error.ts';
import { readAnswer } from '#electron/gateway/read.ts';
import { retryDelayMs } from '#electron/gateway/retry-policy.ts';
import { testClock } from '../sandbox/gateway.ts';
import { CANARY, httpServer, hurriedClock, rawServer } from './servers.ts';

const running: { close(): Promise<void> }[] = [];
afterEach(async () => void (await Promise.all(running.splice(0).map((server) => server.close()))));

const serve = async (handle: RequestListener) => {
  const server = await httpServer(handle);
  running.push(server);
  return server;
};
const readFrom = (port: number, clock = hurriedClock(), signal?: AbortSignal) =>
  readAnswer(
    {
      method: 'GET',
      url: `http://127.0.0.1:${port}/x`,
      headers: { authorization: CANARY },
      onTerminal: false,
    },
    clock,
    signal,
  );

describe('a read is tried again', () => {
  it('after 503, up to three tries, waiting longer each time', async () => {
    const server = await serve((_request, response) => response.writeHead(503).end('{}'));
    const clock = hurriedClock();
    expect(await readFrom(server.port, clock)).toMatchObject({ error: { code: 'server', httpStatus: 503 } });
    expect(server.requests()).toBe(3);
    expect(clock.delays).toEqual([300, 1_200]);
  });

  it('after the answer was cut, and the second answer is taken', async () => {
    let first = true;
    const server = await serve((_request, response) => {
      if (!first) return void response.end('{"a":1.10}');
      first = false;
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"a":', () => response.destroy());
    });
    expect(await readFrom(server.port)).toMatchObject({ ok: true, value: { text: '{"a":1.10}' } });
    expect(server.requests()).toBe(2);
  });

  it('after 429 with a short Retry-After, waiting as long as it says', async () => {
    const server = await serve((_request, response) =>
      response.writeHead(429, { 'retry-after': '2' }).end('{}'),
    );
    const clock = hurriedClock();
    expect(await readFrom(server.port, clock)).toMatchObject({
      error: { code: 'too-soon', params: { seconds: 2 } },
    });
    expect(clock.delays).toEqual([2_000, 2_000]);
  });
});

describe('a read is not tried again', () => {
  it.each([
    ['400', 400, {}, '{}'],
    ['401', 401, {}, '{}'],
    ['403', 403, {}, '{}'],
    ['404', 404, {}, '{}'],
    ['500', 500, {}, '{}'],
    ['a redirect', 302, { location: '/elsewhere' }, ''],
    ['429 with a long Retry-After', 429, { 'retry-after': '60' }, '{}'],
    ['429 with a negative Retry-After', 429, { 'retry-after': '-5' }, '{}'],
    ['429 with an empty Retry-After', 429, { 'retry-after': '' }, '{}'],
    ['429 with a date', 429, { 'retry-after': 'Sat, 21 Nov 2026 01:00:00 GMT' }, '{}'],
    ['200 with FAILURE', 200, {}, '{"status":"FAILURE"}'],
    ['200 with a web page', 200, {}, '<!doctype html>'],
    ['200 with JSON that is no object', 200, {}, '[1,2]'],
  ])('after %s', async (_name, status, headers, body) => {
    const server = await serve((_request, response) => response.writeHead(status, headers).end(body));
    expect((await readFrom(server.port)).ok).toBe(false);
    expect(server.requests()).toBe(1);
  });

  it('once it is cancelled, also while it waits, and no time has to pass for that', async () => {
    const server = await serve((_request, response) => response.writeHead(503).end('{}'));
    const clock = testClock();
    const cancel = new AbortController();
    let waiting = () => {};
    const waits = new Promise<void>((resolve) => (waiting = resolve));
    const watched = {
      ...clock,
      delays: [],
      after: (delayMs: number, task: () => void) => {
        waiting();
        return clock.after(delayMs, task);
      },
    };
    const answer = readFrom(server.port, watched, cancel.signal);
    await waits;
    cancel.abort();
    expect(await answer).toMatchObject({ error: { code: 'cancelled' } });
    expect(server.requests()).toBe(1);
  });

  it('when it was cancelled on the way', async () => {
    const cancel = new AbortController();
    const server = await serve(() => cancel.abort());
    expect(await readFrom(server.port, hurriedClock(), cancel.signal)).toMatchObject({
      error: { code: 'cancelled' },
    });
  });
});

describe('an answer', () => {
  it('gives the time of its Date header, and null where that is no time', async () => {
    for (const [date, atMs] of [
      ['Sat, 21 Nov 2026 01:00:00 GMT', Date.UTC(2026, 10, 21, 1)],
      ['sometime', null],
    ] as const) {
      const server = await serve((_request, response) => response.writeHead(200, { date }).end('{}'));
      expect(await readFrom(server.port)).toMatchObject({ ok: true, value: { serverAtMs: atMs } });
    }
  });

  it('above 64 megabytes is too large, without being held', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    const server = await serve((_request, response) => {
      let sent = 0;
      const more = () => {
        while (sent < 70) {
          sent += 1;
          if (!response.write(megabyte)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    expect(await readFrom(server.port)).toMatchObject({ error: { code: 'too-large' } });
    expect(server.requests()).toBe(1);
  });

  it('nested ten thousand deep is a bad answer', async () => {
    const deep = `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    const server = await serve((_request, response) => response.end(deep));
    expect(await readFrom(server.port)).toMatchObject({ error: { code: 'bad-answer' } });
  });

  it('that is not HTTP at all is told as such, without the key', async () => {
    const server = await rawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    running.push(server);
    const answer = await readFrom(server.port);
    expect(answer.ok).toBe(false);
    expect(JSON.stringify(answer)).not.toContain(CANARY);
  });

  it('over TLS with a certificate nobody vouches for is refused with no byte of the request sent', async () => {
    const server = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), true);
    running.push(server);
    const answer = await readAnswer(
      {
        method: 'GET',
        url: `https://127.0.0.1:${server.port}/x`,
        headers: { authorization: CANARY },
        onTerminal: false,
      },
      hurriedClock(),
    );
    expect(answer).toMatchObject({ ok: false, error: { code: 'tls' } });
    expect(server.received()).toBe('');
  });
});

describe('the retry policy', () => {
  it('asks an unreachable gateway once more, and a timed-out one never', () => {
    expect(retryDelayMs(gatewayError('unreachable'), 1)).toBe(300);
    expect(retryDelayMs(gatewayError('unreachable'), 2)).toBeNull();
    expect(retryDelayMs(gatewayError('timeout'), 1)).toBeNull();
  });
  it('ends after three tries, whatever the error', () => {
    expect(retryDelayMs(gatewayError('connection-lost'), 2)).toBe(1_200);
    expect(retryDelayMs(gatewayError('connection-lost'), 3)).toBeNull();
  });
});
