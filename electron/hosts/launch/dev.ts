/** `npm run dev`: rebuilds the window as it is edited, beside the browser host. Reload the window to see a change. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { browserHostArgs } from '../browser/browser-host-args.ts';

const root = join(import.meta.dirname, '../../..');
const builder = spawn(join(root, 'node_modules/.bin/electron-vite'), ['build', '--watch'], {
  cwd: root,
  stdio: 'inherit',
});
const host = spawn(process.execPath, browserHostArgs(root, process.argv.slice(2)), { stdio: 'inherit' });
const end = () => {
  builder.kill();
  host.kill();
};
process.on('SIGINT', end);
process.on('SIGTERM', end);
host.on('exit', end);
