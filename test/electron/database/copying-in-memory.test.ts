import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { copyingInMemory } from '#electron/database/copying-in-memory.ts';
import { procedures } from '#electron/database/procedures.ts';

const IN_MEMORY = 2;
const AS_BEFORE = 0;
/** Linux counts for each thread. */
const IO = '/proc/thread-self/io';
const where = (db: Sqlite.Database) => db.pragma('temp_store', { simple: true });

it('copies are in memory while a slice is stored, and not afterwards, however it ended', () => {
  const db = new Sqlite(':memory:');
  expect(copyingInMemory(db, () => where(db))).toBe(IN_MEMORY);
  expect(where(db)).toBe(AS_BEFORE);
  const fail = () => {
    throw new Error('full');
  };
  expect(() => copyingInMemory(db, fail)).toThrow('full');
  expect(where(db)).toBe(AS_BEFORE);
  db.close();
});

it('what stores a slice says so, and nothing else does', () => {
  const slices = Object.entries(procedures).filter(([, procedure]) => 'isSlice' in procedure);
  expect(slices.map(([name]) => name)).toEqual(['settlement.storePage']);
});

/** Bytes that this thread has written to files. */
const written = (): number => Number(/^wchar: (\d+)/m.exec(readFileSync(IO, 'utf8'))?.[1]);

it.skipIf(!existsSync(IO))('a statement over a table with triggers writes its copies into no file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'copies-'));
  const db = new Sqlite(join(folder, 'words.sqlite'));
  db.pragma('journal_mode = WAL');
  db.exec(`CREATE TABLE word (n INTEGER PRIMARY KEY, text TEXT NOT NULL); CREATE TABLE seen (n INTEGER NOT NULL);
    CREATE TRIGGER word_seen AFTER UPDATE ON word BEGIN INSERT INTO seen VALUES (new.n); END;
    WITH number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1000)
    INSERT INTO word SELECT n, printf('%2000d', n) FROM number;`);
  /** Before the end of the transaction, which writes the pages themselves. */
  const change = (text: string) =>
    db.transaction(() => {
      const before = written();
      db.prepare('UPDATE word SET text = printf(?, n)').run(text);
      return written() - before;
    })();
  const pages = db.pragma('page_count', { simple: true }) as number;
  expect(change('%1999d')).toBeGreaterThan(pages * 2_000);
  expect(copyingInMemory(db, () => change('%1998d'))).toBeLessThan(65_536);
  db.close();
  rmSync(folder, { recursive: true });
});
