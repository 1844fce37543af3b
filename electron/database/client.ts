/**
 * The main thread's typed proxy to the database worker: every procedure by its name, arguments and answer cloned across.
 * better-sqlite3 is synchronous, so no SQL ever runs on the main thread. Lists are read in threads of their own (readers.ts).
 */
import { DatabaseFailure } from './failure.ts';
import { isCorruption } from './open-error.ts';
import type { Procedures } from './procedures.ts';
import { createReaders, type Asking } from './readers.ts';
import type { CheckByHand, Confirmation } from './check-by-hand.ts';
import { startCheck } from './check-cache.ts';
import type { Notice, OpenReport, WorkerRequest, WorkerResponse } from './protocol.ts';
import type { WriterTask } from './tasks.ts';
import { startTask, type Hearing, type Thread } from './threads.ts';

export { DatabaseFailure };

type ArgsOf<N extends keyof Procedures> = Procedures[N] extends { run: (db: never, args: infer A) => unknown }
  ? A
  : never;
type AnswerOf<N extends keyof Procedures> = Procedures[N] extends { run: (db: never, args: never) => infer R }
  ? R
  : never;

type ReadName = {
  [N in keyof Procedures]: Procedures[N] extends { mode: 'read' } ? N : never;
}[keyof Procedures];

export type Database = {
  /**
   * Runs one procedure; rejects only when the storage itself fails (`DatabaseFailure`). `onHeld` is told, before the answer, how long
   * the procedure and its commit held the thread that writes, in milliseconds.
   */
  call<N extends keyof Procedures>(
    name: N,
    args: ArgsOf<N>,
    onHeld?: (heldMs: number) => void,
  ): Promise<AnswerOf<N>>;
  /**
   * Reads what a list shows, beside all other work: whatever was answered before is in it, and no write holds it. Once its asker has
   * asked something newer it rejects (`DatabaseFailure`, REPLACED). What decides on money is read by `call`, in its turn.
   */
  ask<N extends ReadName>(name: N, args: ArgsOf<N>, asking: Asking): Promise<AnswerOf<N>>;
  close(): Promise<void>;
};

/** A profile's own files, with what a restored journal asks of a person. */
export type ProfileDatabase = Database & {
  /** What must be looked up by hand before money moves again; null when nothing waits. */
  checkByHand(): Promise<CheckByHand | null>;
  /** A person has looked all of it up: answers the whole list as it is kept. Movements may be written from here on. */
  confirmCheckByHand(confirmation: Confirmation): Promise<CheckByHand>;
};

const isDamageSeen = (error: unknown): boolean =>
  error instanceof DatabaseFailure && isCorruption({ code: error.sqliteCode });

type OnHeld = ((heldMs: number) => void) | undefined;
type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void; onHeld: OnHeld };
type Readers = ReturnType<typeof createReaders>;

type Opened = Extract<WorkerResponse, { kind: 'opened' }>;
type Start = (hearing: Hearing<WorkerResponse>) => Thread;

