/** The board of the chain, as the window words it. */
import type { ReactNode } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Board, BoardBranch, BoardSum, BranchNow } from '#shared/contract/head-office.ts';
import type { BoardFilter } from '#shared/domain/head-office.ts';
import { markupOf } from '../adds-up.tsx';
import '../calls.ts';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, { document: { querySelector: () => ({}) } });
const { BoardNow } = await import('#renderer/features/today/board-now.tsx');
const { Headline } = await import('#renderer/features/today/board-page.tsx');
const { BoardPlace } = await import('#renderer/features/today/board-place.tsx');
const { Terminals } = await import('#renderer/features/today/branch-drawer.tsx');

const textOf = (node: ReactNode) =>
  markupOf(node)
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\u2060\u2066-\u2069]/g, '')
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
  newer: null,
  openBefore: [],
  isGone: false,
  pcs: [],
  ...more,
});
const sum = (more: Partial<BoardSum> = {}): BoardSum => ({
  ...{
    branches: 2,
    notIncluded: 0,
    closedToday: 0,
    toCloseToday: 2,
    late: 0,
    attention: 0,
    unheard: 0,
    newer: 0,
    outstandingCount: 0,
    outstanding: [],
    notSummed: [],
  },
  ...{ oldestAtMs: null, notRead: 0, terminals: 2, unknown: 0, lateNamed: [] },
  ...more,
});

beforeAll(() => useTexts('en'));

