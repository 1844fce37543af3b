import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCore } from '#electron/core/core.ts';
import { coreOptions } from '../../core-options.ts';

const root = join(import.meta.dirname, '../../../..');
let dataDir: string;
let others: ChildProcess[] = [];
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'closeout-one-core-'))));
afterEach(() => {
  for (const other of others) other.kill('SIGKILL');
  others = [];
  rmSync(dataDir, { recursive: true, force: true });
});

const start = () => startCore(coreOptions(dataDir, null));

/** What another process says first, and how it ends. */
function run(...args: string[]) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  others.push(child);
  const said = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.once('data', (part: Buffer) => resolve(part.toString().trim()));
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, said, ended };
}
const aCore = () =>
  run(
    '--input-type=module',
    '-e',
    `const { startCore } = await import(${JSON.stringify(new URL('../../../../electron/core/core.ts', import.meta.url).href)});
     const { systemClock: clock, systemRandom: random } = await import(${JSON.stringify(new URL('../../../../electron/hosts/launch/system.ts', import.meta.url).href)});
     const started = await startCore({ dataDir: ${JSON.stringify(dataDir)}, host: 'desktop', version: '1', settingsDamaged: null,
       databaseWorkerUrl: new URL('file:///none'), settingsStore: { store: {}, set() {} }, clock, random,
       loadKeychain: () => Promise.reject(new Error('none')) });
     console.log(started.ok ? 'started' : JSON.stringify(started.error));
     setInterval(() => {}, 1000);`,
  );
const aBrowserHost = () => run('electron/hosts/browser/browser-host.ts', '--no-open', '--data', dataDir);

it.each([
  ['a core', aCore, 'started'],
  ['the browser host', aBrowserHost, 'Closeout is ready'],
] as const)(
  'while %s of another process works on a data folder, a core is refused',
  async (_, other, ready) => {
    const first = other();
    expect(await first.said).toContain(ready);
    expect(await start()).toMatchObject({
      ok: false,
      error: { kind: 'storage', code: 'busy', params: { pid: first.child.pid } },
    });
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await start();
    expect(second.ok).toBe(true);
    if (second.ok) await second.value.stop();
  },
);

it('while a core works on a data folder, others are refused, and told which process it is; then it is free', async () => {
  const first = await start();
  expect(await aCore().said).toContain(`"pid":${process.pid}`);
  const host = aBrowserHost();
  expect(await host.said).toContain(`process ${process.pid}`);
  expect(await host.ended).toBe(1);
  expect(await start()).toMatchObject({ ok: false, error: { code: 'busy', params: { pid: process.pid } } });
  if (first.ok) await first.value.stop();
  expect(await aCore().said).toBe('started');
});
