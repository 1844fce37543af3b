/** What this PC keeps of head office: its own entries as it signed them, and what it has read and verified of the others. */
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { apartFailureOf, entryProblems } from '#shared/domain/head-office.ts';
import type { HeadOfficePc } from '#shared/contract/head-office.ts';
import { makeQuick } from '../database/durable.ts';
import { isUnusable } from '../database/open-error.ts';
import { openOrMakeAnew, removeDatabase } from '../database/remove-database.ts';
import type { Entry, Tampered } from './entry.ts';
import { openBatons } from './baton-file.ts';
import { openFile } from './open-file.ts';
import { SpoiledPack } from './pack.ts';
import type { ListedPc } from './pc.ts';
import type { WorkedOut } from './run.ts';
import { boardIn } from './store-board.ts';
import type { BoardMarks } from './kept-facts.ts';
import { storeMigrations } from './store-schema.ts';
import { approvalsIn } from './store-approvals.ts';
import { entriesIn } from './store-entries.ts';
import { newestIn, type NewestQuery, type NewestRow } from './store-newest.ts';
import { peopleIn } from './store-people.ts';
import { shownIn } from './store-shown.ts';
import { takeOverIn } from './store-take-over.ts';
import { toldIn } from './store-told.ts';

export const STORE = 'head-office.sqlite';

export const removeStore = (folder: string): void => removeDatabase(folder, STORE);

function openDatabase(folder: string): Sqlite.Database {
  const db = openFile(join(folder, STORE), storeMigrations, makeQuick);
  // While a long record is read, the file is brought up to date after each 64 MB only.
  db.pragma('wal_autocheckpoint = 16000');
  return db;
}

const pcSchema = z.object({
  id: z.string(),
  name: z.string(),
  branch: z.string(),
  entries: z.number(),
  unreadCloses: z.number(),
  lastEntryAtMs: z.number().nullable(),
  withdrawnAtMs: z.number().nullable(),
  isHome: z.literal([0, 1]),
  archived: z.number(),
  brokenSeq: z.number().nullable(),
  brokenProblem: z.enum(entryProblems).nullable(),
});

export type Store = ReturnType<typeof openStore>;

export function openStore(folder: string, self: string) {
  // Head office has all that is in it.
  const db = openOrMakeAnew(
    folder,
    STORE,
    () => openDatabase(folder),
    (error) => isUnusable(error, join(folder, STORE)),
  );
  const { batons, apart, keepApart, close } = openBatons(folder);
  takeOverApart(db, { apart, keepApart });
  const approvals = approvalsIn(db, self);
  const board = boardIn(db, { pcs: () => pcs.pcs(), pc: (id) => pcs.pc(id) });
  const { show, forgetOthers, ...shown } = shownIn(db, self, { approvals, board: board.marks });
  const { keepDecided, decided, othersAsked } = approvals;
  const { keepTold, keepPacked, forgetTold, names } = toldIn(db, self);
  const { addRun, ...entries } = entriesIn(db, self, { show, keepTold, keepPacked });
  const forget = () => {
    entries.forgetOthers();
    forgetTold();
    forgetOthers();
  };
  const pcs = pcsIn(db, self, { forgetOthers: forget, board: board.marks });
  const newest = newestIn(db, self);
  /** What the others told is read again in the next round. */
  const ifSpoiled = (error: unknown): NewestRow[] => {
    if (!(error instanceof SpoiledPack)) throw error;
    db.transaction(forget)();
    return [];
  };
  return {
    ...entries,
    add(of: readonly Entry[]): void {
      entries.add(of);
      // The last of them says when its PC was heard of.
      for (const { pc } of of.slice(-1)) board.marks.pc(pc);
    },
    addRun(run: WorkedOut): void {
      addRun(run);
      board.marks.pc(run.pc);
    },
    ...pcs,
    board: board.page,
    branchNow: board.branchNow,
    keepBoardUp: board.keepUp,
    newest: (query: NewestQuery): Promise<NewestRow[]> => newest(query).catch(ifSpoiled),
    names,
    takeOverSome: takeOverIn(db, self, keepTold),
    ...shown,
    ...peopleIn(db),
    apart,
    keepApart,
    keepDecided,
    decided,
    othersAsked,
    /** Keeps everything that `work` keeps, or nothing of it. */
    together: (work: () => void) => db.transaction(work)(),
    batons,
    close: (): void => {
      close();
      db.close();
    },
  };
}

