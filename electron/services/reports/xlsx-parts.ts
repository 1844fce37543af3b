/**
 * The parts of an XLSX workbook as XML (ECMA-376). A sheet comes row by row; texts stand in their cells, so that nothing is
 * gathered.
 */
import type { ColumnKind } from '#shared/contract/reports.ts';
import { isPlainId, neutralise } from './neutralise.ts';
import { kindOf, type Cell, type SheetColumn, type SheetRows } from './sheet-rows.ts';
import { isoIn, wallDate } from './wall-time.ts';

/** Digits that a sheet's numbers keep: a longer amount is written as text, exactly. */
const EXACT_DIGITS = 15;
const MOST_CHARACTERS = 32_767;
const MOST_DECIMALS = 18;
const DAY_MS = 86_400_000;
/** Days of a sheet's calendar at 1970-01-01; before its day 61 sheets do not agree on what a number means. */
const EPOCH_DAYS = 25_569;
const FIRST_DAY = 61;
const PIECE = 64 * 1_024;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Numbers of the looks in `styles.xml`; an amount's look is `amount` and its decimals. */
const LOOK = {
  text: 1,
  head: 2,
  headRight: 3,
  headLeft: 4,
  textRight: 5,
  count: 6,
  date: 7,
  instant: 8,
  amount: 9,
} as const;

