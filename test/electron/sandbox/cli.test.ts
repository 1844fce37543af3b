import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const cli = fileURLToPath(new URL('../../../electron/sandbox/cli.ts', import.meta.url));

/** Runs the command; `whenReady` is called once with what it has printed when it says that it is ready. */
function run(args: string[], whenReady: (stdout: string, end: () => void) => void = () => {}) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    let ready = false;
    child.stdout.on('data', (part: Buffer) => {
      stdout += part.toString();
      if (ready || !stdout.includes('The gateway is ready')) return;
      ready = true;
      whenReady(stdout, () => child.kill('SIGTERM'));
    });
    child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

test('prints the addresses and keys of both environments, answers there, and ends cleanly on SIGTERM', async () => {
  let status = 0;
  const args = ['--seed', '3', '--terminals', '4', '--transactions', '20', '--no-growth'];
  const { code, stdout, stderr } = await run(args, (printed, end) => {
    const [, dashboard = '', key = ''] =
      /LIVE[^]*?dashboard host +(\S+)[^]*?secret key +(\S+)/.exec(printed) ?? [];
    void fetch(`${dashboard}/v3/payment/pos/terminals`, { headers: { authorization: key } })
      .then((answer) => (status = answer.status))
      .finally(end);
  });
  expect(stderr).toBe('');
  expect([status, code]).toEqual([200, 0]);
  expect(stdout.match(/http:\/\/127\.0\.0\.1:\d+/g)).toHaveLength(5);
  expect(stdout.match(/(secret key|API key|transfer key) +[sat]k_(test|live)_[0-9a-f]{40}/g)).toHaveLength(6);
  expect(stdout).toContain('TEST: merchant MID-7301-118-T (Nile Market)');
});

test.each([
  [['--port', 'x'], '--port takes a whole number from 0 to 65530, not "x".'],
  [['--seed', '-1'], '--seed'],
  [['--terminals', '1.5'], '--terminals takes a whole number from 0 to 5000, not "1.5".'],
  [['--transactions', '99999999'], '--transactions takes a whole number from 0 to 1000000'],
  [['--unknown'], "Unknown option '--unknown'"],
  [['extra'], "Unexpected argument 'extra'"],
])('the bad option %j ends with 2 and a line that names it', async (args, line) => {
  const { code, stdout, stderr } = await run(args);
  expect(code).toBe(2);
  expect(stderr).toContain(line);
  expect(stderr).toContain('npm run gateway -- [--port N]');
  expect(stdout).toBe('');
});

test('a data folder that cannot be made ends with 1 and says so', async () => {
  const { code, stderr } = await run(['--data', '/dev/null/here']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The gateway could not start: .*\/dev\/null\/here/);
});
