/** The thread's side of one small sheet (sheet-client.ts). */
import type { SheetTask } from './sheet-client.ts';
import { openWorkbook } from './xlsx.ts';

export const isSheet = (data: unknown): data is SheetTask => (data as Partial<SheetTask>).task === 'sheet';

export async function workOnSheet({ bytes, mostRows }: SheetTask): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of (await openWorkbook(Buffer.from(bytes))).rows(0)) {
    rows.push(cells.map(({ text }) => text));
    if (rows.length === mostRows) break;
  }
  return rows;
}
