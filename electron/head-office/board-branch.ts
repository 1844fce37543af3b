/** A branch on the board of the chain: how each of its days stands, and how it stands now. Pure. */
import type { BoardBranch, BoardDay, BranchNow } from '#shared/contract/head-office.ts';
import type { Total } from '#shared/contract/terminals.ts';
import { addTotals } from '#shared/domain/kinds/index.ts';
import { negated, type Money } from '#shared/money/money.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '#shared/time/business-date.ts';
import type { NewerReading, PublishedClose, PublishedReading } from './published.ts';

export const BOARD_DAYS = 14;
/** The dates of the board, oldest first. */
export const datesUpTo = (last: string): string[] =>
  Array.from({ length: BOARD_DAYS }, (_, at) => addDays(last, at + 1 - BOARD_DAYS));

/** How a day of a branch stands on a PC. */
export type KnownDay = {
  readonly pc: string;
  readonly closingId: string;
  readonly branchKey: string;
  readonly branchName: string | null;
  readonly businessDate: string;
  /** `newer`: its newest entry is of a newer Closeout, and nobody here knows what it is now. */
  readonly state: PublishedClose['state'] | 'newer';
  readonly number: number;
  readonly atMs: number;
  readonly differing: number;
  /** Net of counted − expected. */
  readonly difference: readonly Money[];
};
type Teller = { readonly pc: string; readonly atMs: number };
export type KnownReading = Teller & { readonly reading: PublishedReading };
/** The last that a PC told of a branch. If a newer Closeout told it in a form of its own, nobody here knows how the branch stands. */
export type LastReading = KnownReading | (Teller & { readonly reading: null; readonly newer: NewerReading });
/** What is known of it in any case. */
export const knownOf = (last: LastReading): PublishedReading | NewerReading =>
  last.reading === null ? last.newer : last.reading;

type PcNameOf = (pc: string) => string;

/** What was told while a day lasted does not say how it ended. */
function isTold(date: string, today: string, last: LastReading | null): boolean {
  if (last === null) return false;
  const toldOn = knownOf(last).businessDate ?? today;
  return date < toldOn || (date === toldOn && date === today);
}

type Standing = Pick<BoardDay, 'state' | 'why'>;

/** Of a day without a Z that stands. */
function openStanding(
  date: string,
  today: string,
  closes: readonly KnownDay[],
  last: LastReading | null,
): Standing {
  const waits = last?.reading?.openDays.find(({ businessDate }) => businessDate === date);
  const has = (wanted: KnownDay['state']) => closes.some(({ state }) => state === wanted);
  const why = waits?.why ?? (has('reopened') ? 'reopened' : null);
  if (why !== null) return { state: date < today ? 'late' : 'open', why };
  if (has('newer')) return { state: 'newer', why };
  if (date > today) return { state: 'none', why };
  if (!isTold(date, today, last)) return { state: 'unheard', why };
  return { state: last?.reading ? 'none' : 'newer', why };
}

/** `closes`: of this date, in their order. */
function dayOf(
  date: string,
  today: string,
  closes: readonly KnownDay[],
  last: LastReading | null,
  pcNameOf: PcNameOf,
): BoardDay {
  const standing =
    closes.findLast(({ state }) => state === 'closed') ??
    closes.findLast(({ state }) => state === 'newer') ??
    closes.findLast(({ state }) => state === 'provisional');
  if (!standing || standing.state === 'reopened' || standing.state === 'newer')
    return {
      businessDate: date,
      close: null,
      difference: [],
      differing: 0,
      ...openStanding(date, today, closes, last),
    };
  const { state, pc, closingId, number, difference, differing } = standing;
  return {
    businessDate: date,
    state,
    close: { pc, pcName: pcNameOf(pc), closingId, number },
    difference: [...difference],
    differing,
    why: null,
  };
}

/** `ofBranch`: its closes in their order. */
export function daysOf(
  dates: readonly string[],
  today: string,
  ofBranch: readonly KnownDay[],
  last: LastReading | null,
  pcNameOf: PcNameOf,
): BoardDay[] {
  const closes = Map.groupBy(ofBranch, ({ businessDate }) => businessDate);
  return dates.map((date) => dayOf(date, today, closes.get(date) ?? [], last, pcNameOf));
}

/** `isClosed`: a Z of that day stands on some PC. */
export const openBeforeOf = (
  first: string,
  last: LastReading | null,
  isClosed: (date: string) => boolean,
): string[] =>
  (last?.reading?.openDays ?? [])
    .map(({ businessDate }) => businessDate)
    .filter((date) => date < first && !isClosed(date));

/** A newer Closeout told last how it stands. */
export const newerOf = (last: LastReading | null, pcNameOf: PcNameOf): BoardBranch['newer'] =>
  last?.reading === null ? { pcName: pcNameOf(last.pc), toldAtMs: last.atMs } : null;

