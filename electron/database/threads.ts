/**
 * The threads of the database. Starting one costs some 150 ms of processor time, most of it for loading its code, so a thread
 * that has ended its task is kept for the next one. A thread that failed, or was ended in the middle of a task, never is.
 */
import { once } from 'node:events';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { Task } from './tasks.ts';

/** What a thread is sent. It talks about the task on `port`, and closes it when the task has ended. */
export type Assignment = { readonly task: Task; readonly port: MessagePort };
/** What a thread says when it can take another task. */
export const FREE = 'free';

const MOST_FREE = 3;
const FREE_FOR_MS = 60_000;
/**
 * V8 lets the newest objects of a thread take 48 MiB before it looks for those that are left, and keeps what it has once taken. The
 * threads take and give rows, which are gone as soon as they are stored or sent.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 12 };
type Free = { readonly worker: Worker; readonly source: string; readonly leave: () => void };
const free = new Set<Free>();

function take(workerUrl: URL): Worker {
  for (const one of free) {
    if (one.source !== workerUrl.href) continue;
    one.leave();
    one.worker.ref();
    return one.worker;
  }
  return new Worker(workerUrl, { resourceLimits: RESOURCE_LIMITS });
}

function end({ leave, worker }: Free): void {
  leave();
  void worker.terminate();
}

function keep(worker: Worker, source: string): void {
  worker.unref();
  const leave = () => {
    clearTimeout(endLater);
    free.delete(one);
    worker.off('error', leave).off('exit', leave);
  };
  const one: Free = { worker, source, leave };
  const endLater = setTimeout(() => end(one), FREE_FOR_MS).unref();
  worker.on('error', leave).on('exit', leave);
  const [longest] = free;
  if (longest && free.size >= MOST_FREE) end(longest);
  free.add(one);
}

export type Hearing<T> = {
  readonly onMessage: (message: T) => void;
  /** The thread failed; `onEnd` follows. */
  readonly onError: (error: Error) => void;
  /** The task has ended, one way or another. Nothing is heard afterwards. */
  readonly onEnd?: () => void;
};
export type Thread = {
  readonly post: (message: unknown) => void;
  /** The process may end before the task does. */
  readonly unref: () => void;
  /** Ends the task in its middle, and its thread with it. Nothing happens if the task has ended. */
  readonly terminate: () => Promise<void>;
  readonly ended: Promise<void>;
};

/** Gives the task to a thread whose code is at `workerUrl` (worker.ts, as it is built). */
export function startTask<T>(workerUrl: URL, task: Task, { onMessage, onError, onEnd }: Hearing<T>): Thread {
  const worker = take(workerUrl);
  const { port1: here, port2: there } = new MessageChannel();
  const { promise: threadLeft, resolve: leave } = Promise.withResolvers<'free' | 'exited'>();
  const onSaid = (said: unknown) => said === FREE && leave('free');
  const onFailed = (error: unknown) => onError(error instanceof Error ? error : new Error(String(error)));
  const onExit = () => leave('exited');
  worker.on('message', onSaid).on('error', onFailed).on('exit', onExit);
  here.on('message', onMessage);
  const portClosed = once(here, 'close');
  worker.postMessage({ task, port: there } satisfies Assignment, [there]);
  let hasEnded = false;
  let isTerminated = false;
  async function untilItEnds(): Promise<void> {
    const how = await threadLeft;
    // Its last messages may come after it said that it is free.
    await portClosed;
    hasEnded = true;
    worker.off('message', onSaid).off('error', onFailed).off('exit', onExit);
    // A thread that said it is free may have been told to end since.
    if (how === 'free' && !isTerminated) keep(worker, workerUrl.href);
    onEnd?.();
  }
  return {
    ended: untilItEnds(),
    post: (message) => here.postMessage(message),
    unref: () => {
      here.unref();
      worker.unref();
    },
    terminate: async () => {
      if (hasEnded) return;
      isTerminated = true;
      await worker.terminate();
    },
  };
}
