/** A file becomes a sheet: its columns by their headers, each row with what is wrong with it and what it is like. */
import { createHash } from 'node:crypto';
import type { ParsedInputOf } from '#shared/contract/index.ts';
import type { SheetRowValue } from '#shared/contract/sheets.ts';
import type { SheetKind } from '#shared/domain/sheets.ts';
import { importError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { phoneKey } from '#shared/text/recipients.ts';
import type { ReadSheet } from '../../statements/sheet-client.ts';
import type { ProfileContext } from '../context.ts';
import { peopleIn } from './customers-maker.ts';
import { readRow } from './rows.ts';
import { attemptsOf, isUnsent, type Attempts } from './states.ts';
import { readTable, type Table } from './table.ts';

type NewRow = { row: number; value: SheetRowValue };
type Listed = { key: string; name: string };
/** So many rows are looked at before others have their turn. */
const AT_ONCE = 2_000;
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Customers that the gateway has, by their phone. What links there are is asked when each is made. */
async function listedBy({ db }: ProfileContext, kind: SheetKind): Promise<ReadonlyMap<string, Listed>> {
  if (kind !== 'customers') return new Map();
  const customers = await db.call('kept.values', 'customers');
  return new Map(
    customers.flatMap(({ key, value: { cells } }) => {
      if (cells.phone?.is !== 'text') return [];
      return [[phoneKey(cells.phone.text), { key, name: cells.name?.is === 'text' ? cells.name.text : key }]];
    }),
  );
}

function doubtOf(
  like: Listed | undefined,
  attempt: string | undefined,
  earlier: number | undefined,
): SheetRowValue['doubt'] {
  if (like) return { like: 'listed', ...like };
  if (attempt !== undefined) return { like: 'attempt', name: attempt };
  return earlier === undefined ? null : { like: 'row', row: earlier };
}

/** Those who were sent without an answer, by their phone: the name of the attempt. */
async function sentBy({ db }: ProfileContext, kind: SheetKind): Promise<ReadonlyMap<string, string>> {
  if (kind !== 'customers') return new Map();
  const open = await db.call('creations.open', kind);
  return new Map(
    open.flatMap((attempt) =>
      peopleIn(attempt).map(({ phone }) => [phoneKey(phone), attempt.reference] as const),
    ),
  );
}

async function valuesOf(context: ProfileContext, kind: SheetKind, body: Table['rows']): Promise<NewRow[]> {
  const [listed, sent] = await Promise.all([listedBy(context, kind), sentBy(context, kind)]);
  const seen = new Map<string, number>();
  const rows: NewRow[] = [];
  for (const [at, { row, cells }] of body.entries()) {
    if (at % AT_ONCE === 0) await turn();
    if (cells.every((cell) => cell.trim() === '')) continue;
    const { same, ...read } = readRow(kind, cells, context.clock.nowMs());
    const earlier = same === null ? undefined : seen.get(same);
    const like = same === null ? undefined : listed.get(same);
    const attempt = same === null ? undefined : sent.get(same);
    if (same !== null && earlier === undefined) seen.set(same, row);
    const doubt = doubtOf(like, attempt, earlier);
    rows.push({ row, value: { ...read, theirs: [], doubt, sends: doubt === null } });
  }
  return rows;
}

/**
 * A file of links has the same id whenever it is opened, so that the links made from its rows are known. A file of customers gets
 * a new id: its parts differ each time, and the list of customers and the open attempts show who was saved or may be.
 */
const idOf = ({ random }: ProfileContext, kind: SheetKind, rows: readonly NewRow[]): string =>
  kind === 'customers'
    ? Buffer.from(random.bytes(6)).toString('hex')
    : createHash('sha256')
        .update(JSON.stringify([kind, rows.map(({ row, value }) => [row, value.cells])]))
        .digest('hex')
        .slice(0, 16);

/** Nothing is wrong any more with what was made: its due date may be past by now. */
const withoutMade = (attempts: Attempts, rows: readonly NewRow[]): NewRow[] =>
  rows.map(({ row, value }) =>
    isUnsent(attempts.of(row)) ? { row, value } : { row, value: { ...value, problems: [] } },
  );

const beforeOf = (attempts: Attempts, rows: readonly NewRow[]) => ({
  made: rows.filter(({ row }) => ['done', 'by-person'].includes(attempts.of(row) ?? '')).length,
  notKnown: rows.filter(({ value }) => value.doubt?.like === 'attempt').length,
});

/** Replaces the sheet of its kind. */
export async function openSheet(
  context: ProfileContext,
  readSheet: ReadSheet,
  { kind, fileName, base64 }: ParsedInputOf<'sheets.open'>,
): Promise<Result<Record<string, never>, AppError>> {
  const { db, clock, actor } = context;
  const table = await readTable(readSheet, kind, base64);
  if (!table.ok) return table;
  const { passedOver } = table.value;
  const rows = await valuesOf(context, kind, table.value.rows);
  if (rows.length === 0) return err(importError('empty-file'));
  const sheetId = idOf(context, kind, rows);
  const attempts = await attemptsOf(context, sheetId);
  const before = beforeOf(attempts, rows);
  const head = { fileName, by: actor(), atMs: clock.nowMs(), passedOver: [...passedOver], before };
  await db.call('sheets.store', { kind, sheetId, head, rows: withoutMade(attempts, rows) });
  return ok({});
}
