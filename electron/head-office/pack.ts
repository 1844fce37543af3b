/** Activity of another PC, packed: what entries say lies compressed, and what a list is ordered and filtered by lies beside it. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { searchedTexts } from '../audit/entry.ts';
import type { Entry } from './entry.ts';
import { activityOf } from './published.ts';

/** An entry that a list shows. */
export type ToldEntry = Pick<Entry, 'pc' | 'seq' | 'kind' | 'atMs' | 'body'>;
export type Told = {
  readonly entry: ToldEntry;
  readonly activity: NonNullable<ReturnType<typeof activityOf>>;
};

/** One of more signs is kept and verified, and not shown. No version of Closeout writes a tenth of it. */
const MOST_CHARACTERS = 1_000_000;

/** Null for an entry that is no activity, or is not shown. */
export function toldBy(
  entry: ToldEntry,
  activity: ReturnType<typeof activityOf> = activityOf(entry),
): Told | null {
  return activity && entry.body.length <= MOST_CHARACTERS ? { entry, activity } : null;
}

/** What entries say, and what a search of each looks at, in the same order. */
export type Unpacked = { readonly bodies: string; readonly searched: string };

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

function unpack(bytes: Uint8Array): Unpacked {
  try {
    const text = zstdDecompressSync(bytes, WIDE).toString();
    const middle = text.indexOf(THEN_SEARCHED);
    return { bodies: text.slice(0, middle), searched: text.slice(middle + 1) };
  } catch (error) {
    throw new SpoiledPack('a pack of entries cannot be unpacked', { cause: error });
  }
}
export const bodiesOf = (bytes: Uint8Array): readonly string[] => unpack(bytes).bodies.split(NEXT);
/** The places in a pack of the entries that have a text. */
export function placesOf(bytes: Uint8Array, wanted: string): ReadonlySet<number> {
  const { searched } = unpack(bytes);
  if (!searched.includes(wanted)) return new Set();
  return new Set(searched.split(NEXT).flatMap((one, place) => (one.includes(wanted) ? [place] : [])));
}
/** Null for a spoiled one: whoever reads it finds that out. */
export function wholeOf(bytes: Uint8Array): Unpacked | null {
  try {
    return unpack(bytes);
  } catch (error) {
    if (error instanceof SpoiledPack) return null;
    throw error;
  }
}

export type Pack = {
  readonly pc: string;
  /** With those that it was added to, if it was. */
  readonly bytes: Uint8Array;
  /** Of the entries that are new in it. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly actors: readonly string[];
  readonly actions: readonly string[];
  /** Of each entry that is new in it, one after the other: time, number, and the places of its actor and its action above. */
  readonly rows: Float64Array<ArrayBuffer>;
};
export const NUMBERS_A_ROW = 4;

/** Gives each text that it meets a place in a list. */
function placesIn(list: string[]): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const place = known.get(text) ?? list.push(text) - 1;
    known.set(text, place);
    return place;
  };
}

/** Packs activity of one PC, at least one entry. `before`: the contents of an older pack, to which these entries are added. */
export function packed(told: readonly Told[], before: Unpacked | null = null): Pack {
  const bodies = told.map(({ entry }) => entry.body).join(NEXT);
  const searched = searchedTexts(
    told.map(({ activity }) => activity),
    NEXT,
  );
  const [actors, actions]: [string[], string[]] = [[], []];
  const [actorAt, actionAt] = [placesIn(actors), placesIn(actions)];
  const rows = new Float64Array(told.length * NUMBERS_A_ROW);
  let [firstMs, lastMs] = [Infinity, -Infinity];
  told.forEach(({ entry: { atMs, seq }, activity: { actor, action } }, at) => {
    rows.set([atMs, seq, actorAt(actor), actionAt(action)], at * NUMBERS_A_ROW);
    firstMs = Math.min(firstMs, atMs);
    lastMs = Math.max(lastMs, atMs);
  });
  const text = before
    ? [before.bodies, NEXT, bodies, THEN_SEARCHED, before.searched, NEXT, searched]
    : [bodies, THEN_SEARCHED, searched];
  const bytes = zstdCompressSync(text.join(''), FAST);
  return { pc: told[0]?.entry.pc ?? '', bytes, firstMs, lastMs, actors, actions, rows };
}
