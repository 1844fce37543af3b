/** The board of the chain as a whole: its sums, which branches are late, their order and pages. */
import { describe, expect, it } from 'vitest';
import type { KnownReading } from '#electron/head-office/board-branch.ts';
import { NO_BRANCH } from '#shared/domain/closing.ts';
import type { BoardFilter } from '#shared/domain/head-office.ts';
import {
  all,
  boardOf,
  branch,
  day,
  egp,
  keptOf,
  NOON_MS,
  openDays,
  pc,
  standing,
  terminal,
  told,
  type Parts,
} from './told-board.ts';

describe('the board of the chain, as a whole', () => {
  const sumOf = (...readings: KnownReading[]) => boardOf({ readings }).sum;

  it('says of all branches how many are late, closed today and not heard of, by the date of each', () => {
    const ahead = { timeZone: 'Pacific/Kiritimati', cutOff: '00:00' };
    const silent = { businessDate: '2026-11-19' };
    expect(sumOf(branch('A'))).toMatchObject({ branches: 1, late: 0, unheard: 0, closedToday: 0 });
    // A branch that has nothing to close is none of those that could be closed.
    expect(sumOf(branch('A'))).toMatchObject({ toCloseToday: 0 });
    expect(sumOf(branch('A', { openDays: openDays('2026-11-20') }))).toMatchObject({ toCloseToday: 1 });
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

  describe('money that waits too long', () => {
    const HOUR_MS = 3_600_000;
    const waits = branch('Giza', { oldestAtMs: NOON_MS - 24 * HOUR_MS });
    const kept = keptOf({ readings: [waits, branch('Maadi', { oldestAtMs: NOON_MS - HOUR_MS })] });
    const lateAt = (nowMs: number) =>
      kept.page({ ...all, only: 'late' }, nowMs).branches.map(({ branchName }) => branchName);

    it('makes a branch late once more than a day has passed, also while nothing is told', () => {
      expect(lateAt(NOON_MS)).toEqual([]);
      expect(lateAt(NOON_MS + 1)).toEqual(['Giza']);
      expect(kept.page(all, NOON_MS + 1).sum).toMatchObject({
        ...{ late: 1, attention: 1 },
        // The business day that it was there. It is told even where no day is late.
        lateNamed: [
          { branchKey: 'Giza', branchName: 'Giza', days: 0, since: '2026-11-19', provisional: false },
        ],
      });
      // The clock was set back.
      expect(lateAt(NOON_MS)).toEqual([]);
    });

    it('is named by its late day where there is one', () => {
      const both = branch('Giza', { oldestAtMs: 1, openDays: openDays('2026-11-18') });
      expect(sumOf(both).lateNamed).toEqual([
        { branchKey: 'Giza', branchName: 'Giza', days: 1, since: '2026-11-18', provisional: false },
      ]);
    });

    it('is of a day, whatever moment its PC says', () => {
      const [since] = sumOf(branch('Giza', { oldestAtMs: -9_000_000_000_000_000 })).lateNamed;
      expect(since?.since).toBe('1969-12-31');
    });
  });

  it('a filter leaves the late branches, or all that somebody has to look at, with what these come to', () => {
    const of = {
      readings: [
        branch('Late', { openDays: openDays('2026-11-18') }),
        branch('Waits', { oldestAtMs: 1 }),
        branch('Silent', { businessDate: '2026-11-18' }),
        branch('Unknown', { unknownCount: 2 }),
        told('b', 1, { branchKey: 'Broken', branchName: 'Broken' }),
        branch('Good'),
      ],
      days: [day('2026-11-19', { branchKey: 'Newer', branchName: 'Newer', state: 'newer' })],
      pcs: [pc('a'), pc('b', { broken: { seq: 7, problem: 'changed' } })],
    };
    const page = (only: BoardFilter, text = '') => keptOf(of).page({ ...all, only, text }, NOON_MS);
    const namesOf = (only: BoardFilter) => page(only).branches.map(({ branchName }) => branchName);
    expect(namesOf('all')).toHaveLength(7);
    expect(namesOf('late')).toEqual(['Late', 'Waits']);
    expect(namesOf('attention')).toEqual(['Broken', 'Late', 'Newer', 'Silent', 'Unknown', 'Waits']);
    expect(page('late')).toMatchObject({
      ...{ only: 'late', found: 2 },
      sum: { branches: 7, late: 2, attention: 6, outstandingCount: 12 },
      filtered: {
        branches: 2,
        oldestAtMs: 1,
        outstandingCount: 4,
        outstanding: [{ count: 4, amount: egp(24_100n) }],
        unknown: 0,
      },
    });
    // The text leaves fewer of them, and the sums are still of the filter.
    expect(page('late', 'wait')).toMatchObject({ found: 1, filtered: { branches: 2 } });
    expect(page('attention', 'good')).toMatchObject({ found: 0, branches: [] });
  });

  describe('of more branches than a page has', () => {
    const name = (at: number) => `Shop ${String(at).padStart(2, '0')}`;
    const shops = Array.from({ length: 60 }, (_, at) =>
      branch(name(at), {
        ...(at === 56 && { oldestAtMs: 1 }),
        ...(at === 57 && { openDays: openDays('2026-11-18') }),
        ...(at === 58 && { businessDate: '2026-11-18' }),
        ...(at === 59 && { unknownCount: 1 }),
      }),
    );
    const page = (text: string, from: number, of = shops) =>
      keptOf({ readings: of }).page({ ...all, text, unnamed: 'No branch', from }, NOON_MS);
    const namesOf = (text: string, from: number) =>
      page(text, from).branches.map(({ branchName }) => branchName);

    it('late days come first, then money that waits, what was not heard of, results not known; a small chain goes by name', () => {
      expect(namesOf('', 0)).toEqual([57, 56, 58, 59, ...Array.from({ length: 8 }, (_, at) => at)].map(name));
      expect(namesOf('', 48)).toEqual(Array.from({ length: 12 }, (_, at) => name(44 + at)));
      const few = page('', 0, shops.slice(35));
      expect(few.branches.map(({ branchName }) => branchName)).toEqual(
        Array.from({ length: 25 }, (_, at) => name(35 + at)),
      );
    });

    it('sums are of all of them, whatever is asked for', () => {
      const { sum } = page('', 0);
      expect(sum).toMatchObject({ branches: 60, late: 2, unheard: 1, unknown: 1, terminals: 180 });
      expect(page('', 48).sum).toEqual(sum);
      expect(page('Shop 01', 0)).toMatchObject({ sum, found: 1 });
    });

    it('are found by a part of their name, in any digits and letters of any size', () => {
      expect(namesOf('shop 5', 0)).toEqual([57, 56, 58, 59, 50, 51, 52, 53, 54, 55].map(name));
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
