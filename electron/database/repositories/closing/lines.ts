/** The lines of a count: what the rows say, what was typed, and how far apart they are. */
import { z } from 'zod';
import type { BranchSettings, CountLine } from '#shared/contract/closing-day.ts';
import {
  countSides,
  kindOfLine,
  lineKey,
  limitOf,
  type CountSide,
  type DifferenceReason,
  type LineName,
} from '#shared/domain/closing.ts';
import { addsOfRow, isReturn, kindOf, type Kind } from '#shared/domain/kinds/index.ts';
import { sizeOf, type Money } from '#shared/money/money.ts';
import type { ReadableDb } from '../../db.ts';
import { vocabularyOf } from '../kinds/vocabulary.ts';
import type { ClosingRecord } from './records.ts';
import type { ClosingRow } from './rows.ts';

/** A line with nothing hidden. */
export type Line = Omit<CountLine, 'hints'> & { count: number; expected: Money };

/** A key in SQLite cannot hold null, so a missing payment type is the empty text. */
export const typeKey = (paymentType: string | null): string => paymentType ?? '';
/** terminal_id, side, currency, payment_type. */
export const columnsOf = ({ terminalId, side, currency, paymentType }: LineName): string[] => [
  terminalId ?? '',
  side ?? '',
  currency,
  typeKey(paymentType),
];

const nameSchema = {
  terminal_id: z.string(),
  side: z.enum(['', ...countSides]),
  currency: z.string(),
  payment_type: z.string(),
};
type Name = Pick<CountLine, 'terminalId' | 'side' | 'currency' | 'paymentType'>;
const nameOf = (row: {
  terminal_id: string;
  side: CountSide | '';
  currency: string;
  payment_type: string;
}): Name => ({
  terminalId: row.terminal_id === '' ? null : row.terminal_id,
  side: row.side === '' ? null : row.side,
  currency: row.currency,
  paymentType: row.payment_type === '' ? null : row.payment_type,
});

const countSchema = z
  .object({
    ...nameSchema,
    attempt: z.bigint(),
    typed: z.string(),
    counted_minor: z.bigint().nullable(),
    slips_typed: z.string().nullable(),
    slips: z.bigint().nullable(),
  })
  .transform(({ attempt, typed, counted_minor, slips_typed, slips, ...row }) => ({
    ...nameOf(row),
    attempt: Number(attempt),
    typed,
    minor: counted_minor,
    slipsTyped: slips_typed,
    slips: slips === null ? null : Number(slips),
  }));
type Count = z.output<typeof countSchema>;

/** The last count, whole or not. */
const lastCount = (journal: ReadableDb, closingId: string): Count[] =>
  journal
    .prepare(
      `SELECT terminal_id, side, attempt, currency, payment_type, typed, counted_minor, slips_typed, slips FROM closing_count
       WHERE closing_id = ? AND attempt = (SELECT MAX(attempt) FROM closing_count WHERE closing_id = ?)
       ORDER BY terminal_id, side, currency, payment_type`,
    )
    .safeIntegers()
    .all(closingId, closingId)
    .map((row) => countSchema.parse(row));

const explanationSchema = z
  .object({
    ...nameSchema,
    difference_minor: z.string(),
    slips_difference: z.number(),
    reason: z.string(),
    note: z.string(),
    by: z.string(),
    at_ms: z.number(),
  })
  .transform((row) => ({
    key: lineKey(nameOf(row)),
    difference: row.difference_minor,
    slips: row.slips_difference,
    explanation: { reason: row.reason as DifferenceReason, note: row.note, by: row.by, atMs: row.at_ms },
  }));
const explanationsOf = (journal: ReadableDb, closingId: string) =>
  new Map(
    journal
      .prepare('SELECT * FROM closing_explanation WHERE closing_id = ?')
      .all(closingId)
      .map((row) => explanationSchema.parse(row))
      .map((one) => [one.key, one]),
  );

type Expected = { name: Name; kind: Kind; count: number; minor: bigint };

/**
 * Counts and sums of rows per currency and payment type. What takes money back is counted without a sign; a word that is a sale and
 * something else counts what its rows add.
 */
function expectedByType(rows: readonly ClosingRow[]): Expected[] {
  const groups = Map.groupBy(rows, ({ amount, paymentType }) =>
    lineKey({ currency: amount.currency, paymentType }),
  );
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { amount, paymentType } = first;
    const isSale = own.some(({ kind }) => kind === 'sale');
    const minor = own.reduce(
      (sum, row) => sum + (isSale ? addsOfRow(row).minor : sizeOf(row.amount.minor)),
      0n,
    );
    const name = { currency: amount.currency, paymentType, terminalId: null, side: null };
    return [{ name, kind: isSale ? 'sale' : first.kind, count: own.length, minor }];
  });
}

export const sideOf = (kind: Kind): CountSide | null =>
  kind === 'sale' ? 'sales' : isReturn(kind) ? 'returns' : null;

