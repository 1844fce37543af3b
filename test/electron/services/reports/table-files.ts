/** Tables as files in memory, and what is inside an archive. */
import { inflateRawSync } from 'node:zlib';
import { csvPieces } from '#electron/services/reports/csv.ts';
import type { SheetRows } from '#electron/services/reports/sheet-rows.ts';
import { writeXlsx } from '#electron/services/reports/xlsx.ts';

export const csvOf = (sheets: readonly SheetRows[], options: { byteOrderMark: boolean }): string =>
  [...csvPieces(sheets, options)].join('');

export async function xlsxOf(sheets: readonly SheetRows[], mostRows?: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  await writeXlsx(sheets, async (bytes) => void pieces.push(bytes), mostRows);
  return Buffer.concat(pieces);
}

/** One file of a zip archive, by its central directory. */
export function fileOfZip(zip: Buffer, name: string): string {
  let at = zip.readUInt32LE(zip.lastIndexOf('PK\x05\x06') + 16);
  while (zip.toString('latin1', at, at + 4) === 'PK\x01\x02') {
    const [compressed, nameLength, extra, comment, local] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ];
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const bytes = zip.subarray(from, from + compressed);
      return (zip.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)).toString('utf8');
    }
    at += 46 + nameLength + extra + comment;
  }
  throw new Error(`no ${name} in the archive`);
}
