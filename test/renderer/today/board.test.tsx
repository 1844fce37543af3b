/** The board of the chain, as the window words it. */
import type { ReactNode } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BoardBranch, BoardDay, BranchNow } from '#shared/contract/head-office.ts';
import { markupOf } from '../adds-up.tsx';
import '../calls.ts';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, { document: { querySelector: () => ({}) } });
const { BoardNow } = await import('#renderer/features/today/board-now.tsx');
const { Headline } = await import('#renderer/features/today/board-page.tsx');
const { Terminals } = await import('#renderer/features/today/branch-drawer.tsx');

const textOf = (node: ReactNode) =>
  markupOf(node)
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ');
const egp = (count: number, minor: bigint) => ({ count, amount: { minor, currency: 'EGP' } });
const now: NonNullable<BoardBranch['now']> = {
  pcName: 'Till 1',
  toldAtMs: 1,
  outstandingCount: 2,
  outstanding: [egp(2, 12_050n)],
  notSummed: [],
  oldestAtMs: null,
  terminalCount: 1,
  notRead: 0,
  unknownCount: 0,
};
const branch = (branchName: string, more: Partial<BoardBranch> = {}): BoardBranch => ({
  branchKey: branchName,
  branchName,
  today: '2026-11-20',
  days: [],
  now,
  pcs: [],
  ...more,
});
const days = (...states: BoardDay['state'][]): BoardDay[] =>
  states.map((state, at) => ({
    businessDate: `2026-11-${String(21 + at - states.length)}`,
    ...{ state, close: null, difference: [], differing: 0, why: null },
  }));

beforeAll(() => useTexts('en'));

describe('rows of a kind that is not known', () => {
  const lacking = branch('Maadi', {
    now: { ...now, outstandingCount: 5, notSummed: [egp(3, 30_000n)] },
  });
  const said = /3 transactions of an unknown kind, EGP 300\.00/g;
  const timesIn = (node: ReactNode) => [...textOf(node).matchAll(said)].length;

  it('are told beside what is outstanding in a branch, and in the foot of all', () => {
    const board = (...branches: BoardBranch[]) => <BoardNow branches={branches} onOpen={() => {}} />;
    expect(timesIn(board(lacking))).toBe(1);
    expect(timesIn(board(lacking, branch('Zamalek')))).toBe(2);
    expect(textOf(board(branch('Zamalek')))).not.toContain('of an unknown kind');
  });

  it('are told beside what is outstanding on a terminal', () => {
    const terminal: BranchNow['terminals'][number] = {
      terminalId: 'T1',
      label: 'Till',
      outstandingCount: 5,
      outstanding: now.outstanding,
      notSummed: [egp(3, 30_000n)],
      oldestAtMs: null,
      readAtMs: 1,
      isReadToday: true,
    };
    expect(timesIn(<Terminals terminals={[terminal, { ...terminal, notSummed: [] }]} />)).toBe(1);
  });
});

describe('the sentence of the board', () => {
  const silent = branch('Maadi', { days: days('unheard', 'unheard') });
  const waking = branch('Zamalek', { days: days('closed', 'unheard') });
  const late = branch('Helwan', { days: days('late', 'open') });
  const headline = (...branches: BoardBranch[]) => <Headline branches={branches} />;

  it('does not say that no branch is late while a day that is over was not heard of', () => {
    expect(markupOf(headline(silent, waking))).not.toContain('good-icon');
    expect(textOf(headline(silent, waking))).toContain('1 branch has days not heard of.');
    expect(textOf(headline(silent, waking))).not.toContain('No branch is late');
    expect(textOf(headline(silent, late))).toMatch(
      /1 branch is late\. .*Helwan.* 1 branch has days not heard of\./,
    );
  });

  it('names the branches that are late and since when, unless they are many', () => {
    const twice = branch('Giza', { days: days('closed', 'late', 'provisional', 'open') });
    const said = textOf(headline(late, twice)).replaceAll(/[\u2066-\u2069]/g, '');
    // Where the first day of the board is late already, nobody knows here since when.
    expect(said).toMatch(/^ ?2 branches are late\. Helwan and Giza \(2 days, from \d+ Nov\)\. Today/);
    const many = Array.from({ length: 5 }, (_, at) => ({ ...late, branchKey: `B${at}` }));
    expect(textOf(headline(...many))).toMatch(/5 branches are late\. Today/);
  });

  it('says that no branch is late if only the day that lasts was not heard of', () => {
    expect(markupOf(headline(waking))).toContain('good-icon');
    expect(textOf(headline(waking))).toMatch(/No branch is late\. (?!\d branch has)/);
  });

  it('goes by the date of each branch, where another one is a day ahead', () => {
    const behind = (...states: BoardDay['state'][]) =>
      branch('Giza', { today: '2026-11-19', days: days(...states) });
    expect(textOf(headline(behind('provisional', 'none')))).toContain('No branch is late.');
    expect(textOf(headline(behind('unheard', 'none')))).toContain('No branch is late.');
    expect(textOf(headline(behind('closed', 'none')))).toContain('Today 1 of 1 is closed.');
    expect(textOf(headline(branch('Giza', { days: days('provisional', 'none') })))).toContain(
      '1 branch is late.',
    );
  });

  it('counts the branches that were not heard of in Arabic', async () => {
    await useTexts('ar');
    expect(textOf(headline(silent, { ...silent, branchKey: 'B2' }))).toContain(
      'فرعان لهما أيام لم يصل خبرها.',
    );
    await useTexts('en');
  });
});
