/** Writes tables into one CSV or XLSX file, row by row as they come. */
import type { Result } from '#shared/errors/result.ts';
import type { StorageError } from '#shared/errors/app-error.ts';
import { csvPieces } from './csv.ts';
import { writeFileWhole, type Write, type Written } from './save-file.ts';
import type { SheetRows } from './sheet-rows.ts';
import { writeXlsx } from './xlsx.ts';

/** The most bytes of one UTF-16 code unit in UTF-8. */
const MOST_BYTES = 3;

export type TableFormat = 'csv' | 'xlsx';
export type TableFile = {
  readonly folder: string;
  /** Without an ending. */
  readonly name: string;
  readonly format: TableFormat;
  readonly byteOrderMark: boolean;
};

/** `pause` is called between pieces, and throws to leave nothing of the file. */
export function writeTables(
  { folder, name, format, byteOrderMark }: TableFile,
  sheets: readonly SheetRows[],
  pause: () => Promise<void>,
): Promise<Result<Written, StorageError>> {
  const fill = async (write: Write) => {
    if (format === 'xlsx')
      return writeXlsx(sheets, async (bytes) => {
        await write(bytes);
        await pause();
      });
    // One buffer for all pieces: thousands of them would wait for the garbage collector.
    let bytes = Buffer.alloc(0);
    for (const piece of csvPieces(sheets, { byteOrderMark })) {
      if (bytes.length < piece.length * MOST_BYTES) bytes = Buffer.allocUnsafeSlow(piece.length * MOST_BYTES);
      await write(bytes.subarray(0, bytes.write(piece)));
      await pause();
    }
  };
  return writeFileWhole({ folder, name, ending: format }, fill);
}
