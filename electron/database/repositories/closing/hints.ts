/** Likely causes of the differences of a count, from the rows of the close and of the one before it. */
import type { CountLine, Hint, HintRow } from '#shared/contract/closing-day.ts';
import { kindOfLine } from '#shared/domain/closing.ts';
import { hintsOf } from '#shared/domain/count-hints.ts';
import { isReturn } from '#shared/domain/kinds/index.ts';
import type { ReadableDb } from '../../db.ts';
import type { ClosingFacts } from './facts.ts';
import { sideOf, type Line } from './lines.ts';
import { closingsWhere, type ClosingRecord } from './records.ts';
import { standingRowsOf, type ClosingRow } from './rows.ts';

/** The branch's latest close of an earlier day that still stands. */
const closeBefore = (
  journal: ReadableDb,
  { branch_key, business_date }: ClosingRecord,
): ClosingRecord | null =>
  closingsWhere(
    journal,
    `branch_key = ? AND business_date < ? AND state IN ('provisional', 'closed') ORDER BY business_date DESC, seq DESC LIMIT 1`,
    branch_key,
    business_date,
  )[0] ?? null;

const isOf =
  ({ currency, paymentType, terminalId, side }: Line) =>
  (row: ClosingRow): boolean =>
    row.amount.currency === currency &&
    (side ? row.terminalId === terminalId && sideOf(row.kind) === side : row.paymentType === paymentType);

type Found = ClosingRow & { readonly minor: bigint };
const withSize = (row: ClosingRow): Found => ({ ...row, minor: row.amount.minor });
const hintRow = ({
  rowId,
  terminalId,
  refNumber,
  merchantOrderId,
  paymentType,
  amount,
  firstSeenAtMs,
}: Found): HintRow => ({ rowId, terminalId, refNumber, merchantOrderId, paymentType, amount, firstSeenAtMs });

/** The returns of its terminal, or of the branch where that is counted at once. */
const isReturnBeside =
  ({ currency, terminalId, side }: Line) =>
  ({ amount, kind, terminalId: at }: ClosingRow): boolean =>
    amount.currency === currency && isReturn(kind) && (!side || at === terminalId);

const netOf = (lines: readonly Line[]): bigint =>
  lines.reduce((sum, { difference, ...line }) => {
    const minor = difference?.minor ?? 0n;
    return sum + (isReturn(kindOfLine(line)) ? -minor : minor);
  }, 0n);

export function hintedLines(journal: ReadableDb, { record, rows, lines }: ClosingFacts): CountLine[] {
  const differs = lines.some(({ difference }) => difference !== null && difference.minor !== 0n);
  const before = differs ? closeBefore(journal, record) : null;
  const rowsBefore = before ? standingRowsOf(journal, before.closing_id) : [];
  return lines.map((line): CountLine => {
    const { counted, expected, currency, terminalId } = line;
    if (!counted) return { ...line, hints: [] };
    const beside = lines.filter((one) => one.currency === currency && one.terminalId === terminalId);
    const found = hintsOf<Found>({
      counted: counted.minor,
      expected: expected.minor,
      net: netOf(beside),
      own: rows.filter(isOf(line)).map(withSize),
      returns: rows.filter(isReturnBeside(line)).map(withSize),
      before: rowsBefore.filter(isOf(line)).map(withSize),
    });
    const hints = found.map(({ cause, rows: named, more }): Hint => ({
      cause,
      rows: named.map(hintRow),
      more,
      closingId: cause === 'before' ? (before?.closing_id ?? null) : null,
    }));
    return { ...line, hints };
  });
}
