/**
 * Asks the threads that answer lists (reader-thread.ts), each of which is started when it is first asked: one for rows, one for
 * sums, so that rows wait for no sum, and one that folds the log of the cache. A newer question of the same asker ends the older one.
 */
import { DatabaseFailure } from './failure.ts';
import { FOLD } from './fold-log.ts';
import type { ReaderRequest, ReaderResponse } from './reader-thread.ts';
import { REPLACED } from './still-asked.ts';
import type { ReaderTask } from './tasks.ts';
import { startTask, type Thread as TaskThread } from './threads.ts';

export type Asking = {
  readonly for: 'rows' | 'sums';
  /** Names an asker who wants only the newest answer. Without a name every answer is wanted. */
  readonly asker?: string | undefined;
};
type Place = {
  readonly workerUrl: URL;
  readonly folder: string;
  readonly openReaders: Int32Array;
};
type Question = {
  readonly id: number;
  readonly name: string;
  readonly args: unknown;
  readonly asker: string | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  isReplaced: boolean;
};

const replacedFailure = () => new DatabaseFailure('a newer question was asked', REPLACED);

type Hearing = { onResponse: (response: ReaderResponse) => void; onFailed: (error: Error) => void };
type Thread = {
  readonly ask: (question: Question) => void;
  /** Ends this question if it is the one that is running. */
  readonly end: (question: Question) => void;
  /** Closes the files and ends the thread. The next question starts another one. */
  readonly close: () => Promise<void>;
};

/** `openReaders` counts the threads that may have files open. */
function createThread(place: Place, { onResponse, onFailed }: Hearing): Thread {
  const { workerUrl, folder, openReaders } = place;
  const replaced = new Int32Array(new SharedArrayBuffer(4));
  let thread: TaskThread | null = null;
  function start(): TaskThread {
    const task: ReaderTask = { task: 'reader', folder, replaced };
    Atomics.add(openReaders, 0, 1);
    const started = startTask<ReaderResponse>(workerUrl, task, {
      onMessage: onResponse,
      onError: (error) => onFailed(new DatabaseFailure(String(error), 'WORKER')),
      onEnd: () => {
        thread = null;
        Atomics.sub(openReaders, 0, 1);
        Atomics.notify(openReaders, 0);
        onFailed(new DatabaseFailure('the reader has ended', 'WORKER'));
      },
    });
    // The process may end while a reading is under way: a reading loses nothing.
    started.unref();
    return started;
  }
  return {
    ask: ({ id, name, args }) => {
      // The question may have been ended before, when files were put aside.
      Atomics.store(replaced, 0, 0);
      thread ??= start();
      thread.post({ kind: 'ask', id, name, args } satisfies ReaderRequest);
    },
    end: ({ id }) => void Atomics.store(replaced, 0, id),
    close: async () => {
      thread?.post({ kind: 'close' } satisfies ReaderRequest);
      await thread?.ended;
    },
  };
}

/** One thread, which answers one question at a time, and the questions that wait for it. */
function createReader(place: Place) {
  let waiting: Question[] = [];
  let running: Question | null = null;
  let isHeld = false;
  const failRunning = (error: Error) => {
    running?.reject(error);
    running = null;
  };
  const thread = createThread(place, {
    onFailed: (error) => {
      failRunning(error);
      next();
    },
    onResponse: (response) => {
      const question = running;
      running = null;
      // The question ended because its files are put aside, and not because a newer one was asked. It is asked again afterwards.
      if (question && response.kind === 'failure' && response.code === REPLACED && !question.isReplaced)
        waiting.unshift(question);
      else if (response.kind === 'answer') question?.resolve(response.value);
      else question?.reject(new DatabaseFailure(response.message, response.code));
      next();
    },
  });
  function next(): void {
    if (isHeld || running) return;
    const question = waiting.shift();
    if (!question) return;
    running = question;
    thread.ask(question);
  }
  function replace(asker: string): void {
    const older = waiting.filter((one) => one.asker === asker);
    waiting = waiting.filter((one) => one.asker !== asker);
    for (const { reject } of older) reject(replacedFailure());
    if (running?.asker !== asker) return;
    running.isReplaced = true;
    // Its answer may be on its way already: it is refused nevertheless, so that an older answer never comes after a newer question.
    running.reject(replacedFailure());
    thread.end(running);
  }
  return {
    ask(question: Question): void {
      if (question.asker !== undefined) replace(question.asker);
      waiting.push(question);
      next();
    },
    /** Closes the files. Questions without an answer are asked again after `resume`. */
    async hold(): Promise<void> {
      isHeld = true;
      if (running) thread.end(running);
      await thread.close();
    },
    resume(): void {
      isHeld = false;
      next();
    },
    failAll(error: Error): void {
      failRunning(error);
      for (const { reject } of waiting) reject(error);
      waiting = [];
    },
  };
}

export function createReaders(place: Place) {
  const readers = { rows: createReader(place), sums: createReader(place), log: createReader(place) };
  const all = Object.values(readers);
  let lastId = 0;
  let isFolding = false;
  const folded = () => (isFolding = false);
  return {
    /** Nothing happens while the log is being folded. One that fails is tried again: the log stays long. */
    foldLog: (): void => {
      if (isFolding) return;
      isFolding = true;
      const question = { id: ++lastId, name: FOLD, args: null, asker: undefined, isReplaced: false };
      readers.log.ask({ ...question, resolve: folded, reject: folded });
    },
    ask: (name: string, args: unknown, asking: Asking): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const { asker } = asking;
        readers[asking.for].ask({ id: ++lastId, name, args, asker, resolve, reject, isReplaced: false });
      }),
    hold: async (): Promise<void> => void (await Promise.all(all.map((reader) => reader.hold()))),
    resume: () => all.forEach((reader) => reader.resume()),
    failAll: (error: Error) => all.forEach((reader) => reader.failAll(error)),
  };
}
