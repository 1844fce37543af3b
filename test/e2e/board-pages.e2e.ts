/** The board of a chain that one page does not hold: its sums are of all branches, a person goes on, and finds a branch by its name. */
import type { Page } from '@playwright/test';
import { makeEntries, noHead, type Fact } from '#electron/head-office/entry.ts';
import { publish } from '#electron/head-office/pc.ts';
import { readingFact } from '#electron/head-office/published.ts';
import { addDays, businessDateOf } from '#shared/time/business-date.ts';
import { openCluster } from '../electron/head-office/cluster.ts';
import { enrolPc, openRecord, place } from '../electron/head-office/record.ts';
import { findPostgres } from '../tooling/machine.ts';
import { hasNoFinding } from './accessible.ts';
import { read } from './closing.ts';
import { joinChain, merchantOf } from './enrolled.ts';
import { expect, test } from './host.ts';
import { goTo, inLanguage, startPractice } from './steps.ts';

const DATABASE = 'pages';
const BRANCHES = 30;
const CAIRO = { timeZone: 'Africa/Cairo', cutOff: '04:00' };
const nameOf = (at: number) => `فرع Shop ${String(at).padStart(2, '0')}`;
/** It has a day that was not closed. */
const LATE = 29;

function reading(at: number, nowMs: number): Fact {
  const today = businessDateOf(nowMs, CAIRO);
  const outstanding = [{ count: 1, amount: { minor: 1_000n, currency: 'EGP' } }];
  return readingFact(
    {
      ...{ branchKey: `name:${nameOf(at)}`, branchName: nameOf(at), businessDate: today, ...CAIRO },
      ...{ terminalCount: 1, notRead: 0, outstandingCount: 1, outstanding, notSummed: [], oldestAtMs: nowMs },
      ...{ unknownCount: 0, unknown: [] },
      openDays: at === LATE ? [{ businessDate: addDays(today, -2), why: 'rows', count: 1 }] : [],
      terminals: [
        {
          ...{ terminalId: `300000${at}`, label: `Till ${at}`, outstandingCount: 1, outstanding },
          ...{ notSummed: [], oldestAtMs: nowMs, readAtMs: nowMs },
        },
      ],
    },
    nowMs,
  );
}

const shownOn = (page: Page) =>
  page.locator('section[aria-labelledby="board-now"] tbody tr[data-branch] th').allInnerTexts();
const names = (...places: number[]) => places.map(nameOf);
const upTo = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);

test('a large chain is shown in pages, the late branch first', async ({ start }) => {
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
    const told = upTo(0, BRANCHES).map((at) => reading(at, nowMs));
    await publish(pc.connection, makeEntries(pc.identity, pc.place, noHead, told));
    await pc.connection.close();
    await read(page, 'headOffice.look', {});
    await goTo(page, '/today');
    const board = page.locator('[data-part="board"]');
    const foot = board.locator('tfoot');

    await test.step('the first page, with the sums of all', async () => {
      await expect(board.getByText('1–12 of 30 branches, late ones first')).toBeVisible();
      expect(await shownOn(page)).toEqual(names(LATE, ...upTo(0, 11)));
      await expect(board.getByText(`1 branch is late.`)).toContainText(nameOf(LATE));
      await expect(foot).toContainText('300.00');
      await expect(foot).toContainText('30 transactions');
      await hasNoFinding(page, 'a page of the board');
    });

    await test.step('the other pages', async () => {
      await board.getByRole('button', { name: 'Next page' }).click();
      await expect(board.getByText('13–24 of 30')).toBeVisible();
      expect(await shownOn(page)).toEqual(names(...upTo(11, 12)));
      await board.getByRole('button', { name: 'Next page' }).click();
      await expect(board.getByText('25–30 of 30')).toBeVisible();
      await expect(board.getByRole('button', { name: 'Next page' })).toBeDisabled();
      await expect(foot).toContainText('300.00');
      await board.getByRole('button', { name: 'Previous page' }).click();
      await expect(board.getByText('13–24 of 30')).toBeVisible();
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

    await test.step('in Arabic', async () => {
      await inLanguage(page, 'ar');
      await board.getByLabel('ابحث عن فرع').fill('');
      await expect(board.getByText(/من .*فرعًا، المتأخرة أولًا/)).toBeVisible();
      await board.getByRole('button', { name: 'الصفحة التالية' }).click();
      await expect.poll(() => shownOn(page)).toEqual(names(...upTo(11, 12)));
    });
  } finally {
    await owner.close();
    await cluster.stop();
  }
});