/** The thread that writes, and the calls that wait for it. */
function createCalls(start: Start, readers: Readers, onNotice: (notice: Notice) => void) {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let ended: Error | null = null;
  let areKindsDue = false;
  const failAll = (error: Error) => {
    ended = error;
    readers.failAll(error);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  function hearAnswer(message: Extract<WorkerResponse, { id: number }>): void {
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    areKindsDue = message.areKindsDue;
    if (message.kind === 'answer') {
      call?.onHeld?.(message.heldMs);
      call?.resolve(message.value);
    } else call?.reject(new DatabaseFailure(message.message, message.code));
  }
  const { promise: opened, resolve, reject } = Promise.withResolvers<Opened>();
  const fail = (error: DatabaseFailure) => {
    // Nothing happens if the files were opened.
    reject(error);
    failAll(error);
  };
  const thread = start({
    onMessage: (message) => {
      switch (message.kind) {
        case 'opened':
          return resolve(message);
        case 'not-opened':
          return reject(new DatabaseFailure(message.message, message.code));
        case 'notice':
          return onNotice(message.notice);
        case 'fold-log':
          return readers.foldLog();
        case 'hold-readers':
          return void readers.hold();
        case 'resume-readers':
          return readers.resume();
        case 'answer':
        case 'failure':
          return hearAnswer(message);
      }
    },
    onError: (error) => fail(new DatabaseFailure(String(error), 'WORKER')),
    onEnd: () => fail(new DatabaseFailure('the database is closed', 'CLOSED')),
  });
  return {
    opened,
    ended: thread.ended,
    /** True after a write to the journal: the kinds of cached rows follow from the journal and may be out of date. */
    areKindsDue: () => areKindsDue,
    hasEnded: () => ended !== null,
    request: (what: Unnumbered<WorkerRequest>, onHeld?: OnHeld): Promise<unknown> =>
      new Promise((resolveCall, rejectCall) => {
        if (ended) return rejectCall(ended);
        const message = { id: ++lastId, ...what };
        waiting.set(message.id, { resolve: resolveCall, reject: rejectCall, onHeld });
        thread.post(message);
      }),
  };
}
type Unnumbered<T> = T extends { id: number } ? Omit<T, 'id'> : never;

/**
 * Opens one profile's files in a thread of their own. The report says what was found (fresh, restored, quarantined);
 * a database from the future, or a damaged journal without a good backup, rejects with its code and nothing is changed on
 * disk. `onNotice` hears what happens unasked: backups, damage found in use. `provisional`: nobody relies on the files before they
 * are closed, so nothing waits for the disk until then.
 */
export async function openDatabase(
  workerUrl: URL,
  folder: string,
  onNotice: (notice: Notice) => void = () => {},
  provisional = false,
): Promise<{ database: ProfileDatabase; report: OpenReport }> {
  const openReaders = new Int32Array(new SharedArrayBuffer(4));
  const task: WriterTask = { task: 'writer', folder, provisional, openReaders };
  const readers = createReaders({ workerUrl, folder, openReaders });
  const start: Start = (hearing) => startTask(workerUrl, task, hearing);
  const { opened, ended, request, areKindsDue, hasEnded } = createCalls(start, readers, onNotice);
  const { report, isCacheTrusted } = await opened.catch(async (error: unknown) => {
    await ended;
    throw error;
  });
  const seeDamage = () => request({ kind: 'damage-seen' });
  // If the files are closed by now, the next opening checks them again.
  const check = isCacheTrusted ? startCheck(workerUrl, folder, () => void seeDamage().catch(() => {})) : null;
  let isClosing = false;
  // After the end was asked for, a write would reach the file but not the anchor of the record.
  const call = (name: string, args: unknown, onHeld?: OnHeld) =>
    isClosing
      ? Promise.reject(new DatabaseFailure('the database is closed', 'CLOSED'))
      : request({ kind: 'call', name, args }, onHeld);
  async function ask(name: string, args: unknown, asking: Asking): Promise<unknown> {
    // A file that nobody else has open is read on the connection that writes it.
    if (provisional || hasEnded()) return call(name, args);
    if (areKindsDue()) await request({ kind: 'settle' });
    try {
      return await readers.ask(name, args, asking);
    } catch (error) {
      if (isDamageSeen(error)) await seeDamage();
      throw error;
    }
  }
  const database: ProfileDatabase = {
    call: (name, args, onHeld) => call(name, args, onHeld) as never,
    ask: (name, args, asking) => ask(name, args, asking) as never,
    checkByHand: () => request({ kind: 'check-by-hand', confirmation: null }) as never,
    confirmCheckByHand: (confirmation) => request({ kind: 'check-by-hand', confirmation }) as never,
    close: async () => {
      if (hasEnded()) return;
      isClosing = true;
      check?.stop();
      // SQLite folds its log into the file when the last connection closes.
      await readers.hold();
      await request({ kind: 'close' });
      await ended;
    },
  };
  return { database, report };
}
