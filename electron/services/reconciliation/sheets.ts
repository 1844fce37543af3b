/** Exceptions as a sheet that people fill in, and that sheet when it comes back: looked at row by row, and applied as a whole. */
import { MOST_ASKED, type ApprovalRequest, type AskedDecision } from '#shared/contract/approvals.ts';
import type { Channel, OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import type { SaveInput, Sheet } from '#shared/contract/reports.ts';
import { exceptionTypes, type BulkAction, type BulkProblem } from '#shared/domain/reconciliation.ts';
import { reconciliationError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { sumByCurrency, toDecimal, type Money } from '#shared/money/money.ts';
import type { ProfileContext } from '../../core/context.ts';
import type { Procedures } from '../../database/procedures.ts';
import type { ReadSheet } from '../../statements/sheet-client.ts';
import { uuidv7 } from '../uuid.ts';
import { decisionOf, toApprove, type createActs } from './acts.ts';
import { readFilledSheet, type FilledRow } from './read-sheet.ts';

type Answer<C extends Channel> = Promise<Result<OutputOf<C>, AppError>>;
type Checked = OutputOf<'reconciliation.checkSheet'>;
type CheckedRow = Checked['rows'][number];
export const MOST_ROWS = 5_000;
const AT_ONCE = 500;

const KINDS: Sheet['columns'][number]['kind'][] = [
  ...(['text', 'text', 'text', 'text', 'count', 'date'] as const),
  ...(['text', 'text', 'text', 'text', 'text', 'text'] as const),
  ...(['amount', 'amount', 'amount', 'text', 'date', 'text', 'text'] as const),
];
const sumOf = (items: readonly { readonly amount: Money }[]): string | null => {
  const [sum, ...others] = sumByCurrency(items.map(({ amount }) => amount));
  return sum && others.length === 0 ? toDecimal(sum) : null;
};

type ExceptionPage = ReturnType<Procedures['reconciliation.exceptions']['run']>;
type SheetInput = ParsedInputOf<'reconciliation.saveSheet'>;

function rowOf(one: ReconcileException, { comparisonWord, typeWords }: SheetInput): Sheet['rows'][number] {
  const { ours, theirs, difference } = one;
  const item = ours ?? theirs[0];
  return [
    one.key,
    one.version,
    comparisonWord,
    typeWords[exceptionTypes.indexOf(one.type)] ?? one.type,
    one.ageDays,
    one.date,
    item?.orderId ?? null,
    item?.reference ?? null,
    item?.branchName ?? null,
    item?.terminalId ?? null,
    item?.text ?? null,
    item?.amount.currency ?? null,
    ours && toDecimal(ours.amount),
    sumOf(theirs),
    difference && toDecimal(difference),
    one.owner,
    one.dueOn,
    null,
    null,
  ];
}

/** What is in the way of a row; the first thing a person would have to see to. */
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

export function createSheets(
  context: ProfileContext,
  { decide }: Pick<ReturnType<typeof createActs>, 'decide'>,
  readSheet: ReadSheet,
) {
  const { db, clock } = context;
  let kept: Checked | null = null;

  async function findAll(keys: readonly string[]): Promise<Map<string, ReconcileException>> {
    const found = new Map<string, ReconcileException>();
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      const part = { keys: keys.slice(at, at + AT_ONCE), nowMs: clock.nowMs() };
      for (const one of await db.call('reconciliation.exceptionsOf', part)) found.set(one.key, one);
    }
    return found;
  }

  /** What is applied of a sheet. */
  const decisionsOf = (rows: readonly CheckedRow[]): AskedDecision[] =>
    rows.flatMap(({ action, problem, exception, remark }) =>
      problem === null && action !== null && exception !== null ? [{ action, exception, remark }] : [],
    );

  return {
    /** What is to be saved; the file itself is the reports' (services/reports). */
    async sheet(input: SheetInput): Promise<Result<{ save: SaveInput; rows: number }, AppError>> {
      const { comparison, filter, headers, sheetName, rtl, fileName } = input;
      const { timeZone } = await db.call('reconciliation.settings', null);
      const rows: Sheet['rows'] = [];
      let after: NonNullable<ExceptionPage>['next'] = null;
      do {
        const page: ExceptionPage = await db.call('reconciliation.exceptions', {
          ...{ comparison, filter, sort: 'oldest' as const, after, limit: AT_ONCE },
          nowMs: clock.nowMs(),
        });
        rows.push(...(page?.rows ?? []).map((one) => rowOf(one, input)));
        if (rows.length > MOST_ROWS) return err(reconciliationError('too-many', { most: MOST_ROWS }));
        after = page?.next ?? null;
      } while (after);
      const columns = headers.map((header, at) => ({ header, kind: KINDS[at] ?? ('text' as const) }));
      const sheets = [{ name: sheetName, rtl, timeZone, columns, rows }];
      return ok({ save: { format: 'xlsx', fileName, sheets }, rows: rows.length });
    },

    async checkSheet(input: ParsedInputOf<'reconciliation.checkSheet'>): Answer<'reconciliation.checkSheet'> {
      const filled = await readFilledSheet(input, MOST_ROWS, readSheet);
      if (!filled.ok) return filled;
      const { rows: read, passedOver } = filled.value;
      const found = await findAll([...new Set(read.map(({ key }) => key))]);
      const met = new Set<string>();
      const rows = read.map((row): CheckedRow => {
        const exception = found.get(row.key) ?? null;
        const problem = problemOf(row, exception, !met.has(row.key));
        met.add(row.key);
        const { row: number, key: keyText, actionText, action, remark } = row;
        return { row: number, keyText, actionText, action, remark, exception, problem };
      });
      const good = (action: BulkAction) =>
        rows.filter((row) => row.problem === null && row.action === action).length;
      kept = {
        sheetId: uuidv7(context),
        rows,
        applicable: { resolve: good('resolve'), writeOff: good('write-off') },
        writeOffs: toApprove(decisionsOf(rows)).totals,
        passedOver,
      };
      return ok(kept);
    },

    /** The amounts that its write-offs come to, as a confirmation asks for them; null where the sheet is not the last one. */
    sheetAmounts: (sheetId: string): Money[] | null =>
      kept?.sheetId === sheetId ? kept.writeOffs.map(({ amount }) => amount) : null,

    /** What a request for approval of it would hold. */
    sheetToApprove(sheetId: string): Result<Pick<ApprovalRequest, 'exceptions' | 'totals'>, AppError> {
      if (kept?.sheetId !== sheetId) return err(reconciliationError('sheet-gone'));
      const decisions = decisionsOf(kept.rows);
      return decisions.length > MOST_ASKED
        ? err(reconciliationError('too-many', { most: MOST_ASKED }))
        : ok(toApprove(decisions));
    },

    async applySheet(sheetId: string, approvedBy: string | null): Answer<'reconciliation.applySheet'> {
      if (kept?.sheetId !== sheetId) return err(reconciliationError('sheet-gone'));
      const { applicable, rows } = kept;
      const done = await decide(decisionsOf(rows).map(decisionOf), approvedBy);
      if (!done.ok) return done;
      kept = null;
      return ok({ resolved: applicable.resolve, writtenOff: applicable.writeOff });
    },
  };
}
