/** Sums of settlement over time, and the sales of closes that nothing settles. */
import { z } from 'zod';
import type { Total } from '#shared/domain/kinds/index.ts';
import type { Money } from '#shared/money/money.ts';
import { reads, type ReadableDb } from '../db.ts';
import { branchNames } from './branch-names.ts';
import { standingOthers } from './closing/other-closes.ts';
import { salesOfCloses, type ClosedRow } from './closing/closed-sales.ts';
import { reversedHere } from './journal/index.ts';
import { ADDS } from './settled-sums.ts';
import { undoneIds } from './kinds/undone.ts';
import { listRead } from './list-reads.ts';

/** `key` is its place among the periods that were asked for. */
type Bounds = { key: number; fromMs: number; untilMs: number };
const PERIODS = `WITH period(key, from_ms, until_ms) AS
  (SELECT value ->> 'key', value ->> 'fromMs', value ->> 'untilMs' FROM json_each(?))`;

/** Exported so that a test can read its plan. */
export const SETTLED_BY_PERIOD = `${PERIODS}
  SELECT period.key AS key, s.currency, s.branch_id, COUNT(*) AS count, SUM(${ADDS}) AS gross, SUM(s.fee_minor) AS fees, SUM(s.net_minor) AS net,
    SUM(s.kind = 'unknown') AS unknown, SUM((s.kind = 'unknown') * ABS(s.amount_minor)) AS unknown_size
  FROM period CROSS JOIN settled AS s INDEXED BY settled_by_time ON s.settled_at_ms >= period.from_ms AND s.settled_at_ms < period.until_ms
  GROUP BY period.key, s.currency, s.branch_id`;

const sumSchema = z.object({
  key: z.bigint().transform(Number),
  currency: z.string(),
  branch_id: z.string(),
  count: z.bigint().transform(Number),
  gross: z.bigint(),
  fees: z.bigint().nullable(),
  net: z.bigint().nullable(),
  unknown: z.bigint().transform(Number),
  unknown_size: z.bigint(),
});
export type SettledSum = {
  key: number;
  branchId: string | null;
  branchName: string | null;
  count: number;
  /** What the rows add. */
  gross: Money;
  /** Rows of a kind not known, by their size: they are not in `gross`. */
  notSummed: Total | null;
  fees: Money | null;
  net: Money | null;
};

function settledSums(cache: ReadableDb, periods: Bounds[]): SettledSum[] {
  const names = branchNames(cache);
  return cache
    .prepare(SETTLED_BY_PERIOD)
    .safeIntegers()
    .all(JSON.stringify(periods))
    .map((row) => {
      const { key, currency, branch_id, count, gross, fees, net, ...rest } = sumSchema.parse(row);
      const money = (minor: bigint | null) => (minor === null ? null : { minor, currency });
      return {
        key,
        branchId: branch_id === '' ? null : branch_id,
        branchName: names.get(branch_id) ?? null,
        count,
        gross: { minor: gross, currency },
        notSummed:
          rest.unknown === 0 ? null : { count: rest.unknown, amount: { minor: rest.unknown_size, currency } },
        fees: money(fees),
        net: money(net),
      };
    });
}

/** Money that was deducted: from the moment a request is being processed. The month is that of its creation. */
const EARLY_BY_PERIOD = `${PERIODS},
  request(at_ms, currency, total, cost) AS (
    SELECT value ->> '$.createdAt.atMs', value ->> '$.totalFees.currency',
      CAST(COALESCE(value ->> '$.total.minor', '0') AS INTEGER), CAST(value ->> '$.totalFees.minor' AS INTEGER)
    FROM instant_request
    WHERE value ->> '$.status.value' IN ('PROCESSING', 'TRANSFERRED') AND value ->> '$.totalFees.minor' IS NOT NULL)
  SELECT period.key AS key, currency, COUNT(*) AS count, SUM(total) AS total, SUM(cost) AS cost
  FROM period JOIN request ON at_ms >= from_ms AND at_ms < until_ms GROUP BY period.key, currency`;