describe('rows of a kind that is not known', () => {
  const lacking = branch('Maadi', {
    now: { ...now, outstandingCount: 5, notSummed: [egp(3, 30_000n)] },
  });
  const said = /3 transactions of an unknown kind, EGP 300\.00/g;
  const timesIn = (node: ReactNode) => [...textOf(node).matchAll(said)].length;

  it('are told beside what is outstanding in a branch, and in the foot of all', () => {
    const board = (of: BoardSum, ...branches: BoardBranch[]) => (
      <BoardNow branches={branches} sum={of} only="all" onOpen={() => {}} />
    );
    const { notSummed } = lacking.now ?? now;
    expect(timesIn(board(sum({ branches: 1, notSummed }), lacking))).toBe(1);
    expect(timesIn(board(sum({ notSummed }), lacking, branch('Zamalek')))).toBe(2);
    expect(textOf(board(sum(), branch('Zamalek')))).not.toContain('of an unknown kind');
    // The foot is of all branches, also of those that are not on the page.
    expect(timesIn(board(sum({ branches: 1_000, notSummed }), branch('Zamalek')))).toBe(1);
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

describe('a branch of which nobody here knows how it stands now', () => {
  const foot = (of: Partial<BoardSum>, ...branches: BoardBranch[]) =>
    textOf(<BoardNow branches={branches} sum={sum(of)} only="all" onOpen={() => {}} />);

  it('says who told of it with a newer Closeout, and is not in the sum', async () => {
    const silent = branch('Zamalek', { now: null, newer: { pcName: 'Till 7', toldAtMs: 1 } });
    const said = foot({ notIncluded: 1 }, branch('Maadi'), silent);
    expect(said).toMatch(/Till 7 told of it last with a newer Closeout \(.+\)\. Update Closeout on this PC/);
    expect(said).not.toContain('has not told yet');
    expect(said).toContain('All branches 1 branch is not included.');
    await useTexts('ar');
    expect(foot({ notIncluded: 2 }, silent)).toMatch(/Till 7 .*أحدث.*فرعان غير محسوبين\./);
    await useTexts('en');
  });

  it('says so where its PC has not told yet; a sum of all says nothing of it', () => {
    const said = foot({}, branch('Zamalek', { now: null }));
    expect(said).toContain('Its PC has not told yet how it stands.');
    expect(said).not.toContain('not included');
  });
});

describe('the sentence of the board', () => {
  const headline = (more: Partial<BoardSum>) => <Headline sum={sum(more)} />;
  const late = (branchName: string, days: number, since: string | null, provisional = false) => ({
    ...{ branchKey: branchName, branchName, days, since, provisional },
  });

  it('does not say that no branch is late while a day that is over was not heard of', () => {
    expect(markupOf(headline({ unheard: 1 }))).not.toContain('good-icon');
    expect(textOf(headline({ unheard: 1 }))).toContain('1 branch has days not heard of.');
    expect(textOf(headline({ unheard: 1 }))).not.toContain('No branch is late');
    const both = { late: 1, unheard: 1, lateNamed: [late('Helwan', 1, null)] };
    expect(textOf(headline(both))).toMatch(/1 branch is late\. .*Helwan.* 1 branch has days not heard of\./);
  });

  it('says of a record that is being read for the first time only what is late for certain', () => {
    const coming = (more: Partial<BoardSum>) => textOf(<Headline sum={sum(more)} isComing />);
    expect(coming({})).toBe('');
    expect(coming({ late: 1, lateNamed: [late('Helwan', 1, null)] })).toContain('1 branch is late.');
  });

  it('does not say it either while a day can only be read by a newer Closeout', () => {
    const said = textOf(headline({ newer: 2 }));
    expect(said).not.toContain('No branch is late');
    expect(said).toContain(
      '2 branches use a newer Closeout. Some of what they tell cannot be read here: update Closeout on this PC.',
    );
  });

  it('says of a branch that is late by its money alone since when that waits', () => {
    const lateNamed = [late('Giza', 1, '2026-11-18'), late('Maadi', 0, '2026-11-17')];
    expect(textOf(headline({ late: 2, lateNamed }))).toContain(
      'Maadi (money waiting since 17 Nov) and Giza (18 Nov).',
    );
  });

  it('opens each late branch that is on the page by its name', () => {
    const lateNamed = [late('Giza', 1, '2026-11-18'), late('Zamalek', 1, '2026-11-19')];
    const opening = (branchKey: string) => (branchKey === 'Giza' ? () => {} : null);
    const markup = markupOf(<Headline sum={sum({ late: 2, lateNamed })} opening={opening} />);
    const buttons = [...markup.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, name]) =>
      textOf(<>{name}</>),
    );
    expect(buttons).toEqual(['Giza (18 Nov)']);
  });

  it('names the branches that are late and since when, unless they are many', () => {
    const lateNamed = [late('Helwan', 1, null), late('Giza', 2, '2026-11-18')];
    const said = textOf(headline({ late: 2, lateNamed }));
    expect(said).toMatch(/^ ?2 branches are late\. Helwan and Giza \(2 days, from 18 Nov\)\. Today/);
    expect(textOf(headline({ late: 5 }))).toMatch(/5 branches are late\. Today/);
  });

  it('names the oldest first, and says of a branch that its Z is there and waits for the final one', () => {
    const lateNamed = [
      late('Zamalek', 1, '2026-11-25'),
      late('Giza', 1, '2026-11-24', true),
      late('Helwan', 2, '2026-11-20', true),
    ];
    expect(textOf(headline({ late: 3, lateNamed }))).toContain(
      'Helwan (2 days, from 20 Nov, provisional), Giza (24 Nov, provisional) and Zamalek (25 Nov).',
    );
  });

  it('says that no branch is late, and how many of all are closed today', () => {
    expect(markupOf(headline({}))).toContain('good-icon');
    expect(textOf(headline({ branches: 1_001, toCloseToday: 1_000, closedToday: 812 }))).toMatch(
      /No branch is late\. Today 812 of 1,000 are closed\./,
    );
  });

  it('counts the branches that were not heard of in Arabic', async () => {
    await useTexts('ar');
    expect(textOf(headline({ unheard: 2 }))).toContain('فرعان لهما أيام لم يصل خبرها.');
    await useTexts('en');
  });
});

describe('which branches are shown', () => {
  const page = (more: Partial<Board>, count: number): ReactNode => (
    <BoardPlace
      board={{
        ...{ dates: [], found: 1_000, from: 0, sum: sum({ branches: 1_000 }) },
        ...{ only: 'all', filtered: sum({ branches: 1_000 }) },
        branches: Array.from({ length: count }, (_, at) => branch(`Shop ${at}`)),
        ...more,
      }}
    />
  );

  it('is not asked where all of them are on the page', () => {
    expect(markupOf(page({ found: 25, sum: sum({ branches: 25 }) }, 25))).toBe(markupOf(null));
  });

  it('is said with how many there are, and pages are turned as long as there are more', () => {
    const buttonsOf = (node: ReactNode) =>
      [...markupOf(node).matchAll(/<button[^>]*>/g)].map(
        ([button]) => !button.includes('aria-disabled="true"'),
      );
    expect(textOf(page({}, 12))).toContain('1–12 of 1,000 branches, late ones first');
    expect(buttonsOf(page({}, 12))).toEqual([false, false, true, true]);
    expect(textOf(page({}, 12))).toContain('of 84');
    expect(buttonsOf(page({ from: 492 }, 12))).toEqual([true, true, true, true]);
    expect(textOf(page({ from: 996 }, 4))).toContain('997–1,000 of 1,000 branches');
    expect(buttonsOf(page({ from: 996 }, 4))).toEqual([true, true, false, false]);
  });

  it('is said of those that a text leaves, and that it leaves none', () => {
    expect(textOf(page({ found: 3 }, 3))).toContain('Found: 1–3 of 3');
    expect(textOf(page({ found: 1 }, 1))).toContain('Found: 1 of 1');
    expect(textOf(page({ found: 0 }, 0))).toContain('No branch has this in its name.');
  });

  it('is chosen by a filter that counts its branches; where it leaves none, the page says so', () => {
    const of = { branches: 1_000, late: 3, attention: 12 };
    expect(textOf(page({ sum: sum(of) }, 12))).toMatch(/All \(1,000\).*Late \(3\).*Need attention \(12\)/);
    const late: Partial<Board> = { sum: sum(of), only: 'late', filtered: sum({ branches: 3 }) };
    expect(textOf(page({ ...late, found: 3 }, 3))).toContain('Found: 1–3 of 3');
    expect(textOf(page({ ...late, found: 0 }, 0))).toContain('No branch of this filter has that name.');
    expect(textOf(page({ ...late, found: 0, filtered: sum({ branches: 0 }) }, 0))).not.toContain('No branch');
  });

  it('says under a filter which branches the sum is of', () => {
    const foot = (only: BoardFilter) =>
      textOf(
        <BoardNow branches={[branch('Maadi')]} sum={sum({ branches: 3 })} only={only} onOpen={() => {}} />,
      );
    expect(foot('all')).toContain('All branches');
    expect(foot('late')).toContain('3 late branches');
    expect(foot('late')).not.toContain('All branches');
    expect(foot('attention')).toContain('3 branches that need attention');
  });

  it('is said in Arabic', async () => {
    await useTexts('ar');
    expect(textOf(page({}, 12))).toMatch(/من .*فرع، المتأخرة أولًا/);
    await useTexts('en');
  });
});
