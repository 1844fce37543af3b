/** The board of the chain: what its PCs have told, as branches by days and as they stand now. Pure. */
import type { BoardBranch, BoardDay, BranchNow, HeadOfficePc } from '#shared/contract/head-office.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { defaultBranchSettings } from '#shared/domain/closing.ts';
import { onceEach } from './readings-once.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '#shared/time/business-date.ts';
import type { Board } from '../../head-office/protocol.ts';
import type { KnownDay, KnownReading } from '../../head-office/store-shown.ts';

export const DAYS = 14;
type Told = Board & { readonly pcs: readonly HeadOfficePc[]; readonly nowMs: number };

/** One reading a branch is left (`onceEach`). */
const readingOfBranch = ({ readings }: Told, branchKey: string): KnownReading | null =>
  readings.find(({ reading }) => reading.branchKey === branchKey) ?? null;

/** The date of now in a branch. Branches share their zones, and a zone is slow to ask. */
function createToday(nowMs: number): (known: KnownReading | null) => string {
  const dates = new Map<string, string>();
  return (known) => {
    const { timeZone, cutOff } = known?.reading ?? defaultBranchSettings;
    const key = `${timeZone} ${cutOff}`;
    const date = dates.get(key) ?? businessDateOf(nowMs, { timeZone, cutOff });
    dates.set(key, date);
    return date;
  };
}

/** What was told while a day lasted does not say how it ended. */
function isTold(date: string, today: string, known: KnownReading | null): boolean {
  if (known === null) return false;
  const toldOn = known.reading.businessDate;
  return date < toldOn || (date === toldOn && date === today);
}

type Standing = Pick<BoardDay, 'state' | 'why'>;

/** Of a day without a Z that stands. */
function openStanding(
  date: string,
  today: string,
  closes: readonly KnownDay[],
  known: KnownReading | null,
): Standing {
  const waits = known?.reading.openDays.find(({ businessDate }) => businessDate === date);
  const why = waits?.why ?? (closes.some(({ state }) => state === 'reopened') ? 'reopened' : null);
  if (why !== null) return { state: date < today ? 'late' : 'open', why };
  return { state: date > today || isTold(date, today, known) ? 'none' : 'unheard', why: null };
}

function dayOf(
  date: string,
  today: string,
  ofBranch: readonly KnownDay[],
  known: KnownReading | null,
): BoardDay {
  const closes = ofBranch.filter(({ businessDate }) => businessDate === date);
  const standing =
    closes.findLast(({ state }) => state === 'closed') ??
    closes.findLast(({ state }) => state === 'provisional');
  if (!standing || standing.state === 'reopened')
    return {
      businessDate: date,
      close: null,
      difference: [],
      differing: 0,
      ...openStanding(date, today, closes, known),
    };
  const { state, pc, pcName, closingId, number, difference, differing } = standing;
  return {
    businessDate: date,
    state,
    close: { pc, pcName, closingId, number },
    difference: [...difference],
    differing,
    why: null,
  };
}

/** Looked up once for a board: a chain has as many branches as PCs. */
function lookUp({ pcs, readings }: Told) {
  const living = pcs.filter(({ withdrawnAtMs }) => withdrawnAtMs === null);
  return {
    readings: new Map(readings.map((known) => [known.reading.branchKey, known])),
    pcs: new Map(pcs.map((pc) => [pc.id, pc])),
    order: new Map(living.map(({ id }, at) => [id, at])),
    living: Map.groupBy(living, ({ branch }) => branch),
  };
}
type Known = ReturnType<typeof lookUp>;

/** Its own by their names, and others that have told of it, in the order of all. */
function pcsOf(
  { readings, pcs, order, living }: Known,
  branchKey: string,
  branchName: string | null,
  ofBranch: readonly KnownDay[],
): BoardBranch['pcs'] {
  const named = [branchKey, branchName ?? ''].flatMap((name) =>
    name === '' ? [] : (living.get(name) ?? []),
  );
  const told = [readings.get(branchKey)?.pc ?? [], ofBranch.map(({ pc }) => pc)].flat();
  const ids = new Set([...named.map(({ id }) => id), ...told].filter((id) => order.has(id)));
  return [...ids]
    .sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
    .flatMap((id) => pcs.get(id) ?? [])
    .map(({ id, name, lastEntryAtMs, broken }) => ({
      id,
      name,
      heardAtMs: lastEntryAtMs,
      broken: broken !== null,
    }));
}

export function boardOf(all: Told): OutputOf<'headOffice.board'> {
  const told = { ...all, readings: onceEach(all) };
  const names = new Map<string, string | null>();
  for (const { branchKey, branchName } of told.days) names.set(branchKey, branchName);
  for (const { reading } of told.readings) names.set(reading.branchKey, reading.branchName);
  const known = lookUp(told);
  const todayOf = createToday(told.nowMs);
  const last =
    [...names.keys()]
      .map((key) => todayOf(known.readings.get(key) ?? null))
      .sort()
      .at(-1) ?? todayOf(null);
  const dates = Array.from({ length: DAYS }, (_, at) => addDays(last, at + 1 - DAYS));
  const daysOf = Map.groupBy(told.days, ({ branchKey }) => branchKey);
  const branches = [...names].map(([branchKey, branchName]): BoardBranch => {
    const reading = known.readings.get(branchKey) ?? null;
    const today = todayOf(reading);
    const ofBranch = daysOf.get(branchKey) ?? [];
    return {
      branchKey,
      branchName,
      today,
      days: dates.map((date) => dayOf(date, today, ofBranch, reading)),
      now: nowOf(known, reading, today),
      pcs: pcsOf(known, branchKey, branchName, ofBranch),
    };
  });
  const nameOf = ({ branchKey, branchName }: BoardBranch) => branchName ?? branchKey;
  return { dates, branches: branches.sort((a, b) => nameOf(a).localeCompare(nameOf(b))) };
}

/** A terminal was read today if it was since its branch's day began, by the clock of this PC. */
const terminalsOf = ({ reading }: KnownReading, nowMs: number): BranchNow['terminals'] => {
  const beganAtMs = startOfBusinessDate(businessDateOf(nowMs, reading), reading);
  return reading.terminals.map((terminal) => ({
    ...terminal,
    isReadToday: terminal.readAtMs !== null && terminal.readAtMs >= beganAtMs,
  }));
};

function nowOf({ pcs }: Known, known: KnownReading | null, today: string): BoardBranch['now'] {
  if (!known) return null;
  const { pc, atMs, reading } = known;
  const { outstandingCount, outstanding, notSummed, oldestAtMs, terminalCount, unknownCount } = reading;
  const isOfToday = reading.businessDate === today;
  return {
    pcName: pcs.get(pc)?.name ?? pc,
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

export function branchNowOf(all: Told, branchKey: string): BranchNow {
  const told = { ...all, readings: onceEach(all) };
  const known = readingOfBranch(told, branchKey);
  if (!known) return { terminals: [], unknown: [], openDays: [] };
  const { unknown, openDays } = known.reading;
  return { terminals: terminalsOf(known, told.nowMs), unknown, openDays };
}