/** Characters that XML cannot hold, and texts that look like our escape for them (ECMA-376 ST_Xstring). */
const UNWRITABLE = /(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/gu;
const MARKUP = /[&<>"]/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const markup = (text: string) => text.replace(MARKUP, (char) => ENTITIES[char] ?? char);
const held = (text: string) =>
  text
    .toWellFormed()
    .replace(UNWRITABLE, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);

/** "A", "Z", "AA". */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

const written = (text: string) =>
  isPlainId(text) && text.length <= MOST_CHARACTERS
    ? text
    : markup(held(neutralise(text).slice(0, MOST_CHARACTERS)));
const textCell = (at: string, text: string, look: number) =>
  `<c r="${at}" s="${look}" t="inlineStr"><is><t xml:space="preserve">${written(text)}</t></is></c>`;
const numberCell = (at: string, value: string | number, look: number) =>
  `<c r="${at}" s="${look}"><v>${value}</v></c>`;

function amountCell(at: string, decimal: string): string {
  const dot = decimal.indexOf('.');
  const decimals = dot < 0 ? 0 : decimal.length - dot - 1;
  // A shorter number cannot have more digits than that.
  const isExact =
    decimal.length <= EXACT_DIGITS || decimal.replace(/[-.]/g, '').replace(/^0+/, '').length <= EXACT_DIGITS;
  return isExact && decimals <= MOST_DECIMALS
    ? numberCell(at, decimal, LOOK.amount + decimals)
    : textCell(at, decimal, LOOK.textRight);
}

function momentCell(at: string, wallMs: number, look: number, otherwise: () => string): string {
  const days = wallMs / DAY_MS + EPOCH_DAYS;
  return days < FIRST_DAY ? textCell(at, otherwise(), LOOK.text) : numberCell(at, days, look);
}

function cellXml(at: string, cell: Cell, kind: ColumnKind, timeZone: string): string {
  if (cell === null || cell === '') return '';
  const text = String(cell);
  switch (kindOf(cell, kind)) {
    case 'text':
      return textCell(at, text, LOOK.text);
    case 'amount':
      return amountCell(at, text);
    case 'count':
      return numberCell(at, text, LOOK.count);
    case 'date':
      return momentCell(at, Date.parse(`${text}T00:00:00Z`), LOOK.date, () => text);
    case 'instant':
      return momentCell(at, wallDate(timeZone, Number(cell)).getTime(), LOOK.instant, () =>
        isoIn(timeZone, Number(cell)),
      );
  }
}

const WIDTHS: Record<ColumnKind, number> = { text: 26, amount: 16, count: 10, date: 12, instant: 20 };
const widthsXml = (columns: readonly SheetColumn[]) =>
  columns
    .map(({ kind, header }, index) => {
      const width = Math.min(80, Math.max(WIDTHS[kind], header.length + 2));
      return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
    })
    .join('');

/** `sheet.rows` may be a part of a longer list; the head stands over each part. */
export function* sheetXml(sheet: SheetRows): Generator<string> {
  const { columns, rows, timeZone, rtl } = sheet;
  const letters = columns.map((_, index) => columnName(index));
  const overNumbers = rtl ? LOOK.headLeft : LOOK.headRight;
  const head = columns.map(({ header, kind }, index) =>
    textCell(`${letters[index] ?? ''}1`, header, kind === 'text' ? LOOK.head : overNumbers),
  );
  let xml = `${HEAD}<worksheet ${MAIN}><sheetViews><sheetView${rtl ? ' rightToLeft="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widthsXml(columns)}</cols><sheetData><row r="1">${head.join('')}</row>`;
  let number = 1;
  for (const row of rows) {
    number += 1;
    const cells = row.map((cell, index) =>
      cellXml(`${letters[index] ?? ''}${number}`, cell, columns[index]?.kind ?? 'text', timeZone),
    );
    // Joined, a row is one string at once; added up, it would be a tree of its parts until it is written.
    xml += `<row r="${number}">${cells.join('')}</row>`;
    if (xml.length < PIECE) continue;
    yield xml;
    xml = '';
  }
  yield `${xml}</sheetData></worksheet>`;
}

const partOf = (number: number) => `worksheets/sheet${number}.xml`;

export function workbookXml(names: readonly string[]): string {
  const sheets = names.map(
    (name, at) => `<sheet name="${markup(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  return `${HEAD}<workbook ${MAIN} xmlns:r="${RELATIONS}"><bookViews><workbookView/></bookViews><sheets>${sheets.join('')}</sheets></workbook>`;
}

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
const relations = (inside: string) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${inside}</Relationships>`;
export const packageRelationsXml = relations(relation(1, 'officeDocument', 'xl/workbook.xml'));
export const workbookRelationsXml = (sheets: number): string =>
  relations(
    Array.from({ length: sheets }, (_, at) => relation(at + 1, 'worksheet', partOf(at + 1))).join('') +
      relation(sheets + 1, 'styles', 'styles.xml'),
  );

export function contentTypesXml(sheets: number): string {
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}" ContentType="${TYPES}.${type}+xml"/>`;
  const parts = Array.from({ length: sheets }, (_, at) => part(partOf(at + 1), 'worksheet'));
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook.xml', 'sheet.main')}${part('styles.xml', 'styles')}${parts.join('')}</Types>`;
}

/** Own formats begin at 164; the looks are those of `LOOK`, in its order. */
export function stylesXml(): string {
  const formats = [
    'yyyy-mm-dd',
    'yyyy-mm-dd hh:mm:ss',
    ...Array.from({ length: MOST_DECIMALS + 1 }, (_, n) => (n === 0 ? '#,##0' : `#,##0.${'0'.repeat(n)}`)),
  ];
  const look = (format: number, font = 0, side = '') =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${font ? ' applyFont="1"' : ''}${side ? ` applyAlignment="1"><alignment horizontal="${side}"/></xf>` : '/>'}`;
  const [TEXT, WHOLE] = [49, 1];
  const looks = [
    look(0),
    look(TEXT),
    look(TEXT, 1),
    look(TEXT, 1, 'right'),
    look(TEXT, 1, 'left'),
    look(TEXT, 0, 'right'),
    look(WHOLE),
    ...formats.map((_, index) => look(164 + index)),
  ];
  return `${HEAD}<styleSheet ${MAIN}><numFmts count="${formats.length}">${formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${looks.length}">${looks.join('')}</cellXfs></styleSheet>`;
}
