/** Two computers of a chain and a real PostgreSQL: what is done on one is seen on the other, and nothing else is believed. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Connection } from '#electron/head-office/connection.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import type { HeadOfficeState } from '#shared/contract/head-office.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { openCluster, type Cluster } from '../electron/head-office/cluster.ts';
import { openRecord } from '../electron/head-office/record.ts';
import { answerOf, read, type Detail } from './closing.ts';
import { enrolmentFor } from './enrolled.ts';
import { expect, test } from './host.ts';
import { goTo, inLanguage, pressEnter, signIn, startPractice, switchTo, MONA } from './steps.ts';

const DATABASE = 'chain';
let cluster: Cluster;
let owner: Connection;

test.skip(findPostgres() === null, 'PostgreSQL is not installed');
test.beforeAll(async () => {
  cluster = await openCluster();
  owner = await openRecord(cluster, DATABASE);
});
test.afterAll(async () => {
  await owner?.close().catch(() => null);
  await cluster?.stop();
});

const enrolmentHere = (page: Page, name: string, branch: string) =>
  enrolmentFor(page, { cluster, owner, database: DATABASE }, { name, branch });

const entriesOf = async (name: string) => {
  const [counted] = await owner.rows<{ n: number }>(
    'SELECT head_seq AS n FROM head_office.pc WHERE name = $1',
    [name],
  );
  return counted?.n ?? 0;
};
/** As the owner of the server can, behind everybody's back. */
async function tamper(from: string, to: string): Promise<void> {
  await owner.rows('SET session_replication_role = replica');
  await owner.rows(`UPDATE head_office.entry SET body = replace(body, $1, $2)`, [from, to]);
  await owner.rows('SET session_replication_role = DEFAULT');
}
const rowOf = (page: Page, ...texts: string[]) =>
  texts.reduce((row, hasText) => row.filter({ hasText }), page.locator('.ag-row')).first();
/** Something that a person does and that Activity tells. */
const signInAgain = (page: Page) => switchTo(page, MONA);

/** Closed without a connection, by the window's own calls: the steps of a close are not what this is about. */
async function closeOf(page: Page, branchName: string) {
  const { branches } = await read<OutputOf<'closing.branches'>>(page, 'closing.branches', {});
  const branchKey = branches.find((branch) => branch.branchName === branchName)?.branchKey;
  const { closing } = await read<OutputOf<'closing.begin'>>(page, 'closing.begin', { branchKey });
  const { closingId } = closing;
  await read(page, 'closing.freeze', { closingId, provisional: true });
  const { lines } = await read<Detail>(page, 'closing.detail', { closingId });
  const typed = ({ minor }: { minor: string }) =>
    `${minor.slice(0, -2) || '0'}.${minor.slice(-2).padStart(2, '0')}`;
  await read(page, 'closing.count', {
    closingId,
    lines: lines.map(({ currency, paymentType, terminalId, side, expected }) => ({
      ...{ currency, paymentType, terminalId, side },
      typed: expected ? typed(expected) : '0',
    })),
  });
  await read(page, 'closing.provisional', { closingId, note: 'the line is down' });
}

async function closeIsSeen(shop: Page, office: Page): Promise<void> {
  await read(shop, 'terminals.refreshList', {});
  await read(shop, 'terminals.readAll', {});
  await goTo(office, '/today');
  const board = office.locator('[data-part="board"]');
  const row = board.getByRole('row', { name: /Zamalek/ });
  await expect(row.first().getByRole('button', { name: /Outstanding/ })).toContainText('EGP');
  const mark = row.last().locator('[data-state="provisional"]');
  await expect(mark).toHaveCount(0);
  await closeOf(shop, 'Zamalek');
  const closedAtMs = Date.now();
  await expect(mark).toBeVisible();
  const tookMs = Date.now() - closedAtMs;
  test.info().annotations.push({ type: 'from the close to the board', description: `${tookMs} ms` });
  const { violations } = await new AxeBuilder({ page: office }).include('[data-part="board"]').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await expect(mark).toHaveAccessibleName(/Zamalek.*Provisional.*Z 000001.*Till 1/);
  await mark.focus();
  await office.keyboard.press('Enter');
  const drawer = office.getByRole('dialog');
  await expect(drawer).toContainText('Closed on Till 1');
  await expect(drawer).toContainText('Z 000001');
  await expect(drawer.getByRole('button', { name: /Print/ })).toHaveCount(0);
  await office.keyboard.press('Escape');
  await pressEnter(row.first().getByRole('button', { name: /Not read today/ }));
  await expect(drawer.getByRole('table', { name: 'Terminals' }).getByRole('row')).not.toHaveCount(0);
  await office.keyboard.press('Escape');
  await goTo(office, '/close/history');
  await expect(rowOf(office, '000001', 'Till 1')).toBeVisible();
  await office.getByRole('combobox', { name: 'PC' }).click();
  await office.getByRole('option', { name: 'This PC' }).click();
  await expect(rowOf(office, 'Till 1')).toHaveCount(0);
  // A shop sees no board.
  await goTo(shop, '/today');
  await expect(shop.locator('.today-sentence')).toBeVisible();
  await expect(shop.locator('[data-part="board"]')).toHaveCount(0);
}

