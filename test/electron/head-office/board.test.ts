/** The board of the chain: how each day of a branch stands, whose word counts, and what is late. */
import { describe, expect, it } from 'vitest';
import type { KnownDay } from '#electron/head-office/board-branch.ts';
import type { HeadOfficePc } from '#shared/contract/head-office.ts';
import { contract } from '#shared/contract/index.ts';
import {
  boardOf,
  branchNowOf,
  day,
  egp,
  NOON_MS,
  pc,
  standing,
  statesOf,
  terminal,
  told,
} from './told-board.ts';

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
    const four = ['T1', 'T2', 'T3', 'T4'].map((terminalId) => ({
      ...terminals[0]!,
      terminalId,
      outstanding,
    }));
    const board = boardOf({ readings: [told('a', 1), told('b', 2, { branchKey: 'B2', terminals: four })] });
    const moved = boardOf({
      readings: [
        told('a', 1, { terminals: four }),
        told('b', 2, { branchKey: 'B2', terminals: four.slice(1) }),
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

  it('a day of which only a newer Closeout can read the last entry is not shown as it was before, unless something else is known of it', () => {
    const newer = (date: string, more: Partial<KnownDay> = {}) => day(date, { state: 'newer', ...more });
    const openDays = [{ businessDate: '2026-11-17', why: 'reopened' as const, count: 1 }];
    const days = [
      newer('2026-11-16', { differing: 2, difference: [egp(-500n)] }),
      newer('2026-11-17'),
      newer('2026-11-18'),
      day('2026-11-18', { closingId: 'again', pc: 'b' }),
      newer('2026-11-19'),
      day('2026-11-19', { closingId: 'again', pc: 'b', state: 'provisional' }),
    ];
    const { branches, sum } = boardOf({ days, readings: [told('a', 1, { openDays })] });
    const stood = branches[0]?.days.map(({ businessDate, state }) => [businessDate.slice(5), state]);
    expect(stood?.slice(9, 13)).toEqual([
      ['11-16', 'newer'],
      ['11-17', 'late'],
      ['11-18', 'closed'],
      ['11-19', 'newer'],
    ]);
    expect(branches[0]?.days[9]).toMatchObject({ close: null, differing: 0, difference: [] });
    expect([sum.late, sum.newer, sum.attention]).toEqual([1, 1, 1]);
    expect(boardOf({ days: [newer('2026-11-19')], readings: [told('a', 1)] }).sum).toMatchObject({
      ...{ late: 0, unheard: 0, newer: 1, attention: 1 },
    });
  });

  it('of two PCs of a branch the home PC is believed, then the one that told last; a withdrawn one is not', () => {
    const readings = [told('a', 1, { outstandingCount: 1 }), told('b', 2, { outstandingCount: 2 })];
    const countOf = (pcs: HeadOfficePc[]) => boardOf({ readings, pcs }).branches[0]?.now?.outstandingCount;
    expect(countOf([pc('a', { isHome: true }), pc('b')])).toBe(1);
    expect(countOf([pc('a'), pc('b')])).toBe(2);
    expect(countOf([pc('a'), pc('b', { withdrawnAtMs: 1 })])).toBe(1);
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
});
