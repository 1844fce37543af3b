/**
 * Activity of the other PCs. Each entry has a row with what a list is ordered and filtered by. What it says lies packed, together with
 * the entries of its PC that came with it: a long record takes a fraction of the room, and is read at several times the speed.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type Sqlite from 'better-sqlite3';
import { searchedText } from '../audit/entry.ts';
import type { Entry } from './entry.ts';
import { activityOf } from './published.ts';

/** An entry that a list shows. */
export type ToldEntry = Pick<Entry, 'pc' | 'seq' | 'kind' | 'atMs' | 'body'>;
export type Told = {
  readonly entry: ToldEntry;
  readonly activity: NonNullable<ReturnType<typeof activityOf>>;
};

/** Between entries, and between what one says and what a search looks at. Neither is in a text that can be read as JSON. */
const [NEXT_ENTRY, NEXT_PART] = ['\x1e', '\x1f'];
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

const pack = (told: readonly Told[]): Buffer =>
  zstdCompressSync(
    told.map(({ entry, activity }) => `${entry.body}${NEXT_PART}${searchedText(activity)}`).join(NEXT_ENTRY),
    FASTEST,
  );
export const unpack = (packed: Buffer): string => zstdDecompressSync(packed).toString();
/** `place` counts from 0. */
export function saidAt(unpacked: readonly string[], place: number): { body: string; search: string } {
  const [body = '', search = ''] = (unpacked[place] ?? '').split(NEXT_PART);
  return { body, search };
}
export const entriesOf = (unpacked: string): readonly string[] => unpacked.split(NEXT_ENTRY);

/** Ids of PCs, names and actions. Kept for one transaction only: one that fails takes back what it added. */
function wordsIn(db: Sqlite.Database) {
  const find = db.prepare('SELECT id FROM word WHERE text = ?').pluck();
  const add = db.prepare('INSERT INTO word (text) VALUES (?) RETURNING id').pluck();
  return () => {
    const known = new Map<string, number>();
    return (text: string): number => {
      let id = known.get(text);
      if (id === undefined) known.set(text, (id = (find.get(text) ?? add.get(text)) as number));
      return id;
    };
  };
}

export function toldIn(db: Sqlite.Database, self: string) {
  const words = wordsIn(db);
  const keepPack = db.prepare('INSERT INTO told_pack (pc, first_ms, last_ms, packed) VALUES (?, ?, ?, ?)');
  const keep = db.prepare(
    'INSERT INTO told (pc, at_ms, seq, actor, action, pack, place) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const keepName = db.prepare('INSERT OR IGNORE INTO named (pc, what, text) VALUES (?, ?, ?)');
  const names = db.prepare('SELECT DISTINCT text FROM named WHERE pc <> ? AND what = ?').pluck();
  /** Of one PC. */
  function keepTold(told: readonly Told[]): void {
    const pc = told[0]?.entry.pc;
    if (pc === undefined) return;
    const id = words();
    const times = told.map(({ entry }) => entry.atMs);
    const span = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
    const { lastInsertRowid: packId } = keepPack.run(id(pc), ...span, pack(told));
    const by = { actor: new Set<string>(), action: new Set<string>() };
    told.forEach(({ entry, activity: { actor, action } }, place) => {
      keep.run(id(pc), entry.atMs, entry.seq, id(actor), id(action), packId, place);
      by.actor.add(actor);
      by.action.add(action);
    });
    for (const [what, texts] of Object.entries(by)) for (const text of texts) keepName.run(pc, what, text);
  }
  return {
    keepTold,
    forgetTold: (): void => void db.exec('DELETE FROM told; DELETE FROM told_pack; DELETE FROM word'),
    /** What a filter of Activity can name. */
    names: () => ({
      actors: names.all(self, 'actor') as string[],
      actions: names.all(self, 'action') as string[],
    }),
    moveTold: () => moveTold(db, self, keepTold),
  };
}

const AT_ONCE = 500;
/** From where an older Closeout kept it: so many entries in a transaction, so that it can be ended anywhere and goes on. */
function moveTold(db: Sqlite.Database, self: string, keepTold: (told: readonly Told[]) => void): void {
  const old = db.prepare(
    `SELECT pc, seq, kind, at_ms AS atMs, body FROM entry WHERE pc = ? AND seq > ? AND kind = 'activity' ORDER BY seq LIMIT ?`,
  );
  const remove = db.prepare('DELETE FROM entry WHERE pc = ? AND seq = ?');
  const movePage = db.transaction((page: readonly ToldEntry[]) => {
    const told = page.flatMap((entry) => {
      const activity = activityOf(entry);
      return activity ? [{ entry, activity }] : [];
    });
    keepTold(told);
    for (const { entry } of told) remove.run(entry.pc, entry.seq);
  });
  for (const pc of db.prepare('SELECT pc FROM head WHERE pc <> ?').pluck().all(self))
    for (let seq = 0, page: ToldEntry[]; (page = old.all(pc, seq, AT_ONCE) as ToldEntry[]).length > 0;) {
      movePage(page);
      seq = page.at(-1)?.seq ?? seq;
    }
}