test('two computers share one record: seen, named, filtered, tampered with, and with the server away', async ({
  start,
}) => {
  const shop = await start();
  await startPractice(shop.page);
  const office = await start();
  await startPractice(office.page);

  await test.step('a PC joins by its enrolment, and says how it stands', async () => {
    const file = await enrolmentHere(shop.page, 'Till 1', 'Zamalek');
    await goTo(shop.page, '/settings');
    const part = shop.page.getByRole('region', { name: 'Head office' });
    await pressEnter(part.getByRole('button', { name: 'Use an enrolment…' }));
    const dialog = shop.page.getByRole('dialog');
    await dialog.getByLabel('Enrolment file').fill(file);
    await pressEnter(dialog.getByRole('button', { name: 'Join' }));
    await expect(part.getByText('Up to date', { exact: true })).toBeVisible();
    await expect(part.getByRole('row', { name: /Till 1/ })).toContainText('This PC');
    await expect(shop.page.getByRole('button', { name: 'Head office: up to date' })).toBeVisible();
    const { violations } = await new AxeBuilder({ page: shop.page })
      .include('[data-part="head-office"]')
      .analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    // It works once: the file is gone, and a copy of it is worth nothing.
    const twice = await answerOf(shop.page, 'headOffice.join', { file });
    expect(twice.error.code).toBe('joined-already');
  });

  await test.step('the office sees what the shop did, with the PC named, in both languages', async () => {
    await read(office.page, 'headOffice.join', {
      file: await enrolmentHere(office.page, 'Finance desk', ''),
    });
    await goTo(office.page, '/activity');
    await expect(rowOf(office.page, 'Joined head office', 'Till 1')).toBeVisible();
    await signInAgain(shop.page);
    await expect(rowOf(office.page, 'Signed in', 'Till 1')).toBeVisible();
    await office.page.getByRole('combobox', { name: 'PC' }).click();
    await office.page.getByRole('option', { name: 'Till 1' }).click();
    await expect(rowOf(office.page, 'This PC')).toHaveCount(0);
    await inLanguage(office.page, 'ar');
    await expect(rowOf(office.page, 'انضمام إلى المكتب الرئيسي', 'Till 1')).toBeVisible();
    await inLanguage(office.page, 'en');
    // A shop does not see the office's entries.
    await goTo(shop.page, '/activity');
    await expect(rowOf(shop.page, 'Signed in')).toBeVisible();
    await expect(rowOf(shop.page, 'Finance desk')).toHaveCount(0);
  });

  await test.step('a close of the shop is on the board of the office, opens its Z, and is in its list', () =>
    closeIsSeen(shop.page, office.page));

  const { dataDir } = office;
  await office.close();
  await test.step('a row that was changed on the server is found, named, and not shown', async () => {
    const before = await entriesOf('Till 1');
    await signInAgain(shop.page);
    await expect.poll(() => entriesOf('Till 1')).toBeGreaterThan(before);
    await tamper('"action":"person.locked"', '"action":"person.locket"');
  });
  const again = await start({ dataDir });
  await signIn(again.page);
  await goTo(again.page, '/activity');
  const alert = again.page.getByRole('alert').filter({ hasText: 'Till 1' });
  await expect(alert).toContainText('one was changed');
  await goTo(again.page, '/today');
  const branch = again.page.locator('[data-part="board"]').getByRole('row', { name: /Zamalek/ });
  await expect(branch.first()).toContainText('the entries of Till 1 do not fit');
  await tamper('"action":"person.locket"', '"action":"person.locked"');
  await expect(alert).toHaveCount(0);

  await test.step('the server is killed: work goes on, and is published once it is back', async () => {
    await owner.close();
    await cluster.kill();
    await signInAgain(shop.page);
    const band = shop.page.getByRole('button', { name: /^Head office:/ });
    await expect(band).toContainText('not reached since');
    await expect(band).toContainText('waiting since');
    await cluster.start();
    owner = await cluster.as(cluster.login(DATABASE));
    await goTo(shop.page, '/settings');
    await pressEnter(shop.page.getByRole('button', { name: 'Test the connection' }));
    await expect(band).toContainText('up to date');
    const told = await entriesOf('Till 1');
    expect(told).toBeGreaterThan(0);
    await expect
      .poll(
        async () =>
          (await read<HeadOfficeState>(again.page, 'headOffice.state', {})).standing?.pcs.find(
            ({ name }) => name === 'Till 1',
          )?.entries,
      )
      .toBeGreaterThanOrEqual(told);
  });
});
