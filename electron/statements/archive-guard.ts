/** An XLSX file is an archive, and banks pack statements together: it is weighed before anything of it is unpacked into memory. */
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { StatementError } from './statement-error.ts';

/** Bytes of all entries together, unpacked. A sheet of 200,000 lines has about 60 MB. */
const MOST_UNPACKED = 256 * 1024 * 1024;
const MOST_ENTRIES = 2_000;
/** Sheets shrink to a tenth or a fiftieth; what shrinks more is made to. Small files may. */
const MOST_RATIO = 200;
const SMALL = 4 * 1024 * 1024;

const isEncrypted = ({ generalPurposeBitFlag }: Entry) => (generalPurposeBitFlag & 1) === 1;

async function listed(zip: ZipFile, packed: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  let declared = 0;
  for await (const entry of zip.eachEntry()) {
    entries.push(entry);
    declared += entry.uncompressedSize;
    if (isEncrypted(entry)) throw new StatementError('encrypted');
    if (entries.length > MOST_ENTRIES || declared > MOST_UNPACKED) throw new StatementError('archive-unsafe');
  }
  if (declared > SMALL && declared / packed > MOST_RATIO) throw new StatementError('archive-unsafe');
  return entries;
}

/** No sheet has a row of eight digits or a column of four letters; a reader would fill up what lies before it. */
const OUT_OF_SHEET = /\br=["'](?:\d{8,}|[A-Z]{4,}\d)/;
const LONGEST_PLACE = 32;

/** Reads the entry to its end and keeps nothing: yauzl stops if there is more or less than the entry says. */
async function weigh(zip: ZipFile, entry: Entry): Promise<void> {
  let before = '';
  for await (const bytes of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    if (!entry.fileName.startsWith('xl/worksheets/')) continue;
    const text = before + bytes.toString('latin1');
    if (OUT_OF_SHEET.test(text)) throw new StatementError('archive-unsafe');
    before = text.slice(-LONGEST_PLACE);
  }
}

/** Throws `archive-unsafe`, `encrypted` or `broken`. */
async function* opened<T>(
  bytes: Buffer,
  work: (zip: ZipFile, entries: Entry[]) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  let zip: ZipFile | null = null;
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
    yield* work(zip, await listed(zip, bytes.length));
  } catch (error) {
    if (error instanceof StatementError) throw error;
    // An entry that says it is smaller than it is hides what it unpacks to.
    throw new StatementError(/too many bytes/.test(String(error)) ? 'archive-unsafe' : 'broken');
  } finally {
    zip?.close();
  }
}

export async function namesInArchive(bytes: Buffer): Promise<string[]> {
  const names: string[] = [];
  for await (const name of opened(bytes, async function* (_zip, entries) {
    yield* entries.map(({ fileName }) => fileName);
  }))
    names.push(name);
  return names;
}

/** Left by one system's packer, and nobody's file. */
const isOfPacker = (name: string) => /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$)/i.test(name);

/** Each file of it in memory, one at a time. */
export const filesInArchive = (bytes: Buffer): AsyncGenerator<{ name: string; bytes: Uint8Array }> =>
  opened(bytes, async function* (zip, entries) {
    for (const entry of entries) {
      if (entry.fileName.endsWith('/') || isOfPacker(entry.fileName)) continue;
      const pieces: Buffer[] = [];
      for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>)
        pieces.push(piece);
      yield { name: entry.fileName, bytes: Buffer.concat(pieces) };
    }
  });

/** Pieces of one part of an archive; null where there is none of that name. */
export type Parts = (name: string) => Promise<AsyncIterable<Buffer> | null>;

/**
 * The parts of a workbook that was weighed. Throws `archive-unsafe`, `encrypted`, `broken`, or `format-unknown` where the archive is
 * no workbook.
 */
export async function partsOfWorkbook(bytes: Buffer): Promise<Parts> {
  try {
    const zip = await fromBufferPromise(bytes, {
      lazyEntries: true,
      autoClose: false,
      validateEntrySizes: true,
    });
    const entries = await listed(zip, bytes.length);
    if (!entries.some(({ fileName }) => fileName === 'xl/workbook.xml'))
      throw new StatementError('format-unknown');
    for (const entry of entries) if (!entry.fileName.endsWith('/')) await weigh(zip, entry);
    return async (name) => {
      const entry = entries.find(({ fileName }) => fileName === name);
      return entry ? ((await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) : null;
    };
  } catch (error) {
    if (error instanceof StatementError) throw error;
    // An entry that says it is smaller than it is hides what it unpacks to.
    throw new StatementError(/too many bytes/.test(String(error)) ? 'archive-unsafe' : 'broken');
  }
}
