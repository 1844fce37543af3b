/** Makes sheets as people have them, and opens, checks and sends them under a test's clock. */
import { expect, vi } from 'vitest';
import { writeXlsx } from '#electron/services/reports/index.ts';
import type { Sheet, SheetRow } from '#shared/contract/sheets.ts';
import type { SheetKind } from '#shared/domain/sheets.ts';
import { must, type Bench } from '../operations/harness.ts';

type Cells = readonly (string | number)[];

/** `kinds`: the kinds of columns; a `count` is a number cell. */
export async function xlsx(
  headers: readonly string[],
  rows: readonly Cells[],
  kinds: readonly ('text' | 'count')[] = [],
): Promise<string> {
  const pieces: Uint8Array[] = [];
  const columns = headers.map((header, at) => ({ header, kind: kinds[at] ?? 'text' }));
  const sheet = { name: 'Sheet', rtl: false, timeZone: 'UTC', columns, rows };
  await writeXlsx([sheet], async (bytes) => void pieces.push(bytes));
  return Buffer.concat(pieces).toString('base64');
}
export const csv = (...lines: readonly string[]): string => Buffer.from(lines.join('\n')).toString('base64');

export const sheets = (bench: Bench) => bench.session().sheets;
export const open = async (bench: Bench, kind: SheetKind, base64: string, fileName = 'people.xlsx') =>
  must(await sheets(bench).open({ kind, fileName, base64 }));
export async function sheetOf(bench: Bench, kind: SheetKind): Promise<Sheet> {
  const { sheet } = must(await sheets(bench).get({ kind }));
  if (!sheet) throw new Error('no sheet is open');
  return sheet;
}
export const rowsOf = async (bench: Bench, kind: SheetKind): Promise<SheetRow[]> =>
  must(await sheets(bench).rows({ kind, filter: 'all', cursor: null, limit: 500 })).rows;

/** Lets the clock go on by a second after each step, until the work has ended. */
export async function ended(bench: Bench, kind: SheetKind): Promise<Sheet> {
  let forwardedAt = -1;
  await vi.waitFor(
    async () => {
      const { work } = await sheetOf(bench, kind);
      if (work?.ended === null && work.waitsUntilMs === null && work.done !== forwardedAt) {
        forwardedAt = work.done;
        bench.clock.forward(1_000);
      }
      expect(work?.ended).not.toBeNull();
    },
    { timeout: 60_000, interval: 20 },
  );
  return sheetOf(bench, kind);
}
export async function checked(bench: Bench, kind: SheetKind): Promise<Sheet> {
  must(await sheets(bench).check({ kind }));
  return ended(bench, kind);
}
export async function sent(bench: Bench, kind: SheetKind): Promise<Sheet> {
  must(await sheets(bench).send({ kind }));
  return ended(bench, kind);
}

/** What the gateway has, asked past the client: in how many rows of a list this value stands. */
export async function atGateway({ sandbox: { live } }: Bench, list: string, field: string, value: string) {
  const headers = { authorization: live.secretKey };
  const answer = await fetch(`${live.dashboardUrl}${list}?limit=500`, { headers });
  return (await answer.text()).split(`"${field}":${JSON.stringify(value)}`).length - 1;
}
