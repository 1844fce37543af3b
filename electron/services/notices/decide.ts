/** Decides which facts need a person soon. Pure: the same facts give the same notices. */
import type { Notice } from '#shared/contract/notices.ts';
import type { OtherApproval } from '#shared/contract/approvals.ts';
import type { Payment } from '#shared/contract/payments.ts';
import type { Operation } from '#shared/contract/operations.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import type { NoticeLevel } from '#shared/domain/notice.ts';
import { HOLD_URGENT_MS, holdEndsAtMs, type HoldDays } from '#shared/domain/payment.ts';
import { isUnknown } from '#shared/domain/operation.ts';

const MINUTE_MS = 60_000;
/** This long before the cut-off, the notice is given again. */
const URGENT_BEFORE_MINUTES = 15;
const NOT_KNOWN_FOR_MS = 15 * MINUTE_MS;
/** An open day is urgent once it is this many business days late. */
const URGENT_DAYS_LATE = 2;

export type NoticeFacts = {
  nowMs: number;
  warningMinutes: number;
  branches: OutputOf<'today.get'>['branches'];
  overdue: OutputOf<'today.get'>['overdue'];
  operations: readonly Operation[];
  words: OutputOf<'words.list'>['words'];
  /** Those that end soon. */
  holds: readonly Payment[];
  holdDays: HoldDays;
  /** Deliveries that failed and were not taken since, and when the newest of them failed first. */
  failing: { count: number; newestMs: number };
  /** Requests of other PCs that the person signed in may decide. */
  asked: readonly OtherApproval[];
};

const idOf = (...parts: readonly string[]) => parts.join('|');

function nearCutOffs({ nowMs, warningMinutes, branches }: NoticeFacts): Notice[] {
  return branches.flatMap((branch): Notice[] => {
    const { branchKey, branchName, businessDate, nextCutOffAtMs: cutOffAtMs, closing } = branch;
    const leftMs = cutOffAtMs - nowMs;
    const closed = closing?.state === 'closed';
    if (closed || branch.clockBehind || branch.outstandingCount === 0) return [];
    if (leftMs <= 0 || leftMs > warningMinutes * MINUTE_MS) return [];
    const level: NoticeLevel = leftMs <= URGENT_BEFORE_MINUTES * MINUTE_MS ? 'urgent' : 'soon';
    const id = idOf('cut-off-near', branchKey, businessDate, level);
    const outstanding = branch.outstandingCount;
    return [
      { kind: 'cut-off-near', id, level, branchKey, branchName, businessDate, cutOffAtMs, outstanding },
    ];
  });
}

function daysNotClosed({ overdue }: NoticeFacts): Notice[] {
  const oldestFirst = overdue.toSorted((a, b) => b.daysLate - a.daysLate);
  return oldestFirst.flatMap(({ branchKey, branchName, businessDate, daysLate, closingId }): Notice[] => {
    if (daysLate < 1) return [];
    const level: NoticeLevel = daysLate >= URGENT_DAYS_LATE ? 'urgent' : 'soon';
    const id = idOf('day-not-closed', branchKey, businessDate, level);
    return [{ kind: 'day-not-closed', id, level, branchKey, branchName, businessDate, daysLate, closingId }];
  });
}

function resultsNotKnown({ nowMs, operations }: NoticeFacts): Notice[] {
  return operations.flatMap(({ opId, kind: movement, state, createdAtMs: sinceMs }): Notice[] => {
    if (!isUnknown(state) || nowMs - sinceMs <= NOT_KNOWN_FOR_MS) return [];
    // Reading goes on by itself until only a person can say what happened.
    const level: NoticeLevel = state === 'NEEDS_PERSON' || state === 'DISPUTED' ? 'urgent' : 'soon';
    const id = idOf('result-not-known', opId, level);
    return [{ kind: 'result-not-known', id, level, opId, movement, sinceMs }];
  });
}

/** The id of a notice holds this many characters of a word: a gateway may send words of any length. */
const WORD_IN_ID = 40;
const WORDS_IN_ID = 6;
/** Of the key of a payment in an id. */
const MOST_OF_KEY = 100;

/** All of them are one question; a word that comes new is told again. */
function wordsNotKnown({ words }: NoticeFacts): Notice[] {
  const unknown = words.filter(({ kind }) => kind === 'unknown');
  if (unknown.length === 0) return [];
  const changed = unknown.some(({ otherwise }) => otherwise !== null);
  const level: NoticeLevel = changed ? 'urgent' : 'soon';
  const names = unknown
    .slice(0, WORDS_IN_ID)
    .map(({ folded, sign }) => `${sign}:${folded.slice(0, WORD_IN_ID)}`);
  const id = idOf('words-not-known', String(unknown.length), ...names, level);
  const transactions = unknown
    .flatMap(({ notSummed }) => notSummed)
    .reduce((sum, { count }) => sum + count, 0);
  return [{ kind: 'words-not-known', id, level, words: unknown.length, transactions, changed }];
}

/** One notice for all that end within a day, and one for the others. */
function holdsEnding({ nowMs, holds, holdDays }: NoticeFacts): Notice[] {
  const ending = holds
    .flatMap(({ key, atMs }) => (atMs === null ? [] : [{ key, endsAtMs: holdEndsAtMs(atMs, holdDays) }]))
    .sort((a, b) => a.endsAtMs - b.endsAtMs);
  const isUrgent = ({ endsAtMs }: { endsAtMs: number }) => endsAtMs - nowMs <= HOLD_URGENT_MS;
  const notice = (level: NoticeLevel, of: typeof ending): Notice[] => {
    const [first] = of;
    if (!first) return [];
    const id = idOf('hold-ending', String(of.length), first.key.slice(0, MOST_OF_KEY), level);
    return [{ kind: 'hold-ending', id, level, holds: of.length, ...first }];
  };
  return [
    ...notice('urgent', ending.filter(isUrgent)),
    ...notice(
      'soon',
      ending.filter((one) => !isUrgent(one)),
    ),
  ];
}

/** One notice counts all of them. It is told again when another event fails, not while failed ones are sent again. */
function deliveriesFailing({ failing: { count, newestMs } }: NoticeFacts): Notice[] {
  if (count === 0) return [];
  const id = idOf('deliveries-failing', String(newestMs));
  return [{ kind: 'deliveries-failing', id, level: 'soon', deliveries: count }];
}

/** One notice counts all of them. It is told again when another one is asked for. */
function approvalsAsked({ asked }: NoticeFacts): Notice[] {
  const inOrder = asked.toSorted((a, b) => a.atMs - b.atMs);
  const [oldest] = inOrder;
  const newest = inOrder.at(-1);
  if (!oldest || !newest) return [];
  const { requestedBy, atMs: sinceMs, pc } = oldest;
  const id = idOf('approval-asked', newest.pc.id, newest.requestId);
  const requests = asked.length;
  return [{ kind: 'approval-asked', id, level: 'soon', requests, requestedBy, pcName: pc.name, sinceMs }];
}

/** The urgent ones first, otherwise in the order: not known, words, not closed, cut-off, approvals, holds, deliveries. */
export function noticesOf(facts: NoticeFacts): Notice[] {
  const all = [
    ...resultsNotKnown(facts),
    ...wordsNotKnown(facts),
    ...daysNotClosed(facts),
    ...nearCutOffs(facts),
    ...approvalsAsked(facts),
    ...holdsEnding(facts),
    ...deliveriesFailing(facts),
  ];
  const urgent = all.filter(({ level }) => level === 'urgent');
  return [...urgent, ...all.filter(({ level }) => level !== 'urgent')];
}
