/** Activity of all other PCs in one list, newest first. */
import type Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { entriesOf, saidAt, unpack, type ToldEntry } from './store-told.ts';

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
export type NewestRow = { readonly pcName: string; readonly entry: ToldEntry };

const hitSchema = z.object({
  pc: z.string(),
  pcName: z.string(),
  seq: z.number(),
  atMs: z.number(),
  pack: z.number(),
  place: z.number(),
});
type Hit = z.output<typeof hitSchema>;
/** Later than `fromMs`, up to `toMs`. */
type Span = { readonly fromMs: number; readonly toMs: number };

/**
 * The rows of each PC lie by themselves: so the table grows at as many ends as there are PCs, and a long record is not written
 * all over. The list is put together from spans of time, each eight times as long as the one before.
 */
const FIRST_SPAN_MS = 10 * 60_000;
const LONGER = 8;
const OF_PCS = 'FROM head JOIN word AS teller ON teller.text = head.pc';

const which = (pc: string | null): string => (pc === null ? 'head.pc <> ?' : 'head.pc = ?');

export function newestIn(db: Sqlite.Database, self: string) {
  const latestOf = (pc: string | null) =>
    db
      .prepare(
        `SELECT max((SELECT max(at_ms) FROM told WHERE pc = teller.id AND at_ms <= ?)) ${OF_PCS} WHERE ${which(pc)}`,
      )
      .pluck();
  const latest = { all: latestOf(null), one: latestOf('') };
  const packed = db.prepare('SELECT packed FROM told_pack WHERE id = ?').pluck();

  /** At most `limit`. Each pack is opened once. */
  function within(query: NewestQuery, span: Span, limit: number): NewestRow[] {
    const open = new Map<number, readonly string[]>();
    const saidBy = ({ pack, place }: Hit) => {
      let entries = open.get(pack);
      if (!entries) open.set(pack, (entries = entriesOf(unpack(packed.get(pack) as Buffer))));
      return saidAt(entries, place);
    };
    const found: NewestRow[] = [];
    for (const row of hitsIn(db, self, query, { ...span, limit })) {
      const hit = hitSchema.parse(row);
      const { body, search } = saidBy(hit);
      if (!search.includes(query.text)) continue;
      const { pc, pcName, seq, atMs } = hit;
      found.push({ pcName, entry: { pc, seq, kind: 'activity', atMs, body } });
      if (found.length === limit) break;
    }
    return found;
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
        found.push(...within(query, { fromMs, toMs: last }, limit - found.length));
        toMs = fromMs;
      }
      return found;
    },
  };
}

/** In order. Of a text all entries of the packs that have it: some of these do not have it themselves. */
function hitsIn(
  db: Sqlite.Database,
  self: string,
  query: NewestQuery,
  { fromMs, toMs, limit }: Span & { limit: number },
): IterableIterator<unknown> {
  const { text, actor, action, pc, before } = query;
  const parts = [which(pc), 't.at_ms > ?', 't.at_ms <= ?'];
  const args: unknown[] = [pc ?? self, fromMs, toMs];
  const add = (part: string, ...values: unknown[]) => void (parts.push(part), args.push(...values));
  const wordOf = '(SELECT id FROM word WHERE text = ?)';
  if (actor !== null) add(`t.actor = ${wordOf}`, actor);
  if (action !== null) add(`t.action = ${wordOf}`, action);
  if (before) add('(t.at_ms, head.pc, t.seq) < (?, ?, ?)', before.atMs, before.pc, before.seq);
  if (text !== '')
    add(
      't.pack IN (SELECT value FROM json_each(?))',
      JSON.stringify(packsWith(db, self, query, { fromMs, toMs })),
    );
  return db
    .prepare(
      `SELECT head.pc, coalesce(pc.name, head.pc) AS pcName, t.seq, t.at_ms AS atMs, t.pack, t.place
       ${OF_PCS} CROSS JOIN told AS t ON t.pc = teller.id LEFT JOIN pc ON pc.id = head.pc
       WHERE ${parts.join(' AND ')} ORDER BY t.at_ms DESC, head.pc DESC, t.seq DESC LIMIT ?`,
    )
    .iterate(...args, text === '' ? limit : -1);
}

/** Packs in which the text stands somewhere. */
function packsWith(
  db: Sqlite.Database,
  self: string,
  { text, pc }: NewestQuery,
  { fromMs, toMs }: Span,
): readonly number[] {
  const packs = db.prepare(
    `SELECT p.id, p.packed ${OF_PCS} JOIN told_pack AS p ON p.pc = teller.id
     WHERE ${which(pc)} AND p.last_ms > ? AND p.first_ms <= ?`,
  );
  const found: number[] = [];
  for (const row of packs.iterate(pc ?? self, fromMs, toMs)) {
    const { id, packed } = row as { id: number; packed: Buffer };
    if (unpack(packed).includes(text)) found.push(id);
  }
  return found;
}
