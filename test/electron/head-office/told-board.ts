/** What PCs have told of their branches, for tests of the board. */
import type { KnownDay, KnownReading } from '#electron/head-office/board-branch.ts';
import { createKeptBoard } from '#electron/head-office/kept-board.ts';
import type { PublishedReading } from '#electron/head-office/published.ts';
import type { HeadOfficePc } from '#shared/contract/head-office.ts';

/** 2026-11-20 12:00 in Cairo. */
export const NOON_MS = Date.UTC(2026, 10, 20, 10);
export const egp = (minor: bigint) => ({ minor, currency: 'EGP' });

export const pc = (id: string, more: Partial<HeadOfficePc> = {}): HeadOfficePc => ({
  id,
  name: `PC ${id}`,
  branch: 'Maadi',
  isSelf: false,
  isHome: false,
  entries: 1,
  archived: 0,
  unreadCloses: 0,
  lastEntryAtMs: NOON_MS - 60_000,
  withdrawnAtMs: null,
  broken: null,
  ...more,
});
export const day = (date: string, more: Partial<KnownDay> = {}): KnownDay => ({
  pc: 'a',
  closingId: `closing-${date}`,
  branchKey: 'B1',
  branchName: 'Maadi',
  businessDate: date,
  state: 'closed',
  number: 1,
  atMs: 1,
  differing: 0,
  difference: [],
  ...more,
});
export const told = (from: string, at: number, more: Partial<PublishedReading> = {}): KnownReading => ({
  pc: from,
  atMs: at,
  reading: {
    branchKey: 'B1',
    branchName: 'Maadi',
    businessDate: '2026-11-20',
    timeZone: 'Africa/Cairo',
    cutOff: '04:00',
    terminalCount: 3,
    notRead: 1,
    outstandingCount: 2,
    outstanding: [{ count: 2, amount: egp(12_050n) }],
    notSummed: [],
    oldestAtMs: null,
    unknownCount: 0,
    terminals: [],
    unknown: [],
    openDays: [],
    ...more,
  },
});
export type Parts = { days?: KnownDay[]; readings?: KnownReading[]; pcs?: HeadOfficePc[]; nowMs?: number };
export const all = { text: '', unnamed: '', only: 'all' as const, from: 0 };
export const keptOf = ({ days = [], readings = [], pcs = [pc('a')] }: Parts) =>
  createKeptBoard({
    branches: () => [...days, ...readings.map(({ reading }) => reading)].map(({ branchKey }) => branchKey),
    days: (key) => days.filter(({ branchKey }) => branchKey === key),
    readings: (key) => readings.filter(({ reading }) => reading.branchKey === key),
    isClosed: (key, date) =>
      days.some(
        ({ branchKey, businessDate, state }) =>
          branchKey === key && businessDate === date && state === 'closed',
      ),
    pcs: () => pcs,
    pc: (id) => pcs.find((one) => one.id === id) ?? null,
  });
export const boardOf = (parts: Parts) => keptOf(parts).page(all, parts.nowMs ?? NOON_MS);
export const branchNowOf = (parts: Parts, branchKey: string) =>
  keptOf(parts).branchNow(branchKey, parts.nowMs ?? NOON_MS);
export function statesOf(parts: Parts): Record<string, string> {
  const [branch] = boardOf(parts).branches;
  return Object.fromEntries(
    (branch?.days ?? []).map(({ businessDate, state }) => [businessDate.slice(5), state]),
  );
}

export const terminal = (terminalId: string, minor: bigint, readAtMs: number | null = NOON_MS - 1_000) => ({
  terminalId,
  label: terminalId,
  outstandingCount: minor === 0n ? 0 : 1,
  outstanding: minor === 0n ? [] : [{ count: 1, amount: egp(minor) }],
  notSummed: [],
  oldestAtMs: minor === 0n ? null : NOON_MS - 5_000,
  readAtMs,
});
export const standing = (
  from: string,
  at: number,
  branch: string,
  terminals: ReturnType<typeof terminal>[],
) =>
  told(from, at, {
    branchKey: branch,
    branchName: branch,
    terminals,
    terminalCount: terminals.length,
    notRead: terminals.filter(({ readAtMs }) => readAtMs === null).length,
    outstandingCount: terminals.reduce((sum, one) => sum + one.outstandingCount, 0),
    outstanding: terminals
      .flatMap(({ outstanding }) => outstanding)
      .reduce<{ count: number; amount: ReturnType<typeof egp> }[]>(
        ([sum], one) => [
          { count: (sum?.count ?? 0) + 1, amount: egp((sum?.amount.minor ?? 0n) + one.amount.minor) },
        ],
        [],
      ),
  });
export const openDays = (...dates: string[]) =>
  dates.map((businessDate) => ({ businessDate, why: 'rows' as const, count: 1 }));
export const branch = (name: string, more: Partial<PublishedReading> = {}): KnownReading =>
  told('a', 1, { branchKey: name, branchName: name, ...more });
