/**
 * `npm run dev`: rebuilds the window as it is edited, and starts the browser host again when a file of the core changes. Reload the
 * window to see a change of it; a new core opens a window of its own. Arguments go to the host: `npm run dev -- --data DIR`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import config from '../../../electron.vite.config.ts';
import { RUNTIME_FLAGS } from './runtime-flags.ts';

const root = join(import.meta.dirname, '../../..');
const source = join(root, 'electron/hosts/browser/browser-host.ts');
const OF_THE_CORE = ['electron', 'shared', 'resources'];
/** An editor writes a file in several steps. */
const SETTLED_MS = 300;

/** electron-vite watches only beside the desktop runtime: its settings of the window go to Vite. */
async function watchWindow(): Promise<void> {
  const { renderer } = config;
  await build({
    ...renderer,
    configFile: false,
    base: './',
    logLevel: 'warn',
    build: { ...renderer?.build, emptyOutDir: true, watch: {} },
  });
}

let host: ChildProcess;
let restarting = false;
function startHost(): void {
  restarting = false;
  host = spawn(process.execPath, [...RUNTIME_FLAGS, source, ...process.argv.slice(2)], { stdio: 'inherit' });
  host.on('exit', (code) => {
    if (restarting) return startHost();
    // A core that cannot start waits for the next change; one that was closed ends this, too.
    if (code === 0) end();
  });
}
function restartHost(): void {
  if (host.exitCode !== null || host.signalCode !== null) return startHost();
  restarting = true;
  console.log('The core has changed and starts again.');
  host.kill('SIGTERM');
}
function end(): void {
  host.kill();
  process.exit();
}

await watchWindow();
startHost();
let settled: NodeJS.Timeout | undefined;
for (const folder of OF_THE_CORE)
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(settled);
    settled = setTimeout(restartHost, SETTLED_MS);
  });
process.on('SIGINT', end);
process.on('SIGTERM', end);
