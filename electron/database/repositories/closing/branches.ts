/** Branches as closing sees them: their terminals, their days, what is open. */
import type { ClosingBranch } from '#shared/contract/closing-day.ts';
import { branchKeyOf, NO_BRANCH } from '#shared/domain/closing.ts';
import {
  addDays,
  businessDateOf,
  createDateFinder,
  daysBetween,
  endOfBusinessDate,
  type BusinessDay,
} from '#shared/time/business-date.ts';
import type { ReadableDb, ReadableFiles } from '../../db.ts';
import { bareTerminal, terminalBefore, terminalProcedures, type StoredTerminal } from '../terminals.ts';
import { unnamedUnread } from './acknowledged-unread.ts';
import { begunClosing, closingsWhere, settingsOf, type ClosingRecord } from './records.ts';
import { terminalsWithRows, unclosedCount, unclosedRows, type ClosingRow, type SeenRow } from './rows.ts';

export type BranchTerminals = {
  branchKey: string;
  branchName: string | null;
  terminals: readonly StoredTerminal[];
};

/** The branch of the last close that had it. */
const lastBranchOf = (journal: ReadableDb, terminalId: string) =>
  journal
    .prepare<{ key: string; name: string | null }>(
      `SELECT branch_key AS key, branch_name AS name FROM closing JOIN closing_terminal USING (closing_id)
       WHERE terminal_id = ? ORDER BY seq DESC LIMIT 1`,
    )
    .get(terminalId);

/** Terminals on no list any more whose rows are in no close: they stay in their branch until that is closed. */
function leftTerminals(files: ReadableFiles, listed: ReadonlySet<string>): StoredTerminal[] {
  return terminalsWithRows(files)
    .filter((terminalId) => !listed.has(terminalId) && unclosedCount(files, terminalId) > 0)
    .map((terminalId) => {
      const before = terminalBefore(files, terminalId);
      if (before) return before;
      const { key, name = null } = lastBranchOf(files.journal, terminalId) ?? { key: NO_BRANCH };
      const branchId = key === NO_BRANCH || key.startsWith('name:') ? null : key;
      return { ...bareTerminal(files, terminalId), branchId, branchName: name };
    });
}

/** Every branch that has a terminal, or rows to close of one it had, by key. Terminals of another merchant belong to none. */
export function branchesOf(files: ReadableFiles): BranchTerminals[] {
  const branches = new Map<string, StoredTerminal[]>();
  const { terminals: listed } = terminalProcedures['terminals.list'].run(files, null);
  const left = leftTerminals(files, new Set(listed.map(({ terminalId }) => terminalId)));
  for (const terminal of [...listed, ...left]) {
    if (terminal.lastError?.error.code === 'foreign-terminal' && terminal.lastReadAtMs === null) continue;
    const key = branchKeyOf(terminal);
    branches.set(key, [...(branches.get(key) ?? []), terminal]);
  }
  return [...branches]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([branchKey, terminals]) => ({
      branchKey,
      branchName: terminals[0]?.branchName ?? null,
      terminals,
    }));
}

/** The last date of a branch with a Z that stands. */
export const lastClosed = (journal: ReadableDb, branchKey: string): ClosingRecord | null =>
  closingsWhere(
    journal,
    `branch_key = ? AND state IN ('provisional', 'closed') ORDER BY business_date DESC LIMIT 1`,
    branchKey,
  )[0] ?? null;

/** Reopened closes whose day has no standing close again. */
export const reopenedDays = (journal: ReadableDb, branchKey: string): ClosingRecord[] =>
  closingsWhere(
    journal,
    `branch_key = ? AND state = 'reopened' AND NOT EXISTS (SELECT 1 FROM closing AS later WHERE later.branch_key = closing.branch_key
       AND later.business_date = closing.business_date AND (later.state IN ('open', 'provisional', 'closed')
         OR (later.state = 'reopened' AND later.seq > closing.seq))) ORDER BY business_date`,
    branchKey,
  );

/** Rows of a branch's terminals that are in no close, with their own business date. */
export function openRows(
  files: ReadableFiles,
  { terminals }: BranchTerminals,
  day: BusinessDay,
  beforeMs: number,
  strays: readonly SeenRow[],
): ClosingRow[] {
  const dateOf = createDateFinder(day);
  return terminals
    .flatMap(({ terminalId }) => unclosedRows(files, terminalId, strays))
    .filter((row) => row.firstSeenAtMs < beforeMs)
    .map((row) => ({ ...row, businessDate: dateOf(row.firstSeenAtMs) }));
}

