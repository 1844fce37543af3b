/**
 * Sheets as an XLSX workbook, zipped as they come: numbers and dates by type, texts as texts, right-to-left where the screen
 * is.
 */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { inPieces, type SheetRows } from './sheet-rows.ts';
import {
  contentTypesXml,
  packageRelationsXml,
  sheetXml,
  stylesXml,
  workbookRelationsXml,
  workbookXml,
} from './xlsx-parts.ts';

/** Rows of a sheet, its head left out. */
const MOST_ROWS = 1_048_576 - 1;
const LONGEST_NAME = 31;

/** No two alike, none longer than a sheet's name may be, without the characters it may not have. */
function createNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const plain =
      name
        .toWellFormed()
        .replace(/\p{Cc}|[\uFFFE\uFFFF]|[[\]/\\:*?']/gu, ' ')
        .trim()
        .slice(0, LONGEST_NAME)
        .toWellFormed() || 'Sheet';
    let free = plain;
    for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${plain.slice(0, LONGEST_NAME - 5)} ${n}`;
    taken.add(free.toLowerCase());
    return free;
  };
}

/** Ends when the archive has taken all of it; the archive reads on only as fast as it is read. */
const added = (zip: ZipFile, name: string, pieces: Iterable<string>): Promise<void> =>
  new Promise((resolve, reject) => {
    const stream = Readable.from(pieces, { objectMode: false });
    stream.once('error', reject);
    stream.once('end', resolve);
    zip.addReadStream(stream, name, { compressionLevel: 1 });
  });

/** A list that is longer than a sheet goes on in further sheets. `mostRows` is smaller in tests only. */
export async function writeXlsx(
  sheets: readonly SheetRows[],
  write: (bytes: Uint8Array) => Promise<void>,
  mostRows = MOST_ROWS,
): Promise<void> {
  const zip = new ZipFile();
  const nameOf = createNames();
  const names: string[] = [];
  const fill = async () => {
    for (const sheet of sheets)
      for (const rows of inPieces(sheet.rows, mostRows)) {
        names.push(nameOf(sheet.name));
        await added(zip, `xl/worksheets/sheet${names.length}.xml`, sheetXml({ ...sheet, rows }));
      }
    const parts = {
      'xl/workbook.xml': workbookXml(names),
      'xl/_rels/workbook.xml.rels': workbookRelationsXml(names.length),
      'xl/styles.xml': stylesXml(),
      '_rels/.rels': packageRelationsXml,
      '[Content_Types].xml': contentTypesXml(names.length),
    };
    for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), name);
    zip.end();
  };
  const output = zip.outputStream as Readable;
  const failed = (error: unknown) => output.destroy(error as Error);
  zip.on('error', failed);
  fill().catch(failed);
  for await (const bytes of output) await write(bytes as Uint8Array);
}
