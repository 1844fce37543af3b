/** A thread that answers lists on its own read-only connections. It waits for no write, and no write waits for it. */
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import Sqlite, { type Database } from 'better-sqlite3';
import { textOf } from '#shared/errors/text-of.ts';
import type { ReadableFiles } from './db.ts';
import { createFolding, FOLD } from './fold-log.ts';
import { keepStatements } from './keep-statements.ts';
import { codeOf } from './open-error.ts';
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

/**
 * All statements of one question see each file as it was at the first statement that it was asked. A file that is not asked takes no
 * part: most answers need one file.
 */
function atOneMoment<T>(files: Files, run: (seen: Files) => T): T {
  const begun = new Set<Database>();
  const begin = (file: Database) => {
    if (!begun.has(file)) file.prepare('BEGIN').run();
    begun.add(file);
    return file;
  };
  const seen: Files = {
    get cache() {
      return begin(files.cache);
    },
    get journal() {
      return begin(files.journal);
    },
    get imports() {
      return begin(files.imports);
    },
  };
  try {
    return run(seen);
  } finally {
    for (const file of begun) if (file.inTransaction) file.prepare('ROLLBACK').run();
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
  const folding = createFolding(folder);
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
  function read(name: string, args: unknown): unknown {
    const { run } = readOf(name);
    return atOneMoment(opened(), (seen) => run(seen as unknown as ReadableFiles, args));
  }
  port.on('message', (request: ReaderRequest) => {
    if (request.kind === 'close') {
      for (const file of Object.values(files ?? {})) file.close();
      folding.close();
      return port.close();
    }
    const { id, name, args } = request;
    const say = (response: ReaderResponse) => port.postMessage(response);
    asked = id;
    try {
      if (!isAsked(id)) throw new QuestionReplaced();
      say({ kind: 'answer', id, value: name === FOLD ? folding.fold() : read(name, args) });
    } catch (error) {
      say({ kind: 'failure', id, code: codeOf(error), message: textOf(error) });
    }
  });
}
