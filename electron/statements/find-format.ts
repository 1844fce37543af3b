/**
 * Finds the format of a file by its content, because endings lie. A known format that is not supported is refused by its name.
 */
import { readFileSync } from 'node:fs';
import type { BankFormat, ImportEncoding, ImportFormat, TableFormat } from '#shared/domain/statement.ts';
import { bankFormats } from '#shared/domain/statement.ts';
import { namesInArchive, filesInArchive } from './archive-guard.ts';
import { bytesOf, guessEncoding, textOf, type EncodingGuess, type Place } from './decode.ts';
import { StatementError } from './statement-error.ts';

export type Found<F extends ImportFormat = ImportFormat> = {
  readonly format: F;
  readonly encoding: EncodingGuess | null;
  /** Its files are read one after another. */
  readonly isArchive: boolean;
};

export const isBank = (found: Found): found is Found<BankFormat> =>
  (bankFormats as readonly ImportFormat[]).includes(found.format);

const START = 64 * 1024;
const startsWith = (bytes: Uint8Array, ...wanted: number[]) =>
  wanted.every((byte, index) => bytes[index] === byte);
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
const WORD = Buffer.from('WordDocument', 'utf16le');

/** Old Excel files, old Word files and encrypted new ones lie in the same kind of container. */
function refuseContainer(place: Place): never {
  let before = Buffer.alloc(0);
  let isWord = false;
  for (const bytes of bytesOf(place)) {
    const both = Buffer.concat([before, bytes]);
    if (both.includes(ENCRYPTED)) throw new StatementError('encrypted');
    isWord ||= both.includes(WORD);
    before = both.subarray(-ENCRYPTED.length);
  }
  throw new StatementError(isWord ? 'text-document' : 'old-excel');
}

/** By their first bytes: PNG, JPEG, GIF, BMP, TIFF both ways round, RIFF as WebP has it. */
const PICTURES = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
  [0x52, 0x49, 0x46, 0x46],
];

function refusePrinted(bytes: Uint8Array): void {
  const start = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
  // Some programs put a few bytes before it.
  if (start.includes('%PDF-')) throw new StatementError('pdf');
  // Photographs of telephones say their kind behind their size.
  const isPhotograph = /^ftyp(hei|mif|avif)/.test(start.slice(4, 12));
  if (isPhotograph || PICTURES.some((picture) => startsWith(bytes, ...picture)))
    throw new StatementError('picture');
  if (start.startsWith('{\\rtf')) throw new StatementError('text-document');
}

const isMt940 = (text: string): boolean =>
  // oxlint-disable-next-line no-control-regex
  /(^|[\r\n\u0001]|\{4:)[ ]?:20:/.test(text) && /(^|[\r\n])[ ]?:(25P?|28C?|60[FM]):/.test(text);

/** Formats of fixed records, by the shape of their first ones. */
const RECORDS: readonly (readonly [BankFormat | TableFormat, RegExp])[] = [
  ['qif', /^\s*!(?:type:|account\b|option:|clear:)/i],
  ['bai2', /^\s*01,[^,\r\n]*,[^,\r\n]*,\d{6},\d{1,4},[^\r\n]*[\r\n]+02,/],
  ['coda', /^\s*0{5}\d{6}[\d ]{3}\d{2}[^\r\n]{80,}[\r\n]+1[0-3]\d{3}/],
  ['cfonb120', /^\s*0[14][\w ]{5}[^\r\n]{4}[\w ]{5}[A-Z]{3}\d[^\r\n]{70,}[{}A-R][^\r\n]{0,16}\s*[\r\n]/],
];
/** Read by others, and not here. */
const NAMED: readonly (readonly [string, RegExp])[] = [
  ['Norma 43', /^\s*11\d{18}\d{12}[^\r\n]{40,50}[\r\n]+(22|33)/],
  ['EDIFACT', /^\s*UN[AB][+:]/],
  ['MT101', /\{2:[IO]101/],
  ['MT103', /\{2:[IO]103/],
  ['MT900', /\{2:[IO]900/],
  ['MT910', /\{2:[IO]910/],
  ['JSON', /^\s*(\{\s*["}]|\[\s*[[{"\]])/],
];

function formatOfText(text: string): ImportFormat {
  const start = text.slice(0, 4_096);
  if (/^\s*OFXHEADER\s*:/i.test(start) || /<\?OFX\b|<OFX\s*>/i.test(start)) return 'ofx';
  if (/^\s*</.test(text)) {
    // Pages that end in .xls are what some banks call a spreadsheet.
    if (/<(!doctype html|html|table|head|body)\b/i.test(start)) throw new StatementError('web-page');
    return 'camt053';
  }
  const name = NAMED.find(([, shape]) => shape.test(text))?.[0];
  if (name !== undefined) throw new StatementError('version-unknown', { version: name });
  if (isMt940(text)) return 'mt940';
  return RECORDS.find(([, shape]) => shape.test(text))?.[0] ?? 'csv';
}

const firstText = (place: Place, encoding: ImportEncoding): string =>
  [...textOf(place, encoding, START)].join('');

/** The format of one file that is not an archive. */
function formatOfFile(place: Place): Found {
  const [first] = bytesOf(place, START);
  const start = first?.slice() ?? new Uint8Array();
  if (start.length === 0) throw new StatementError('empty-file');
  if (startsWith(start, 0xd0, 0xcf, 0x11, 0xe0)) return refuseContainer(place);
  refusePrinted(start);
  const encoding = guessEncoding(place);
  const text = firstText(place, encoding.encoding);
  if (text.trim() === '') throw new StatementError('empty-file');
  const format = formatOfText(text);
  // Control characters are in no text that a bank writes, but for those that frame a message on its way.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0004-\u0008\u000E-\u0019\u001B\u001C]/.test(text)) throw new StatementError('format-unknown');
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0003]/.test(text) && (format === 'csv' || format === 'camt053'))
    throw new StatementError('format-unknown');
  const isXml = format === 'camt053' || format === 'ofx';
  return { format, encoding: isXml ? null : encoding, isArchive: false };
}

/** A workbook, or statements that a bank packed together. */
async function formatOfArchive(bytes: Buffer): Promise<Found> {
  const names = await namesInArchive(bytes);
  if (names.includes('xl/workbook.xml')) return { format: 'xlsx', encoding: null, isArchive: false };
  if (names.includes('xl/workbook.bin') || names.includes('content.xml'))
    throw new StatementError('other-spreadsheet');
  if (names.includes('word/document.xml')) throw new StatementError('text-document');
  let first: Found | null = null;
  for await (const file of filesInArchive(bytes)) {
    const found = startsWith(file.bytes, 0x50, 0x4b) ? null : formatOfFile(file.bytes);
    if (!found || !isBank(found) || (first && first.format !== found.format))
      throw new StatementError('archive-mixed', { name: file.name.slice(-100) });
    first ??= found;
  }
  if (!first) throw new StatementError('format-unknown');
  return { ...first, isArchive: true };
}

/** Throws if it is none that can be read. */
export async function findFormat(path: string): Promise<Found> {
  const [first] = bytesOf(path, START);
  if (first && startsWith(first, 0x50, 0x4b, 0x03, 0x04)) return formatOfArchive(readFileSync(path));
  return formatOfFile(path);
}
