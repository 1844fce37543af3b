/** Days that were closed: the list of closes, and the calendar of a month. */
import type { ClosingHistoryRow } from '#shared/contract/closing-day.ts';
import type { ZContent } from '#shared/contract/closing-z.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { netDifference } from '#shared/domain/closing.ts';
import { netOf } from '#shared/domain/kinds/index.ts';
import { addDays, businessDateOf, datesOfMonth, endOfBusinessDate } from '#shared/time/business-date.ts';
import type { ReadableDb, ReadableFiles } from '../../db.ts';
import { branchesOf, openDaysOf, openRows, openUnread } from './branches.ts';
import { daysLateOf } from './page.ts';
import { closingsWhere, settingsOf, type ClosingRecord } from './records.ts';
import type { SeenRow } from './rows.ts';
import { lastContent, netNowOf, netOfZ } from './zs.ts';

/** The last row that was shown. */
type HistoryCursor = { date: string; seq: number };
export type HistoryInput = {
  branchKey: string | null;
  after: HistoryCursor | null;
  limit: number;
  nowMs: number;
};

/** Keyset on date and number of the close, newest first; the SQL is here for the test that reads its plan. */
export const historySql = (ofBranch: boolean, after: boolean): string =>
  `state <> 'cancelled'${ofBranch ? ' AND branch_key = ?' : ''}${after ? ' AND (business_date, seq) < (?, ?)' : ''}
   ORDER BY business_date DESC, seq DESC LIMIT ?`;

const differs = ({ difference }: ZContent['lines'][number]): boolean => difference.minor !== 0n;

function historyRow(journal: ReadableDb, record: ClosingRecord, nowMs: number): ClosingHistoryRow {
  const content = record.number === null ? null : lastContent(journal, record.closing_id);
  const differing = content?.lines.filter(differs) ?? [];
  return {
    closingId: record.closing_id,
    branchKey: record.branch_key,
    branchName: record.branch_name,
    businessDate: record.business_date,
    state: record.state === 'cancelled' ? 'open' : record.state,
    number: record.number,
    revision: record.revision,
    begun: { atMs: record.begun_at_ms, by: record.begun_by },
    closed: content && content.closed,
    sales: content && content.sales,
    reversals: content && content.reversals,
    sums: content && content.sums,
    netNow: content && netNowOf(journal, record, content),
    difference: content && netDifference(content.lines),
    linesDiffering: content && differing.length,
    daysLate: daysLateOf(record, nowMs),
    pc: null,
  };
}

export function historyOf(
  journal: ReadableDb,
  { branchKey, after, limit, nowMs }: HistoryInput,
): { rows: ClosingHistoryRow[]; next: HistoryCursor | null } {
  const args = [...(branchKey === null ? [] : [branchKey]), ...(after ? [after.date, after.seq] : [])];
  const found = closingsWhere(journal, historySql(branchKey !== null, after !== null), ...args, limit + 1);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    rows: shown.map((record) => historyRow(journal, record, nowMs)),
    next: last ? { date: last.business_date, seq: last.seq } : null,
  };
}

export type CalendarInput = { branchKey: string; month: string; nowMs: number; strays: readonly SeenRow[] };
type Day = OutputOf<'closing.calendar'>['days'][number];

/** The month's days up to today, each with the same weekday a week before. */
export function calendarOf(files: ReadableFiles, { branchKey, month, nowMs, strays }: CalendarInput): Day[] {
  const { journal } = files;
  const settings = settingsOf(journal, branchKey);
  const today = businessDateOf(nowMs, settings);
  const dates = datesOfMonth(month).filter((date) => date <= today);
  const [first] = dates;
  if (first === undefined) return [];
  const branch = branchesOf(files).find((one) => one.branchKey === branchKey);
  const endMs = endOfBusinessDate(today, settings);
  const free = branch ? openRows(files, branch, settings, endMs, strays) : [];
  const unread = branch ? openUnread(journal, branch, settings, endMs) : [];
  const open = new Map(
    openDaysOf(journal, branchKey, today, [...free, ...unread]).map(
      (day) => [day.businessDate, day] as const,
    ),
  );
  const standing = new Map(
    closingsWhere(
      journal,
      `branch_key = ? AND business_date BETWEEN ? AND ? AND state IN ('provisional', 'closed') ORDER BY business_date`,
      branchKey,
      addDays(first, -7),
      dates.at(-1) ?? first,
    ).map((record) => [record.business_date, record] as const),
  );
  const contentOf = (record: ClosingRecord | undefined) =>
    record ? lastContent(journal, record.closing_id) : null;
  const net = (date: string): Day['net'] => {
    const record = standing.get(date);
    const content = contentOf(record);
    return record && content
      ? netOfZ(journal, record, content)
      : netOf(free.filter((row) => row.businessDate === date));
  };
  return dates.map((businessDate): Day => {
    const record = standing.get(businessDate);
    const waits = open.get(businessDate);
    const state = record
      ? record.state === 'provisional'
        ? 'provisional'
        : 'closed'
      : waits
        ? businessDate < today
          ? 'late'
          : 'open'
        : 'none';
    return {
      businessDate,
      state,
      net: net(businessDate),
      number: record?.number ?? null,
      closingId: record?.closing_id ?? waits?.closingId ?? null,
      weekBefore: net(addDays(businessDate, -7)),
      differs: contentOf(record)?.lines.some(differs) ?? false,
    };
  });
}
