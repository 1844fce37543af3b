/**
 * The entries that are kept: this PC's own as it signed them, and those of the others that were verified. Activity of the others is
 * kept apart (store-told.ts).
 */
import type Sqlite from 'better-sqlite3';
import { entrySchema, noHead, type Entry, type Head } from './entry.ts';
import { activityOf, closeOf } from './published.ts';
import { approvalOf, decisionOf } from './published-approvals.ts';
import type { WorkedOut } from './run.ts';
import { toldBy, type Pack, type Told } from './pack.ts';

/** Which entry of its PC's journal an entry was made of. */
export type Origin = { readonly seq: number; readonly hash: string };
/** What an entry says, if it is of a kind and a shape that is known here: read once, for all who want it. */
export type Said = {
  readonly activity: ReturnType<typeof activityOf>;
  readonly close: ReturnType<typeof closeOf>;
  readonly approval: ReturnType<typeof approvalOf>;
  readonly decision: ReturnType<typeof decisionOf>;
};
export const saidIn = (entry: Pick<Entry, 'kind' | 'atMs' | 'body'>): Said => ({
  activity: activityOf(entry),
  close: closeOf(entry),
  approval: approvalOf(entry),
  decision: decisionOf(entry),
});

const ENTRY = 'pc, seq, environment, merchant, branch, kind, at_ms AS atMs, body, previous, hash, signature';

/** In the order of the columns of `insert`. */
type Row = readonly (string | number | null)[];

/** What else is done with entries. `show`: fills the lists that one belongs to. `keepTold` and `keepPacked`: keep activity of other PCs. */
type Kept = {
  readonly show: (entry: Entry, said: Said) => void;
  readonly keepTold: (told: readonly Told[]) => void;
  readonly keepPacked: (pack: Pack) => void;
};

/** The last entry of each PC that is kept, or that was passed over with those before it. */
function headsIn(db: Sqlite.Database) {
  const keep = db.prepare(
    'INSERT INTO head (pc, seq, hash) VALUES (?, ?, ?) ON CONFLICT (pc) DO UPDATE SET seq = excluded.seq, hash = excluded.hash',
  );
  const one = db.prepare('SELECT seq, hash FROM head WHERE pc = ?');
  const all = db.prepare('SELECT pc, seq, hash FROM head');
  return {
    keepHead: (pc: string, { seq, hash }: Head): void => void keep.run(pc, seq, hash),
    headOf: (pc: string): Head => (one.get(pc) as Head | undefined) ?? noHead,
    heads: (): ReadonlyMap<string, Head> =>
      new Map((all.all() as (Head & { pc: string })[]).map(({ pc, seq, hash }) => [pc, { seq, hash }])),
  };
}

/** Of other PCs neither chain nor signatures are kept: they were verified, and this PC publishes none of them. */
export function entriesIn(db: Sqlite.Database, self: string, { show, keepTold, keepPacked }: Kept) {
  const insert = db.prepare(
    `INSERT INTO entry (pc, seq, environment, merchant, branch, kind, at_ms, body, previous, hash, signature, journal_seq, journal_hash)
     VALUES (${Array.from('?'.repeat(13)).join()})`,
  );
  const { keepHead, headOf, heads } = headsIn(db);
  const one = db.prepare('SELECT hash FROM entry WHERE pc = ? AND seq = ?').pluck();
  const after = db.prepare(`SELECT ${ENTRY} FROM entry WHERE pc = ? AND seq > ? ORDER BY seq LIMIT ?`);
  const origins = db.prepare(
    `SELECT journal_seq AS seq, journal_hash AS hash FROM entry
     WHERE pc = ? AND (kind = 'activity') = ? AND journal_seq IS NOT NULL ORDER BY seq DESC`,
  );
  const notRead = db.prepare('UPDATE pc SET archived = archived + ? WHERE id = ?');
  const readAnew = db.prepare('UPDATE pc SET archived = 0 WHERE id <> ?');
  function keepOne(entry: Entry, said: Said): void {
    insert.run(rowOf(entry, said, entry.pc === self));
    show(entry, said);
  }
  return {
    headOf,
    heads,
    /** Of this PC's own. */
    hashAt: (seq: number): string | null => (one.get(self, seq) as string | undefined) ?? null,
    /** Of another PC without its activity. */
    after: (pc: string, seq: number, limit: number): Entry[] =>
      after.all(pc, seq, limit).map((row) => entrySchema.parse(row)),
    /** Which entries of the journal this PC's own were made of, the newest first. */
    origins: (pc: string, what: 'activity' | 'more') =>
      origins.iterate(pc, what === 'activity' ? 1 : 0) as IterableIterator<Origin>,
    /** Up to where the journal was looked through for what has more to tell, in this process. */
    looked: { seq: 0, hash: '' } as Origin,
    /** Of one PC, in order, behind its head. */
    add: db.transaction((entries: readonly Entry[]) => {
      const told: Told[] = [];
      for (const entry of entries) {
        const said = saidIn(entry);
        const one = entry.pc === self ? null : toldBy(entry, said.activity);
        if (one) {
          told.push(one);
          continue;
        }
        keepOne(entry, said);
      }
      keepTold(told);
      const last = entries.at(-1);
      if (last) keepHead(last.pc, last);
    }),
    /** Of another PC, behind its head. */
    addRun: db.transaction(({ pc, head, told, entries }: WorkedOut) => {
      for (const entry of entries) keepOne(entry, saidIn(entry));
      if (told) keepPacked(told);
      keepHead(pc, head);
    }),
    /** Takes this archived entry of another PC as the last that was read. Those before it are not on the server any more. */
    pass: db.transaction((entry: Entry) => {
      notRead.run(entry.seq - headOf(entry.pc).seq, entry.pc);
      keepHead(entry.pc, entry);
    }),
    /** Adds to the count of a PC's entries that were archived before this PC read them. */
    notRead: (pc: string, count: number): void => void notRead.run(count, pc),
    forgetOthers(): void {
      readAnew.run(self);
      for (const table of ['entry', 'head', 'named'])
        db.prepare(`DELETE FROM ${table} WHERE pc <> ?`).run(self);
    },
  };
}

function rowOf(entry: Entry, { activity, close, approval, decision }: Said, isOwn: boolean): Row {
  const { pc, seq, environment, merchant, branch, kind, atMs, body, previous, hash, signature } = entry;
  const origin = isOwn ? (activity ?? (close ?? approval ?? decision)?.origin) : null;
  const chained = isOwn ? [previous, hash, signature] : ['', hash, ''];
  const place = [origin?.seq ?? null, origin?.hash ?? null];
  return [pc, seq, environment, merchant, branch, kind, atMs, body, ...chained, ...place];
}
