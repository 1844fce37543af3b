/** What this PC keeps of head office: its own entries as it signed them, and what it has read and verified of the others. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { entryProblems } from '#shared/domain/head-office.ts';
import { environments } from '#shared/domain/environment.ts';
import type { HeadOfficePc } from '#shared/contract/head-office.ts';
import { searchText } from '#shared/text/digits.ts';
import { migrate } from '../database/migrate.ts';
import { noHead, type Entry, type Head, type Tampered } from './entry.ts';
import type { ListedPc } from './pc.ts';
import { activityOf, approvalOf, closeOf, decisionOf } from './published.ts';
import { storeMigrations } from './store-schema.ts';
import { approvalsIn } from './store-approvals.ts';
import { shownIn } from './store-shown.ts';

export const STORE = 'head-office.sqlite';

export function removeStore(folder: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal'])
    rmSync(join(folder, `${STORE}${suffix}`), { force: true });
}

function openFile(folder: string): Sqlite.Database {
  const db = new Sqlite(join(folder, STORE));
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    const [first] = db.pragma('quick_check(1)') as { quick_check: string }[];
    if (first?.quick_check !== 'ok') throw new Error(`${STORE}: ${first?.quick_check}`);
    migrate(db, storeMigrations);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

const entrySchema = z.object({
  pc: z.string(),
  seq: z.number(),
  environment: z.enum(environments),
  merchant: z.string(),
  branch: z.string(),
  kind: z.string(),
  atMs: z.number(),
  body: z.string(),
  previous: z.string(),
  hash: z.string(),
  signature: z.string(),
});
const ENTRY = 'pc, seq, environment, merchant, branch, kind, at_ms AS atMs, body, previous, hash, signature';

const pcSchema = z.object({
  id: z.string(),
  name: z.string(),
  branch: z.string(),
  entries: z.number(),
  lastEntryAtMs: z.number().nullable(),
  withdrawnAtMs: z.number().nullable(),
  isHome: z.literal([0, 1]),
  brokenSeq: z.number().nullable(),
  brokenProblem: z.enum(entryProblems).nullable(),
});

/** Of the others' entries, newest first, as their clocks said; `pc` and `seq` decide where they said the same. */
type NewestPlace = { readonly atMs: number; readonly pc: string; readonly seq: number };
export type NewestQuery = {
  readonly text: string;
  readonly actor: string | null;
  readonly action: string | null;
  /** One PC, or all but this one. */
  readonly pc: string | null;
  readonly before: NewestPlace | null;
  readonly limit: number;
};
export type NewestRow = { readonly pcName: string; readonly entry: Entry };

/** An entry of the journal of a PC. */
export type Origin = { readonly seq: number; readonly hash: string };

export type Store = ReturnType<typeof openStore>;

/** A file that cannot be used is made anew: nothing in it is lost. */
export function openStore(folder: string, self: string) {
  let db: Sqlite.Database;
  try {
    db = openFile(folder);
  } catch {
    removeStore(folder);
    db = openFile(folder);
  }
  const approvals = approvalsIn(db, self);
  const { show, forgetOthers, ...shown } = shownIn(db, self, approvals);
  const { keepDecided, decided, othersAsked } = approvals;
  return {
    ...entriesIn(db, show),
    ...pcsIn(db, self, forgetOthers),
    ...newestIn(db, self),
    ...shown,
    keepDecided,
    decided,
    othersAsked,
    close: () => void db.close(),
  };
}

function entriesIn(db: Sqlite.Database, show: (entry: Entry) => void) {
  const insert = db.prepare(
    `INSERT INTO entry (pc, seq, environment, merchant, branch, kind, at_ms, body, previous, hash, signature,
       journal_seq, journal_hash, actor, action, search)
     VALUES (@pc, @seq, @environment, @merchant, @branch, @kind, @atMs, @body, @previous, @hash, @signature,
       @journalSeq, @journalHash, @actor, @action, @search)`,
  );
  const last = db.prepare('SELECT seq, hash FROM entry WHERE pc = ? ORDER BY seq DESC LIMIT 1');
  const one = db.prepare('SELECT hash FROM entry WHERE pc = ? AND seq = ?').pluck();
  const after = db.prepare(`SELECT ${ENTRY} FROM entry WHERE pc = ? AND seq > ? ORDER BY seq LIMIT ?`);
  const origins = db.prepare(
    `SELECT journal_seq AS seq, journal_hash AS hash FROM entry
     WHERE pc = ? AND (kind = 'activity') = ? AND journal_seq IS NOT NULL ORDER BY seq DESC`,
  );
  return {
    headOf: (pc: string): Head => (last.get(pc) as Head | undefined) ?? noHead,
    hashAt: (pc: string, seq: number): string | null => (one.get(pc, seq) as string | undefined) ?? null,
    after: (pc: string, seq: number, limit: number): Entry[] =>
      after.all(pc, seq, limit).map((row) => entrySchema.parse(row)),
    /** Which entries of the journal this PC's own were made of, the newest first. */
    origins: (pc: string, what: 'activity' | 'more') =>
      origins.iterate(pc, what === 'activity' ? 1 : 0) as IterableIterator<Origin>,
    /** Up to where the journal was looked through for what has more to tell, in this process. */
    looked: { seq: 0, hash: '' } as Origin,
    add: db.transaction((entries: readonly Entry[]) => {
      for (const entry of entries) {
        const shown = activityOf(entry);
        const origin = shown ?? originOf(entry);
        insert.run({
          ...entry,
          journalSeq: origin?.seq ?? null,
          journalHash: origin?.hash ?? null,
          actor: shown?.actor ?? null,
          action: shown?.action ?? null,
          search:
            shown &&
            searchText([shown.target, shown.actor, shown.machine, shown.facts].join(' ')).toLowerCase(),
        });
        show(entry);
      }
    }),
  };
}

