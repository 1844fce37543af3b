/** Moves activity of other PCs from the entries, where an older Closeout kept it, to where it is packed. */
import type Sqlite from 'better-sqlite3';
import { toldBy, type Told, type ToldEntry } from './pack.ts';

/** Counted up when more entries can be shown than before: every PC then looks through them again. */
const TAKEN_VERSION = 1;
/** Entries in one transaction: so the thread hears others in between, and can be ended anywhere. */
const AT_ONCE = 500;

/** Each call takes over some of them; true while there may be more. */
export function takeOverIn(
  db: Sqlite.Database,
  self: string,
  keepTold: (told: readonly Told[]) => void,
): () => boolean {
  const version = db.prepare('SELECT version FROM taken').pluck();
  const old = db.prepare(
    `SELECT pc, seq, kind, at_ms AS atMs, body FROM entry WHERE pc = ? AND seq > ? AND kind = 'activity' ORDER BY seq LIMIT ${AT_ONCE}`,
  );
  const remove = db.prepare('DELETE FROM entry WHERE pc = ? AND seq = ?');
  let left: string[] | null = null;
  let seq = 0;
  const takeSome = db.transaction((pc: string): void => {
    const page = old.all(pc, seq) as ToldEntry[];
    const told = page.flatMap((entry) => toldBy(entry) ?? []);
    keepTold(told);
    for (const { entry } of told) remove.run(pc, entry.seq);
    seq = page.at(-1)?.seq ?? 0;
    if (page.length < AT_ONCE) {
      left?.shift();
      seq = 0;
    }
  });
  return () => {
    if (version.get() === TAKEN_VERSION) return false;
    left ??= db.prepare('SELECT pc FROM head WHERE pc <> ?').pluck().all(self) as string[];
    const [pc] = left;
    if (pc !== undefined) takeSome.immediate(pc);
    else db.prepare('INSERT OR REPLACE INTO taken VALUES (1, ?)').run(TAKEN_VERSION);
    return true;
  };
}
