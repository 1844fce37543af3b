/**
 * A question that nobody asks any more is ended inside SQLite. better-sqlite3 cannot interrupt a statement that runs in its own
 * thread, so a statement that may look at many rows calls back at every 1,024th of them, and the callback throws.
 */
import type { Database } from 'better-sqlite3';
import type { ReadableDb } from './db.ts';

/** The failure of a question whose asker has asked a newer one. */
export const REPLACED = 'REPLACED';
export class QuestionReplaced extends Error {
  readonly code = REPLACED;
  constructor() {
    super('a newer question has replaced this one');
    this.name = 'QuestionReplaced';
  }
}

const watched = new WeakSet<object>();

/** Call it once for each connection whose questions can be replaced. */
export function watchQuestions(db: Database, isAsked: () => boolean): void {
  db.function('still_asked', { deterministic: false, directOnly: true }, () => {
    if (!isAsked()) throw new QuestionReplaced();
    return 1;
  });
  watched.add(db);
}

/** The condition to add to a statement that may look at many rows. Empty on a connection where no question is replaced. */
export const whileAsked = (db: ReadableDb, table: string): string[] =>
  watched.has(db) ? [`(${table}.rowid & 1023 OR still_asked())`] : [];
