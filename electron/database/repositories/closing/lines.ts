/** The lines of a count: what the rows say, what was typed, and how far apart they are. */
import { z } from 'zod';
import type { BranchSettings, CountLine } from '#shared/contract/closing-day.ts';
import { limitOf, type DifferenceReason } from '#shared/domain/closing.ts';
import { addsOfRow, kindOf, type Kind } from '#shared/domain/kinds/index.ts';
import { sizeOf, type Money } from '#shared/money/money.ts';
import type { ReadableDb } from '../../db.ts';
import { vocabularyOf } from '../kinds/vocabulary.ts';
import type { ClosingRecord } from './records.ts';
import type { ClosingRow } from './rows.ts';

/** A line with nothing hidden. */
export type Line = CountLine & { count: number; expected: Money };

/** SQLite's keys have no null: no payment type is the empty one. */
export const typeKey = (paymentType: string | null): string => paymentType ?? '';
export const lineKey = (line: { currency: string; paymentType: string | null }): string =>
  `${line.currency}/${typeKey(line.paymentType)}`;

const countSchema = z.object({
  attempt: z.bigint(),
  currency: z.string(),
  payment_type: z.string(),
  typed: z.string(),
  counted_minor: z.bigint().nullable(),
});
type Count = z.output<typeof countSchema>;

/** The last count, whole or not. */
export const lastCount = (journal: ReadableDb, closingId: string): Count[] =>
  journal
    .prepare(
      `SELECT attempt, currency, payment_type, typed, counted_minor FROM closing_count WHERE closing_id = ?
       AND attempt = (SELECT MAX(attempt) FROM closing_count WHERE closing_id = ?) ORDER BY currency, payment_type`,
    )
    .safeIntegers()
    .all(closingId, closingId)
    .map((row) => countSchema.parse(row));

type Explained = {
  currency: string;
  paymentType: string;
  difference: string;
  reason: DifferenceReason;
  note: string;
  by: string;
  atMs: number;
};
const explanationsOf = (journal: ReadableDb, closingId: string): Explained[] =>
  journal
    .prepare<Explained>(
      `SELECT currency, payment_type AS paymentType, difference_minor AS difference, reason, note, by, at_ms AS atMs
       FROM closing_explanation WHERE closing_id = ?`,
    )
    .all(closingId);

type Expected = { currency: string; paymentType: string | null; kind: Kind; count: number; minor: bigint };

/**
 * Counts and sums of rows per currency and payment type. What takes money back is counted without a sign; a word that is a sale and
 * something else counts what its rows add.
 */
export function expectedOf(rows: readonly ClosingRow[]): Map<string, Expected> {
  return new Map(
    [
      ...Map.groupBy(rows, ({ amount, paymentType }) => lineKey({ currency: amount.currency, paymentType })),
    ].flatMap(([key, own]) => {
      const [first] = own;
      if (!first) return [];
      const { amount, paymentType } = first;
      const isSale = own.some(({ kind }) => kind === 'sale');
      const minor = own.reduce(
        (sum, row) => sum + (isSale ? addsOfRow(row).minor : sizeOf(row.amount.minor)),
        0n,
      );
      const kind = isSale ? 'sale' : first.kind;
      return [[key, { currency: amount.currency, paymentType, kind, count: own.length, minor }] as const];
    }),
  );
}

function verdictOf(
  difference: bigint,
  tolerance: bigint,
  explained: boolean,
): NonNullable<CountLine['verdict']> {
  if (difference === 0n) return 'agrees';
  if (sizeOf(difference) <= tolerance) return 'within-tolerance';
  return explained ? 'explained' : 'to-explain';
}

export function linesOf(
  journal: ReadableDb,
  { closing_id: closingId, counts, counted: isCounted }: ClosingRecord,
  rows: readonly ClosingRow[],
  { tolerance, largeDifference }: BranchSettings,
): Line[] {
  const last = lastCount(journal, closingId);
  // A count that is whole and does not hold any more (rows came after it) shows only what was typed.
  const holds = isCounted === 1 || last.some(({ attempt }) => Number(attempt) > counts);
  const typed = new Map(last.map((line) => [`${line.currency}/${line.payment_type}`, line]));
  const explanations = new Map(
    explanationsOf(journal, closingId).map((one) => [`${one.currency}/${one.paymentType}`, one]),
  );
  const expected = expectedOf(rows);
  for (const { currency, payment_type } of last) {
    const paymentType = payment_type === '' ? null : payment_type;
    const key = lineKey({ currency, paymentType });
    const kind = kindOf(paymentType, 1n, vocabularyOf(journal));
    if (!expected.has(key)) expected.set(key, { currency, paymentType, kind, count: 0, minor: 0n });
  }
  return [...expected]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { currency, paymentType, kind, count, minor }]): Line => {
      const entry = typed.get(key);
      const found = holds ? (entry?.counted_minor ?? null) : null;
      const difference = found === null ? null : found - minor;
      const written = explanations.get(key);
      const explanation = written && written.difference === difference?.toString() ? written : null;
      const verdict =
        difference === null
          ? null
          : verdictOf(difference, limitOf(tolerance, currency), explanation !== null);
      const small = verdict === null || verdict === 'agrees' || verdict === 'within-tolerance';
      return {
        currency,
        paymentType,
        kind,
        count,
        expected: { minor, currency },
        typed: entry?.typed ?? null,
        counted: found === null ? null : { minor: found, currency },
        difference: difference === null ? null : { minor: difference, currency },
        verdict,
        large: !small && sizeOf(difference ?? 0n) > limitOf(largeDifference, currency),
        explanation: explanation && {
          reason: explanation.reason,
          note: explanation.note,
          by: explanation.by,
          atMs: explanation.atMs,
        },
      };
    });
}
