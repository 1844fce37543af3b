/** A thread that answers lists on its own read-only connections. It waits for no write, and no write waits for it. */
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import Sqlite, { type Database } from 'better-sqlite3';
import type { ReadableFiles } from './db.ts';
import { keepStatements } from './keep-statements.ts';
import { codeOf, textOf } from './open-error.ts';
import { procedures } from './procedures.ts';
import { QuestionReplaced, watchQuestions } from './still-asked.ts';
import type { ReaderTask } from './tasks.ts';

/** `close` is the last message. */
export type ReaderRequest =
  | { readonly kind: 'ask'; readonly id: number; readonly name: string; readonly args: unknown }
  | { readonly kind: 'close' };
export type ReaderResponse =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly code: string; readonly message: string };

type Files = { readonly cache: Database; readonly journal: Database; readonly imports: Database };

function openForReading(folder: string): Files {
  const open = (name: string) =>
    new Sqlite(join(folder, `${name}.sqlite`), { readonly: true, fileMustExist: true });
  const cache = open('cache');
  const journal = open('journal');
  return { cache, journal, imports: open('imports') };
}

/** All statements of one question see the files as they were at its first statement. */
function atOneMoment<T>({ cache, journal, imports }: Files, run: () => T): T {
  const files = [cache, journal, imports];
  try {
    for (const file of files) file.exec('BEGIN');
    return run();
  } finally {
    for (const file of files) if (file.inTransaction) file.exec('ROLLBACK');
  }
}

type Read = { readonly mode: string; readonly run: (files: ReadableFiles, args: unknown) => unknown };
function readOf(name: string): Read {
  const read = (procedures as unknown as Record<string, Read>)[name];
  if (read?.mode !== 'read') throw new Error(`${name} does not only read`);
  return read;
}

/** This runs in the thread. */
export function answerReads({ folder, replaced }: ReaderTask, port: MessagePort): void {
  let files: Files | null = null;
  let asked = 0;
  const isAsked = (id: number) => Atomics.load(replaced, 0) !== id;
  const opened = (): Files => {
    if (files) return files;
    files = openForReading(folder);
    watchQuestions(files.cache, () => isAsked(asked));
    // Most of a short answer's time would be spent on compiling its statements.
    for (const file of Object.values(files)) keepStatements(file);
    return files;
  };
  port.on('message', (request: ReaderRequest) => {
    if (request.kind === 'close') {
      for (const file of Object.values(files ?? {})) file.close();
      return port.close();
    }
    const { id, name, args } = request;
    const say = (response: ReaderResponse) => port.postMessage(response);
    asked = id;
    try {
      if (!isAsked(id)) throw new QuestionReplaced();
      const seen = opened();
      const { run } = readOf(name);
      say({
        kind: 'answer',
        id,
        value: atOneMoment(seen, () => run(seen as unknown as ReadableFiles, args)),
      });
    } catch (error) {
      say({ kind: 'failure', id, code: codeOf(error), message: textOf(error) });
    }
  });
}
