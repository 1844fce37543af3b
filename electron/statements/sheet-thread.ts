/** The thread's side of one small sheet (sheet-client.ts). */
import type { SheetTask } from './sheet-client.ts';
import { readOneSheet } from './xlsx.ts';

export const isSheet = (data: unknown): data is SheetTask => (data as Partial<SheetTask>).task === 'sheet';

export const workOnSheet = async ({ bytes, mostRows }: SheetTask): Promise<string[][]> =>
  (await readOneSheet(Buffer.from(bytes), 0))
    .slice(0, mostRows)
    .map(({ cells }) => cells.map(({ text }) => text));
