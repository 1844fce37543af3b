/**
 * For a connection that runs the same statements again and again: each is compiled once. A statement that is being read from is
 * compiled again, and what was not asked for lately is let go of.
 */
import type { Database, Statement } from 'better-sqlite3';

/** As it was compiled: whoever asks for it sets its modes. */
function reset(statement: Statement): Statement {
  statement.safeIntegers(false);
  if (statement.reader) statement.pluck(false).raw(false);
  return statement;
}

const MOST_KEPT = 300;

/** SQLite plans by the value of a bare `LIMIT ?`, and compiles the statement anew each time one is bound. */
export const LIMIT = 'LIMIT CAST(? AS INTEGER)';

export function keepStatements(db: Database): void {
  const kept = new Map<string, Statement>();
  const compile = db.prepare.bind(db) as (sql: string) => Statement;
  const prepare = (sql: string): Statement => {
    const known = kept.get(sql);
    if (known?.busy) return compile(sql);
    const statement = known ? reset(known) : compile(sql);
    // In the order of the last use: the first one is the oldest.
    kept.delete(sql);
    kept.set(sql, statement);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return statement;
  };
  db.prepare = prepare as Database['prepare'];
}
