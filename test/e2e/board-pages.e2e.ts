/** The board of a chain that one page does not hold: its sums, its pages, a branch by its name, and the branches that a filter leaves. */
import type { Locator, Page } from '@playwright/test';
import { makeEntries, noHead, type Fact } from '#electron/head-office/entry.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { publish } from '#electron/head-office/pc.ts';
import { closeFacts, readingFact } from '#electron/head-office/published.ts';
import { addDays, businessDateOf } from '#shared/time/business-date.ts';
import { openCluster } from '../electron/head-office/cluster.ts';
import { enrolPc, openRecord, place } from '../electron/head-office/record.ts';
import { hasNoFinding } from './accessible.ts';
import { read } from './closing.ts';
import { joinChain, merchantOf } from './enrolled.ts';
import { expect, test } from './host.ts';
import { goTo, inLanguage, startPractice } from './steps.ts';

const DATABASE = 'pages';
const BRANCHES = 30;
const CAIRO = { timeZone: 'Africa/Cairo', cutOff: '04:00' };
const nameOf = (at: number) => `فرع Shop ${String(at).padStart(2, '0')}`;
/** It has a day that was not closed, another has money that waits for two days, a third a result that is not known, a fourth a day of a newer Closeout. */
const [LATE, WAITS, UNKNOWN, NEWER] = [29, 28, 27, 26];

/** `isGood`: nobody has to look at it any more. */
function reading(at: number, nowMs: number, isGood = false): Fact {
  const today = businessDateOf(nowMs, CAIRO);
  const is = (one: number) => at === one && !isGood;
  const oldestAtMs = is(WAITS) ? nowMs - 49 * 3_600_000 : nowMs;
  const outstanding = [{ count: 1, amount: { minor: 1_000n, currency: 'EGP' } }];
  return readingFact(
    {
      ...{ branchKey: `name:${nameOf(at)}`, branchName: nameOf(at), businessDate: today, ...CAIRO },
      ...{ terminalCount: 1, notRead: 0, outstandingCount: 1, outstanding, notSummed: [], oldestAtMs },
      ...{ unknownCount: is(UNKNOWN) ? 1 : 0, unknown: [] },
      openDays: is(LATE) ? [{ businessDate: addDays(today, -2), why: 'rows', count: 1 }] : [],
      terminals: [
        {
          ...{ terminalId: `300000${at}`, label: `Till ${at}`, outstandingCount: 1, outstanding },
          ...{ notSummed: [], oldestAtMs, readAtMs: nowMs },
        },
      ],
    },
    nowMs,
  );
}

/** Yesterday; `by`: a name, or what no Closeout of today writes. */
function closed(at: number, nowMs: number, by: '"Mona"' | '7'): Fact[] {
  const facts = closeFacts({
    ...{ origin: { seq: 1, hash: 'ab'.repeat(32) }, atMs: nowMs, closingId: `closing-of-${at}` },
    ...{ branchKey: `name:${nameOf(at)}`, branchName: nameOf(at) },
    ...{ businessDate: addDays(businessDateOf(nowMs, CAIRO), -1), state: 'closed', number: 1, revision: 1 },
    ...{ by: 'Mona', approvedBy: null, reason: null, reopenedBefore: null, z: '{}' },
    ...{ sha256: 'cd'.repeat(32), leftForNext: 0, rows: [] },
  });
  return facts.map((fact) => ({ ...fact, body: fact.body.replace('"Mona"', by) }));
}

const shownOn = (page: Page) =>
  page.locator('section[aria-labelledby="board-now"] tbody tr[data-branch] th').allInnerTexts();
const names = (...places: number[]) => places.map(nameOf);
const isChosen = (board: Locator, name: string) =>
  expect(board.getByRole('radio', { name, exact: true })).toBeChecked();
const choose = (board: Locator, name: string) => board.getByText(name, { exact: true }).click();
const upTo = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);

