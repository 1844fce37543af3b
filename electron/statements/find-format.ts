/** What kind of file it is, by what is in it: endings lie. */
import type { ImportEncoding, ImportFormat } from '#shared/domain/statement.ts';
import { bytesOf, guessEncoding, textOf, type EncodingGuess } from './decode.ts';
import { StatementError } from './statement-error.ts';

export type Found = { readonly format: ImportFormat; readonly encoding: EncodingGuess | null };

const START = 64 * 1024;
const startsWith = (bytes: Uint8Array, ...wanted: number[]) =>
  wanted.every((byte, index) => bytes[index] === byte);
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Old Excel files and encrypted new ones lie in the same kind of container. */
function refuseContainer(path: string): never {
  let before = Buffer.alloc(0);
  for (const bytes of bytesOf(path)) {
    const both = Buffer.concat([before, bytes]);
    if (both.includes(ENCRYPTED)) throw new StatementError('encrypted');
    before = both.subarray(-ENCRYPTED.length);
  }
  throw new StatementError('old-excel');
}

const firstText = (path: string, encoding: ImportEncoding): string =>
  [...textOf(path, encoding, START)].join('');

export const isMt940 = (text: string): boolean =>
  /(^|[\r\n])[ ]?:20:/.test(text) && /(^|[\r\n])[ ]?:(25P?|28C?|60[FM]):/.test(text);

/** Throws where it is none that can be read. */
export function findFormat(path: string): Found {
  const [first] = bytesOf(path, START);
  const start = first?.slice() ?? new Uint8Array();
  if (start.length === 0) throw new StatementError('empty-file');
  if (startsWith(start, 0x50, 0x4b, 0x03, 0x04)) return { format: 'xlsx', encoding: null };
  if (startsWith(start, 0xd0, 0xcf, 0x11, 0xe0)) return refuseContainer(path);
  if (startsWith(start, 0x25, 0x50, 0x44, 0x46)) throw new StatementError('format-unknown');
  const encoding = guessEncoding(path);
  const text = firstText(path, encoding.encoding);
  if (text.trim() === '') throw new StatementError('empty-file');
  // Control characters are in no text that a bank writes.
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000E-\u0019\u001B\u001C]/.test(text)) throw new StatementError('format-unknown');
  if (/^\s*</.test(text)) {
    // Pages that end in .xls are what some banks call a spreadsheet.
    if (/^\s*<(!doctype html|html|table|head|body)/i.test(text)) throw new StatementError('format-unknown');
    return { format: 'camt053', encoding: null };
  }
  if (isMt940(text)) return { format: 'mt940', encoding };
  return { format: 'csv', encoding };
}
