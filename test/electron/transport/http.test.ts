import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_HEADER } from '#shared/contract/http.ts';
import { ADMINISTRATOR } from '../signed-in.ts';

const root = join(import.meta.dirname, '../../..');
const dataDir = mkdtempSync(join(tmpdir(), 'closeout-host-'));
/** Without a keychain the people live for the session: every start here is a first one. */
const noKeychain = { ...process.env, DBUS_SESSION_BUS_ADDRESS: undefined };
const start = (...args: string[]) =>
  spawn(process.execPath, ['electron/hosts/browser/browser-host.ts', '--no-open', ...args], {
    cwd: root,
    env: noKeychain,
  });
let host: ChildProcess;
let address: URL;
/** The session's key, as the window's page has it. */
let key: Record<string, string> = {};

type Given = { path?: string; method?: string; headers?: Record<string, string>; body?: string };
function ask({
  path = '/api/app.status',
  method = 'POST',
  headers = {},
  body = '{}',
}: Given): Promise<{ status: number; text: string; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: address.port,
        path,
        method,
        headers: { 'content-type': 'application/json', ...headers },
      },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(method === 'GET' ? undefined : body);
  });
}

/** The bytes as they are given; answers what comes back until the connection ends or the head is there. */
function raw(lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(address.port), '127.0.0.1', () => socket.write(lines.join('\r\n')));
    socket.once('data', (chunk: Buffer) => {
      resolve(chunk.toString());
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

const stream = (headers: Record<string, string>): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: address.port, path: '/events', headers, agent: false }, resolve)
      .on('error', reject)
      .end();
  });

beforeAll(async () => {
  writeFileSync(join(dataDir, 'settings.json'), '{ this is not JSON');
  host = start('--data', dataDir);
  if (!host.stdout) throw new Error('no output');
  for await (const line of createInterface({ input: host.stdout })) {
    const match = /^Closeout is ready: (\S+)$/.exec(line);
    if (match) {
      address = new URL(match[1] ?? '');
      break;
    }
  }
});
afterAll(() => host.kill('SIGKILL'));

