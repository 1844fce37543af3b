/** A statement as a workbook as banks make it: every text once, in a list of its own that the cells point to. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import {
  contentTypesXml,
  packageRelationsXml,
  stylesXml,
  workbookRelationsXml,
  workbookXml,
} from '../../electron/services/reports/xlsx-parts.ts';

/** `amount` and `balance` are decimals, `day` is a day of the sheet's calendar. */
export type SheetLine = {
  readonly day: number;
  readonly text: string;
  readonly reference: string;
  readonly amount: string;
  readonly balance: string;
};
/** The look of a date among those of `stylesXml`. */
const DATE = 7;
const HEAD = ['Date', 'Description', 'Reference', 'Amount', 'Balance'];

export function workbookOf(lines: Iterable<SheetLine>): AsyncIterable<Uint8Array> {
  const shared = new Map<string, number>();
  const text = (at: string, value: string) => {
    const place = shared.get(value) ?? shared.size;
    shared.set(value, place);
    return `<c r="${at}" t="s"><v>${place}</v></c>`;
  };
  const number = (at: string, value: string | number, look = 0) =>
    `<c r="${at}" s="${look}"><v>${value}</v></c>`;
  function* sheet(): Generator<string> {
    yield `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">${HEAD.map((name, at) => text(`${'ABCDE'.charAt(at)}1`, name)).join('')}</row>`;
    let row = 1;
    for (const line of lines) {
      row += 1;
      yield `<row r="${row}">${number(`A${row}`, line.day, DATE)}${text(`B${row}`, line.text)}${text(`C${row}`, line.reference)}${number(`D${row}`, line.amount)}${number(`E${row}`, line.balance)}</row>`;
    }
    yield '</sheetData></worksheet>';
  }
  function* texts(): Generator<string> {
    yield '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
    for (const value of shared.keys()) yield `<si><t>${value}</t></si>`;
    yield '</sst>';
  }
  const zip = new ZipFile();
  const parts: Readonly<Record<string, string>> = {
    'xl/workbook.xml': workbookXml(['Statement']),
    'xl/_rels/workbook.xml.rels': workbookRelationsXml(1).replace(
      '</Relationships>',
      '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
    ),
    'xl/styles.xml': stylesXml(),
    '_rels/.rels': packageRelationsXml,
    '[Content_Types].xml': contentTypesXml(1),
  };
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), name);
  const cells = Readable.from(sheet(), { objectMode: false });
  // The texts are known when the sheet is written.
  cells.once('end', () => {
    zip.addReadStream(Readable.from(texts(), { objectMode: false }), 'xl/sharedStrings.xml');
    zip.end();
  });
  zip.addReadStream(cells, 'xl/worksheets/sheet1.xml');
  return zip.outputStream as Readable;
}
