/** Settlement windows as a list: how each stands at the bank, whether its sums are those of its rows, and what misses the next one. */
import {
  windowSchema,
  type ListedWindow,
  type NextWindow,
  type SettlementWindow,
} from '#shared/contract/settlement.ts';
import { addTotals } from '#shared/domain/kinds/index.ts';
import type { Money } from '#shared/money/money.ts';
import {
  NO_ROWS,
  windowBridgeOf,
  windowDifferences,
  type WindowFigures,
  type WindowSums,
} from '#shared/domain/window-state.ts';
import type { FilesWithResults, ReadableDb, ReadableFiles, WritableDb } from '../db.ts';
import { knownDeposits } from './bridge/deposits.ts';
import { currencyOf, paidTogether } from './bridge/paid-together.ts';
import { branchNames } from './branch-names.ts';
import { listRead } from './list-reads.ts';
import { createNoDeposit } from './no-deposit.ts';
import { NET } from './settled-sums.ts';
import { readStored } from './stored-row.ts';
import { terminalProcedures } from './terminals.ts';

/** Exported so that a test can read its plan. */
export const SUM_OF_WINDOW = `INSERT INTO window_sum
  SELECT window_id, currency, COUNT(*), SUM(adds_minor), SUM(COALESCE(fee_minor, 0)), SUM(COALESCE(vat_minor, 0)), SUM(${NET}),
    SUM(early * ${NET})
  FROM settled WHERE window_id = ? GROUP BY currency`;

/** Only windows whose rows have changed are summed; answers how many. */
export function sumStaleWindows(cache: WritableDb): number {
  const stale = cache.prepare<{ window_id: string }>('SELECT window_id FROM window_stale').all();
  if (stale.length === 0) return 0;
  const forget = cache.prepare('DELETE FROM window_sum WHERE window_id = ?');
  const sum = cache.prepare(SUM_OF_WINDOW);
  for (const { window_id } of stale) {
    forget.run(window_id);
    sum.run(window_id);
  }
  cache.prepare('DELETE FROM window_stale').run();
  return stale.length;
}

type SumRow = {
  window_id: string;
  currency: string;
  count: bigint;
  gross_minor: bigint;
  fees_minor: bigint;
  vat_minor: bigint;
  net_minor: bigint;
  early_minor: bigint;
};

function sumsByWindow(cache: ReadableDb): Map<string, WindowSums> {
  const rows = cache.prepare<SumRow>('SELECT * FROM window_sum').safeIntegers().all();
  return new Map(
    rows.map((row) => [
      `${row.currency} ${row.window_id}`,
      {
        count: Number(row.count),
        gross: row.gross_minor,
        fees: row.fees_minor,
        vat: row.vat_minor,
        net: row.net_minor,
        early: row.early_minor,
      },
    ]),
  );
}

const windowsWhere = (cache: ReadableDb, where: string): SettlementWindow[] =>
  cache
    .prepare<{ value: string }>(
      `SELECT value FROM settlement_window WHERE ${where} ORDER BY opens_at DESC, window_id DESC`,
    )
    .all()
    .map(({ value }) => readStored(windowSchema, JSON.parse(value)));
export const allWindows = (cache: ReadableDb): SettlementWindow[] => windowsWhere(cache, 'TRUE');
const openWindows = (cache: ReadableDb): SettlementWindow[] =>
  windowsWhere(cache, "json_extract(value, '$.status.value') = 'OPEN'");

const figuresOf = (window: SettlementWindow): WindowFigures => ({
  status: window.status?.kind === 'known' ? window.status.value : null,
  transactionsCount: window.transactionsCount,
  gross: window.gross,
  fees: window.fees,
  vat: window.vat,
  adjustments: window.adjustments,
  net: window.net,
  batchNets: window.batches.map(({ net }) => net),
});

type Known = { sums: WindowSums; figures: WindowFigures };
const plus = (a: Money | null, b: Money | null): Money | null =>
  a && b ? { ...a, minor: a.minor + b.minor } : (a ?? b);