describe('the browser host', () => {
  it('takes its token once, for a key that is no cookie and stands in no address', async () => {
    const path = address.pathname + address.search;
    const first = await ask({ path, method: 'GET' });
    expect(first.status).toBe(200);
    expect(first.headers['set-cookie']).toBeUndefined();
    expect(first.headers['content-security-policy']).toContain("default-src 'none'");
    expect(first.text).not.toContain(address.searchParams.get('token'));
    const given = /"closeout-session","([\w-]+)"/.exec(first.text)?.[1] ?? '';
    expect(given).not.toBe('');
    key = { [SESSION_HEADER]: given };
    const second = await ask({ path, method: 'GET' });
    expect(second.status).toBe(401);
    expect(second.text).not.toContain(given);
    const token = address.searchParams.get('token') ?? '';
    const posted = await ask({ path: '/open', body: `token=${token}`, headers: { origin: 'null' } });
    expect(posted.status).toBe(401);
  });

  it.each([
    ['without the key', {}, 401],
    ['with a wrong key', { [SESSION_HEADER]: 'guess' }, 401],
    ['with a cookie instead', { cookie: 'closeout-session=guess' }, 401],
    ['from another origin', { origin: 'https://evil.example' }, 403],
    ['under another host name', { host: 'evil.example' }, 403],
    ['from a page without an origin', { origin: 'null' }, 403],
    ['from its other name', { origin: 'http://localhost:1' }, 403],
    ['with a form instead of JSON', { 'content-type': 'text/plain' }, 415],
    ['with nearly JSON', { 'content-type': 'application/jsonfoo' }, 415],
  ])('refuses a call %s', async (_name, headers, status) => {
    expect((await ask({ headers: status === 401 ? headers : { ...key, ...headers } })).status).toBe(status);
  });

  it('answers a call of its own window', async () => {
    const { status, text } = await ask({ headers: key });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ ok: true, value: { host: 'browser' } });
  });

  it('refuses a request that names two hosts', async () => {
    const lines = [
      'POST /api/app.status HTTP/1.1',
      `Host: 127.0.0.1:${address.port}`,
      'Host: evil.example',
      'Content-Type: application/json',
      `${SESSION_HEADER}: ${key[SESSION_HEADER] ?? ''}`,
      'Content-Length: 2',
      '',
      '{}',
    ];
    expect(await raw(lines)).toMatch(/^HTTP\/1.1 (400|403) /);
  });

  it('writes no line of the log for what strangers send', async () => {
    const log = join(dataDir, 'logs/closeout.log');
    const before = readFileSync(log, 'utf8');
    const strange = [
      '//[',
      '/%',
      '/api/%E0%A4%A',
      '//evil.example/api/app.status',
      '/api/app.status',
      '/events',
    ];
    for (let round = 0; round < 50; round += 1)
      for (const path of strange) {
        expect((await ask({ path, headers: { host: 'evil.example' } })).status).toBeGreaterThanOrEqual(400);
        expect((await ask({ path, method: 'GET' })).status).toBeGreaterThanOrEqual(400);
      }
    expect(readFileSync(log, 'utf8')).toBe(before);
  });

  it('gives the event stream to the window only', async () => {
    expect((await ask({ path: '/events', method: 'GET' })).status).toBe(401);
    const opened = await stream(key);
    expect(opened.statusCode).toBe(200);
    opened.destroy();
  });

  it('keeps few event streams: the oldest end', async () => {
    const streams: IncomingMessage[] = [];
    const ended = new Set<number>();
    for (let at = 0; at < 30; at += 1) {
      const one = await stream(key);
      one.on('close', () => ended.add(at)).on('error', () => ended.add(at));
      one.resume();
      streams.push(one);
    }
    await expect.poll(() => ended.size).toBe(22);
    expect(ended.has(29)).toBe(false);
    for (const one of streams) one.destroy();
  });

  it.each([
    ['the page', 'GET', '/', 200],
    ['a place of it', 'GET', '/settings/', 200],
    ['a file that is not there', 'GET', '/assets/nothing.js', 404],
    ['a folder', 'GET', '/assets/..%2f.x', 404],
    ['a call', 'POST', '/api/app.status', 401],
    ['a call by its address', 'GET', '/api/app.status', 405],
    ['an address that cannot be read', 'GET', '/%E0%A4%A', 400],
    ['another method', 'DELETE', '/', 405],
  ])('says with %s what a browser may do with it', async (_what, method, path, status) => {
    const { headers, ...answer } = await ask({ method, path });
    expect(answer.status).toBe(status);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it('reads few large bodies at once: one too many is refused, and those that wait are answered', async () => {
    const body = `{"x":"${'y'.repeat(100_000)}"}`;
    const headers = { ...key, 'content-type': 'application/json', 'content-length': body.length };
    const place = { host: '127.0.0.1', port: address.port, path: '/api/app.status', method: 'POST' };
    const sent = Array.from({ length: 35 }, () => {
      const outgoing = request({ ...place, headers, agent: false });
      const status = new Promise<number>((resolve, reject) => {
        outgoing.on('response', (answer) => resolve(answer.resume().statusCode ?? 0)).on('error', reject);
      });
      outgoing.write(body.slice(0, 10));
      return { outgoing, status };
    });
    expect(await Promise.race(sent.map(({ status }) => status))).toBe(503);
    for (const { outgoing } of sent) outgoing.end(body.slice(10));
    const statuses = await Promise.all(sent.map(({ status }) => status));
    expect(statuses.filter((status) => status !== 503)).toEqual(Array.from({ length: 34 }, () => 200));
  });

  it('keeps a damaged settings file, starts with defaults and says so', async () => {
    const { text } = await ask({ headers: key });
    expect(JSON.parse(text)).toMatchObject({
      value: { problems: [{ error: { kind: 'storage', code: 'damaged' } }] },
    });
  });

  it.each([
    ['app.nothing', '{}', 'channel'],
    ['terminals.add', '{"text":5}', 'terminals.add text'],
    ['profiles.connect', '{"name":""}', 'profiles.connect'],
    ['__proto__', '{}', 'channel'],
  ])('answers bad input on %s with what is wrong', async (channel, body, where) => {
    const { text } = await ask({ path: `/api/${channel}`, body, headers: key });
    const answer = JSON.parse(text) as { ok: boolean; error: { code: string; params: { where: string } } };
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid' } });
    expect(answer.error.params.where).toContain(where);
  });

  it('answers nothing of a merchant before somebody is signed in', async () => {
    const { text } = await ask({ path: '/api/profiles.list', headers: key });
    expect(JSON.parse(text)).toMatchObject({ ok: false, error: { kind: 'people' } });
    const begun = await ask({
      path: '/api/people.begin',
      body: JSON.stringify(ADMINISTRATOR),
      headers: key,
    });
    expect(JSON.parse(begun.text)).toMatchObject({ ok: true, value: { kind: 'signed-in' } });
    expect(begun.text).not.toContain(ADMINISTRATOR.pin);
  });

  it('refuses http hosts that are not this computer, and hosts that are no hosts', async () => {
    const draft = {
      name: 'A',
      merchantId: 'M',
      environment: 'test',
      checkoutUrl: 'https://a.example',
      secretKey: 'k',
    };
    const check = async (dashboardUrl: string) =>
      (
        JSON.parse(
          (
            await ask({
              path: '/api/profiles.connect',
              body: JSON.stringify({ ...draft, dashboardUrl }),
              headers: key,
            })
          ).text,
        ) as { error: { code: string } }
      ).error.code;
    expect(await check('http://gateway.example')).toBe('host-not-https');
    expect(await check('https://a b.example')).toBe('host-not-a-url');
    expect(await check('<script>alert(1)</script>')).toBe('host-not-a-url');
    expect(await check('https://user:pass@gateway.example')).toBe('host-not-a-url');
  });

  it('a second one on the same data folder refuses and names the first', async () => {
    const second = start('--data', dataDir);
    let errors = '';
    second.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const [code] = (await once(second, 'close')) as [number];
    expect(code).toBe(1);
    expect(errors).toContain(`process ${host.pid ?? ''}`);
  });

  it('says in words that a data folder cannot be written', async () => {
    const file = join(dataDir, 'a-file');
    writeFileSync(file, '');
    const other = start('--data', join(file, 'inside'));
    let errors = '';
    other.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const [code] = (await once(other, 'close')) as [number];
    expect(code).toBe(1);
    expect(errors).toContain('cannot write to its data folder');
  });

  it('refuses an option it does not know', async () => {
    const [code] = (await once(start('--nonsense'), 'close')) as [number];
    expect(code).toBe(2);
  });

  it('ends cleanly on SIGTERM', async () => {
    host.kill('SIGTERM');
    const [code] = (await once(host, 'exit')) as [number];
    expect(code).toBe(0);
  });
});
