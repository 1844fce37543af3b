/**
 * A workbook (ECMA-376) whose sheets are read row by row: neither the archive nor a sheet is ever whole in memory, only the texts
 * that its cells point to. It was weighed before (archive-guard.ts).
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { partsOfWorkbook, type Parts } from './archive-guard.ts';
import type { TableRow } from './cell.ts';
import { StatementError } from './statement-error.ts';
import { createSheetRows, type CellMeaning } from './sheet-cells.ts';

type Workbook = {
  readonly sheets: readonly string[];
  /** `sheet` counts from 0. Rows that are missing in the file come as empty ones. */
  readonly rows: (sheet: number) => AsyncGenerator<TableRow>;
};

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

type Handlers = {
  readonly open?: (name: string, attributes: SaxesTagPlain['attributes']) => void;
  readonly text?: (piece: string) => void;
  readonly close?: (name: string) => void;
};

/** Goes on after each piece, so that what was found in it can be handed on. */
async function* parsed(part: AsyncIterable<Buffer>, handlers: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const decoder = new TextDecoder('utf-8');
  const broken = () => {
    throw new StatementError('broken');
  };
  parser.on('doctype', broken);
  parser.on('error', broken);
  parser.on('opentag', ({ name, attributes }) => handlers.open?.(localName(name), attributes));
  parser.on('closetag', ({ name }) => handlers.close?.(localName(name)));
  if (handlers.text) parser.on('text', handlers.text);
  for await (const bytes of part) {
    parser.write(decoder.decode(bytes, { stream: true }));
    yield;
  }
  parser.write(decoder.decode());
  parser.close();
  yield;
}

async function parseAll(part: AsyncIterable<Buffer>, handlers: Handlers): Promise<void> {
  for await (const _ of parsed(part, handlers));
}

/** Characters that XML cannot hold are written as '_x000D_' (§22.9.2.19). */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** The texts that cells point to; letters above other letters (`rPh`) are none. */
async function sharedTexts(part: AsyncIterable<Buffer>): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isSpoken = false;
  await parseAll(part, {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') isSpoken = true;
      else if (name === 't') isText = !isSpoken;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (name) => {
      if (name === 't') isText = false;
      else if (name === 'rPh') isSpoken = false;
      else if (name === 'si') texts.push(unescaped(text));
    },
  });
  return texts;
}

/** Dates, and dates in the East of Asia and in Thai (§18.8.30). */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58) || (id >= 71 && id <= 81);
/** Nothing but words of days and hours, once texts, colours and signs are taken out. */
function isDateFormat(code: string): boolean {
  return code
    .toLowerCase()
    .replace(/;@$/, '')
    .replace(/"[^"]*"|\\.|[_*]./g, ' ')
    .split(';')
    .some((part) => {
      const words = part
        .replace(/(s)[.,]0{1,3}/g, '$1')
        .replace(/\[([smhd]{1,2})\]/g, '$1')
        .replace(/\[[^\]]*\]/g, '')
        .split(/[^a-z0#?%]+/)
        .filter((word) => word !== '');
      return (
        words.length > 0 &&
        words.every((word) => /^(s{1,2}|h{1,2}|m{1,5}|d{1,4}|a{3,5}|yy|yyyy|y|e{1,4}|am?|pm?)$/.test(word))
      );
    });
}

/** For each look of a cell whether its numbers are days. */
async function dateLooks(part: AsyncIterable<Buffer>): Promise<boolean[]> {
  const codes = new Map<number, boolean>();
  const looks: boolean[] = [];
  let isInLooks = false;
  await parseAll(part, {
    open: (name, attributes) => {
      const id = Number(attributes['numFmtId'] ?? 0);
      if (name === 'numFmt') codes.set(id, isDateFormat(attributes['formatCode'] ?? ''));
      else if (name === 'cellXfs') isInLooks = true;
      else if (name === 'xf' && isInLooks) looks.push(codes.get(id) ?? isBuiltInDate(id));
    },
    close: (name) => {
      if (name === 'cellXfs') isInLooks = false;
    },
  });
  return looks;
}

type Contents = {
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  readonly isFrom1904: boolean;
  /** Names of parts; empty where there is none. */
  readonly texts: string;
  readonly styles: string;
};

async function contentsOf(parts: Parts): Promise<Contents> {
  const targets = new Map<string, string>();
  const kinds = new Map<string, string>();
  const relations = await parts('xl/_rels/workbook.xml.rels');
  const workbook = await parts('xl/workbook.xml');
  if (!relations || !workbook) throw new StatementError('broken');
  await parseAll(relations, {
    open: (name, { Id = '', Target = '', Type = '' }) => {
      if (name !== 'Relationship') return;
      const part = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`;
      targets.set(Id, part);
      kinds.set(Type.slice(Type.lastIndexOf('/') + 1), part);
    },
  });
  const sheets: { name: string; part: string }[] = [];
  let isFrom1904 = false;
  await parseAll(workbook, {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
      if (tag !== 'sheet') return;
      const relation = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
      const part = targets.get(relation);
      if (part !== undefined) sheets.push({ name: attributes['name'] ?? '', part });
    },
  });
  if (sheets.length === 0) throw new StatementError('broken');
  return { sheets, isFrom1904, texts: kinds.get('sharedStrings') ?? '', styles: kinds.get('styles') ?? '' };
}

/** Throws what `partsOfWorkbook` throws. */
export async function openWorkbook(bytes: Buffer): Promise<Workbook> {
  const parts = await partsOfWorkbook(bytes);
  const { sheets, isFrom1904, ...named } = await contentsOf(parts);
  const [texts, looks] = [await parts(named.texts), await parts(named.styles)];
  const meaning: CellMeaning = {
    texts: texts ? await sharedTexts(texts) : [],
    dateLooks: looks ? await dateLooks(looks) : [],
    isFrom1904,
    unescaped,
  };
  return {
    sheets: sheets.map(({ name }) => name),
    async *rows(sheet) {
      const part = await parts(sheets[sheet]?.part ?? '');
      if (!part) throw new StatementError('broken');
      const found = createSheetRows(meaning);
      for await (const _ of parsed(part, found.handlers)) yield* found.take();
    },
  };
}
