/** Prepared statements, kept for as long as their database: seeding and reading run the same few over and over. */
import type { Database, Statement } from 'better-sqlite3';

const kept = new WeakMap<Database, Map<string, Statement>>();

export function prepared(db: Database, sql: string): Statement {
  const statements = kept.get(db) ?? new Map<string, Statement>();
  kept.set(db, statements);
  const statement = statements.get(sql) ?? db.prepare(sql);
  statements.set(sql, statement);
  return statement;
}
