/** Uploads as a browser sends them: an XLSX file in multipart/form-data. */
import writeExcelFile, { type SheetData } from 'write-excel-file/node';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { ask, type Asked, type Reply } from './wire.ts';

export const sheetOf = (rows: SheetData): Promise<Buffer> => writeExcelFile(rows).toBuffer();

export function upload(
  access: SandboxAccess,
  path: string,
  file: Buffer | null,
  asked: Pick<Asked, 'key'> = {},
): Promise<Reply> {
  const head =
    file === null
      ? 'content-disposition: form-data; name="note"\r\n\r\nno file'
      : 'content-disposition: form-data; name="file"; filename="sheet.xlsx"\r\ncontent-type: application/octet-stream\r\n\r\n';
  const bytes = Buffer.concat([
    Buffer.from(`--boundary\r\n${head}`),
    file ?? Buffer.alloc(0),
    Buffer.from('\r\n--boundary--\r\n'),
  ]);
  return ask(access, 'POST', path, { bytes, type: 'multipart/form-data; boundary=boundary', ...asked });
}
