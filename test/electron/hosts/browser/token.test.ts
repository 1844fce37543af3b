/** The attack: another user of this computer reads the arguments of every process. */
import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'closeout-token-'));
const dataDir = join(folder, 'data');
const seen = join(folder, 'arguments.json');
let host: ChildProcess | null = null;
let browser = 0;
afterAll(() => {
  host?.kill('SIGKILL');
  if (browser > 0) process.kill(browser, 'SIGKILL');
});

/** In the browser's place: it notes its arguments and stays. */
function putBrowser(): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const path = join(bin, 'chromium');
  const script = `require('node:fs').writeFileSync(${JSON.stringify(seen)},JSON.stringify({pid:process.pid,args:process.argv}));setInterval(()=>{},1000)`;
  writeFileSync(path, `#!${process.execPath}\n${script}\n`);
  chmodSync(path, 0o755);
  return bin;
}

const cannotRead = (path: string) => (statSync(path).mode & 0o077) === 0;

it.skipIf(process.platform === 'win32')(
  'the one-time token stands in no argument and on no screen; it is in a file that only its owner can read, and works once',
  async () => {
    let said = '';
    host = spawn(process.execPath, ['electron/hosts/browser/browser-host.ts', '--data', dataDir], {
      cwd: root,
      env: {
        ...process.env,
        PATH: `${putBrowser()}${delimiter}${process.env['PATH'] ?? ''}`,
        DBUS_SESSION_BUS_ADDRESS: undefined,
      },
    });
    for (const stream of [host.stdout, host.stderr])
      stream?.on('data', (part: Buffer) => (said += part.toString()));
    await expect
      .poll(() => existsSync(seen) && readFileSync(seen, 'utf8') !== '', { timeout: 30_000 })
      .toBe(true);

    const { pid, args } = JSON.parse(readFileSync(seen, 'utf8')) as { pid: number; args: string[] };
    browser = pid;
    const opened = args.find((arg) => arg.startsWith('--app='))?.slice('--app='.length) ?? '';
    const path = fileURLToPath(opened);
    expect(cannotRead(path)).toBe(true);
    expect(cannotRead(join(dataDir, 'window'))).toBe(true);
    const page = readFileSync(path, 'utf8');
    const token = /value="([\w-]+)"/.exec(page)?.[1] ?? '';
    const target = /action="([^"]+)"/.exec(page)?.[1] ?? '';
    expect(token).toMatch(/^[\w-]{40,}$/);
    expect(args.join(' ')).not.toContain(token);
    expect(said).not.toContain(token);
    expect(said).not.toContain('Closeout is ready');
    if (process.platform === 'linux')
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
        expect(readArguments(pid)).not.toContain(token);

    const send = () =>
      fetch(target, { method: 'POST', body: new URLSearchParams({ token }), headers: { origin: 'null' } });
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(401);
  },
);

function readArguments(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}
