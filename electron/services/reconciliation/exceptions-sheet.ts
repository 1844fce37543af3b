/** Exceptions as a sheet that people fill in. Its file is written by the reports. */
import type { ParsedInputOf } from '#shared/contract/index.ts';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import type { SaveInput, Sheet } from '#shared/contract/reports.ts';
import { exceptionTypes } from '#shared/domain/reconciliation.ts';
import { reconciliationError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { sumByCurrency, toDecimal, type Money } from '#shared/money/money.ts';
import type { ProfileContext } from '../context.ts';
import type { Procedures } from '../../database/procedures.ts';

export const MOST_ROWS = 5_000;
const ROWS_A_PAGE = 500;

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

export async function sheetOfExceptions(
  { db, clock }: ProfileContext,
  input: SheetInput,
): Promise<Result<{ save: SaveInput; rows: number }, AppError>> {
  const { comparison, filter, headers, sheetName, rtl, fileName } = input;
  const { timeZone } = await db.call('reconciliation.settings', null);
  const rows: Sheet['rows'] = [];
  let after: NonNullable<ExceptionPage>['next'] = null;
  do {
    const page: ExceptionPage = await db.call('reconciliation.exceptions', {
      ...{ comparison, filter, sort: 'oldest' as const, after, limit: ROWS_A_PAGE },
      nowMs: clock.nowMs(),
    });
    rows.push(...(page?.rows ?? []).map((one) => rowOf(one, input)));
    if (rows.length > MOST_ROWS) return err(reconciliationError('too-many', { most: MOST_ROWS }));
    after = page?.next ?? null;
  } while (after);
  const columns = headers.map((header, at) => ({ header, kind: KINDS[at] ?? ('text' as const) }));
  const sheets = [{ name: sheetName, rtl, timeZone, columns, rows }];
  return ok({ save: { format: 'xlsx', fileName, sheets }, rows: rows.length });
}
