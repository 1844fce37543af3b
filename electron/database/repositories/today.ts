/** The figures of the first page, read at one moment. */
import type { OutputOf } from '#shared/contract/index.ts';
import { addTotals } from '#shared/domain/kinds/index.ts';
import { unknownStates } from '#shared/domain/operation.ts';
import { startOfBusinessDate } from '#shared/time/business-date.ts';
import { reads, type ReadableDb, type ReadableFiles } from '../db.ts';
import { daysIn } from './activity.ts';
import { standingsOf } from './branch-standing.ts';
import { branchesOf, branchView, type BranchTerminals } from './closing/branches.ts';
import { factsOf, openOperations } from './closing/facts.ts';
import { closingsWhere, getClosing } from './closing/records.ts';
import type { SeenRow } from './closing/rows.ts';
import { stepsOf, unreadableCount } from './closing/steps.ts';
import { get as getOperation } from './journal/operations.ts';
import { UNKNOWN } from './journal/states.ts';
import type { StoredTerminal } from './terminals.ts';
import { outstandingIds } from './transaction-list.ts';
import { nextWindowCloses } from './windows.ts';

type Today = OutputOf<'today.get'>;
type Branch = Today['branches'][number];
type Input = { nowMs: number; strays: readonly SeenRow[] };
const RECENT = 5;

const isUnknownState = (state: string) => (unknownStates as readonly string[]).includes(state);
const isForeign = ({ lastError }: StoredTerminal) => lastError?.error.code === 'foreign-terminal';
const sum = (terminals: readonly StoredTerminal[], of: (terminal: StoredTerminal) => number) =>
  terminals.reduce((total, terminal) => total + of(terminal), 0);

/** Of a branch: the close that is begun today, when its day began, and how many outstanding rows a day already closed has. */
type Standing = { begunId: string | null; dayBeganAtMs: number; outstandingClosed: number };

/** If a close is begun, its own steps say what is left; before that, the steps it would have. */
function standsBetween(
  files: ReadableFiles,
  terminals: readonly StoredTerminal[],
  { begunId, dayBeganAtMs, outstandingClosed }: Standing,
  { nowMs, strays }: Input,
): Omit<Branch['standsBetween'], 'earlierDays'> {
  const record = begunId === null ? null : getClosing(files.journal, begunId);
  if (record) {
    const facts = factsOf(files, record, strays, nowMs);
    const left = new Map(stepsOf(facts).map(({ step, ready, total }) => [step, total - ready]));
    return {
      terminalsToRead: left.get('reads') ?? 0,
      outstanding: left.get('acknowledge') ?? 0,
      operationsNotKnown: left.get('operations') ?? 0,
      unreadableRows: unreadableCount(facts),
    };
  }
  const unread = terminals.filter(({ lastReadAtMs }) => lastReadAtMs === null || lastReadAtMs < dayBeganAtMs);
  const unknown = terminals.flatMap(({ terminalId }) => openOperations(files.journal, terminalId));
  return {
    terminalsToRead: unread.length,
    outstanding: sum(terminals, (terminal) => terminal.outstandingCount) - outstandingClosed,
    operationsNotKnown: unknown.filter(({ state }) => isUnknownState(state)).length,
    unreadableRows: sum(terminals, (terminal) => terminal.unreadableCount),
  };
}

/** Counts the outstanding rows of a terminal that are in another close than this one. An acknowledgement of the terminal covers them, too. */
const closedRows = (files: ReadableFiles, terminalId: string, closingId: string | null): number =>
  files.journal
    .prepare<{ n: number }>(
      `SELECT COUNT(*) AS n FROM closing_row
       WHERE terminal_id = ? AND standing = 1 AND closing_id IS NOT ? AND row_id IN (SELECT value FROM json_each(?))`,
    )
    .get(terminalId, closingId, JSON.stringify([...outstandingIds(files, terminalId)]))?.n ?? 0;