const earlySchema = z.object({
  key: z.bigint().transform(Number),
  currency: z.string(),
  count: z.bigint().transform(Number),
  total: z.bigint(),
  cost: z.bigint(),
});
export type EarlySum = { key: number; requests: number; total: Money; cost: Money };

const earlySums = (cache: ReadableDb, months: Bounds[]): EarlySum[] =>
  cache
    .prepare(EARLY_BY_PERIOD)
    .safeIntegers()
    .all(JSON.stringify(months))
    .map((row) => {
      const { key, currency, count, total, cost } = earlySchema.parse(row);
      return { key, requests: count, total: { minor: total, currency }, cost: { minor: cost, currency } };
    });

/** Zones of the branches that have settings. */
const zonesOf = (journal: ReadableDb): string[] =>
  journal
    .prepare<{ zone: string }>(
      `SELECT DISTINCT value ->> '$.timeZone' AS zone FROM branch_settings WHERE zone IS NOT NULL`,
    )
    .all()
    .map(({ zone }) => zone);

/** Closes that stand and have a Z, of these days. */
const CLOSES_SINCE = `SELECT closing_id, business_date AS day FROM closing INDEXED BY closing_by_date
  WHERE business_date >= ? AND state <> 'cancelled' AND state <> 'reopened' AND number IS NOT NULL ORDER BY business_date, seq`;

/** Those of the sales that the list of settled transactions does not name, by order or, without one, by reference. */
export const NOT_SETTLED = `SELECT sale.value ->> 0 AS row_id FROM json_each(?) AS sale
  WHERE NOT EXISTS (SELECT 1 FROM settled INDEXED BY settled_by_order WHERE merchant_order_id = sale.value ->> 1
      AND sale.value ->> 1 <> '' AND kind NOT IN ('reversal', 'refund', 'void', 'authorization'))
    AND NOT EXISTS (SELECT 1 FROM settled INDEXED BY settled_by_reference WHERE ref_number = sale.value ->> 2
      AND sale.value ->> 2 <> '' AND kind NOT IN ('reversal', 'refund', 'void', 'authorization'))`;

function notSettled(cache: ReadableDb, sales: readonly ClosedRow[]): ClosedRow[] {
  const asked = JSON.stringify(
    sales.map(({ rowId, orderId, refNumber }) => [rowId, orderId ?? '', refNumber ?? '']),
  );
  const found = cache.prepare<{ row_id: string }>(NOT_SETTLED).all(asked);
  const left = new Set(found.map(({ row_id }) => row_id));
  return sales.filter(({ rowId }) => left.has(rowId));
}

type Files = { readonly cache: ReadableDb; readonly journal: ReadableDb };
/** By day, this PC's before the others'. */
function closesSince(files: Files, since: string): string[] {
  const own = files.journal.prepare<{ closing_id: string; day: string }>(CLOSES_SINCE).all(since);
  const others = standingOthers(files.cache, since).map(({ closingId, businessDate }) => ({
    closing_id: closingId,
    day: businessDate,
  }));
  const all =
    others.length === 0
      ? own
      : [...own, ...others].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  return all.map(({ closing_id }) => closing_id);
}

export const figureProcedures = {
  'figures.sums': reads(({ cache }, { periods, months }: { periods: Bounds[]; months: Bounds[] }) => ({
    settled: settledSums(cache, periods),
    early: earlySums(cache, months),
    settledRead: listRead(cache, 'settled'),
    requestsRead: listRead(cache, 'requests'),
  })),
  'figures.zones': reads(({ journal }, _: null) => zonesOf(journal)),
  'figures.closes': reads(({ cache, journal }, since: string) => ({
    closingIds: closesSince({ cache, journal }, since),
    undone: [...reversedHere(journal), ...undoneIds(cache)],
  })),
  /** Sales of these closes that nothing settles and nothing undid. */
  'figures.unsettledOf': reads(({ cache, journal }, closingIds: string[]) => {
    const sales = salesOfCloses({ cache, journal }, closingIds).filter(({ undone }) => !undone);
    return notSettled(cache, sales);
  }),
};
