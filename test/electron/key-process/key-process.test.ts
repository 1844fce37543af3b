/** The process that uses keys, really started: what leaves at most once, what is said when it dies, and when it ends. */
import { afterEach, describe, expect, it } from 'vitest';
import { startKeyProcess } from '#electron/hosts/browser/key-process.ts';
import { createKeyProcess } from '#electron/key-process/client.ts';
import { fingerprintsOf } from '#electron/key-process/typed-keys.ts';
import type { FromKeys, KeyChild, ToKeys } from '#electron/key-process/protocol.ts';
import { createSecretGuard } from '#electron/log/secret-guard.ts';
import { testClock } from '../sandbox/gateway.ts';
import { CANARY, movement, rawServer, type RawServer } from '../gateway/servers.ts';

const KEYS = { secretKey: CANARY, apiKey: 'ak_test_0123456789', paymentKey: '', transferKey: '' };
const WHOLE = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';
const none = () => {};

const running: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of running.splice(0)) await end();
});

async function server(...given: Parameters<typeof rawServer>): Promise<RawServer> {
  const started = await rawServer(...given);
  running.push(() => started.close());
  return started;
}

/** The core's end of it, somebody signed in, and the processes it has started so far. */
function desk() {
  const clock = testClock();
  const guard = createSecretGuard();
  const children: { child: KeyChild; ended: Promise<void> }[] = [];
  const keys = createKeyProcess({
    clock,
    guard,
    start: () => {
      const child = startKeyProcess();
      children.push({ child, ended: new Promise((resolve) => child.onExit(resolve)) });
      return child;
    },
  });
  running.push(() => keys.stop());
  keys.wake();
  const sender = keys.senderOf({ typed: KEYS });
  const request = (port: number) => ({
    ...movement(port),
    keyFingerprint: fingerprintsOf(KEYS)['secret-key'] ?? '',
  });
  return { keys, sender, clock, guard, children, request };
}
const until = async (ready: () => boolean) => {
  while (!ready()) await new Promise((resolve) => setImmediate(resolve));
};
const read = (port: number) => ({
  method: 'GET' as const,
  url: `http://127.0.0.1:${port}/v3/x`,
  headers: {},
  onTerminal: false,
});

