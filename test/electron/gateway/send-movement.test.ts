import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { sendMovement } from '#electron/gateway/send-movement.ts';
import { systemClock } from '#electron/hosts/launch/system.ts';
import { testClock } from '../sandbox/gateway.ts';
import { CANARY, movement, rawServer, TEST_CERTIFICATE, type RawServer } from './servers.ts';

const running: RawServer[] = [];
afterEach(async () => void (await Promise.all(running.splice(0).map((server) => server.close()))));

const start = async (...options: Parameters<typeof rawServer>) => {
  const server = await rawServer(...options);
  running.push(server);
  return server;
};
const options = { clock: systemClock, secretKey: CANARY, deadlineMs: 20_000 };
const none = () => {};
const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

/** Runs the clock forward once `ready` says so. */
async function until(ready: () => boolean): Promise<void> {
  while (!ready()) await new Promise((resolve) => setImmediate(resolve));
}

it.each([
  ['is reset', false],
  ['is closed', false],
  ['is closed', true],
])('a connection that %s before its leave is not sent (TLS: %s)', async (how, secure) => {
  let isGone = false;
  const drop = (socket: Socket) => {
    socket.on('close', () => (isGone = true));
    setImmediate(() => (how === 'is reset' ? socket.resetAndDestroy() : socket.destroy()));
  };
  const server = await start(() => {}, secure, drop);
  // The sender hears of it while it waits for the core.
  const mayLeave = async () => {
    await until(() => isGone);
    for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    return true;
  };
  const request = movement(server.port, secure ? 'https' : 'http');
  const outcome = await sendMovement(request, none, { ...options, ca: TEST_CERTIFICATE, mayLeave });
  expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'connection-lost' } });
  expect(server.received()).toBe('');
});

it('a leave that comes seconds after it was asked for does not hold: nothing leaves', async () => {
  const server = await start((socket) => socket.end(whole));
  const clock = testClock();
  const mayLeave = async () => {
    // The computer slept while the permission was on its way.
    clock.forward(5_000);
    return true;
  };
  const outcome = await sendMovement(movement(server.port), none, { ...options, clock, mayLeave });
  expect(outcome).toMatchObject({ kind: 'not-sent', error: { params: { local: 'read-too-old' } } });
  expect(server.received()).toBe('');
});

describe('over TLS', () => {
  it('a certificate nobody vouches for is refused with no byte of the request sent', async () => {
    const server = await start((socket) => socket.end(whole), true);
    const moments: string[] = [];
    const outcome = await sendMovement(movement(server.port, 'https'), (one) => moments.push(one), options);
    expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'tls' } });
    expect(server.received()).toBe('');
    expect(moments).toEqual([]);
  });

  it('a certificate for another name is refused with no byte of the request sent', async () => {
    const server = await start((socket) => socket.end(whole), true);
    const outcome = await sendMovement(movement(server.port, 'https', '127.0.0.2'), none, {
      ...options,
      ca: TEST_CERTIFICATE,
    });
    expect(outcome.kind).toBe('not-sent');
    expect(server.received()).toBe('');
  });

  it('a trusted certificate lets the request through, by name and by address', async () => {
    const server = await start((socket) => socket.end(whole), true);
    for (const host of ['127.0.0.1', 'localhost']) {
      const outcome = await sendMovement(movement(server.port, 'https', host), none, {
        ...options,
        ca: TEST_CERTIFICATE,
      });
      expect(outcome).toMatchObject({ kind: 'answer', status: 200 });
    }
    expect(server.requests()).toBe(2);
    expect(server.connections()).toBe(2);
  });

  it('a door that is not TLS is proven not sent', async () => {
    const server = await start((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const outcome = await sendMovement(movement(server.port, 'https'), none, options);
    expect(outcome.kind).toBe('not-sent');
    expect(server.received()).not.toContain(CANARY);
  });

  it('a handshake that never ends is proven not sent at the deadline, and its connection is given up', async () => {
    let closed = false;
    const server = await start((socket) => void socket.once('close', () => (closed = true)));
    const clock = testClock();
    const sent = sendMovement(movement(server.port, 'https'), none, {
      clock,
      secretKey: CANARY,
      deadlineMs: 150_000,
    });
    await until(() => server.received() !== '');
    clock.forward(150_000);
    expect(await sent).toMatchObject({ kind: 'not-sent', error: { code: 'timeout' } });
    await until(() => closed);
    expect(server.received()).not.toContain(CANARY);
  });
});

