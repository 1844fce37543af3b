import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
let cookie = '';

type Given = { path?: string; method?: string; headers?: Record<string, string>; body?: string };
function ask({
  path = '/api/app.status',
  method = 'POST',
  headers = {},
  body = '{}',
}: Given): Promise<{ status: number; text: string; cookie: string }> {
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
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text, cookie: answer.headers['set-cookie']?.[0] ?? '' }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(method === 'GET' ? undefined : body);
  });
}

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
  it('takes its token once, for an HttpOnly SameSite=Strict cookie', async () => {
    const path = address.pathname + address.search;
    const first = await ask({ path, method: 'GET' });
    expect(first.status).toBe(302);
    expect(first.cookie).toMatch(/HttpOnly; SameSite=Strict/);
    cookie = first.cookie.split(';')[0] ?? '';
    expect((await ask({ path, method: 'GET' })).status).toBe(401);
  });

  it.each([
    ['without the cookie', {}, 401],
    ['with a wrong cookie', { cookie: 'closeout-1=guess' }, 401],
    ['from another origin', { origin: 'https://evil.example' }, 403],
    ['under another host name', { host: 'evil.example' }, 403],
    ['with a form instead of JSON', { 'content-type': 'text/plain' }, 415],
  ])('refuses a call %s', async (_name, headers, status) => {
    const withCookie = status === 401 ? headers : { cookie, ...headers };
    expect((await ask({ headers: withCookie })).status).toBe(status);
  });

  it('answers a call of its own window', async () => {
    const { status, text } = await ask({ headers: { cookie } });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ ok: true, value: { host: 'browser' } });
  });

  it('keeps a damaged settings file, starts with defaults and says so', async () => {
    const { text } = await ask({ headers: { cookie } });
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
    const { text } = await ask({ path: `/api/${channel}`, body, headers: { cookie } });
    const answer = JSON.parse(text) as { ok: boolean; error: { code: string; params: { where: string } } };
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid' } });
    expect(answer.error.params.where).toContain(where);
  });

  it('answers nothing of a merchant before somebody is signed in', async () => {
    const { text } = await ask({ path: '/api/profiles.list', headers: { cookie } });
    expect(JSON.parse(text)).toMatchObject({ ok: false, error: { kind: 'people' } });
    const begun = await ask({
      path: '/api/people.begin',
      body: JSON.stringify(ADMINISTRATOR),
      headers: { cookie },
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
              headers: { cookie },
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
