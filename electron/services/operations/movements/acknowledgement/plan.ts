/** The plan of an acknowledgement, from one whole fresh read of its terminal, and its durable snapshot. */
import { createHash } from 'node:crypto';
import { movementError, type AppError } from '#shared/errors/app-error.ts';
import type { Total } from '#shared/contract/terminals.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { PosTransaction } from '#shared/domain/pos-transaction.ts';
import { sumRows, type KindRow, type RowSums } from '#shared/domain/kinds/index.ts';
import type { ProfileContext } from '../../../context.ts';
import type { Snapshot } from '../../../../database/repositories/journal/index.ts';
import type { SeenUnreadable } from '../../../../database/repositories/unreadable-rows.ts';
import type { TerminalRead, TerminalService } from '../../../terminals/index.ts';
import { uuidv7 } from '../../../uuid.ts';

/** What one acknowledgement would cover. */
export type AckPlan = {
  terminalId: string;
  read: TerminalRead;
  rows: PosTransaction[];
  /** Rows that cannot be read: a person must decide that the acknowledgement goes on over them. They are in no sum. */
  unreadable: readonly SeenUnreadable[];
  setHash: string;
  /** The same rows, with what each is. */
  decided: KindRow[];
  sums: RowSums;
  /** Net. */
  totals: Total[];
};

const setHashOf = (rowIds: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([...rowIds].sort()))
    .digest('hex');

/** Every row that it covers, read or not. */
export const coveredIds = ({ rows, unreadable }: Pick<AckPlan, 'rows' | 'unreadable'>): string[] =>
  [...rows, ...unreadable].map(({ rowId }) => rowId);

/** Reads the terminal and plans from the outstanding rows: listed, and not acknowledged by us before. */
export async function planAcknowledgement(
  { db }: ProfileContext,
  terminals: TerminalService,
  terminalId: string,
): Promise<Result<AckPlan, AppError>> {
  const read = await terminals.readTerminal(terminalId);
  if (!read.ok) return read;
  const { unreadable } = read.value;
  const rowIds = read.value.reading.rows.map(({ rowId }) => rowId);
  const acknowledged = new Set(await db.call('journal.acknowledgedRowIds', { terminalId, rowIds }));
  const rows = read.value.reading.rows.filter((row) => !acknowledged.has(row.rowId));
  if (rows.length + unreadable.length === 0) return err(movementError('nothing-outstanding'));
  const known = new Map(read.value.decided.map((one) => [one.rowId, one]));
  const decided = rows.map(({ rowId, amount }): KindRow => {
    const { kind = 'unknown', undoes = null } = known.get(rowId) ?? {};
    return { rowId, amount, kind, undoes };
  });
  const sums = sumRows(decided);
  return ok({
    terminalId,
    read: read.value,
    rows,
    unreadable,
    setHash: setHashOf(coveredIds({ rows, unreadable })),
    decided,
    sums,
    totals: sums.net,
  });
}

/** Stores the rows and the raw answer and reads them back, before an acknowledgement may be sent (I6). */
export async function storeSnapshot(context: ProfileContext, plan: AckPlan): Promise<string> {
  const snapshotId = uuidv7(context);
  const rows = JSON.stringify(plan.rows.map((row) => ({ rowId: row.rowId, raw: row.raw })));
  const snapshot: Snapshot = {
    snapshotId,
    terminalId: plan.terminalId,
    setHash: plan.setHash,
    rowCount: coveredIds(plan).length,
    rows,
    unreadable: JSON.stringify(plan.unreadable),
    rawBody: plan.read.body,
    readAtMs: plan.read.readAtMs,
  };
  await context.db.call('journal.storeSnapshot', snapshot);
  const back = await context.db.call('journal.readSnapshot', snapshotId);
  const storedIds = [back?.rows, back?.unreadable].flatMap((text) =>
    (JSON.parse(text ?? '[]') as { rowId: string }[]).map(({ rowId }) => rowId),
  );
  if (back?.row_count !== storedIds.length || setHashOf(storedIds) !== plan.setHash)
    throw new Error('the stored rows are not the ones that were read');
  return snapshotId;
}

export const evidenceOf = (plan: AckPlan, snapshotId: string) => ({
  readAtMs: plan.read.readAtMs,
  listedRowIds: coveredIds(plan),
  saleRowId: null,
  snapshotId,
  requestIds: [],
});