/** Several windows as one: a deposit of a payout is for all of them. */
const together = (all: readonly Known[]): Known =>
  all.reduce((sum, { sums, figures }) => ({
    sums: {
      count: sum.sums.count + sums.count,
      gross: sum.sums.gross + sums.gross,
      fees: sum.sums.fees + sums.fees,
      vat: sum.sums.vat + sums.vat,
      net: sum.sums.net + sums.net,
      early: sum.sums.early + sums.early,
    },
    figures: {
      ...sum.figures,
      transactionsCount:
        sum.figures.transactionsCount === null || figures.transactionsCount === null
          ? null
          : sum.figures.transactionsCount + figures.transactionsCount,
      adjustments: plus(sum.figures.adjustments, figures.adjustments),
      net: plus(sum.figures.net, figures.net),
    },
  }));

/** The open window that closes first; what is listed on terminals and not acknowledged will not be in it. */
function closesNext(windows: readonly SettlementWindow[], nowMs: number) {
  const open = windows.flatMap(({ windowId, status, closesAt }) =>
    status?.kind === 'known' &&
    status.value === 'OPEN' &&
    closesAt?.kind === 'instant' &&
    closesAt.atMs > nowMs
      ? [{ windowId, closesAtMs: closesAt.atMs }]
      : [],
  );
  return open.sort((a, b) => a.closesAtMs - b.closesAtMs || (a.windowId < b.windowId ? -1 : 1))[0] ?? null;
}

/** When it closes; null where no window is known to be open. */
export const nextWindowCloses = (cache: ReadableDb, nowMs: number): number | null =>
  closesNext(openWindows(cache), nowMs)?.closesAtMs ?? null;

function nextWindow(
  files: ReadableFiles,
  windows: readonly SettlementWindow[],
  nowMs: number,
): NextWindow | null {
  const next = closesNext(windows, nowMs);
  if (!next) return null;
  const { terminals } = terminalProcedures['terminals.list'].run(files, null);
  const ours = terminals.filter(({ lastError }) => lastError?.error.code !== 'foreign-terminal');
  const reads = ours.flatMap(({ lastReadAtMs }) => lastReadAtMs ?? []);
  return {
    ...next,
    outstandingCount: ours.reduce((sum, { outstandingCount }) => sum + outstandingCount, 0),
    outstanding: addTotals(ours.map((one) => one.outstanding)),
    notSummed: addTotals(ours.map((one) => one.notSummed)),
    oldestReadAtMs: reads.length === ours.length && reads.length > 0 ? Math.min(...reads) : null,
  };
}

export function listWindows(files: FilesWithResults, nowMs: number) {
  const { cache } = files;
  const names = branchNames(cache);
  const windows = allWindows(cache);
  const sums = sumsByWindow(cache);
  const deposits = knownDeposits(files);
  const noDepositOf = createNoDeposit(files, nowMs);
  const groups = paidTogether(windows, deposits.together).byWindow;
  const read = listRead(cache, 'windows');
  const settledReadAtMs = listRead(cache, 'settled').readAtMs;
  const readSince = settledReadAtMs !== null && read.readAtMs !== null && settledReadAtMs >= read.readAtMs;
  const knownOf = (window: SettlementWindow, currency: string): Known => ({
    sums: sums.get(`${currency} ${window.windowId}`) ?? NO_ROWS,
    figures: figuresOf(window),
  });
  const listed = windows.map((window): ListedWindow => {
    const { windowId } = window;
    const currency = currencyOf(window) ?? '';
    const group = groups.get(windowId) ?? null;
    const ofGroup = group && deposits.of({ ...group, currency });
    // Deposits of a payout that pay each window by itself say how each of them stands.
    const isForAll =
      ofGroup?.entered.some(({ withdrawn }) => !withdrawn) ||
      ofGroup?.statement.some(({ pays }) => pays.length > 1);
    const own = knownOf(window, currency);
    const known = group && isForAll ? together(group.windows.map((one) => knownOf(one, currency))) : own;
    const { deposited } =
      ofGroup && isForAll ? ofGroup : deposits.of({ subject: windowId, windowIds: [windowId], currency });
    return {
      ...window,
      batches: window.batches.map((batch) => ({
        ...batch,
        branchName: names.get(batch.branchId ?? '') ?? null,
      })),
      bridge: windowBridgeOf(known.figures, known.sums, {
        currency: currencyOf(window),
        deposited,
        readSince,
        noDeposit: noDepositOf([window]),
      }),
      differs: windowDifferences(own.figures, own.sums, { currency, readSince }),
      paidWith: group?.windowIds ?? [],
      paidAs: group?.subject ?? null,
    };
  });
  return { windows: listed, next: nextWindow(files, windows, nowMs), read };
}
