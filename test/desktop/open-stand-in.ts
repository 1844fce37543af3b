/** Starts the built desktop host over the stand-in, and waits until its window is loaded. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { RUNTIME_FLAGS } from '#electron/hosts/launch/runtime-flags.ts';
import type { FromStandIn } from './control.ts';

const root = join(import.meta.dirname, '../..');
export type StandIn = {
  child: ChildProcess;
  ready: Extract<FromStandIn, { kind: 'ready' }>;
  /** What it told so far, in order; it grows. */
  told: FromStandIn[];
};

export async function openStandIn(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): Promise<StandIn> {
  const child = spawn(
    process.execPath,
    [
      ...RUNTIME_FLAGS,
      '--import',
      join(import.meta.dirname, 'register.ts'),
      join(root, 'out/main/main.js'),
      // As a separate argument: Electron's own parser does not find it there, so the app must.
      '--data',
      dataDir,
      ...args,
    ],
    { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
  );
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const told: FromStandIn[] = [];
  const ready = await new Promise<StandIn['ready']>((resolve, reject) => {
    child.on('message', (message: FromStandIn) => {
      told.push(message);
      if (message.kind === 'ready') resolve(message);
    });
    child.once('exit', () => {
      const said = told.flatMap((message) => (message.kind === 'dialog' ? [message.detail] : []));
      reject(new Error(`the desktop host ended before its window was there: ${said.join(' ')} ${errors}`));
    });
  });
  return { child, ready, told };
}
