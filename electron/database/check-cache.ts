/**
 * The check of a cache that was opened by its mark, beside all other work: in a thread and on a connection of its own. What it
 * finds is told as damage that was found in use.
 */
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { codeOf, isCorruption } from './open-error.ts';
import type { CheckTask } from './tasks.ts';
import { startTask, type Thread } from './threads.ts';

type Found = { readonly isSound: boolean };

/** In the thread. */
export function checkCache({ folder }: CheckTask, port: MessagePort): void {
  const say = (found: Found) => port.postMessage(found);
  try {
    const db = new Sqlite(join(folder, 'cache.sqlite'), { readonly: true, fileMustExist: true });
    const [first] = db.pragma('quick_check(1)') as { quick_check: string }[];
    db.close();
    say({ isSound: first?.quick_check === 'ok' });
  } catch (error) {
    // A file that cannot be read now says nothing of its pages: whoever reads it hears the same.
    say({ isSound: !isCorruption(error) && codeOf(error) !== 'SQLITE_NOTADB' });
  } finally {
    port.close();
  }
}

/** The first screen is there by then. An earlier check would compete with it for the processor and the disk. */
const AFTER_OPENING_MS = 5_000;

/** Starts it a moment after the files were opened; `onDamaged` is called at most once. */
export function startCheck(workerUrl: URL, folder: string, onDamaged: () => void): { stop(): void } {
  const task: CheckTask = { task: 'check-cache', folder };
  let stopped = false;
  let thread: Thread | undefined;
  const begin = () => {
    thread = startTask<Found>(workerUrl, task, {
      onMessage: ({ isSound }) => {
        if (!isSound && !stopped) onDamaged();
      },
      // A thread that cannot start leaves the file as it is: SQLite looks at each page that it reads.
      onError: () => {},
    });
    thread.unref();
  };
  const later = setTimeout(begin, AFTER_OPENING_MS).unref();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(later);
      void thread?.terminate();
    },
  };
}
