/** Closing the day, as the worker offers it. `strays` are rows that only an acknowledgement's snapshot still has, decoded. */
import type { BranchSettings, ClosingBranch, ClosingDetail } from '#shared/contract/closing-day.ts';
import type { Report, ZContent } from '#shared/contract/closing-z.ts';
import { closingError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { businessDateOf, endOfBusinessDate } from '#shared/time/business-date.ts';
import { settingChanges } from '../../../audit/setting-changes.ts';
import { reads, writesJournal, type ReadableFiles } from '../../db.ts';
import { acknowledgedUnread } from './acknowledged-unread.ts';
import { act, type ActInput } from './acts.ts';
import { begin, type BeginInput } from './begin.ts';
import { branchesOf, branchView, lastClosed, openRows } from './branches.ts';
import { closeDatesOf } from './close-dates.ts';
import { countedRows, factsOf, terminalRowsOf } from './facts.ts';
import { calendarOf, historyOf, type CalendarInput, type HistoryInput } from './history.ts';
import { issueZ, prepareZ, reopen, toReadAgain, type IssueInput, type ReopenInput } from './issue.ts';
import { pageOf } from './page.ts';
import { begunClosing, getClosing, recordAct, settingsOf, storeSettings, type By } from './records.ts';
import { reportOf, reportOfClose } from './report.ts';
import { strayRows, terminalsWithRows, unclosedCount, type SeenRow, type Stray } from './rows.ts';
import { carryToApprove, closeToApprove, reopenToApprove, type CloseToApprove } from './to-approve.ts';
import { lastContent, print, sealedZ, zsOfClosing, type ZId } from './zs.ts';

export type { Act } from './acts.ts';
export type { SeenRow, Stray } from './rows.ts';
export type { CloseDate } from './close-dates.ts';
export type { Decides } from '../approvals.ts';
export type { SealedZ } from './zs.ts';

type Moment = { nowMs: number; strays: readonly SeenRow[] };

function detail(
  files: ReadableFiles,
  { closingId, nowMs, strays }: Moment & { closingId: string },
): ClosingDetail | null {
  const record = getClosing(files.journal, closingId);
  return record && pageOf(files, factsOf(files, record, strays, nowMs), nowMs, strays);
}

/** For a close that is begun: what its Z would say. Else what a Z of today would say about the rows that no close has. */
function xReport(
  files: ReadableFiles,
  { branchKey, nowMs, strays, appVersion }: Moment & { branchKey: string; appVersion: string },
): { report: Report; begun: string | null } | null {
  const branch = branchesOf(files).find((one) => one.branchKey === branchKey);
  if (!branch) return null;
  const begun = begunClosing(files.journal, branchKey);
  if (begun) {
    const facts = factsOf(files, begun, strays, nowMs);
    const report = reportOfClose(facts, countedRows(facts), appVersion);
    return { report, begun: begun.closing_id };
  }
  const settings = settingsOf(files.journal, branchKey);
  const businessDate = businessDateOf(nowMs, settings);
  const endsAtMs = endOfBusinessDate(businessDate, settings);
  const terminals = branch.terminals.map(({ terminalId, label, lastReadAtMs }) => ({
    terminalId,
    label,
    lastReadAtMs,
    leftOut: null,
    left: [],
    leftNotSummed: [],
    outstandingLeft: null,
  }));
  const report = reportOf({
    branchKey,
    branchName: branch.branchName,
    businessDate,
    day: settings,
    endsAtMs,
    appVersion,
    terminals,
    unread: acknowledgedUnread(
      files.journal,
      terminals.map(({ terminalId }) => terminalId),
      { ends_at_ms: endsAtMs },
    ),
    rows: openRows(files, branch, settings, endsAtMs, strays),
  });
  return { report, begun: null };
}

function setSettings(
  journal: Parameters<typeof storeSettings>[0],
  { branchKey, settings, ...who }: By & { branchKey: string; settings: Partial<BranchSettings> },
): Result<BranchSettings, AppError> {
  const before = settingsOf(journal, branchKey);
  const after = { ...before, ...settings };
  const last = lastClosed(journal, branchKey)?.business_date ?? '';
  const today = businessDateOf(who.atMs, after);
  // Else the clock would be blamed for it, until the next day has begun.
  if (today < last && businessDateOf(who.atMs, before) >= last)
    return err(closingError('settings-behind', { today, lastClosed: last }));
  storeSettings(journal, branchKey, after);
  recordAct(journal, who, 'day.settings-changed', branchKey, settingChanges(before, settings));
  return ok(after);
}

export const closingProcedures = {
  /** Null: of all that ever had one, also where they are on no list any more. */
  /** Of the terminals of a close; null: of all that ever had a row here. */
  'closing.strayRows': reads((files, closingId: string | null): Stray[] =>
    strayRows(
      files,
      closingId === null
        ? terminalsWithRows(files)
        : terminalRowsOf(files.journal, closingId).map(({ terminal_id }) => terminal_id),
    ),
  ),
  'closing.unclosedCount': reads((files, terminalId: string) => unclosedCount(files, terminalId)),
  'closing.branches': reads((files, { nowMs, strays }: Moment): ClosingBranch[] =>
    branchesOf(files).map((branch) => branchView(files, branch, nowMs, strays)),
  ),
  'closing.settings': reads(({ journal }, branchKey: string) => settingsOf(journal, branchKey)),
  'closing.setSettings': writesJournal(
    ({ journal }, input: By & { branchKey: string; settings: Partial<BranchSettings> }) =>
      setSettings(journal, input),
  ),
  'closing.record': reads(({ journal }, closingId: string) => getClosing(journal, closingId)),
  'closing.begin': writesJournal((files, input: BeginInput) => begin(files, input)),
  'closing.detail': reads((files, input: Moment & { closingId: string }) => detail(files, input)),
  'closing.act': writesJournal((files, input: ActInput) => act(files, input)),
  'closing.preview': reads(
    (files, input: IssueInput): Result<Omit<ZContent, 'number' | 'revision'>, AppError> => {
      const prepared = prepareZ(files, input);
      return prepared.ok ? ok(prepared.value.content) : prepared;
    },
  ),
  'closing.toReadAgain': reads((files, input: IssueInput) => toReadAgain(files, input)),
  'closing.toApprove': reads((files, input: IssueInput): Result<CloseToApprove, AppError> => {
    const prepared = prepareZ(files, input);
    return prepared.ok ? ok(closeToApprove(prepared.value)) : prepared;
  }),
  'closing.carryToApprove': reads(
    (files, { closingId, opId, nowMs, strays }: Moment & { closingId: string; opId: string }) => {
      const record = getClosing(files.journal, closingId);
      if (!record) return err(closingError('not-found'));
      return carryToApprove(factsOf(files, record, strays, nowMs), opId);
    },
  ),
  'closing.reopenToApprove': reads(({ journal }, closingId: string) => {
    const record = getClosing(journal, closingId);
    if (!record) return err(closingError('not-found'));
    return reopenToApprove(record, lastContent(journal, closingId));
  }),
  'closing.issue': writesJournal((files, input: IssueInput) => issueZ(files, input)),
  'closing.reopen': writesJournal((files, input: ReopenInput) => reopen(files, input)),
  'closing.x': reads((files, input: Moment & { branchKey: string; appVersion: string }) =>
    xReport(files, input),
  ),
  'closing.closeDates': reads((files, input: { terminalId: string; rowIds: readonly string[] }) =>
    closeDatesOf(files, input),
  ),
  'closing.zs': reads(({ journal }, closingId: string) => zsOfClosing(journal, closingId)),
  'closing.sealedZ': reads(({ journal }, id: ZId) => sealedZ(journal, id)),
  'closing.print': writesJournal(({ journal }, { id, ...who }: By & { id: ZId }) => {
    const printed = print(journal, who, id);
    return printed ? ok(printed) : err(closingError('z-not-found', { number: id.number }));
  }),
  'closing.history': reads(({ journal }, input: HistoryInput) => historyOf(journal, input)),
  'closing.calendar': reads((files, input: CalendarInput) => calendarOf(files, input)),
};
