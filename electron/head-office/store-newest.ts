/** Activity of all PCs in one list, newest first. */
import type Sqlite from 'better-sqlite3';
import { entrySchema, type Entry } from './entry.ts';

/** As the clocks of the PCs said; `pc` and `seq` decide where they said the same. */
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

/**
 * The index has each PC's entries by themselves: so it grows at as many ends as there are PCs, and a long record is not written
 * all over. The list is put together from spans of time, each eight times as long as the one before.
 */
const FIRST_SPAN_MS = 10 * 60_000;
const LONGER = 8;

export function newestIn(db: Sqlite.Database, self: string) {
  const latestOf = (which: string) =>
    db
      .prepare(
        `SELECT max((SELECT max(at_ms) FROM entry WHERE pc = head.pc AND action IS NOT NULL AND at_ms <= ?)) FROM head WHERE ${which}`,
      )
      .pluck();
  const latest = { all: latestOf('pc <> ?'), one: latestOf('pc = ?') };
  const names = db.prepare('SELECT DISTINCT text FROM named WHERE pc <> ? AND what = ?').pluck();

  /** Later than `fromMs`, up to `toMs`. */
  function within(
    { text, actor, action, pc, before }: NewestQuery,
    span: { fromMs: number; toMs: number; limit: number },
  ): NewestRow[] {
    const parts = [pc === null ? 'head.pc <> ?' : 'head.pc = ?', 'e.at_ms > ?', 'e.at_ms <= ?'];
    const args: unknown[] = [pc ?? self, span.fromMs, span.toMs];
    const add = (part: string, ...values: unknown[]) => void (parts.push(part), args.push(...values));
    if (actor !== null) add('e.actor = ?', actor);
    if (action !== null) add('e.action = ?', action);
    if (text !== '') add('instr(e.search, ?) > 0', text);
    if (before) add('(e.at_ms, e.pc, e.seq) < (?, ?, ?)', before.atMs, before.pc, before.seq);
    const order = (of: string) => `ORDER BY ${of}.at_ms DESC, ${of}.pc DESC, ${of}.seq DESC`;
    const rows = db
      .prepare(
        `WITH hit AS MATERIALIZED (
           SELECT e.id FROM head CROSS JOIN entry AS e INDEXED BY entry_newest ON e.pc = head.pc AND e.action IS NOT NULL
           WHERE ${parts.join(' AND ')} ${order('e')} LIMIT ?
         )
         SELECT entry.*, entry.at_ms AS atMs, coalesce(pc.name, entry.pc) AS pcName
         FROM hit JOIN entry ON entry.id = hit.id LEFT JOIN pc ON pc.id = entry.pc ${order('entry')}`,
      )
      .all(...args, span.limit) as { pcName: string }[];
    return rows.map((row) => ({ pcName: row.pcName, entry: entrySchema.parse(row) }));
  }

  return {
    newest(query: NewestQuery): NewestRow[] {
      const { pc, before, limit } = query;
      const found: NewestRow[] = [];
      let toMs = before?.atMs ?? Number.MAX_SAFE_INTEGER;
      for (let spanMs = FIRST_SPAN_MS; found.length < limit; spanMs *= LONGER) {
        const last = latest[pc === null ? 'all' : 'one'].get(toMs, pc ?? self) as number | null;
        if (last === null) break;
        const fromMs = last - spanMs;
        found.push(...within(query, { fromMs, toMs: last, limit: limit - found.length }));
        toMs = fromMs;
      }
      return found;
    },
    /** What a filter can name. */
    names: () => ({
      actors: names.all(self, 'actor') as string[],
      actions: names.all(self, 'action') as string[],
    }),
  };
}
