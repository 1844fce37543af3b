/** What this PC keeps of the bills that it made: where their customers pay. */
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { journalMigrations } from '#electron/database/migrations/index.ts';
import { migrate } from '#electron/database/migrate.ts';
import { MADE } from '#electron/database/repositories/creations.ts';

const INSERT = `INSERT INTO creation (creation_id, what, reference, amount_minor, currency, request, by, at_ms, state)
  VALUES (?, 'invoice', 'Hany', 100, 'EGP', '{}', 'mona', ?, ?)`;

it('attempts of the version before have no address, whatever became of them', () => {
  const db = new Sqlite(':memory:');
  migrate(
    db,
    journalMigrations.slice(
      0,
      journalMigrations.findIndex(({ name }) => name === 'journal-0020-made-address'),
    ),
  );
  db.prepare(INSERT).run('CR-1', 1, 'done');
  db.prepare(INSERT).run('CR-2', 2, 'not-known');
  migrate(db, journalMigrations);
  const kept = db.prepare('SELECT creation_id, state, made_key, address FROM creation ORDER BY 1').raw();
  expect(kept.all()).toEqual([
    ['CR-1', 'done', null, null],
    ['CR-2', 'not-known', null, null],
  ]);
  expect(db.prepare(MADE).get('invoice', 'PR-1')).toBeUndefined();
  db.close();
});

it('what was made is found by an index of its own', () => {
  const db = new Sqlite(':memory:');
  migrate(db, journalMigrations);
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${MADE}`).all('invoice', 'PR-1');
  expect(JSON.stringify(plan)).toMatch(/INDEX creation_made\b/);
  db.close();
});
