/** Loaded into the host that is soaked: at SIGUSR2 it collects garbage and writes what it holds into a file. */
import { renameSync, writeFileSync } from 'node:fs';
import { isMainThread, type Worker } from 'node:worker_threads';

export type Held = {
  /** Of the main thread, after a collection of garbage. */
  readonly heapBytes: number;
  /** What the heaps of all threads have taken from the system. */
  readonly heapsBytes: number;
  readonly timers: number;
  readonly resources: number;
};

const threads = new Set<Worker>();

async function held(): Promise<Held> {
  global.gc?.();
  const resources = process.getActiveResourcesInfo();
  const timers = resources.filter((kind) => kind === 'Timeout' || kind === 'Immediate').length;
  const { heapUsed, heapTotal } = process.memoryUsage();
  let heapsBytes = heapTotal;
  for (const thread of threads) heapsBytes += (await thread.getHeapStatistics()).total_heap_size;
  return { heapBytes: heapUsed, heapsBytes, timers, resources: resources.length - timers };
}

const file = process.env['CLOSEOUT_SOAK_FILE'];
if (isMainThread && file !== undefined) {
  process.on('worker', (thread: Worker) => {
    threads.add(thread);
    thread.on('exit', () => threads.delete(thread));
  });
  process.on('SIGUSR2', () => {
    void held().then((all) => {
      writeFileSync(`${file}.making`, JSON.stringify(all));
      renameSync(`${file}.making`, file);
    });
  });
}
