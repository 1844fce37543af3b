/** Loaded into the host that is soaked: at SIGUSR2 it collects garbage and writes what it holds into a file. */
import { renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

export type Held = { readonly heapBytes: number; readonly timers: number; readonly resources: number };

function held(): Held {
  global.gc?.();
  const resources = process.getActiveResourcesInfo();
  const timers = resources.filter((kind) => kind === 'Timeout' || kind === 'Immediate').length;
  return { heapBytes: process.memoryUsage().heapUsed, timers, resources: resources.length - timers };
}

const file = process.env['CLOSEOUT_SOAK_FILE'];
if (isMainThread && file !== undefined)
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.making`, JSON.stringify(held()));
    renameSync(`${file}.making`, file);
  });
