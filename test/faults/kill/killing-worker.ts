/**
 * The database worker, which says every statement that writes, and ends the process before the one that the environment
 * names, or right after a commit. Where nothing is named it is the worker as it is.
 */
import { writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import type { WorkerRequest } from '#electron/database/protocol.ts';
import { serveTasks } from '#electron/database/serve-tasks.ts';
import type { Assignment } from '#electron/database/threads.ts';

const parent = parentPort;
if (!parent) throw new Error('it runs as a worker thread only');

const killAt = process.env['CLOSEOUT_KILL_AT'];
const times = new Map<string, number>();
let call = '';

function pass(step: string): void {
  const nth = (times.get(step) ?? 0) + 1;
  times.set(step, nth);
  const name = nth === 1 ? step : `${step} ${nth}`;
  writeSync(1, `step ${name}\n`);
  if (name === killAt) process.kill(process.pid, 'SIGKILL');
}

const ACT = { act: { do: '' } };
const firstWords = (sql: string) => sql.trim().split(/\s+/).slice(0, 3).join(' ');

if (killAt !== undefined) {
  // First of the listeners: it knows whose statements come next.
  parent.on('message', ({ port }: Assignment) =>
    port.on('message', (request: WorkerRequest) => {
      if (request.kind !== 'call') return;
      const { act, code } = (request.args ?? ACT) as unknown as { act?: { do: string }; code?: string };
      const what = act?.do ?? code;
      call = what === undefined ? request.name : `${request.name}(${what})`;
    }),
  );
  const statements = Object.getPrototypeOf(new Sqlite(':memory:').prepare('SELECT 1')) as Sqlite.Statement;
  const run: unknown = Reflect.get(statements, 'run');
  statements.run = function (this: Sqlite.Statement, ...args: unknown[]) {
    const step = `${call}: ${firstWords(this.source)}`;
    pass(step);
    const done = Reflect.apply(run as typeof this.run, this, args);
    if (this.source === 'COMMIT') pass(`${call}: committed`);
    return done;
  };
}
serveTasks(parent);
