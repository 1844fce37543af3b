/** The real SQL procedures on databases in memory, run one at a time as the worker runs them. */
import Sqlite from 'better-sqlite3';
import { DatabaseFailure, type Database } from '#electron/database/client.ts';
import type { ProfileFiles } from '#electron/database/db.ts';
import { migrate, type Migration } from '#electron/database/migrate.ts';
import {
  cacheMigrations,
  importsMigrations,
  journalMigrations,
} from '#electron/database/migrations/index.ts';
import { procedures } from '#electron/database/procedures.ts';
import { CARDS } from './order-world.ts';
import type { Scheduler } from './scheduler.ts';

function templateOf(migrations: readonly Migration[]): Buffer {
  const db = new Sqlite(':memory:');
  migrate(db, migrations);
  const bytes = db.serialize();
  db.close();
  return bytes;
}
let templates: { cache: Buffer; journal: Buffer; imports: Buffer } | null = null;

/** Prepares each statement once: compiling SQL would be most of a history's time. */
function remembering(db: Sqlite.Database): Sqlite.Database {
  const statements = new Map<string, Sqlite.Statement>();
  const prepare = db.prepare.bind(db);
  const remembered = (sql: string) => {
    const known = statements.get(sql);
    if (known && !known.busy) return known.safeIntegers(false);
    const made = prepare(sql);
    statements.set(sql, made);
    return made;
  };
  return Object.assign(db, { prepare: remembered as typeof db.prepare });
}

/** No history here reconciles. */
const notReconciled: ProfileFiles['results'] = {
  isThere: () => false,
  read: () => {
    throw new Error('nothing was reconciled');
  },
};

/** Fresh files, copied from migrated ones, with the saved cards that are listed: a history costs no migration. */
export function openMemoryFiles(): ProfileFiles {
  templates ??= {
    cache: templateOf(cacheMigrations),
    journal: templateOf(journalMigrations),
    imports: templateOf(importsMigrations),
  };
  const files = {
    cache: remembering(new Sqlite(templates.cache)),
    journal: remembering(new Sqlite(templates.journal)),
    imports: remembering(new Sqlite(templates.imports)),
    results: notReconciled,
  };
  const rows = CARDS.map(({ key, token, customerReference: customer }) => ({
    token,
    value: { key, brand: 'Visa', lastFour: '1111', expiry: null, holder: null, customer, createdAt: null },
  }));
  runProcedure(files, 'savedCards.store', { rows, run: 1, atMs: 0 });
  return files;
}

/** The same files a second time, as they are now. */
export const copyOf = ({ cache, journal, imports, results }: ProfileFiles): ProfileFiles => ({
  cache: remembering(new Sqlite(cache.serialize())),
  journal: remembering(new Sqlite(journal.serialize())),
  imports: remembering(new Sqlite(imports.serialize())),
  results,
});

/** As `structuredClone` does it, which is most of a history's time for the plain values that nearly all are. */
function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'function' || typeof value === 'symbol' ? structuredClone(value) : value;
  if (Array.isArray(value)) return value.map(copied);
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) copy[key] = copied((value as Record<string, unknown>)[key]);
  return copy;
}

type Procedure = { mode: string; run: (files: ProfileFiles, args: unknown) => unknown };
const byName = procedures as unknown as Record<string, Procedure>;

/** As the worker does it: a write is one immediate transaction on its own file. */
export function runProcedure(files: ProfileFiles, name: string, args: unknown): unknown {
  const procedure = byName[name];
  if (!procedure) throw new Error(`no procedure ${name}`);
  const run = () => procedure.run(files, args);
  if (procedure.mode === 'write-cache') return files.cache.transaction(run).immediate();
  if (procedure.mode === 'write-imports') return files.imports.transaction(run).immediate();
  if (procedure.mode === 'write-journal') return files.journal.transaction(run).immediate();
  return run();
}

/** `failure` may answer an SQLite code: then the procedure fails and nothing of it is stored. */
export function memoryDatabase(
  files: ProfileFiles,
  scheduler: Scheduler,
  failure: (mode: string, args: unknown) => string | null,
): Database {
  const run: Database['call'] = (name, args) => {
    const sent = copied(args);
    return scheduler.post(() => {
      const code = failure(byName[name]?.mode ?? '', sent);
      scheduler.note(`db ${name} ${code ?? ''}`);
      if (code !== null) throw new DatabaseFailure(`${name}: ${code}`, code);
      try {
        return copied(runProcedure(files, name, sent));
      } catch (error) {
        throw new DatabaseFailure(String(error), (error as { code?: string }).code ?? 'UNEXPECTED');
      }
    }) as never;
  };
  // The verbs that services have; what a session asks of the worker itself is not simulated.
  return { call: run, ask: (name, args) => run(name, args), close: () => scheduler.post(() => undefined) };
}
