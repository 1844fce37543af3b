/** A filled sheet that came back: each row is compared with its exception as it is now. */
import type { AskedDecision } from '#shared/contract/approvals.ts';
import type { OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import type { BulkAction, BulkProblem } from '#shared/domain/reconciliation.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import type { ReadSheet } from '../../statements/sheet-client.ts';
import { uuidv7 } from '../uuid.ts';
import { findExceptions, toApprove } from './decide.ts';
import { MOST_ROWS } from './exceptions-sheet.ts';
import { readFilledSheet, type FilledRow } from './read-sheet.ts';

export type CheckedSheet = OutputOf<'reconciliation.checkSheet'>;
type CheckedRow = CheckedSheet['rows'][number];
const KEYS_AT_ONCE = 500;

/** The first problem of a row that a person would have to solve. */
function problemOf(
  { action, remark, version }: FilledRow,
  found: ReconcileException | null,
  isFirst: boolean,
): BulkProblem | null {
  if (action === null) return 'action-not-understood';
  if (!found) return 'key-unknown';
  if (!isFirst) return 'key-twice';
  if (found.version !== version) return 'changed-since';
  if (found.state !== 'open') return 'decided-already';
  if (remark === '') return 'remark-missing';
  if (action !== 'write-off') return null;
  const { difference } = found;
  return difference === null || difference.minor === 0n ? 'nothing-to-write-off' : null;
}

async function findAll(
  context: ProfileContext,
  keys: readonly string[],
): Promise<Map<string, ReconcileException>> {
  const found = new Map<string, ReconcileException>();
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    const part = keys.slice(at, at + KEYS_AT_ONCE);
    for (const one of await findExceptions(context, part)) found.set(one.key, one);
  }
  return found;
}

function checkRows(
  filled: readonly FilledRow[],
  found: ReadonlyMap<string, ReconcileException>,
): CheckedRow[] {
  const met = new Set<string>();
  return filled.map((one) => {
    const exception = found.get(one.key) ?? null;
    const problem = problemOf(one, exception, !met.has(one.key));
    met.add(one.key);
    const { row, key: keyText, actionText, action, remark } = one;
    return { row, keyText, actionText, action, remark, exception, problem };
  });
}

/** The decisions of the rows without a problem. */
export const decisionsOf = (rows: readonly CheckedRow[]): AskedDecision[] =>
  rows.flatMap(({ action, problem, exception, remark }) =>
    problem === null && action !== null && exception !== null ? [{ action, exception, remark }] : [],
  );

export async function checkFilledSheet(
  context: ProfileContext,
  readSheet: ReadSheet,
  input: ParsedInputOf<'reconciliation.checkSheet'>,
): Promise<Result<CheckedSheet, AppError>> {
  const filled = await readFilledSheet(input, MOST_ROWS, readSheet);
  if (!filled.ok) return filled;
  const { rows: read, passedOver } = filled.value;
  const found = await findAll(context, [...new Set(read.map(({ key }) => key))]);
  const rows = checkRows(read, found);
  const good = (action: BulkAction) =>
    rows.filter((row) => row.problem === null && row.action === action).length;
  return ok({
    sheetId: uuidv7(context),
    rows,
    applicable: { resolve: good('resolve'), writeOff: good('write-off') },
    writeOffs: toApprove(decisionsOf(rows)).totals,
    passedOver,
  });
}
