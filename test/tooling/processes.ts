/** How the runner starts other programs: with the output shown, or several side by side. */
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { withKeychain } from './machine.ts';

export const root = join(import.meta.dirname, '../..');
export const results = join(root, 'test-results');
/** Ignored by git, and removed by `npm ci`. */
export const caches = join(root, 'node_modules/.cache/closeout');

export const heading = (text: string) => console.log(`\n— ${text}`);

export type Command = { command: string; args: string[]; env?: NodeJS.ProcessEnv };

const onWindows = process.platform === 'win32';
export const bin = (name: string) => join(root, 'node_modules/.bin', onWindows ? `${name}.cmd` : name);

/** Runs it with its output on the terminal; answers whether it ended well. */
export function run({ command, args, env = process.env }: Command): Promise<boolean> {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env, shell: onWindows });
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

export const runWithKeychain = (command: string, args: string[]) => run(withKeychain(command, args));

type Said = { passed: boolean; said: string };

/** Runs it in silence; answers whether it ended well, and everything it said. */
export function runQuietly({ command, args, env = process.env }: Command, niceness = 0): Promise<Said> {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
    shell: onWindows,
  });
  if (child.pid !== undefined && niceness > 0) setPriority(child.pid, niceness);
  let said = '';
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ passed: false, said: String(error) }));
    child.on('close', (code) => resolve({ passed: code === 0, said }));
  });
}

/**
 * Little: what runs beside other lanes takes the time in which they wait for a browser or a disk, but its own limits of time must
 * hold on a machine that is busy with something else, too.
 */
const BESIDE_NICENESS = 2;

/** Runs next to other lanes, which have priority. Its output is shown when it ends. */
export async function runBesideWithKeychain(command: string, args: string[]): Promise<boolean> {
  const { passed, said } = await runQuietly(withKeychain(command, args), BESIDE_NICENESS);
  console.log(said);
  return passed;
}
