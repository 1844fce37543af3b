/** Migrations of a new file, of an older one, and of one that another thread opens at the same time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { migrate, type Migration } from '#electron/database/migrate.ts';

const MIGRATIONS: readonly Migration[] = [
  { name: '001-first', sql: 'CREATE TABLE first (x TEXT) STRICT' },
  { name: '002-second', sql: 'CREATE TABLE second (x TEXT) STRICT' },
];

it('a file that another thread migrates after it was looked at is found migrated', () => {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-migrate-'));
  const ours = new Sqlite(join(folder, 'new.sqlite'));
  const others = new Sqlite(join(folder, 'new.sqlite'));
  onTestFinished(() => {
    ours.close();
    others.close();
    rmSync(folder, { recursive: true });
  });
  let looked = false;
  // How many there are is asked for when it is known how many the file has had.
  const raced = new Proxy(MIGRATIONS, {
    get(target, name) {
      if (name === 'length' && !looked) {
        looked = true;
        migrate(others, MIGRATIONS);
      }
      return Reflect.get(target, name) as unknown;
    },
  });
  migrate(ours, raced);
  expect(looked).toBe(true);
  expect(ours.prepare('SELECT name FROM migration ORDER BY number').pluck().all()).toEqual(
    MIGRATIONS.map(({ name }) => name),
  );
});

it('a new file gets all migrations or none; an older one stays at the one before it fails', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  const applied = () => db.prepare('SELECT name FROM migration ORDER BY number').pluck().all();
  const failing = [...MIGRATIONS, { name: '003-third', sql: 'CREATE TABLE first (x TEXT) STRICT' }];
  expect(() => migrate(db, failing)).toThrow('already exists');
  expect(applied()).toEqual([]);
  migrate(db, MIGRATIONS.slice(0, 1));
  expect(() => migrate(db, failing)).toThrow('already exists');
  expect(applied()).toEqual(MIGRATIONS.map(({ name }) => name));
});
