import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { inMachineLanguage } from '#electron/core/machine-language.ts';

const root = join(import.meta.dirname, '../../..');
const fresh = () => mkdtempSync(join(tmpdir(), 'closeout-language-'));

/** The browser host as a machine of this language starts it. */
const startHost = (locale: string, ...args: string[]) =>
  spawn(process.execPath, ['electron/hosts/browser/browser-host.ts', '--no-open', ...args], {
    cwd: root,
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: undefined, LC_ALL: locale },
  });

async function saidWhenRefused(locale: string, ...args: string[]): Promise<string> {
  const host = startHost(locale, ...args);
  const [said] = await Promise.all([text(host.stderr), once(host, 'exit')]);
  expect(host.exitCode).toBe(1);
  return said;
}

it('what is said before a window is there is Arabic on a machine in Arabic, and English on any other', () => {
  const said = { en: 'no window', ar: 'لا نافذة' };
  expect(inMachineLanguage(said, 'ar-EG')).toBe('لا نافذة');
  expect(inMachineLanguage(said, 'AR')).toBe('لا نافذة');
  expect(inMachineLanguage(said, 'en-GB')).toBe('no window');
  expect(inMachineLanguage(said, 'de')).toBe('no window');
});

it.each([
  ['en_GB.UTF-8', 'Closeout cannot write to its data folder', 'Closeout cannot listen on port'],
  [
    'ar_EG.UTF-8',
    'لا يستطيع Closeout الكتابة في مجلد بياناته',
    'لا يستطيع Closeout استقبال الاتصالات على المنفذ',
  ],
])('a start that fails says so in the language of a machine in %s', async (locale, folder, port) => {
  const file = join(fresh(), 'a file');
  writeFileSync(file, '');
  expect(await saidWhenRefused(locale, '--data', join(file, 'data'))).toContain(folder);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const taken = String((server.address() as { port: number }).port);
  const said = await saidWhenRefused(locale, '--data', fresh(), '--port', taken).finally(() =>
    server.close(),
  );
  expect(said).toContain(port);
});

it.each([
  ['en_GB.UTF-8', 'Open Closeout again: this page has no key to it.', 'This address was used already.'],
  ['ar_EG.UTF-8', 'افتح Closeout من جديد: ليس لدى هذه الصفحة مفتاح إليه.', 'استُخدم هذا العنوان من قبل.'],
])('a page without a key is refused in the language of a machine in %s', async (locale, noKey, used) => {
  const host = startHost(locale, '--data', fresh());
  try {
    let origin: string | undefined;
    for await (const line of createInterface({ input: host.stdout })) {
      origin = /https?:\/\/[^/]+/.exec(line)?.[0];
      if (origin) break;
    }
    expect(await (await fetch(`${origin}/events`)).text()).toContain(noKey);
    expect(await (await fetch(`${origin}/?token=another`)).text()).toContain(used);
  } finally {
    const ended = once(host, 'exit');
    host.kill('SIGTERM');
    await ended;
  }
});
