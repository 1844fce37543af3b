/**
 * For files that nobody else has open, and a session that runs the same few statements thousands of times: each is compiled once. A
 * statement that is being read from is compiled again.
 */
import type { Database, Statement } from 'better-sqlite3';

/** As it was compiled: whoever asks for it sets its modes. */
function reset(statement: Statement): Statement {
  statement.safeIntegers(false);
  if (statement.reader) statement.pluck(false).raw(false);
  return statement;
}

export function keepStatements(db: Database): void {
  const kept = new Map<string, Statement>();
  const compile = db.prepare.bind(db) as (sql: string) => Statement;
  const prepare = (sql: string): Statement => {
    const known = kept.get(sql);
    if (known && !known.busy) return reset(known);
    const made = compile(sql);
    if (!known) kept.set(sql, made);
    return made;
  };
  db.prepare = prepare as Database['prepare'];
}
