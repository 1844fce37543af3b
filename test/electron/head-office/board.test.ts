/** The board of the chain: how each day of a branch stands, whose word counts, and what is late. */
import { describe, expect, it } from 'vitest';
import type { KnownDay, KnownReading } from '#electron/head-office/board-branch.ts';
import { createKeptBoard } from '#electron/head-office/kept-board.ts';
import type { PublishedReading } from '#electron/head-office/published.ts';
import { NO_BRANCH } from '#shared/domain/closing.ts';
import { contract } from '#shared/contract/index.ts';
import type { HeadOfficePc } from '#shared/contract/head-office.ts';

/** 2026-11-20 12:00 in Cairo. */
const NOON_MS = Date.UTC(2026, 10, 20, 10);
const egp = (minor: bigint) => ({ minor, currency: 'EGP' });

const pc = (id: string, more: Partial<HeadOfficePc> = {}): HeadOfficePc => ({
  id,
  name: `PC ${id}`,
  branch: 'Maadi',
  isSelf: false,
  isHome: false,
  entries: 1,
  unreadCloses: 0,
  lastEntryAtMs: NOON_MS - 60_000,
  withdrawnAtMs: null,
  broken: null,
  ...more,
});
const day = (date: string, more: Partial<KnownDay> = {}): KnownDay => ({
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
const told = (from: string, at: number, more: Partial<PublishedReading> = {}): KnownReading => ({
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
type Parts = { days?: KnownDay[]; readings?: KnownReading[]; pcs?: HeadOfficePc[]; nowMs?: number };
const all = { text: '', unnamed: '', from: 0 };
const keptOf = ({ days = [], readings = [], pcs = [pc('a')] }: Parts) =>
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
const boardOf = (parts: Parts) => keptOf(parts).page(all, parts.nowMs ?? NOON_MS);
const branchNowOf = (parts: Parts, branchKey: string) =>
  keptOf(parts).branchNow(branchKey, parts.nowMs ?? NOON_MS);
function statesOf(parts: Parts): Record<string, string> {
  const [branch] = boardOf(parts).branches;
  return Object.fromEntries(
    (branch?.days ?? []).map(({ businessDate, state }) => [businessDate.slice(5), state]),
  );
}

describe('the board of the chain', () => {
  it('has fourteen days up to the last that has begun anywhere, and each branch once, by name', () => {
    const { dates, branches } = boardOf({
      days: [day('2026-11-10', { branchKey: 'B2', branchName: 'Zamalek' }), day('2026-11-11')],
      readings: [told('a', 1)],
    });
    expect(dates).toHaveLength(14);
    expect([dates[0], dates.at(-1)]).toEqual(['2026-11-07', '2026-11-20']);
    expect(branches.map(({ branchName, days }) => [branchName, days.length])).toEqual([
      ['Maadi', 14],
      ['Zamalek', 14],
    ]);
  });

  it('gives each branch the date that it is there', () => {
    const ahead = { branchKey: 'B2', branchName: 'Zamalek', timeZone: 'Pacific/Kiritimati', cutOff: '00:00' };
    const { dates, branches } = boardOf({ readings: [told('a', 1), told('a', 1, ahead)] });
    expect(dates.at(-1)).toBe('2026-11-21');
    expect(branches.map(({ today }) => today)).toEqual(['2026-11-20', '2026-11-21']);
  });

  it('a day without a Z is open while it lasts and late once it is over; one of which nothing is told is neither', () => {
    const openDays = [
      { businessDate: '2026-11-18', why: 'rows' as const, count: 4 },
      { businessDate: '2026-11-20', why: 'begun' as const, count: 1 },
    ];
    expect(statesOf({ readings: [told('a', 1, { openDays })] })).toMatchObject({
      '11-17': 'none',
      '11-18': 'late',
      '11-19': 'none',
      '11-20': 'open',
    });
  });

  it('a branch with a day that is open from before the board is late, and nobody says since when', () => {
    const openDays = [{ businessDate: '2026-11-05', why: 'provisional' as const, count: 1 }];
    const days = Array.from({ length: 13 }, (_, at) => day(`2026-11-${String(7 + at).padStart(2, '0')}`));
    const { sum } = boardOf({ days, readings: [told('a', 1, { openDays })] });
    expect([sum.late, sum.unheard]).toEqual([1, 0]);
    expect(sum.lateNamed).toEqual([
      { branchKey: 'B1', branchName: 'Maadi', days: 1, since: null, provisional: false },
    ]);
  });

  it('a day from before the board that another PC closed is not late; one that is open says which it is', () => {
    const openDays = ['2026-11-03', '2026-11-05'].map((businessDate) => ({
      ...{ businessDate, why: 'rows' as const, count: 1 },
    }));
    const readings = [told('a', 1, { openDays })];
    const lookAt = (days: KnownDay[]) => {
      const { sum, branches } = boardOf({ days, readings, pcs: [pc('a'), pc('b')] });
      return [sum.late, branches[0]?.openBefore];
    };
    const [third, fifth] = [day('2026-11-03', { pc: 'b' }), day('2026-11-05', { pc: 'b' })];
    expect(lookAt([third, fifth])).toEqual([0, []]);
    expect(lookAt([third, { ...fifth, state: 'provisional' }])).toEqual([1, ['2026-11-05']]);
    // Late before the board and on it: since when is not the day on it.
    const later = [...openDays, { businessDate: '2026-11-12', why: 'rows' as const, count: 1 }];
    const { sum } = boardOf({ days: [third], readings: [told('a', 1, { openDays: later })] });
    expect(sum.lateNamed).toEqual([
      { branchKey: 'B1', branchName: 'Maadi', days: 2, since: null, provisional: false },
    ]);
  });

  it('a PC that told more of a terminal than of its branch spoils no sum', () => {
    const terminal = { terminalId: 'T1', label: '', outstandingCount: 5, outstanding: [], notSummed: [] };
    const terminals = [{ ...terminal, oldestAtMs: null, readAtMs: 1 }];
    const [first, second] = [told('a', 1, { terminals }), told('b', 2, { branchKey: 'B2', terminals })];
    expect(boardOf({ readings: [first, second] }).sum.outstandingCount).toBe(2);
    const outstanding = [{ count: 9, amount: egp(1n) }];
    const three = ['T1', 'T2', 'T3', 'T4'].map((terminalId) => ({
      ...terminals[0]!,
      terminalId,
      outstanding,
    }));
    const board = boardOf({ readings: [told('a', 1), told('b', 2, { branchKey: 'B2', terminals: three })] });
    const moved = boardOf({
      readings: [
        told('a', 1, { terminals: three }),
        told('b', 2, { branchKey: 'B2', terminals: three.slice(1) }),
      ],
    });
    for (const one of [board, moved])
      expect(() => contract['headOffice.board'].output.encode(one)).not.toThrow();
  });

  it('a day that was open when its PC was last heard of is late once the clock has passed its end', () => {
    const openDays = [{ businessDate: '2026-11-18', why: 'rows' as const, count: 4 }];
    const readings = [told('a', 1, { businessDate: '2026-11-18', openDays })];
    expect(statesOf({ readings, nowMs: Date.UTC(2026, 10, 18, 20) })).toMatchObject({ '11-18': 'open' });
    expect(statesOf({ readings })).toMatchObject({ '11-18': 'late', '11-19': 'unheard', '11-20': 'unheard' });
  });

  it('a day that was told while it lasted, and is over since, is not known to have nothing; nor is one of which no PC told', () => {
    const during = told('a', 1, { businessDate: '2026-11-18' });
    expect(statesOf({ readings: [during] })).toMatchObject({
      '11-17': 'none',
      '11-18': 'unheard',
      '11-19': 'unheard',
      '11-20': 'unheard',
    });
    expect(statesOf({ readings: [told('a', 1)] })).toMatchObject({ '11-19': 'none', '11-20': 'none' });
    expect(statesOf({ days: [day('2026-11-18')] })).toMatchObject({
      '11-17': 'unheard',
      '11-18': 'closed',
      '11-19': 'unheard',
    });
  });

  it('a Z that stands counts before anything that waits; provisional and reopened days say so', () => {
    const openDays = [
      { businessDate: '2026-11-16', why: 'rows' as const, count: 1 },
      { businessDate: '2026-11-17', why: 'provisional' as const, count: 0 },
    ];
    const days = [
      day('2026-11-16', { differing: 2, difference: [egp(-500n)] }),
      day('2026-11-17', { state: 'provisional' }),
      day('2026-11-18', { state: 'reopened' }),
      day('2026-11-19', { state: 'reopened' }),
      day('2026-11-19', { closingId: 'again', number: 2 }),
    ];
    const [branch] = boardOf({ days, readings: [told('a', 1, { openDays })] }).branches;
    const byDate = new Map(branch?.days.map((one) => [one.businessDate, one]));
    expect(byDate.get('2026-11-16')).toMatchObject({
      state: 'closed',
      differing: 2,
      difference: [egp(-500n)],
    });
    expect(byDate.get('2026-11-17')).toMatchObject({ state: 'provisional', close: { number: 1 } });
    expect(byDate.get('2026-11-18')).toMatchObject({ state: 'late', why: 'reopened', close: null });
    expect(byDate.get('2026-11-19')).toMatchObject({
      state: 'closed',
      close: { closingId: 'again', number: 2 },
    });
  });

  it('of two PCs of a branch the home PC is believed, then the one that told last; a withdrawn one is not', () => {
    const readings = [told('a', 1, { outstandingCount: 1 }), told('b', 2, { outstandingCount: 2 })];
    const countOf = (pcs: HeadOfficePc[]) => boardOf({ readings, pcs }).branches[0]?.now?.outstandingCount;
    expect(countOf([pc('a', { isHome: true }), pc('b')])).toBe(1);
    expect(countOf([pc('a'), pc('b')])).toBe(2);
    expect(countOf([pc('a'), pc('b', { withdrawnAtMs: 1 })])).toBe(1);
  });

  const terminal = (terminalId: string, minor: bigint, readAtMs: number | null = NOON_MS - 1_000) => ({
    terminalId,
    label: terminalId,
    outstandingCount: minor === 0n ? 0 : 1,
    outstanding: minor === 0n ? [] : [{ count: 1, amount: egp(minor) }],
    notSummed: [],
    oldestAtMs: minor === 0n ? null : NOON_MS - 5_000,
    readAtMs,
  });
  const standing = (from: string, at: number, branch: string, terminals: ReturnType<typeof terminal>[]) =>
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

  it('a terminal counts once, in the branch that told of it last; a branch that has none left is not on the board', () => {
    const before = standing('a', 1, 'Maadi', [
      terminal('T1', 500n),
      terminal('T2', 700n, null),
      terminal('T3', 0n),
    ]);
    const after = standing('b', 2, 'Maadi Corniche', [terminal('T2', 800n)]);
    const [old, moved] = boardOf({ readings: [before, after], pcs: [pc('a'), pc('b')] }).branches;
    expect(old).toMatchObject({
      branchKey: 'Maadi',
      now: {
        terminalCount: 2,
        notRead: 0,
        outstandingCount: 1,
        outstanding: [{ count: 1, amount: egp(500n) }],
      },
    });
    expect(moved).toMatchObject({
      now: { terminalCount: 1, outstanding: [{ count: 1, amount: egp(800n) }] },
    });
    const whole = standing('b', 2, 'Maadi Corniche', [
      terminal('T1', 1n),
      terminal('T2', 2n),
      terminal('T3', 0n),
    ]);
    const parts = { readings: [before, whole], pcs: [pc('a'), pc('b')] };
    expect(boardOf(parts).branches.map(({ branchKey }) => branchKey)).toEqual(['Maadi Corniche']);
    expect(branchNowOf(parts, 'Maadi').terminals).toEqual([]);
  });

  it('a branch of which nothing is left is passed over, and another PC that has something of it is believed', () => {
    const empty = told('a', 9, { terminalCount: 0, notRead: 0, outstandingCount: 0, outstanding: [] });
    expect(boardOf({ readings: [empty] }).branches).toEqual([]);
    const pcs = [pc('a', { isHome: true }), pc('b')];
    const parts = { readings: [empty, told('b', 2, { outstandingCount: 7 })], pcs };
    expect(boardOf(parts).branches.map(({ now }) => now?.outstandingCount)).toEqual([7]);
  });

  it('what was told on an earlier day says of no terminal that it was read today', () => {
    const today = terminal('T1', 0n);
    const before = terminal('T2', 0n, NOON_MS - 86_400_000);
    const readings = [told('a', 1, { businessDate: '2026-11-19', terminals: [today, before] })];
    const parts = { readings };
    expect(boardOf(parts).branches[0]?.now).toMatchObject({ notRead: 3, terminalCount: 3 });
    expect(branchNowOf(parts, 'B1').terminals.map(({ isReadToday }) => isReadToday)).toEqual([true, false]);
    expect(branchNowOf(parts, 'B9')).toEqual({ terminals: [], unknown: [], openDays: [] });
  });

  it('names the PCs of a branch, when each was heard of, and those that do not fit', () => {
    const pcs = [
      pc('a', { broken: { seq: 7, problem: 'changed' } }),
      pc('b', { branch: 'Zamalek' }),
      pc('c', { branch: '' }),
    ];
    const [branch] = boardOf({ readings: [told('a', 1)], pcs }).branches;
    expect(branch?.pcs).toEqual([{ id: 'a', name: 'PC a', heardAtMs: NOON_MS - 60_000, broken: true }]);
  });

  const openDays = (...dates: string[]) =>
    dates.map((businessDate) => ({ businessDate, why: 'rows' as const, count: 1 }));
  const branch = (name: string, more: Partial<PublishedReading> = {}): KnownReading =>
    told('a', 1, { branchKey: name, branchName: name, ...more });
  const sumOf = (...readings: KnownReading[]) => boardOf({ readings }).sum;

  it('says of all branches how many are late, closed today and not heard of, by the date of each', () => {
    const ahead = { timeZone: 'Pacific/Kiritimati', cutOff: '00:00' };
    const silent = { businessDate: '2026-11-19' };
    expect(sumOf(branch('A'))).toMatchObject({ branches: 1, late: 0, unheard: 0, closedToday: 0 });
    // The day that lasts is not over, and yesterday's was told while it lasted.
    expect(sumOf(branch('A', silent))).toMatchObject({ late: 0, unheard: 1 });
    expect(sumOf(branch('A', { openDays: openDays('2026-11-20') }))).toMatchObject({ late: 0 });
    expect(sumOf(branch('A', { ...ahead, openDays: openDays('2026-11-20') }))).toMatchObject({ late: 1 });
    const days = [
      day('2026-11-20', { branchKey: 'A', branchName: 'A' }),
      day('2026-11-19', { branchKey: 'B', branchName: 'B', state: 'provisional' }),
    ];
    const readings = [branch('A'), branch('B'), branch('C', { unknownCount: 2, notSummed: [] })];
    expect(boardOf({ days, readings }).sum).toMatchObject({
      ...{ branches: 3, closedToday: 1, late: 1, unheard: 0, unknown: 2, terminals: 9, notRead: 3 },
      ...{ outstandingCount: 6, outstanding: [{ count: 6, amount: egp(36_150n) }] },
      lateNamed: [{ branchKey: 'B', days: 1, since: '2026-11-19', provisional: true }],
    });
  });

  it('a branch whose PC was withdrawn, or whose terminals have another branch now, has no days that are not heard of', () => {
    const days = [day('2026-11-15')];
    const silent = told('b', 1, { businessDate: '2026-11-15' });
    const lookAt = (parts: Parts) => {
      const { sum, branches } = boardOf({ days, ...parts });
      return [branches.find(({ branchKey }) => branchKey === 'B1')?.isGone, sum.unheard];
    };
    expect(lookAt({ readings: [silent], pcs: [pc('a'), pc('b')] })).toEqual([false, 1]);
    // A PC of its own that has told no reading yet.
    expect(lookAt({ pcs: [pc('a')] })).toEqual([false, 1]);
    const withdrawn = [pc('a', { withdrawnAtMs: 1 }), pc('b', { withdrawnAtMs: 1 })];
    expect(lookAt({ readings: [silent], pcs: withdrawn })).toEqual([true, 0]);
    const before = standing('a', 1, 'B1', [terminal('T1', 500n)]);
    const renamed = standing('a', 2, 'Maadi Corniche', [terminal('T1', 500n)]);
    expect(lookAt({ readings: [before, renamed] })).toEqual([true, 0]);
  });

  it('names the late branches and since when, unless they are many', () => {
    const since = branch('Giza', { openDays: openDays('2026-11-17', '2026-11-19') });
    const always = branch('Helwan', { openDays: openDays('2026-11-07') });
    expect(sumOf(since, always, branch('Maadi')).lateNamed).toEqual([
      { branchKey: 'Giza', branchName: 'Giza', days: 2, since: '2026-11-17', provisional: false },
      // Late on the first day of the board: nobody knows here since when.
      { branchKey: 'Helwan', branchName: 'Helwan', days: 1, since: null, provisional: false },
    ]);
    const many = ['A', 'B', 'C', 'D', 'E'].map((name) => branch(name, { openDays: openDays('2026-11-18') }));
    expect(sumOf(...many)).toMatchObject({ late: 5, lateNamed: [] });
  });

  describe('of more branches than a page has', () => {
    const name = (at: number) => `Shop ${String(at).padStart(2, '0')}`;
    const shops = Array.from({ length: 60 }, (_, at) =>
      branch(name(at), {
        ...(at === 57 && { openDays: openDays('2026-11-18') }),
        ...(at === 58 && { businessDate: '2026-11-18' }),
        ...(at === 59 && { unknownCount: 1 }),
      }),
    );
    const page = (text: string, from: number, of = shops) =>
      keptOf({ readings: of }).page({ text, unnamed: 'No branch', from }, NOON_MS);
    const namesOf = (text: string, from: number) =>
      page(text, from).branches.map(({ branchName }) => branchName);

    it('the late ones come first, then those not heard of, then those with results not known; a small chain goes by name', () => {
      expect(namesOf('', 0)).toEqual([57, 58, 59, ...Array.from({ length: 9 }, (_, at) => at)].map(name));
      expect(namesOf('', 48)).toEqual(Array.from({ length: 12 }, (_, at) => name(45 + at)));
      const few = page('', 0, shops.slice(35));
      expect(few.branches.map(({ branchName }) => branchName)).toEqual(
        Array.from({ length: 25 }, (_, at) => name(35 + at)),
      );
    });

    it('sums are of all of them, whatever is asked for', () => {
      const { sum } = page('', 0);
      expect(sum).toMatchObject({ branches: 60, late: 1, unheard: 1, unknown: 1, terminals: 180 });
      expect(page('', 48).sum).toEqual(sum);
      expect(page('Shop 01', 0)).toMatchObject({ sum, found: 1 });
    });

    it('are found by a part of their name, in any digits and letters of any size', () => {
      expect(namesOf('shop 5', 0)).toEqual([57, 58, 59, 50, 51, 52, 53, 54, 55, 56].map(name));
      expect(namesOf(' ٥٧ ', 0)).toEqual([name(57)]);
      expect(page('Alexandria', 0)).toMatchObject({ found: 0, from: 0, branches: [] });
    });

    it('terminals of no branch are found by what the window calls them', () => {
      const of = [...shops, branch('none', { branchKey: NO_BRANCH, branchName: null })];
      const keysOf = (text: string) => page(text, 0, of).branches.map(({ branchKey }) => branchKey);
      expect(keysOf('no branch')).toEqual([NO_BRANCH]);
      expect(keysOf(NO_BRANCH)).toEqual([]);
    });

    it('a page behind the last is the last', () => {
      expect(page('', 1_000)).toMatchObject({ found: 60, from: 48 });
      expect(page('shop 0', 12)).toMatchObject({ found: 10, from: 0 });
    });
  });
});
