/**
 * The fees that the gateway quoted for the merchant, as they were read from time to time (the kept list `fee-history`). What
 * was charged is compared with the last reading before it was settled. All is whole numbers: a share is in millionths of the
 * amount.
 */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { keptValueSchema } from '#shared/contract/kept.ts';
import type { MatchItem } from '#shared/domain/matching/index.ts';
import { sizeOf, type Money } from '#shared/money/money.ts';
import { sqlText } from '../../../filter-sql.ts';

/** Minor units that rounding can make. */
const ROUNDING = 1n;
const WHOLE = 1_000_000n;
/** Newest readings that differ from the one before them. Older times count as not known. */
const MOST_READINGS = 40;

type Rate = { readonly share: bigint; readonly flat: Money | null };
/** From a time on, by method in small letters; '' holds for every other method. */
type Reading = { readonly fromMs: number; readonly rates: ReadonlyMap<string, Rate> };

export type Quotes = {
  /** In minor units, rounded half up; null: no quote of that time is known. */
  feeOf(item: MatchItem): bigint | null;
  /** Null: no quote of that time is known. */
  isAsQuoted(item: MatchItem): boolean | null;
  /** The same as SQL on a settled row `s` that is a sale. */
  readonly sql: string;
};

/** A percent of at most four decimals ("2.75") in millionths; null if it is none. */
export function millionthsOf(percent: string): bigint | null {
  const [, whole, part = ''] = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(percent) ?? [];
  return whole === undefined ? null : BigInt(whole) * 10_000n + BigInt(part.padEnd(4, '0'));
}

function rateOf(cells: z.output<typeof keptValueSchema>['cells']): Rate | null {
  const { rate, flatFee } = cells;
  const flat = flatFee?.is === 'money' && flatFee.money.minor !== 0n ? flatFee.money : null;
  const share = rate?.is === 'text' ? millionthsOf(rate.text) : flat === null ? null : 0n;
  return share === null ? null : { share, flat };
}

const sameAs = (one: Reading, other: Reading | undefined): boolean => {
  const textOf = ({ rates }: Reading) =>
    [...rates]
      .map(([method, { share, flat }]) => `${method} ${share} ${flat?.minor} ${flat?.currency}`)
      .sort()
      .join('; ');
  return other !== undefined && textOf(one) === textOf(other);
};

/** Oldest first. */
function readingsOf(source: Database): Reading[] {
  const kept = source.prepare(`SELECT value FROM main.kept_row WHERE list = 'fee-history'`).pluck().all();
  const found = new Map<number, Map<string, Rate>>();
  for (const value of kept) {
    const { cells } = keptValueSchema.parse(JSON.parse(z.string().parse(value)));
    const { readAt, method } = cells;
    if (readAt?.is !== 'time' || readAt.at.kind !== 'instant') continue;
    const rates = found.get(readAt.at.atMs) ?? new Map<string, Rate>();
    found.set(readAt.at.atMs, rates);
    const rate = rateOf(cells);
    if (rate) rates.set(method?.is === 'text' ? method.text.toLowerCase() : '', rate);
  }
  return [...found]
    .map(([fromMs, rates]) => ({ fromMs, rates }))
    .sort((a, b) => a.fromMs - b.fromMs)
    .filter((reading, at, all) => !sameAs(reading, all[at - 1]))
    .slice(-MOST_READINGS);
}

/** `tolerance` in basis points of the amount. */
function sqlOf(readings: readonly Reading[], tolerance: bigint): string {
  const asQuoted = ({ share, flat }: Rate) =>
    `ABS(s.fee_minor * ${WHOLE} - s.amount_minor * ${share} - ${(flat?.minor ?? 0n) * WHOLE})
       <= s.amount_minor * ${tolerance * 100n} + ${ROUNDING * WHOLE}`;
  const of = (rate: Rate) =>
    rate.flat === null
      ? asQuoted(rate)
      : `CASE WHEN s.currency = ${sqlText(rate.flat.currency)} THEN ${asQuoted(rate)} END`;
  const byMethod = ({ rates }: Reading) => {
    const named = [...rates].filter(([method]) => method !== '');
    const all = rates.get('');
    const others = `ELSE ${all ? of(all) : 'NULL'}`;
    if (named.length === 0) return all ? of(all) : 'NULL';
    const cases = named.map(([method, rate]) => `WHEN ${sqlText(method)} THEN ${of(rate)}`);
    return `CASE lower(s.method) ${cases.join(' ')} ${others} END`;
  };
  const since = readings
    .toReversed()
    .map((reading) => `WHEN s.settled_at_ms >= ${reading.fromMs} THEN ${byMethod(reading)}`);
  return since.length === 0 ? 'NULL' : `CASE ${since.join(' ')} END`;
}

export function readQuotes(source: Database, feeTolerance: number): Quotes {
  const readings = readingsOf(source);
  const tolerance = BigInt(feeTolerance);
  /** The quoted fee in millionths of a minor unit. */
  function quotedFor({ fee, amount }: MatchItem): bigint | null {
    if (fee === null) return null;
    const reading = readings.findLast(({ fromMs }) => fromMs <= fee.atMs);
    const rate = reading?.rates.get(fee.method.toLowerCase()) ?? reading?.rates.get('');
    if (!rate || (rate.flat !== null && rate.flat.currency !== amount.currency)) return null;
    return amount.minor * rate.share + (rate.flat?.minor ?? 0n) * WHOLE;
  }
  return {
    feeOf(item) {
      const quoted = quotedFor(item);
      return quoted === null ? null : (quoted + WHOLE / 2n) / WHOLE;
    },
    isAsQuoted(item) {
      const quoted = quotedFor(item);
      if (quoted === null || item.fee === null) return null;
      const off = sizeOf(item.fee.minor * WHOLE - quoted);
      return off <= item.amount.minor * tolerance * 100n + ROUNDING * WHOLE;
    },
    sql: sqlOf(readings, tolerance),
  };
}
