/** Activity of all other PCs in one list, newest first. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { bodiesOf, placesOf, type ToldEntry } from './pack.ts';

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

/**
 * The rows of each PC lie by themselves: so the table grows at as many ends as there are PCs, and a long record is not written
 * all over. The list is put together from spans of time, each eight times as long as the one before.
 */
const FIRST_SPAN_MS = 10 * 60_000;
const LONGER = 8;
const OF_PCS = 'FROM head JOIN word AS teller ON teller.text = head.pc';
const IN_ORDER = 'ORDER BY t.at_ms DESC, head.pc DESC, t.seq DESC';
const which = (pc: string | null): string => (pc === null ? 'head.pc <> ?' : 'head.pc = ?');

/** What a row must meet, and the values for it. `only`: more of it. */
function conditionsOf(
  { actor, action, pc, before }: NewestQuery,
  self: string,
  only: Readonly<Record<string, unknown>>,
): { readonly where: string; readonly args: readonly unknown[] } {
  const parts = [which(pc), ...Object.keys(only)];
  const args: unknown[] = [pc ?? self, ...Object.values(only)];
  const add = (part: string, ...values: unknown[]) => void (parts.push(part), args.push(...values));
  const wordOf = '(SELECT id FROM word WHERE text = ?)';
  if (actor !== null) add(`t.actor = ${wordOf}`, actor);
  if (action !== null) add(`t.action = ${wordOf}`, action);
  if (before) add('(t.at_ms, head.pc, t.seq) < (?, ?, ?)', before.atMs, before.pc, before.seq);
  return { where: parts.join(' AND '), args };
}

export function newestIn(db: Sqlite.Database, self: string) {
  const latestOf = (pc: string | null) =>
    db
      .prepare(
        `SELECT max((SELECT max(at_ms) FROM told WHERE pc = teller.id AND at_ms <= ?)) ${OF_PCS} WHERE ${which(pc)}`,
      )
      .pluck();
  const latest = { all: latestOf(null), one: latestOf('') };
  const packed = db.prepare('SELECT packed FROM told_pack WHERE id = ?').pluck();
  const packOf = (id: number): Buffer | undefined => packed.get(id) as Buffer | undefined;
  const knows = db.prepare('SELECT 1 FROM word WHERE text = ?');
  const isKnown = (word: string | null): boolean => word === null || knows.get(word) !== undefined;

  const hitsOf = (query: NewestQuery, only: Readonly<Record<string, unknown>>, limit: number): Hit[] => {
    const { where, args } = conditionsOf(query, self, only);
    return db
      .prepare(
        `SELECT head.pc, coalesce(pc.name, head.pc) AS pcName, t.seq, t.at_ms AS atMs, t.pack, t.place
         ${OF_PCS} CROSS JOIN told AS t ON t.pc = teller.id LEFT JOIN pc ON pc.id = head.pc
         WHERE ${where} ${IN_ORDER} LIMIT ?`,
      )
      .all(...args, limit)
      .map((row) => hitSchema.parse(row));
  };

  /** Each pack is opened once. */
  function rowsOf(hits: readonly Hit[]): NewestRow[] {
    const open = new Map<number, readonly string[]>();
    return hits.flatMap(({ pc, pcName, seq, atMs, pack, place }) => {
      const bytes = open.has(pack) ? undefined : packOf(pack);
      if (bytes) open.set(pack, bodiesOf(bytes));
      const body = open.get(pack)?.[place];
      return body === undefined ? [] : [{ pcName, entry: { pc, seq, kind: 'activity', atMs, body } }];
    });
  }

  function hitsOfAll(query: NewestQuery): readonly Hit[] {
    const { pc, before, limit } = query;
    const found: Hit[] = [];
    let toMs = before?.atMs ?? Number.MAX_SAFE_INTEGER;
    for (let spanMs = FIRST_SPAN_MS; found.length < limit; spanMs *= LONGER) {
      const last = latest[pc === null ? 'all' : 'one'].get(toMs, pc ?? self) as number | null;
      if (last === null) break;
      const fromMs = last - spanMs;
      found.push(...hitsOf(query, { 't.at_ms > ?': fromMs, 't.at_ms <= ?': last }, limit - found.length));
      toMs = fromMs;
    }
    return found;
  }

  /** Of those with the text. Every pack may have to be opened: others are heard in between. */
  async function hitsOfText(query: NewestQuery): Promise<readonly Hit[]> {
    const kept = newestOf(query.limit);
    for (const pack of packsOf(db, self, query)) {
      if (!kept.mayCome(pack.lastMs)) break;
      await nextTurn();
      const bytes = packOf(pack.id);
      const places = bytes ? placesOf(bytes, query.text) : new Set<number>();
      if (places.size === 0) continue;
      const span = { 't.at_ms >= ?': pack.firstMs, 't.at_ms <= ?': pack.lastMs, 't.pack = ?': pack.id };
      kept.add(hitsOf({ ...query, pc: pack.pc }, span, -1).filter(({ place }) => places.has(place)));
    }
    return kept.all();
  }

  return async (query: NewestQuery): Promise<NewestRow[]> => {
    if (![query.actor, query.action].every(isKnown)) return [];
    return rowsOf(query.text === '' ? hitsOfAll(query) : await hitsOfText(query));
  };
}

const packSchema = z.object({ id: z.number(), pc: z.string(), firstMs: z.number(), lastMs: z.number() });

/** Packs with entries that may be on the page, the newest first. */
function packsOf(db: Sqlite.Database, self: string, { pc, before }: NewestQuery) {
  return db
    .prepare(
      `SELECT p.id, head.pc, p.first_ms AS firstMs, p.last_ms AS lastMs
       ${OF_PCS} CROSS JOIN told_pack AS p ON p.pc = teller.id
       WHERE ${which(pc)} AND p.first_ms <= ? ORDER BY p.last_ms DESC`,
    )
    .all(pc ?? self, before?.atMs ?? Number.MAX_SAFE_INTEGER)
    .map((row) => packSchema.parse(row));
}

/** The newest `limit` of what is added, in order. */
function newestOf(limit: number) {
  let hits: Hit[] = [];
  return {
    add(more: readonly Hit[]): void {
      const later = (a: Hit, b: Hit) =>
        b.atMs - a.atMs || Number(b.pc > a.pc) - Number(b.pc < a.pc) || b.seq - a.seq;
      hits = [...hits, ...more].sort(later).slice(0, limit);
    },
    /** May an entry of this time still be one of them? */
    mayCome: (atMs: number): boolean => hits.length < limit || atMs >= (hits.at(-1)?.atMs ?? -Infinity),
    all: (): readonly Hit[] => hits,
  };
}