/** An older Closeout kept in this file why the PC was set apart from the chain. It goes from here once the other file has it. */
function takeOverApart(
  db: Sqlite.Database,
  { apart, keepApart }: Pick<ReturnType<typeof openBatons>, 'apart' | 'keepApart'>,
): void {
  const failure = apartFailureOf(db.prepare('SELECT failure FROM apart').pluck().get());
  if (failure === null) return;
  keepApart(failure);
  if (apart() === failure) db.prepare('DELETE FROM apart').run();
}

type OfPcs = { readonly forgetOthers: () => void; readonly board: BoardMarks };

function pcsIn(db: Sqlite.Database, self: string, { forgetOthers, board }: OfPcs) {
  const keep = db.prepare(
    `INSERT INTO pc (id, name, branch, last_entry_at_ms, withdrawn_at_ms, is_home)
     VALUES (@id, @name, @branch, @lastEntryAtMs, @withdrawnAtMs, @isHome)
     ON CONFLICT (id) DO UPDATE SET name = @name, branch = @branch, last_entry_at_ms = @lastEntryAtMs,
       withdrawn_at_ms = @withdrawnAtMs, is_home = @isHome
     WHERE (name, branch, last_entry_at_ms, withdrawn_at_ms, is_home)
       IS NOT (@name, @branch, @lastEntryAtMs, @withdrawnAtMs, @isHome)`,
  );
  const mark = db.prepare(
    `UPDATE pc SET broken_seq = @seq, broken_problem = @problem
     WHERE id = @id AND (broken_seq, broken_problem) IS NOT (@seq, @problem)`,
  );
  const ids = db.prepare('SELECT id FROM pc').pluck();
  const markAll = db.transaction((found: readonly (readonly [string, Tampered | null])[]) => {
    for (const [id, broken] of found)
      if (mark.run({ id, seq: broken?.seq ?? null, problem: broken?.problem ?? null }).changes > 0)
        board.pc(id);
  });
  const listed = (where: string) =>
    db.prepare(
      `SELECT id, name, branch,
       coalesce(last_entry_at_ms, (SELECT at_ms FROM entry WHERE entry.pc = pc.id AND entry.seq = head.seq)) AS lastEntryAtMs,
       withdrawn_at_ms AS withdrawnAtMs, is_home AS isHome, broken_seq AS brokenSeq, broken_problem AS brokenProblem,
       archived, coalesce(head.seq, 0) - archived AS entries, (SELECT count(*) FROM unread_close WHERE unread_close.pc = pc.id) AS unreadCloses
     FROM pc LEFT JOIN head ON head.pc = pc.id ${where}`,
    );
  const all = listed('ORDER BY name, id');
  const one = listed('WHERE id = ?');
  const pcOf = (row: unknown): HeadOfficePc => {
    const { brokenSeq, brokenProblem, isHome, ...pc } = pcSchema.parse(row);
    const broken =
      brokenSeq !== null && brokenProblem !== null ? { seq: brokenSeq, problem: brokenProblem } : null;
    return { ...pc, isSelf: pc.id === self, isHome: isHome === 1, broken };
  };
  const epoch = db.prepare('SELECT epoch FROM epoch').pluck();
  return {
    keepPcs: db.transaction((pcs: readonly ListedPc[]) => {
      for (const { id, name, branch, lastEntryAtMs, withdrawnAtMs, isHome } of pcs)
        if (keep.run({ id, name, branch, lastEntryAtMs, withdrawnAtMs, isHome: isHome ? 1 : 0 }).changes > 0)
          board.pc(id);
    }),
    /** What is wrong with each of these PCs, if anything is. */
    mark: markAll,
    /** PCs that were on the server and are not any more. */
    markGone(there: readonly string[]): void {
      const known = new Set(there);
      const gone = (ids.all() as string[]).filter((id) => !known.has(id));
      markAll(gone.map((pc) => [pc, { ok: false, pc, seq: 1, problem: 'cut' }]));
    },
    pcs: (): HeadOfficePc[] => all.all().map(pcOf),
    pc(id: string): HeadOfficePc | null {
      const row = one.get(id);
      return row === undefined ? null : pcOf(row);
    },
    /** Another epoch is another record: what was read of the one before is not in it. */
    follow: db.transaction((now: string) => {
      if (epoch.get() === now) return;
      forgetOthers();
      db.prepare('DELETE FROM people_change').run();
      db.prepare('DELETE FROM pc').run();
      db.prepare(
        'INSERT INTO epoch VALUES (1, ?) ON CONFLICT (only_one) DO UPDATE SET epoch = excluded.epoch',
      ).run(now);
    }),
  };
}