function branchToday(files: ReadableFiles, branch: BranchTerminals, { nowMs, strays }: Input) {
  const view = branchView(files, branch, nowMs, strays);
  const { branchKey, branchName, businessDate, nextCutOffAtMs, clockBehind, settings } = view;
  const beganAtMs = startOfBusinessDate(businessDate, settings);
  const [closing] = closingsWhere(
    files.journal,
    `branch_key = ? AND business_date = ? AND state IN ('open', 'provisional', 'closed')`,
    branchKey,
    businessDate,
  );
  const state = closing?.state;
  const earlier = view.openDays.filter((day) => day.businessDate < businessDate);
  const begunId = state === 'open' ? (closing?.closing_id ?? null) : null;
  // A day whose close has ended is a day already closed, also today's.
  const notEndedId = state === 'closed' ? null : (closing?.closing_id ?? null);
  const outstandingClosed = sum(branch.terminals, ({ terminalId, outstandingCount }) =>
    outstandingCount === 0 ? 0 : closedRows(files, terminalId, notEndedId),
  );
  const standing = { begunId, dayBeganAtMs: beganAtMs, outstandingClosed };
  const today: Branch = {
    branchKey,
    branchName,
    businessDate,
    nextCutOffAtMs,
    clockBehind,
    outstandingCount: sum(branch.terminals, (terminal) => terminal.outstandingCount),
    outstanding: addTotals(branch.terminals.map((one) => one.outstanding)),
    outstandingClosed,
    notSummed: addTotals(branch.terminals.map((one) => one.notSummed)),
    closing:
      closing && (state === 'open' || state === 'provisional' || state === 'closed')
        ? { closingId: closing.closing_id, state }
        : null,
    standsBetween: {
      ...standsBetween(files, branch.terminals, standing, { nowMs, strays }),
      earlierDays: earlier.length,
    },
  };
  const notRead = branch.terminals
    .filter((terminal) => !isForeign(terminal) && (terminal.lastReadAtMs ?? -1) < beganAtMs)
    .map(({ terminalId }) => terminalId);
  const overdue = earlier.map(({ businessDate: date, daysLate, why, closingId }) => ({
    branchKey,
    branchName,
    businessDate: date,
    daysLate,
    why,
    closingId,
  }));
  return { today, notRead, overdue };
}

type RecordRow = {
  seq: number;
  atMs: number;
  actor: string;
  action: string;
  target: string;
  facts: string;
};

/** The last things that happened: movements by their last event, and entries of the audit record. */
function recent(journal: ReadableDb, labels: ReadonlyMap<string, string>): Today['recent'] {
  const operations = journal
    .prepare<{ op_id: string; at_ms: number }>(
      `SELECT op_id, at_ms FROM (SELECT op_id, at_ms, seq FROM operation_event ORDER BY seq DESC LIMIT 200)
       GROUP BY op_id HAVING seq = MAX(seq) ORDER BY seq DESC LIMIT ?`,
    )
    .all(RECENT)
    .flatMap(({ op_id, at_ms }): Today['recent'] => {
      const operation = getOperation(journal, op_id);
      if (!operation) return [];
      const { opId, kind: movement, state, terminalId, actor, totals } = operation;
      const terminalLabel = terminalId === null ? null : (labels.get(terminalId) ?? null);
      return [
        { kind: 'operation', atMs: at_ms, actor, opId, movement, state, terminalId, terminalLabel, totals },
      ];
    });
  const dayOf = daysIn(journal);
  const entries = journal
    .prepare<RecordRow>(
      'SELECT seq, at_ms AS atMs, actor, action, target, params AS facts FROM audit_entry ORDER BY seq DESC LIMIT ?',
    )
    .all(RECENT)
    .map((entry) => ({ kind: 'record' as const, ...entry, day: dayOf(entry.target) }));
  return [...operations, ...entries].sort((a, b) => b.atMs - a.atMs).slice(0, RECENT);
}

function today(files: ReadableFiles, input: Input): Today {
  const { journal } = files;
  const branches = branchesOf(files);
  const terminals = branches.flatMap((branch) => branch.terminals);
  const views = branches.map((branch) => branchToday(files, branch, input));
  const [oldest] = terminals
    .filter(({ oldestFirstSeenAtMs }) => oldestFirstSeenAtMs !== null)
    .sort((a, b) => (a.oldestFirstSeenAtMs ?? 0) - (b.oldestFirstSeenAtMs ?? 0));
  const ours = terminals.filter((terminal) => !isForeign(terminal)).map(({ lastReadAtMs }) => lastReadAtMs);
  const read = ours.filter((atMs) => atMs !== null);
  const unknown = journal
    .prepare<{ n: number }>(`SELECT COUNT(*) AS n FROM operation WHERE state IN (${UNKNOWN})`)
    .get();
  return {
    nowMs: input.nowMs,
    outstandingCount: sum(terminals, (terminal) => terminal.outstandingCount),
    outstanding: addTotals(terminals.map((one) => one.outstanding)),
    notSummed: addTotals(terminals.map((one) => one.notSummed)),
    oldestFirstSeenAtMs: oldest?.oldestFirstSeenAtMs ?? null,
    oldestTerminalId: oldest?.terminalId ?? null,
    operationsNotKnown: unknown?.n ?? 0,
    terminalCount: terminals.length,
    terminalsNeverRead: ours.length - read.length,
    terminalsNotReadToday: views.flatMap(({ notRead }) => notRead),
    oldestReadAtMs: read.length === ours.length && read.length > 0 ? Math.min(...read) : null,
    newestReadAtMs: read.length > 0 ? Math.max(...read) : null,
    branches: views.map((view) => view.today),
    overdue: views.flatMap(({ overdue }) => overdue),
    nextWindowClosesAtMs: nextWindowCloses(files.cache, input.nowMs),
    recent: recent(journal, new Map(terminals.map(({ terminalId, label }) => [terminalId, label]))),
  };
}

export const todayProcedures = {
  'today.get': reads((files, input: Input) => today(files, input)),
  'today.standing': reads((files, input: Input) => standingsOf(files, input)),
};
