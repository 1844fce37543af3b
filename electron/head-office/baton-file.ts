/**
 * Where a PC keeps its baton, and why it was set apart from the chain: a small file of its own, in the profile's folder.
 * `head-office.sqlite` may be deleted and is read again; without this one the PC cannot show that it is the one which claimed before,
 * and is enrolled anew.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { apartFailureOf, type HeadOfficeFailure } from '#shared/domain/head-office.ts';
import { makeDurable } from '../database/durable.ts';
import type { Migration } from '../database/migrate.ts';
import { isCorruption } from '../database/open-error.ts';
import { openOrMakeAnew, removeDatabase } from '../database/remove-database.ts';
import { createBatons, type Baton } from './baton.ts';
import { Refusal } from './failure.ts';
import { openFile } from './open-file.ts';

const BATON = 'head-office-baton.sqlite';

const migrations: readonly Migration[] = [
  {
    name: 'head-office-baton-0001',
    sql: `CREATE TABLE baton (count INTEGER PRIMARY KEY, token TEXT NOT NULL, is_confirmed INTEGER NOT NULL DEFAULT 0) STRICT;`,
  },
  {
    name: 'head-office-baton-0002-apart',
    // It holds until a contact goes well, also while head office is not reached.
    sql: 'CREATE TABLE apart (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), failure TEXT NOT NULL) STRICT;',
  },
];

export const removeBatons = (folder: string): void => removeDatabase(folder, BATON);

/** A claim may not be at head office before its baton is on the disk. */
const openDatabase = (folder: string) => openFile(join(folder, BATON), migrations, makeDurable);

const keptSchema = z.array(z.object({ count: z.number(), token: z.string(), isConfirmed: z.number() }));

/** A file that is damaged is made anew: head office then says that this PC is not the one it knows. */
const openOrMake = (folder: string): Sqlite.Database =>
  openOrMakeAnew(folder, BATON, () => openDatabase(folder), isCorruption);

/** Whoever cannot show its baton moves nothing: another computer may have it. */
const noBaton = (cause: unknown) => new Refusal('no-baton', { cause });
function orNoBaton<A extends unknown[], T>(work: (...args: A) => T): (...args: A) => T {
  return (...args) => {
    try {
      return work(...args);
    } catch (error) {
      throw noBaton(error);
    }
  };
}

/** A file that cannot be opened now is left as it is: it may open at the next start. Until then this PC moves nothing. */
export function openBatons(folder: string) {
  try {
    return openedBatons(openOrMake(folder));
  } catch (error) {
    const fails = (): never => {
      throw noBaton(error);
    };
    const file = { kept: fails, add: fails, confirm: fails, drop: fails };
    return {
      batons: createBatons(file, () => ''),
      apart: (): HeadOfficeFailure | null => 'no-baton',
      keepApart: () => {},
      close: () => {},
    };
  }
}

/** Why this PC was set apart from the chain; null if it was not. */
function apartIn(db: Sqlite.Database) {
  const told = db.prepare('SELECT failure FROM apart').pluck();
  return {
    apart: (): HeadOfficeFailure | null => apartFailureOf(told.get()),
    keepApart: db.transaction((failure: HeadOfficeFailure | null) => {
      db.prepare('DELETE FROM apart').run();
      if (failure !== null) db.prepare('INSERT INTO apart VALUES (1, ?)').run(failure);
    }),
  };
}

function openedBatons(db: Sqlite.Database) {
  const all = db.prepare('SELECT count, token, is_confirmed AS isConfirmed FROM baton ORDER BY count');
  const add = db.prepare('INSERT INTO baton (count, token) VALUES (@count, @token)');
  const forget = db.prepare('DELETE FROM baton WHERE count < ?');
  const drop = db.prepare('DELETE FROM baton WHERE count = ?');
  const confirm = db.prepare('UPDATE baton SET is_confirmed = 1 WHERE count = ?');
  /** Written with the next baton, so that a claim waits for the disk once. If it is lost before that, an old baton is kept longer than needed. */
  let answered = 0;
  const batons = createBatons(
    {
      kept: orNoBaton(() => {
        const kept = keptSchema.parse(all.all()).filter(({ count }) => count >= answered);
        const confirmed = kept.findLast(({ isConfirmed }) => isConfirmed === 1)?.count ?? 0;
        return { confirmed: Math.max(answered, confirmed), batons: kept };
      }),
      add: orNoBaton(
        db.transaction((baton: Baton) => {
          forget.run(answered);
          confirm.run(answered);
          add.run(baton);
        }),
      ),
      confirm: (count) => void (answered = count),
      drop: orNoBaton((count) => void drop.run(count)),
    },
    () => randomBytes(16).toString('hex'),
  );
  return { batons, ...apartIn(db), close: () => void db.close() };
}
