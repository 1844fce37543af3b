/** An XLSX file is an archive: it is weighed before anything of it is unpacked into memory. */
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

/** Through once without keeping it: yauzl stops where there is more or less than the entry says. */
async function weigh(zip: ZipFile, entry: Entry): Promise<void> {
  let before = '';
  for await (const bytes of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    if (!entry.fileName.startsWith('xl/worksheets/')) continue;
    const text = before + bytes.toString('latin1');
    if (OUT_OF_SHEET.test(text)) throw new StatementError('archive-unsafe');
    before = text.slice(-LONGEST_PLACE);
  }
}

/** Throws `archive-unsafe`, `encrypted`, `broken`, or `format-unknown` where the archive is no workbook. */
export async function assertSafeWorkbook(bytes: Buffer): Promise<void> {
  let zip: ZipFile | null = null;
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
    const entries = await listed(zip, bytes.length);
    if (!entries.some(({ fileName }) => fileName === 'xl/workbook.xml'))
      throw new StatementError('format-unknown');
    for (const entry of entries) if (!entry.fileName.endsWith('/')) await weigh(zip, entry);
  } catch (error) {
    if (error instanceof StatementError) throw error;
    // An entry that says it is smaller than it is hides what it unpacks to.
    throw new StatementError(/too many bytes/.test(String(error)) ? 'archive-unsafe' : 'broken');
  } finally {
    zip?.close();
  }
}
