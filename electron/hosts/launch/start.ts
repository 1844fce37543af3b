/** `npm start`: builds what is missing, then opens the desktop host where its runtime is installed, else the browser host. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserHostArgs } from '../browser/browser-host-args.ts';
import { bin, buildIfNeeded, root } from './build.ts';

const triedMark = join(root, 'out/.electron-tried');
/** Beside the program, not in the shared temporary folder: a person who could write there could change the program. */
const compileCache = join(root, 'node_modules/.cache/closeout/compiled');
const note = (text: string) => console.error(text);

/** The Electron binary, or null. Its download is tried once; after that its absence is taken as it is. */
function electronRuntime(): string | null {
  const name =
    process.platform === 'win32'
      ? 'electron.exe'
      : process.platform === 'darwin'
        ? 'Electron.app/Contents/MacOS/Electron'
        : 'electron';
  const path = join(root, 'node_modules/electron/dist', name);
  if (existsSync(path)) return path;
  if (existsSync(triedMark)) return null;
  mkdirSync(join(root, 'out'), { recursive: true });
  writeFileSync(triedMark, new Date().toISOString());
  const install = spawnSync(bin('install-electron'), [], {
    cwd: root,
    stdio: 'ignore',
    timeout: 120_000,
    shell: process.platform === 'win32',
  });
  if (install.status === 0 && existsSync(path)) return path;
  note(
    'The Electron runtime could not be downloaded; the browser window is used instead (npx install-electron tries again).',
  );
  return null;
}

function main(): void {
  const args = process.argv.slice(2);
  if (!buildIfNeeded()) {
    note('The build failed; see above.');
    process.exitCode = 1;
    return;
  }
  const wantsBrowser = args.some(
    (arg) => ['--browser', '--no-open', '--port'].includes(arg) || arg.startsWith('--port='),
  );
  const runtime = wantsBrowser ? null : electronRuntime();
  note(runtime ? 'Opening the desktop window.' : 'Opening the browser window.');
  const option = (name: string) => {
    const at = args.findIndex((arg) => arg === name);
    return at >= 0 ? [`${name}=${args[at + 1] ?? ''}`] : args.filter((arg) => arg.startsWith(`${name}=`));
  };
  const child = runtime
    ? spawn(
        runtime,
        [
          join(root, 'out/main/main.js'),
          ...option('--data'),
          ...option('--policy'),
          ...args.filter((arg) => arg === '--safe-mode'),
        ],
        {
          stdio: 'inherit',
        },
      )
    : spawn(process.execPath, browserHostArgs(root, args), {
        stdio: 'inherit',
        // Compiled code is kept for the next start, which then takes about half the time. Worker threads read the variable, too.
        env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
      });
  const forward = (signal: NodeJS.Signals) => process.on(signal, () => void child.kill(signal));
  forward('SIGINT');
  forward('SIGTERM');
  child.on('exit', (code) => (process.exitCode = code ?? 0));
}

main();
