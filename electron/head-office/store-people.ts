/** The copy of the list of the chain's people, as its PCs signed it. Who reads it verifies it: this file is only a file. */
import type Sqlite from 'better-sqlite3';
import type { Head } from './entry.ts';
import { BEFORE_FIRST, peopleEntrySchema, type PeopleEntry } from './people-record.ts';

export function peopleIn(db: Sqlite.Database) {
  const last = db.prepare('SELECT seq, hash FROM people_change ORDER BY seq DESC LIMIT 1');
  const one = db.prepare('SELECT hash FROM people_change WHERE seq = ?').pluck();
  const after = db.prepare(
    `SELECT seq, pc, environment, merchant, branch, 'people' AS kind, at_ms AS atMs, body, previous, hash, signature,
       public_key AS publicKey FROM people_change WHERE seq > ? ORDER BY seq LIMIT ?`,
  );
  const insert = db.prepare(
    `INSERT INTO people_change (seq, pc, environment, merchant, branch, at_ms, body, previous, hash, signature, public_key)
     VALUES (@seq, @pc, @environment, @merchant, @branch, @atMs, @body, @previous, @hash, @signature, @publicKey)`,
  );
  return {
    peopleHead: (): Head => (last.get() as Head | undefined) ?? BEFORE_FIRST,
    /** Null where this copy has no such change. */
    peopleHashAt: (seq: number): string | null =>
      seq === 0 ? BEFORE_FIRST.hash : ((one.get(seq) as string | undefined) ?? null),
    people: (seq: number, limit: number): PeopleEntry[] =>
      after.all(seq, limit).map((row) => peopleEntrySchema.parse(row)),
    keepPeople: db.transaction((entries: readonly PeopleEntry[]) => {
      for (const { entry, publicKey } of entries) insert.run({ ...entry, publicKey });
    }),
  };
}