/** What was acknowledged there without being read, and that no Z that stands names, with its own business date. */
export function openUnread(
  journal: ReadableDb,
  { terminals }: BranchTerminals,
  day: BusinessDay,
  beforeMs: number,
): Dated[] {
  const dateOf = createDateFinder(day);
  return terminals
    .flatMap(({ terminalId }) => unnamedUnread(journal, terminalId))
    .filter(({ firstSeenAtMs }) => firstSeenAtMs < beforeMs)
    .map(({ firstSeenAtMs }) => ({ businessDate: dateOf(firstSeenAtMs) }));
}

type Dated = Pick<ClosingRow, 'businessDate'>;
type OpenDay = ClosingBranch['openDays'][number];

/** Oldest first. Rows of a date that is closed already belong to the next one: that is where they will be closed. */
export function openDaysOf(
  journal: ReadableDb,
  branchKey: string,
  today: string,
  rows: readonly Dated[],
): OpenDay[] {
  const last = lastClosed(journal, branchKey)?.business_date ?? null;
  const days = new Map<string, OpenDay>();
  const put = (businessDate: string, why: OpenDay['why'], closingId: string | null) => {
    const daysLate = Math.max(daysBetween(businessDate, today), 0);
    if (!days.has(businessDate)) days.set(businessDate, { businessDate, daysLate, why, closingId, count: 0 });
  };
  const begun = begunClosing(journal, branchKey);
  if (begun) put(begun.business_date, 'begun', begun.closing_id);
  for (const { business_date, closing_id } of closingsWhere(
    journal,
    `branch_key = ? AND state = 'provisional'`,
    branchKey,
  ))
    put(business_date, 'provisional', closing_id);
  for (const { business_date, closing_id } of reopenedDays(journal, branchKey))
    put(business_date, 'reopened', closing_id);
  for (const row of rows) {
    const own = row.businessDate;
    const waits = days.get(own)?.why;
    const inOwn = last === null || own > last || waits === 'reopened' || waits === 'begun';
    const date = inOwn ? own : addDays(last, 1);
    if (date > today) continue;
    put(date, 'rows', null);
    const day = days.get(date);
    if (day) days.set(date, { ...day, count: day.count + 1 });
  }
  return [...days.values()].sort((a, b) => (a.businessDate < b.businessDate ? -1 : 1));
}

export function branchView(
  files: ReadableFiles,
  branch: BranchTerminals,
  nowMs: number,
  strays: readonly SeenRow[],
): ClosingBranch {
  const { journal } = files;
  const { branchKey, branchName, terminals } = branch;
  const settings = settingsOf(journal, branchKey);
  const byClock = businessDateOf(nowMs, settings);
  const last = lastClosed(journal, branchKey);
  const clockBehind = last !== null && byClock < last.business_date;
  const businessDate = clockBehind ? last.business_date : byClock;
  const endsAtMs = endOfBusinessDate(businessDate, settings);
  const begun = begunClosing(journal, branchKey);
  const rows = openRows(files, branch, settings, endsAtMs, strays);
  const unread = openUnread(journal, branch, settings, endsAtMs);
  const openDays = openDaysOf(journal, branchKey, businessDate, [...rows, ...unread]);
  return {
    branchKey,
    branchName,
    terminalCount: terminals.length,
    settings,
    businessDate,
    nextCutOffAtMs: endsAtMs,
    clockBehind,
    begun: begun && {
      closingId: begun.closing_id,
      businessDate: begun.business_date,
      atMs: begun.begun_at_ms,
      by: begun.begun_by,
    },
    suggestedDate: openDays.find(({ why }) => why !== 'provisional')?.businessDate ?? businessDate,
    openDays,
    lastClosed: last?.number
      ? {
          businessDate: last.business_date,
          number: last.number,
          closed: {
            atMs: last.closed_at_ms ?? last.provisional_at_ms ?? 0,
            by: last.closed_by ?? last.provisional_by ?? '',
          },
        }
      : null,
  };
}
