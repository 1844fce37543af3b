/**
 * What a sale should have cost: what the gateway quoted when it was settled, if that is known; else what its method usually
 * costs, the median share of its newest sales in basis points of the amount.
 */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { MatchItem } from '#shared/domain/matching/index.ts';
import { sizeOf } from '#shared/money/money.ts';
import { sqlText } from '../../../filter-sql.ts';
import { readQuotes } from './quotes.ts';

const NEWEST = 5_000;
/** A method that was seen less often has no usual fee. */
const FEWEST = 20;
/** Minor units that rounding can make. */
const ROUNDING = 2n;
const MOST_METHODS = 40;
const rowSchema = z.object({ method: z.string(), amount_minor: z.bigint(), fee_minor: z.bigint() });

export type UsualFees = {
  /** The quoted fee in minor units. Null: no quote of that time is known. */
  quotedFor(item: MatchItem): bigint | null;
  /** Null: not known. */
  shareOf(method: string): number | null;
  readonly isUsual: (item: MatchItem) => boolean;
  /** The same as SQL on a settled row `s` that is a sale. */
  readonly sql: string;
};

const shareOf = (amount: bigint, fee: bigint): number => Number((fee * 20_000n + amount) / (amount * 2n));

export function usualFees(source: Database, feeTolerance: number): UsualFees {
  const shares = new Map<string, number[]>();
  const newest = source
    .prepare(
      `SELECT method, amount_minor, fee_minor FROM (SELECT * FROM settled ORDER BY settled_at_ms DESC, transaction_id DESC LIMIT ${NEWEST})
       WHERE fee_minor IS NOT NULL AND amount_minor > 0 AND kind = 'sale'`,
    )
    .safeIntegers();
  for (const row of newest.iterate()) {
    const { method, amount_minor: amount, fee_minor: fee } = rowSchema.parse(row);
    const known = shares.get(method);
    if (known) known.push(shareOf(amount, fee));
    else shares.set(method, [shareOf(amount, fee)]);
  }
  const usual = new Map<string, number>();
  const often = [...shares].filter(([, all]) => all.length >= FEWEST);
  for (const [method, all] of often.sort(([, a], [, b]) => b.length - a.length).slice(0, MOST_METHODS)) {
    all.sort((a, b) => a - b);
    usual.set(method, all[all.length >> 1] ?? 0);
  }
  const quotes = readQuotes(source, feeTolerance);
  const tolerance = BigInt(feeTolerance);
  const cases = [...usual].map(([method, share]) => `WHEN ${sqlText(method)} THEN ${share}`).join(' ');
  const near =
    cases === ''
      ? '1'
      : `COALESCE(ABS(s.fee_minor * 10000 - s.amount_minor * CASE s.method ${cases} END)
          <= s.amount_minor * ${tolerance} + ${ROUNDING * 10_000n}, 1)`;
  return {
    quotedFor: (item) => quotes.feeOf(item),
    shareOf: (method) => usual.get(method) ?? null,
    isUsual(item) {
      const { amount, fee, action } = item;
      const { minor } = amount;
      if (fee === null) return true;
      if (fee.minor > sizeOf(minor)) return false;
      if (action !== 'sale' || minor <= 0n) return true;
      const isAsQuoted = quotes.isAsQuoted(item);
      if (isAsQuoted !== null) return isAsQuoted;
      const share = usual.get(fee.method);
      if (share === undefined) return true;
      const off = fee.minor * 10_000n - minor * BigInt(share);
      return sizeOf(off) <= minor * tolerance + ROUNDING * 10_000n;
    },
    sql: `(s.fee_minor IS NULL OR (s.fee_minor <= s.amount_minor AND COALESCE(${quotes.sql}, ${near})))`,
  };
}
