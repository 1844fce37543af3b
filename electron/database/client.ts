/**
 * The main thread's typed proxy to the database worker: every procedure by its name, arguments and answer cloned across.
 * better-sqlite3 is synchronous, so no SQL ever runs on the main thread.
 */
import { Worker } from 'node:worker_threads';
import type { Procedures } from './procedures.ts';
import type { CheckByHand, Confirmation } from './check-by-hand.ts';
import type { Notice, OpenReport, WorkerRequest, WorkerResponse } from './protocol.ts';

type ArgsOf<N extends keyof Procedures> = Procedures[N] extends { run: (db: never, args: infer A) => unknown }
  ? A
  : never;
type AnswerOf<N extends keyof Procedures> = Procedures[N] extends { run: (db: never, args: never) => infer R }
  ? R
  : never;

export type Database = {
  /** Runs one procedure; rejects only when the storage itself fails (`DatabaseFailure`). */
  call<N extends keyof Procedures>(name: N, args: ArgsOf<N>): Promise<AnswerOf<N>>;
  close(): Promise<void>;
};

/** A profile's own files, with what a restored journal asks of a person. */
export type ProfileDatabase = Database & {
  /** What must be looked up by hand before money moves again; null when nothing waits. */
  checkByHand(): Promise<CheckByHand | null>;
  /** A person has looked all of it up: answers the whole list as it is kept. Movements may be written from here on. */
  confirmCheckByHand(confirmation: Confirmation): Promise<CheckByHand>;
};

/** Storage failed below a procedure: the SQLite code says how (SQLITE_FULL, SQLITE_IOERR …). */
export class DatabaseFailure extends Error {
  readonly sqliteCode: string;
  constructor(message: string, sqliteCode: string) {
    super(message);
    this.name = 'DatabaseFailure';
    this.sqliteCode = sqliteCode;
  }
}

/**
 * Opens one profile's files in a worker of their own. The report says what was found (fresh, restored, quarantined);
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
  const worker = new Worker(workerUrl, { workerData: { folder, provisional } });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let ended: Error | null = null;

  const failAll = (error: Error) => {
    ended = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const report = await new Promise<OpenReport>((resolve, reject) => {
    worker.on('message', (message: WorkerResponse) => {
      if (message.kind === 'opened') return resolve(message.report);
      if (message.kind === 'not-opened') return reject(new DatabaseFailure(message.message, message.code));
      if (message.kind === 'notice') return onNotice(message.notice);
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.kind === 'answer') call?.resolve(message.value);
      else call?.reject(new DatabaseFailure(message.message, message.code));
    });
    worker.on('error', (error) => {
      const failure = new DatabaseFailure(String(error), 'WORKER');
      reject(failure);
      failAll(failure);
    });
    worker.on('exit', () => failAll(new DatabaseFailure('the database is closed', 'CLOSED')));
  }).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });

  const request = (message: WorkerRequest): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      waiting.set(message.id, { resolve, reject });
      worker.postMessage(message);
    });
  const database: ProfileDatabase = {
    call: (name, args) => request({ id: ++lastId, kind: 'call', name, args }) as never,
    checkByHand: () => request({ id: ++lastId, kind: 'check-by-hand', confirmation: null }) as never,
    confirmCheckByHand: (confirmation) =>
      request({ id: ++lastId, kind: 'check-by-hand', confirmation }) as never,
    close: async () => {
      if (ended) return;
      await request({ id: ++lastId, kind: 'close' });
      await worker.terminate();
    },
  };
  return { database, report };
}
