/**
 * Activity of the other PCs. Each entry has a row with what a list is ordered and filtered by. What it says lies packed, together with
 * entries of its PC that came with it or before it: a long record takes a fraction of the room, and comes in at twice the speed.
 */
import type Sqlite from 'better-sqlite3';
import { insertRows, insertSql } from '../database/insert-rows.ts';
import { NUMBERS_A_ROW, packed, wholeOf, type Pack, type Told, type Unpacked } from './pack.ts';

/** Ids of PCs, names and actions. Known for one transaction only: one that fails takes back what it added. */
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

type SmallRow = { id: number; entries: number; firstMs: number; lastMs: number; bytes: Buffer };
type SmallPack = Omit<SmallRow, 'bytes'> & { whole: Unpacked };

/** Entries that come one by one go into the last pack of their PC while it is small. */
function packsIn(db: Sqlite.Database) {
  const small = db.prepare(
    `SELECT id, entries, first_ms AS firstMs, last_ms AS lastMs, packed AS bytes FROM told_pack WHERE pc = ? AND entries < 200
     ORDER BY id DESC LIMIT 1`,
  );
  const add = db.prepare(
    'INSERT INTO told_pack (pc, entries, first_ms, last_ms, packed) VALUES (?, ?, ?, ?, ?)',
  );
  const join = db.prepare(
    'UPDATE told_pack SET entries = ?, first_ms = ?, last_ms = ?, packed = ? WHERE id = ?',
  );
  return {
    /** Null also for a spoiled one: nothing is added to it. */
    small(pc: number): SmallPack | null {
      const found = small.get(pc) as SmallRow | undefined;
      const whole = found && wholeOf(found.bytes);
      return whole ? { ...found, whole } : null;
    },
    /**
     * Answers the number of the pack that has the new entries, and the place of the first of them in it. `into`: the pack that they were
     * added to; null for a new one.
     */
    keep(pc: number, pack: Pack, into: SmallPack | null): { pack: number | bigint; from: number } {
      const { rows, firstMs, lastMs } = pack;
      // From another thread they come as plain bytes, which the driver does not take.
      const bytes = Buffer.from(pack.bytes.buffer, pack.bytes.byteOffset, pack.bytes.byteLength);
      const count = rows.length / NUMBERS_A_ROW;
      if (!into) return { pack: add.run(pc, count, firstMs, lastMs, bytes).lastInsertRowid, from: 0 };
      const [first, last] = [Math.min(into.firstMs, firstMs), Math.max(into.lastMs, lastMs)];
      join.run(into.entries + count, first, last, bytes, into.id);
      return { pack: into.id, from: into.entries };
    },
  };
}

const COLUMNS = ['pc', 'at_ms', 'seq', 'actor', 'action', 'pack', 'place'];
/** How many rows a statement inserts: fifty at once take a third off the time of each. */
const AT_ONCE = [50, 1];

export function toldIn(db: Sqlite.Database, self: string) {
  const words = wordsIn(db);
  const packs = packsIn(db);
  const inserts = AT_ONCE.map((rows) => {
    const insert = db.prepare(insertSql('told', COLUMNS, rows));
    return { rows, run: (values: readonly (number | bigint)[]) => insert.run(values) };
  });
  const keepName = db.prepare('INSERT OR IGNORE INTO named (pc, what, text) VALUES (?, ?, ?)');
  const names = db.prepare('SELECT DISTINCT text FROM named WHERE pc <> ? AND what = ?').pluck();
  function keepPack(id: (text: string) => number, pack: Pack, into: SmallPack | null): void {
    const { pc, rows } = pack;
    const of = id(pc);
    const [actors, actions] = [pack.actors.map(id), pack.actions.map(id)];
    const kept = packs.keep(of, pack, into);
    const row = (at: number) => {
      const number = (field: number): number => rows[at * NUMBERS_A_ROW + field] ?? 0;
      const [actor, action] = [actors[number(2)] ?? 0, actions[number(3)] ?? 0];
      return [of, number(0), number(1), actor, action, kept.pack, kept.from + at];
    };
    insertRows(
      Array.from({ length: rows.length / NUMBERS_A_ROW }, (_, at) => row(at)),
      inserts,
    );
    for (const text of pack.actors) keepName.run(pc, 'actor', text);
    for (const text of pack.actions) keepName.run(pc, 'action', text);
  }
  /** Of one PC. */
  function keepTold(told: readonly Told[]): void {
    const [first] = told;
    if (!first) return;
    const id = words();
    const small = packs.small(id(first.entry.pc));
    keepPack(id, packed(told, small?.whole), small);
  }
  return {
    keepTold,
    /** As a pack of its own, which was made elsewhere. */
    keepPacked: (pack: Pack): void => keepPack(words(), pack, null),
    forgetTold: (): void => void db.exec('DELETE FROM told; DELETE FROM told_pack; DELETE FROM word'),
    /** What a filter of Activity can name. */
    names: () => ({
      actors: names.all(self, 'actor') as string[],
      actions: names.all(self, 'action') as string[],
    }),
  };
}
