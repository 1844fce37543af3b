/**
 * Activity of the other PCs. Each entry has a row with what a list is ordered and filtered by. What it says lies packed, together with
 * entries of its PC that came with it or before it: a long record takes a fraction of the room, and comes in at twice the speed.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type Sqlite from 'better-sqlite3';
import { searchedTexts } from '../audit/entry.ts';
import { insertRows, insertSql } from '../database/insert-rows.ts';
import type { Entry } from './entry.ts';
import { activityOf } from './published.ts';

/** An entry that a list shows. */
export type ToldEntry = Pick<Entry, 'pc' | 'seq' | 'kind' | 'atMs' | 'body'>;
export type Told = {
  readonly entry: ToldEntry;
  readonly activity: NonNullable<ReturnType<typeof activityOf>>;
};

/** What entries say, and what a search of each looks at, in the same order. */
type Unpacked = { readonly bodies: string; readonly searched: string };

/**
 * Bodies come first, so that a search looks at nothing but what it may find. JSON has neither of these signs as they are, and what is
 * searched was made safe to show.
 */
const [NEXT, THEN_SEARCHED] = ['\x1e', '\x1f'];
const FAST = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};
const WIDE = { chunkSize: 65_536 };

/** The file was damaged: SQLite does not look into what is packed. */
export class SpoiledPack extends Error {}

const pack = ({ bodies, searched }: Unpacked): Buffer =>
  zstdCompressSync(`${bodies}${THEN_SEARCHED}${searched}`, FAST);

function unpack(packed: Buffer): Unpacked {
  try {
    const text = zstdDecompressSync(packed, WIDE).toString();
    const middle = text.indexOf(THEN_SEARCHED);
    return { bodies: text.slice(0, middle), searched: text.slice(middle + 1) };
  } catch (error) {
    throw new SpoiledPack('a pack of entries cannot be unpacked', { cause: error });
  }
}
export const bodiesOf = (packed: Buffer): readonly string[] => unpack(packed).bodies.split(NEXT);
/** The places in a pack of the entries that have a text. */
export function placesOf(packed: Buffer, wanted: string): ReadonlySet<number> {
  const { searched } = unpack(packed);
  if (!searched.includes(wanted)) return new Set();
  return new Set(searched.split(NEXT).flatMap((one, place) => (one.includes(wanted) ? [place] : [])));
}

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

/** Undefined for a spoiled one: whoever reads it finds that out. */
function wholeOf(packed: Buffer): Unpacked | undefined {
  try {
    return unpack(packed);
  } catch (error) {
    if (error instanceof SpoiledPack) return undefined;
    throw error;
  }
}

type SmallPack = { id: number; entries: number; firstMs: number; lastMs: number; packed: Buffer };

/** Entries that come one by one go into the last pack of their PC while it is small. */
function packsIn(db: Sqlite.Database) {
  const small = db.prepare(
    `SELECT id, entries, first_ms AS firstMs, last_ms AS lastMs, packed FROM told_pack WHERE pc = ? AND entries < 200
     ORDER BY id DESC LIMIT 1`,
  );
  const add = db.prepare(
    'INSERT INTO told_pack (pc, entries, first_ms, last_ms, packed) VALUES (?, ?, ?, ?, ?)',
  );
  const join = db.prepare(
    'UPDATE told_pack SET entries = ?, first_ms = ?, last_ms = ?, packed = ? WHERE id = ?',
  );
  /** Which pack they are in, and the place of the first. */
  return (pc: number, told: readonly Told[]): { readonly pack: number | bigint; readonly from: number } => {
    const found = small.get(pc) as SmallPack | undefined;
    const before = found && wholeOf(found.packed);
    const last = before && found;
    const packed = pack({
      bodies: [...(before ? [before.bodies] : []), ...told.map(({ entry }) => entry.body)].join(NEXT),
      searched: [
        ...(before ? [before.searched] : []),
        searchedTexts(
          told.map(({ activity }) => activity),
          NEXT,
        ),
      ].join(NEXT),
    });
    let { firstMs, lastMs } = last ?? { firstMs: Infinity, lastMs: -Infinity };
    for (const { entry } of told) {
      firstMs = Math.min(firstMs, entry.atMs);
      lastMs = Math.max(lastMs, entry.atMs);
    }
    const from = last?.entries ?? 0;
    const now = [from + told.length, firstMs, lastMs, packed];
    if (!last) return { pack: add.run(pc, ...now).lastInsertRowid, from };
    join.run(...now, last.id);
    return { pack: last.id, from };
  };
}

const COLUMNS = ['pc', 'at_ms', 'seq', 'actor', 'action', 'pack', 'place'];
/** How many rows a statement inserts: fifty at once take a third off the time of each. */
const AT_ONCE = [50, 1];

export function toldIn(db: Sqlite.Database, self: string) {
  const words = wordsIn(db);
  const keepPack = packsIn(db);
  const inserts = AT_ONCE.map((rows) => {
    const insert = db.prepare(insertSql('told', COLUMNS, rows));
    return { rows, run: (values: readonly (number | bigint)[]) => insert.run(values) };
  });
  const keepName = db.prepare('INSERT OR IGNORE INTO named (pc, what, text) VALUES (?, ?, ?)');
  const names = db.prepare('SELECT DISTINCT text FROM named WHERE pc <> ? AND what = ?').pluck();
  /** Of one PC. */
  function keepTold(told: readonly Told[]): void {
    const pc = told[0]?.entry.pc;
    if (pc === undefined) return;
    const id = words();
    const { pack, from } = keepPack(id(pc), told);
    const by = { actor: new Set<string>(), action: new Set<string>() };
    const rows = told.map(({ entry, activity: { actor, action } }, at) => {
      by.actor.add(actor);
      by.action.add(action);
      return [id(pc), entry.atMs, entry.seq, id(actor), id(action), pack, from + at];
    });
    insertRows(rows, inserts);
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
  };
}

/** One of more signs is kept and verified, and not shown. No version of Closeout writes a tenth of it. */
const MOST_CHARACTERS = 1_000_000;

/** Null for an entry that is no activity, or is not shown. */
export function toldBy(
  entry: ToldEntry,
  activity: ReturnType<typeof activityOf> = activityOf(entry),
): Told | null {
  return activity && entry.body.length <= MOST_CHARACTERS ? { entry, activity } : null;
}
