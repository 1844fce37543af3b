/** How the runner starts other programs: one at a time with its output shown, or several side by side. */
import { spawn } from 'node:child_process';
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

/** Runs it in silence; answers whether it ended well, and everything it said. */
export function runQuietly({ command, args }: Command): Promise<{ passed: boolean; said: string }> {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
    shell: onWindows,
  });
  let said = '';
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ passed: false, said: String(error) }));
    child.on('close', (code) => resolve({ passed: code === 0, said }));
  });
}
