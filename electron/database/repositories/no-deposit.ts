/**
 * What is known of a deposit that is not there: whether its usual days have passed, which of them no statement covers, and
 * whether the last run looked for it. Settings and statements are read once, for any number of windows.
 */
import type { SettlementWindow } from '#shared/contract/settlement.ts';
import { businessDaysOf } from '#shared/domain/reconciliation-settings.ts';
import { daysLeftOut } from '#shared/domain/statement-days.ts';
import { NO_DEPOSIT_YET, type NoDeposit } from '#shared/domain/window-state.ts';
import type { FilesWithResults } from '../db.ts';
import { coveredDays } from './imports/index.ts';
import { createDayOf } from './reconciliation/items.ts';
import { isWithin } from './reconciliation/run/lines.ts';
import { readSettings } from './reconciliation/settings.ts';
import { payoutDateOf } from './reconciliation/windows.ts';

/** Windows that the last run looked for in the statements and did not find. */
const NOT_FOUND = `SELECT item_id FROM open_item
  WHERE run = (SELECT run FROM current) AND comparison = 'bank' AND side = 'ours' AND key IS NOT NULL`;

function notFound({ results }: FilesWithResults): Set<string> {
  if (!results.isThere()) return new Set();
  const rows = results.read((db) => db.prepare<{ item_id: string }>(NOT_FOUND).all());
  return new Set(rows.map(({ item_id }) => item_id));
}

/** For windows that one payout pays, the first and the last day decide. */
export function createNoDeposit(
  files: FilesWithResults,
  nowMs: number,
): (windows: readonly SettlementWindow[]) => NoDeposit {
  const settings = readSettings(files.journal);
  const days = businessDaysOf(settings);
  const { settlementDays } = settings;
  const dayOf = createDayOf(settings.timeZone);
  const today = dayOf(nowMs);
  const covered = coveredDays(files, 'bank');
  const missing = notFound(files);
  const isCovered = (date: string) => isWithin(covered, date);
  return (windows) => {
    const dates = windows.flatMap((window) => payoutDateOf(window, dayOf) ?? []).sort();
    const [first, last] = [dates[0], dates.at(-1)];
    if (first === undefined || last === undefined || dates.length < windows.length) return NO_DEPOSIT_YET;
    if (days.between(last, today) <= settlementDays) return NO_DEPOSIT_YET;
    const noStatement = daysLeftOut({ days, isCovered }, first, days.after(last, settlementDays));
    if (noStatement) return { state: 'no-statement', noStatement };
    const isMissing = windows.every(({ windowId }) => missing.has(windowId));
    return isMissing ? { state: 'missing', noStatement: null } : NO_DEPOSIT_YET;
  };
}