test('a large chain is shown in pages, the late branches first, or only these', async ({ start }) => {
  test.skip(findPostgres() === null, 'PostgreSQL is not installed');
  const cluster = await openCluster();
  const owner = await openRecord(cluster, DATABASE);
  try {
    const { page } = await start();
    await startPractice(page);
    const merchant = await merchantOf(page);
    await joinChain(page, { cluster, owner, database: DATABASE }, { name: 'Finance desk', branch: '' });
    const pc = await enrolPc(cluster, owner, DATABASE, place(nameOf(0), merchant));
    const nowMs = Date.now();
    const told = [
      ...upTo(0, BRANCHES).map((at) => reading(at, nowMs)),
      ...closed(NEWER, nowMs, '"Mona"'),
      ...closed(NEWER, nowMs, '7'),
    ];
    const entries = [...makeEntries(pc.identity, pc.place, noHead, told)];
    await publish(pc.connection, entries);
    await read(page, 'headOffice.look', {});
    await goTo(page, '/today');
    const board = page.locator('[data-part="board"]');
    const foot = board.locator('tfoot');

    await test.step('the first page, with the sums of all', async () => {
      await expect(board.getByText('1–12 of 30 branches, late ones first')).toBeVisible();
      expect(await shownOn(page)).toEqual(names(LATE, WAITS, NEWER, UNKNOWN, ...upTo(0, 8)));
      const sentence = board.getByText(`2 branches are late.`);
      await expect(sentence).toContainText(nameOf(LATE));
      await expect(sentence).toContainText('money waiting since');
      await expect(sentence).toContainText(
        '1 branch uses a newer Closeout. Some of what it tells cannot be read here',
      );
      await expect(foot).toContainText('300.00');
      await expect(foot).toContainText('30 transactions');
      await hasNoFinding(page, 'a page of the board');
    });

    await test.step('the other pages', async () => {
      await board.getByRole('button', { name: 'Next page' }).click();
      await expect(board.getByText('13–24 of 30')).toBeVisible();
      expect(await shownOn(page)).toEqual(names(...upTo(8, 12)));
      await board.getByRole('button', { name: 'Next page' }).click();
      await expect(board.getByText('25–30 of 30')).toBeVisible();
      await expect(board.getByRole('button', { name: 'Next page' })).toBeDisabled();
      await expect(foot).toContainText('300.00');
      await board.getByRole('button', { name: 'Previous page' }).click();
      await expect(board.getByText('13–24 of 30')).toBeVisible();
      await board.getByRole('button', { name: 'Last page' }).click();
      await expect(board.getByText('25–30 of 30')).toBeVisible();
      await board.getByRole('button', { name: 'First page' }).click();
      await expect(board.getByText('1–12 of 30')).toBeVisible();
      await board.getByLabel('Go to page').fill('٢');
      await board.getByLabel('Go to page').press('Enter');
      await expect(board.getByText('13–24 of 30')).toBeVisible();
    });

    await test.step('only the late ones, chosen by the keyboard, also after another page', async () => {
      await board.getByRole('radio', { name: 'All (30)' }).press('ArrowRight');
      await isChosen(board, 'Late (2)');
      await expect(board.getByText('Found: 1–2 of 2')).toBeVisible();
      expect(await shownOn(page)).toEqual(names(LATE, WAITS));
      await expect(foot).toContainText('2 late branches');
      await expect(foot).toContainText('20.00');
      await hasNoFinding(page, 'the late branches');
      await goTo(page, '/terminals');
      await goTo(page, '/today');
      await isChosen(board, 'Late (2)');
      expect(await shownOn(page)).toEqual(names(LATE, WAITS));
    });

    await test.step('a day of a newer Closeout is not shown as it was before', async () => {
      await choose(board, 'Need attention (4)');
      await board.locator('[data-state="newer"]').first().click();
      const drawer = page.locator('.mantine-Drawer-content');
      await expect(drawer.getByText('This day was changed with a newer Closeout')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(drawer).toHaveCount(0);
    });

    await test.step('those that need attention, and all again', async () => {
      await choose(board, 'Need attention (4)');
      await expect.poll(() => shownOn(page)).toEqual(names(LATE, WAITS, NEWER, UNKNOWN));
      await board.getByLabel('Find a branch').fill('shop 05');
      await expect(board.getByText('No branch of this filter has that name.')).toBeVisible();
      await board.getByLabel('Find a branch').fill('');
      await choose(board, 'All (30)');
      await expect(board.getByText('1–12 of 30 branches, late ones first')).toBeVisible();
    });

    await test.step('a branch by its name', async () => {
      await board.getByLabel('Find a branch').fill('shop 1');
      await expect(board.getByText('Found: 1–10 of 10')).toBeVisible();
      expect(await shownOn(page)).toEqual(names(...upTo(10, 10)));
      await expect(foot).toContainText('300.00');
      await board.getByLabel('Find a branch').fill('Alexandria');
      await expect(board.getByText('No branch has this in its name.')).toBeVisible();
      await expect(board.locator('tr[data-branch]')).toHaveCount(0);
      await expect(foot).toContainText('300.00');
    });

    await test.step('how a branch stands that a newer Closeout told of last is not shown as it was before', async () => {
      const { body, ...fact } = reading(NEWER, nowMs + 1);
      const newer = { ...fact, body: body.replace('"unknownCount":', '"unknownResults":') };
      entries.push(...makeEntries(pc.identity, pc.place, entries.at(-1) ?? noHead, [newer]));
      await publish(pc.connection, entries.slice(-1));
      await read(page, 'headOffice.look', {});
      await board.getByLabel('Find a branch').fill(nameOf(NEWER));
      const row = board.locator('section[aria-labelledby="board-now"] tr[data-branch]');
      await expect(row).toContainText('told of it last with a newer Closeout');
      await expect(row).not.toContainText('10.00');
      await expect(foot).toContainText('1 branch is not included.');
      await expect(foot).toContainText('290.00');
      await hasNoFinding(page, 'a branch that a newer Closeout told of');
      await row
        .getByRole('button', { name: nameOf(NEWER) })
        .first()
        .click();
      const drawer = page.locator('.mantine-Drawer-content');
      await expect(drawer.getByText('told of it last with a newer Closeout')).toBeVisible();
      await expect(drawer.getByText('Every result is known')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(drawer).toHaveCount(0);
    });

    await test.step('in Arabic', async () => {
      await inLanguage(page, 'ar');
      await board.getByLabel('ابحث عن فرع').fill('');
      await expect(board.getByText(/من .*فرعًا، المتأخرة أولًا/)).toBeVisible();
      await board.getByRole('button', { name: 'الصفحة التالية' }).click();
      await expect.poll(() => shownOn(page)).toEqual(names(...upTo(8, 12)));
      await choose(board, 'المتأخرة (2)');
      await expect.poll(() => shownOn(page)).toEqual(names(LATE, WAITS));
      await expect(foot).toContainText('فرعان متأخران');
    });

    await test.step('none is late any more, in both languages', async () => {
      const again = [
        ...[LATE, WAITS, UNKNOWN, NEWER].map((at) => reading(at, nowMs + 2, true)),
        ...closed(NEWER, nowMs + 1, '"Mona"'),
      ];
      await publish(pc.connection, makeEntries(pc.identity, pc.place, entries.at(-1) ?? noHead, again));
      await pc.connection.close();
      await read(page, 'headOffice.look', {});
      await expect(board.getByRole('heading', { name: 'لا فرع متأخر.' })).toBeVisible();
      await expect(board.locator('tr[data-branch]')).toHaveCount(0);
      await inLanguage(page, 'en');
      await expect(board.getByRole('heading', { name: 'No branch is late.' })).toBeVisible();
      await hasNoFinding(page, 'no branch is late');
      await board.getByRole('button', { name: 'Show all branches' }).click();
      await isChosen(board, 'All (30)');
      expect(await shownOn(page)).toEqual(names(...upTo(0, 12)));
    });
  } finally {
    await owner.close();
    await cluster.stop();
  }
});