export function nowOf(last: LastReading | null, today: string, pcNameOf: PcNameOf): BoardBranch['now'] {
  if (!last?.reading) return null;
  const { pc, atMs, reading } = last;
  const { outstandingCount, outstanding, notSummed, oldestAtMs, terminalCount, unknownCount } = reading;
  const isOfToday = reading.businessDate === today;
  return {
    pcName: pcNameOf(pc),
    toldAtMs: atMs,
    outstandingCount,
    outstanding,
    notSummed,
    oldestAtMs,
    terminalCount,
    // Told on an earlier day: nothing that was read then was read today.
    notRead: isOfToday ? reading.notRead : terminalCount,
    unknownCount,
  };
}

/** A terminal was read today if it was since its branch's day began, by the clock of this PC. */
const terminalsOf = ({ reading }: KnownReading, nowMs: number): BranchNow['terminals'] => {
  const beganAtMs = startOfBusinessDate(businessDateOf(nowMs, reading), reading);
  return reading.terminals.map((terminal) => ({
    ...terminal,
    isReadToday: terminal.readAtMs !== null && terminal.readAtMs >= beganAtMs,
  }));
};

export function branchNowOf(last: LastReading | null, nowMs: number): BranchNow {
  if (!last?.reading) return { terminals: [], unknown: [], openDays: [] };
  const { unknown, openDays } = last.reading;
  return { terminals: terminalsOf(last, nowMs), unknown, openDays };
}

const isEmpty = ({ terminalCount, outstandingCount, unknownCount, openDays }: PublishedReading): boolean =>
  terminalCount === 0 && outstandingCount === 0 && unknownCount === 0 && openDays.length === 0;

/**
 * Of the readings of a branch its home PC's, else the one that was told last. Where two were told at the same moment, the first. A
 * withdrawn PC is not believed, nor is a reading that says nothing.
 */
export function believedOf(
  readings: readonly LastReading[],
  { isHome, isGone }: Record<'isHome' | 'isGone', (pc: string) => boolean>,
): LastReading | null {
  const some = readings.filter(({ pc, reading }) => !isGone(pc) && !(reading && isEmpty(reading)));
  const better = (a: LastReading, b: LastReading) =>
    Number(isHome(b.pc)) - Number(isHome(a.pc)) || b.atMs - a.atMs;
  return some.toSorted(better)[0] ?? null;
}

const negatedTotals = (totals: readonly Total[]): Total[] =>
  totals.map(({ count, amount }) => ({ count: -count, amount: negated(amount) }));
/** A PC that told more of its terminals than of its branch must not spoil the board. */
const atLeastNone = (count: number): number => Math.max(0, count);
/** The list of terminals has an end; the sums are of all, so what is not of this branch is taken off them. */
function without(reading: PublishedReading, isElsewhere: (terminalId: string) => boolean): PublishedReading {
  const moved = reading.terminals.filter(({ terminalId }) => isElsewhere(terminalId));
  if (moved.length === 0) return reading;
  const terminals = reading.terminals.filter(({ terminalId }) => !isElsewhere(terminalId));
  const unknown = reading.unknown.filter(({ terminalId }) => terminalId === null || !isElsewhere(terminalId));
  const beganAtMs = startOfBusinessDate(reading.businessDate, reading);
  const left = (name: 'outstanding' | 'notSummed'): Total[] =>
    addTotals([reading[name], ...moved.map((terminal) => negatedTotals(terminal[name]))]).filter(
      ({ count }) => count > 0,
    );
  const oldest = terminals.flatMap(({ oldestAtMs }) => oldestAtMs ?? []);
  return {
    ...reading,
    terminals,
    unknown,
    terminalCount: atLeastNone(reading.terminalCount - moved.length),
    notRead: atLeastNone(
      reading.notRead - moved.filter(({ readAtMs }) => (readAtMs ?? -1) < beganAtMs).length,
    ),
    outstandingCount: atLeastNone(
      moved.reduce((count, one) => count - one.outstandingCount, reading.outstandingCount),
    ),
    outstanding: left('outstanding'),
    notSummed: left('notSummed'),
    oldestAtMs: oldest.length > 0 ? Math.min(...oldest) : null,
    unknownCount: atLeastNone(reading.unknownCount - (reading.unknown.length - unknown.length)),
  };
}

/** Without the terminals that are elsewhere now; null if none is left. */
export function leftOf(known: LastReading, isElsewhere: (terminalId: string) => boolean): LastReading | null {
  if (known.reading === null) return known;
  const reading = without(known.reading, isElsewhere);
  if (reading === known.reading) return known;
  // Its days are of its sales: they went with its last terminal.
  return reading.terminalCount === 0 ? null : { ...known, reading };
}