const originOf = (entry: Entry): Origin | null =>
  (closeOf(entry) ?? approvalOf(entry) ?? decisionOf(entry))?.origin ?? null;

function pcsIn(db: Sqlite.Database, self: string, forgetOthers: () => void) {
  const keep = db.prepare(
    `INSERT INTO pc (id, name, branch, last_entry_at_ms, withdrawn_at_ms, is_home)
     VALUES (@id, @name, @branch, @lastEntryAtMs, @withdrawnAtMs, @isHome)
     ON CONFLICT (id) DO UPDATE SET name = @name, branch = @branch, last_entry_at_ms = @lastEntryAtMs,
       withdrawn_at_ms = @withdrawnAtMs, is_home = @isHome`,
  );
  const mark = db.prepare('UPDATE pc SET broken_seq = ?, broken_problem = ? WHERE id = ?');
  const all = db.prepare(
    `SELECT id, name, branch,
       coalesce(last_entry_at_ms, (SELECT max(at_ms) FROM entry WHERE entry.pc = pc.id)) AS lastEntryAtMs, withdrawn_at_ms AS withdrawnAtMs, is_home AS isHome, broken_seq AS brokenSeq,
       broken_problem AS brokenProblem, coalesce((SELECT max(seq) FROM entry WHERE entry.pc = pc.id), 0) AS entries
     FROM pc ORDER BY name, id`,
  );
  const epoch = db.prepare('SELECT epoch FROM epoch').pluck();
  return {
    keepPcs: db.transaction((pcs: readonly ListedPc[]) => {
      for (const { id, name, branch, lastEntryAtMs, withdrawnAtMs, isHome } of pcs)
        keep.run({ id, name, branch, lastEntryAtMs, withdrawnAtMs, isHome: isHome ? 1 : 0 });
    }),
    mark: (pc: string, found: Tampered | null) =>
      void mark.run(found?.seq ?? null, found?.problem ?? null, pc),
    pcs: (): HeadOfficePc[] =>
      all.all().map((row) => {
        const { brokenSeq, brokenProblem, isHome, ...pc } = pcSchema.parse(row);
        const broken =
          brokenSeq !== null && brokenProblem !== null ? { seq: brokenSeq, problem: brokenProblem } : null;
        return { ...pc, isSelf: pc.id === self, isHome: isHome === 1, broken };
      }),
    /** Another epoch is another record: what was read of the one before is not in it. */
    follow: db.transaction((now: string) => {
      if (epoch.get() === now) return;
      db.prepare('DELETE FROM entry WHERE pc <> ?').run(self);
      forgetOthers();
      db.prepare('DELETE FROM pc').run();
      db.prepare(
        'INSERT INTO epoch VALUES (1, ?) ON CONFLICT (only_one) DO UPDATE SET epoch = excluded.epoch',
      ).run(now);
    }),
  };
}

function newestIn(db: Sqlite.Database, self: string) {
  return {
    newest({ text, actor, action, pc, before, limit }: NewestQuery): NewestRow[] {
      const parts = ['entry.action IS NOT NULL', pc === null ? 'entry.pc <> ?' : 'entry.pc = ?'];
      const args: unknown[] = [pc ?? self];
      const add = (part: string, ...values: unknown[]) => void (parts.push(part), args.push(...values));
      if (actor !== null) add('entry.actor = ?', actor);
      if (action !== null) add('entry.action = ?', action);
      if (text !== '') add('instr(entry.search, ?) > 0', text);
      if (before) add('(entry.at_ms, entry.pc, entry.seq) < (?, ?, ?)', before.atMs, before.pc, before.seq);
      const rows = db
        .prepare(
          `SELECT entry.*, entry.at_ms AS atMs, coalesce(pc.name, entry.pc) AS pcName
           FROM entry LEFT JOIN pc ON pc.id = entry.pc WHERE ${parts.join(' AND ')}
           ORDER BY entry.at_ms DESC, entry.pc DESC, entry.seq DESC LIMIT ?`,
        )
        .all(...args, limit) as { pcName: string }[];
      return rows.map((row) => ({ pcName: row.pcName, entry: entrySchema.parse(row) }));
    },
    /** What a filter can name. */
    names: () => {
      const texts = (column: 'actor' | 'action') =>
        db
          .prepare(`SELECT DISTINCT ${column} FROM entry WHERE pc <> ? AND action IS NOT NULL`)
          .pluck()
          .all(self) as string[];
      return { actors: texts('actor'), actions: texts('action') };
    },
  };
}