describe('a movement', () => {
  it('leaves once, with its key, and tells its moments', async () => {
    const far = await server((socket) => void socket.end(WHOLE));
    const { sender, request } = desk();
    const moments: string[] = [];
    const sent = await sender.move(request(far.port), (one) => moments.push(one), {});
    expect(sent).toMatchObject({ kind: 'answer', status: 200, body: '{}' });
    expect(moments).toEqual(['connected', 'headers-sent', 'body-sent', 'answer-began']);
    expect(far.requests()).toBe(1);
    expect(far.received()).toContain(`authorization: ${CANARY}`);
  });

  it('does not leave when the core says, as the connection stands, that its check is too old', async () => {
    const far = await server((socket) => void socket.end(WHOLE));
    const { sender, request } = desk();
    const sent = await sender.move(request(far.port), none, { mayLeave: () => false });
    expect(sent).toMatchObject({ kind: 'not-sent', error: { params: { local: 'read-too-old' } } });
    expect(far.connections()).toBe(1);
    expect(far.received()).toBe('');
  });

  it('does not leave with another key than the one it was built with', async () => {
    const far = await server((socket) => void socket.end(WHOLE));
    const { sender, request } = desk();
    const sent = await sender.move({ ...request(far.port), keyFingerprint: '000000000000' }, none, {});
    expect(sent).toMatchObject({ kind: 'not-sent', error: { params: { local: 'key-replaced' } } });
    expect(far.connections()).toBe(0);
  });

  it('whose process dies after it may have left is not known, and is not sent again', async () => {
    const far = await server(() => children[0]?.child.end());
    const { sender, request, children, keys } = desk();
    const sent = await sender.move(request(far.port), none, {});
    expect(sent).toMatchObject({ kind: 'no-answer', error: { code: 'connection-lost' } });
    // The next use starts another process, which has nothing of the first one.
    expect(await keys.check(KEYS, true)).toMatchObject({ ok: true });
    expect(children.length).toBe(2);
    expect(far.requests()).toBe(1);
  });

  it('whose process dies before it had leave is not sent', async () => {
    const far = await server((socket) => void socket.end(WHOLE));
    const { sender, request, children } = desk();
    const sent = await sender.move(request(far.port), none, {
      mayLeave: async () => {
        children[0]?.child.end();
        await children[0]?.ended;
        return true;
      },
    });
    expect(sent).toMatchObject({ kind: 'not-sent', error: { code: 'connection-lost' } });
    expect(far.received()).toBe('');
  });

  it('that was told as not sent gets no leave afterwards, though its process may live on for a moment', async () => {
    const heard: ToKeys[] = [];
    let tell: (message: FromKeys) => void = none;
    const slowToEnd: KeyChild = {
      send: (message) => void heard.push(message),
      onMessage: (listener) => void (tell = listener),
      onExit: none,
      end: none,
    };
    const keys = createKeyProcess({ clock: testClock(), guard: createSecretGuard(), start: () => slowToEnd });
    keys.wake();
    let allow: (may: boolean) => void = none;
    const mayLeave = () => new Promise<boolean>((resolve) => (allow = resolve));
    const sent = keys.senderOf({ typed: KEYS }).move(movement(1), none, { mayLeave });
    const call = heard.find((message) => message.kind === 'call');
    tell({ kind: 'may-leave', id: call?.id ?? 0 });
    keys.stop();
    allow(true);
    expect(await sent).toMatchObject({ kind: 'not-sent' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard.filter((message) => message.kind === 'leave' && message.may)).toEqual([]);
  });

  it('whose process hangs is not known once no answer can come any more', async () => {
    let isThere = false;
    const far = await server(() => void (isThere = true));
    const { sender, request, children, clock } = desk();
    const sent = sender.move(request(far.port), none, {});
    await until(() => isThere);
    clock.forward(240_000);
    expect(await sent).toMatchObject({ kind: 'no-answer', error: { code: 'connection-lost' } });
    await children[0]?.ended;
    expect(far.requests()).toBe(1);
  });

  it('is waited for at the lock; then the process ends', async () => {
    let answer: (() => void) | null = null;
    const far = await server((socket) => void (answer = () => void socket.end(WHOLE)));
    const { sender, request, children, keys, clock } = desk();
    const sent = sender.move(request(far.port), none, {});
    await until(() => answer !== null);
    keys.rest();
    clock.forward(60_000);
    answer!();
    expect(await sent).toMatchObject({ kind: 'answer', status: 200 });
    clock.forward(1_000);
    await children[0]?.ended;
    expect(children.length).toBe(1);
  });
});

describe('the lock', () => {
  it('ends the process at once when nothing is asked of it', async () => {
    const { keys, children } = desk();
    await keys.check(KEYS, true);
    keys.rest();
    await children[0]?.ended;
  });

  it('gives up a read that has not come home after five seconds', async () => {
    let asked = false;
    const far = await server(() => void (asked = true));
    const { sender, children, keys, clock } = desk();
    const answer = sender.ask(read(far.port), { credential: 'secret-key' });
    await until(() => asked);
    keys.rest();
    clock.forward(5_000);
    expect(await answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    await children[0]?.ended;
  });

  it('lets a read that is needed meanwhile happen, and ends the process after it', async () => {
    const far = await server((socket) => void socket.end(WHOLE));
    const { sender, children, keys, clock } = desk();
    await keys.check(KEYS, true);
    keys.rest();
    await children[0]?.ended;
    expect(await sender.ask(read(far.port), { credential: 'secret-key' })).toMatchObject({ ok: true });
    clock.forward(500);
    await children[1]?.ended;
    expect(children.length).toBe(2);
  });
});

describe('what the core is told', () => {
  it('is no key: an answer that quotes it comes without it, and its log masks it by hashes', async () => {
    const body = JSON.stringify({ message: `no rights for ${CANARY}` });
    const far = await server(
      (socket) => void socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
    );
    const { sender, guard } = desk();
    const answer = await sender.ask(read(far.port), { credential: 'secret-key' });
    const text = answer.ok ? Buffer.from(answer.value.bytes).toString() : '';
    expect(text).toBe('{"message":"no rights for [secret]"}');
    expect(guard.redact(`key ${CANARY} and ${KEYS.apiKey}`)).toBe('key [secret] and [secret]');
  });

  it('of an enrolment file is what can be told; its keys are sealed for this process alone', async () => {
    const { keys, children } = desk();
    const rest = {
      name: 'M',
      merchantId: 'M-1',
      environment: 'test' as const,
      dashboardUrl: '',
      checkoutUrl: '',
    };
    const made = await keys.makeEnrolment({ ...rest, ...KEYS }, 'aaaaa-bbbbb');
    const opened = await keys.openEnrolment(made.ok ? made.value : new Uint8Array(), 'aaaaa-bbbbb');
    const typed = opened.ok ? opened.value : { ...rest, ...KEYS };
    expect(typed).toMatchObject({ ...rest, secretKey: expect.stringMatching(/^sealed:/) as string });
    expect(JSON.stringify(typed)).not.toContain(CANARY);
    expect(await keys.check(typed, true)).toEqual({ ok: true, value: fingerprintsOf(KEYS) });
    children[0]?.child.end();
    await children[0]?.ended;
    expect(await keys.check(typed, true)).toMatchObject({
      ok: false,
      error: { params: { where: 'secretKey' } },
    });
  });
});