/** What each terminal sold, and what it took back, without a sign: what only holds money is on neither side. */
function expectedByTerminal(rows: readonly ClosingRow[]): Expected[] {
  const lines = new Map<string, Expected>();
  for (const row of rows) {
    const { terminalId, kind } = row;
    const side = sideOf(kind);
    if (!side) continue;
    const adds = addsOfRow(row);
    const name = { currency: adds.currency, paymentType: null, terminalId, side };
    const key = lineKey(name);
    const line = lines.get(key) ?? { name, kind: kindOfLine(name), count: 0, minor: 0n };
    const more = side === 'sales' ? adds.minor : -adds.minor;
    lines.set(key, { ...line, count: line.count + 1, minor: line.minor + more });
  }
  return [...lines.values()];
}

/** How many slips were counted more than there are transactions. */
export const slipsDifference = ({ slips, count }: Pick<Line, 'slips' | 'count'>): number =>
  slips && slips.counted !== null ? slips.counted - count : 0;

function verdictOf(
  difference: bigint,
  slips: number,
  tolerance: bigint,
  explained: boolean,
): NonNullable<CountLine['verdict']> {
  if (difference === 0n && slips === 0) return 'agrees';
  if (slips === 0 && sizeOf(difference) <= tolerance) return 'within-tolerance';
  return explained ? 'explained' : 'to-explain';
}

/** By terminal and currency, sales first; else by currency and payment type. */
const orderOf = ({ name }: Expected): string =>
  name.side ? `${name.terminalId}/${name.currency}/${name.side === 'sales' ? 0 : 1}` : lineKey(name);

export function linesOf(
  journal: ReadableDb,
  record: ClosingRecord,
  rows: readonly ClosingRow[],
  leftOut: ReadonlySet<string>,
  { tolerance, largeDifference }: BranchSettings,
): Line[] {
  const { closing_id: closingId, counts, counted: isCounted } = record;
  const last = lastCount(journal, closingId);
  // A count that is whole and does not hold any more (rows came after it) shows only what was typed.
  const holds = isCounted === 1 || last.some(({ attempt }) => attempt > counts);
  const typed = new Map(last.map((line) => [lineKey(line), line]));
  const explanations = explanationsOf(journal, closingId);
  const all = record.count_by === 'terminal' ? expectedByTerminal(rows) : expectedByType(rows);
  const expected = new Map(all.map((line) => [lineKey(line.name), line]));
  const vocabulary = vocabularyOf(journal);
  for (const { currency, paymentType, terminalId, side } of last) {
    if (terminalId !== null && leftOut.has(terminalId)) continue;
    const name = { currency, paymentType, terminalId, side };
    const kind = side ? kindOfLine(name) : kindOf(paymentType, 1n, vocabulary);
    if (!expected.has(lineKey(name))) expected.set(lineKey(name), { name, kind, count: 0, minor: 0n });
  }
  return [...expected.values()]
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
    .map((line) => {
      const key = lineKey(line.name);
      const entry = typed.get(key) ?? null;
      const slips = record.count_slips === 1 ? slipsOf(entry, holds) : null;
      return lineOf(line, entry, {
        holds,
        slips,
        written: explanations.get(key) ?? null,
        tolerance,
        largeDifference,
      });
    });
}

const slipsOf = (entry: Count | null, holds: boolean): NonNullable<Line['slips']> => ({
  typed: entry?.slipsTyped ?? null,
  counted: holds ? (entry?.slips ?? null) : null,
});

type Beside = Pick<BranchSettings, 'tolerance' | 'largeDifference'> & {
  holds: boolean;
  slips: Line['slips'];
  written: z.output<typeof explanationSchema> | null;
};

function lineOf(
  { name, kind, count, minor }: Expected,
  entry: Count | null,
  { holds, slips, written, tolerance, largeDifference }: Beside,
): Line {
  const { currency } = name;
  const amount = holds ? (entry?.minor ?? null) : null;
  // Without its slips a line that wants them is not counted yet.
  const found = slips && slips.counted === null ? null : amount;
  const difference = found === null ? null : found - minor;
  const apart = slipsDifference({ slips, count });
  const holdsFor = written?.difference === difference?.toString() && written?.slips === apart;
  const explanation = written && holdsFor ? written.explanation : null;
  const verdict =
    difference === null
      ? null
      : verdictOf(difference, apart, limitOf(tolerance, currency), explanation !== null);
  const small = verdict === null || verdict === 'agrees' || verdict === 'within-tolerance';
  return {
    ...name,
    kind,
    count,
    expected: { minor, currency },
    typed: entry?.typed ?? null,
    counted: found === null ? null : { minor: found, currency },
    difference: difference === null ? null : { minor: difference, currency },
    verdict,
    large: !small && sizeOf(difference ?? 0n) > limitOf(largeDifference, currency),
    slips,
    explanation,
  };
}