describe('the one deadline', () => {
  it('after the request was written leaves the outcome open: no answer', async () => {
    const server = await start(none);
    const clock = testClock();
    const sent = sendMovement(movement(server.port), none, {
      clock,
      secretKey: CANARY,
      deadlineMs: 150_000,
    });
    await until(() => server.received().endsWith('"REVERSAL"}'));
    clock.forward(149_999);
    clock.forward(1);
    expect(await sent).toMatchObject({ kind: 'no-answer', error: { code: 'timeout' } });
    expect(server.requests()).toBe(1);
  });

  it('in the middle of the answer leaves the outcome open, too', async () => {
    const server = await start((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"status":'),
    );
    const clock = testClock();
    const moments: string[] = [];
    const sent = sendMovement(movement(server.port), (one) => moments.push(one), {
      clock,
      secretKey: CANARY,
      deadlineMs: 150_000,
    });
    await until(() => moments.includes('answer-began'));
    clock.forward(150_000);
    expect(await sent).toMatchObject({ kind: 'no-answer', error: { code: 'timeout' } });
  });
});

describe('what is written', () => {
  it('is the stored bytes, once, with the key as it is, and the connection is not kept', async () => {
    const server = await start((socket, soFar) => {
      if (soFar.endsWith('"REVERSAL"}')) socket.end(whole);
    });
    await sendMovement(movement(server.port), none, options);
    const [head = '', body] = server.received().split('\r\n\r\n');
    expect(head.split('\r\n')[0]).toBe('PUT /v3/payment/reversal/A-1 HTTP/1.1');
    expect(head.toLowerCase()).toContain(`authorization: ${CANARY.toLowerCase()}`);
    expect(head).toContain(CANARY);
    expect(head.toLowerCase()).toContain('connection: close');
    expect(head.toLowerCase()).toContain('content-length: 27');
    expect(body).toBe('{"apiOperation":"REVERSAL"}');
  });

  it('is nothing when the address is http to another computer', async () => {
    const outcome = await sendMovement(movement(80, 'http', '192.0.2.1'), none, options);
    expect(outcome).toMatchObject({ kind: 'not-sent', error: { params: { code: 'not-https' } } });
  });

  it.each([`${CANARY}\r\nx-other: 1`, `${CANARY}مفتاح`, ''])(
    'is nothing when no header can carry the key (%j), and the key is not in the error',
    async (secretKey) => {
      const server = await start((socket) => socket.end(whole));
      const outcome = await sendMovement(movement(server.port), none, { ...options, secretKey });
      expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'key-refused' } });
      expect(JSON.stringify(outcome)).not.toContain(CANARY);
      expect(server.connections()).toBe(0);
    },
  );
});

describe('the answer', () => {
  it('above one megabyte is too large: no answer', async () => {
    const server = await start((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 1500000\r\n\r\n${'x'.repeat(1_500_000)}`),
    );
    const outcome = await sendMovement(movement(server.port), none, options);
    expect(outcome).toMatchObject({ kind: 'no-answer', error: { code: 'too-large' } });
  });

  it('after interim answers is the final one', async () => {
    const server = await start((socket) =>
      socket.end(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${whole}`),
    );
    expect(await sendMovement(movement(server.port), none, options)).toMatchObject({
      kind: 'answer',
      status: 200,
      body: '{}',
    });
  });

  it.each([
    [
      'switches the protocol',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    ],
    ['is chunked and cut', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n'],
    ['says two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
  ])('that %s is no answer, and exactly one request was made', async (_name, text) => {
    const server = await start((socket) => socket.end(text));
    expect((await sendMovement(movement(server.port), none, options)).kind).toBe('no-answer');
    expect(server.requests()).toBe(1);
    expect(server.connections()).toBe(1);
  });

  it('of every other kind is handed over as it came: 408, 429 and 503 are not tried again', async () => {
    for (const status of [408, 429, 503]) {
      const server = await start((socket) =>
        socket.end(`HTTP/1.1 ${status} x\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n`),
      );
      expect(await sendMovement(movement(server.port), none, options)).toMatchObject({
        kind: 'answer',
        status,
      });
      expect(server.requests()).toBe(1);
    }
  });
});
