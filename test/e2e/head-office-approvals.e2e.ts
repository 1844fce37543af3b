/** What needs a second person: asked in the shop, decided in the office, carried out in the shop. In both languages. */
import AxeBuilder from '@axe-core/playwright';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findPostgres } from '#electron/head-office/own-server.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { openCluster, type Cluster } from '../electron/head-office/cluster.ts';
import { openRecord } from '../electron/head-office/record.ts';
import { read, zsOf } from './closing.ts';
import { beginAndRead, branchesOf, countAll, explainSales, leaveAll } from './closing-calls.ts';
import { joinChain } from './enrolled.ts';
import { expect, root, test } from './host.ts';
import { startWithControl, type Control } from './practice-gateway.ts';
import {
  fillReverse,
  go,
  goTo,
  inLanguage,
  MONA,
  openReverse,
  SARA,
  startPractice,
  switchTo,
} from './steps.ts';

type Start = Parameters<typeof startWithControl>[0];
const NOTE = 'The slip of the second till is not in the drawer';
let cluster: Cluster;
test.skip(findPostgres() === null, 'PostgreSQL is not installed');
test.beforeAll(async () => {
  cluster = await openCluster();
});
test.afterAll(() => cluster?.stop());

type Language = 'en' | 'ar';
type Texts = {
  approvals: Record<string, string> & {
    approveAs: Record<string, string>;
    others: { title: string; approve: string; refuse: string };
  };
};
const textsOf = (language: Language) =>
  (JSON.parse(readFileSync(join(root, `resources/locales/${language}/people.json`), 'utf8')) as Texts)
    .approvals;
const BELL: Record<Language, string> = {
  en: '1 request waits for your approval',
  ar: 'طلب واحد بانتظار اعتمادك',
};

/** Every reversal is above the limit, and Sara may approve. */
async function setRules(page: Page): Promise<void> {
  const { rules, people } = await read<OutputOf<'people.state'>>(page, 'people.state', {});
  if (!people.some(({ name }) => name === SARA.name))
    await read(page, 'people.add', { name: SARA.name, role: 'finance', newPin: SARA.pin, pin: MONA.pin });
  await read(page, 'people.setRules', {
    ...rules,
    limits: { ...rules.limits, reversal: [] },
    pin: MONA.pin,
  });
}

async function askFor(page: Page): Promise<string> {
  await go(page, 'Terminals');
  const amount = await openReverse(page, 'Zamalek · Front till');
  await fillReverse(page, amount);
  await page.getByLabel('Your PIN').fill(MONA.pin);
  await page.getByRole('button', { name: 'Send for approval' }).click();
  await expect(page.getByText('Sent for approval')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).last().click();
  return amount;
}
const reversalsAt = async (control: Control): Promise<number> =>
  (await control<{ method: string; path: string }[]>('GET', '/log')).filter(
    ({ method, path }) => method === 'PUT' && path.includes('/payment/reversal/'),
  ).length;

/** A shop's PC and the office's, where Sara sits. */
async function bothPcs(start: Start, language: Language, database: string) {
  const owner = await openRecord(cluster, database);
  const { closeout: shop, control } = await startWithControl(start);
  await startPractice(shop.page);
  await setRules(shop.page);
  await read(shop.page, 'terminals.refreshList', {});
  await joinChain(shop.page, { cluster, owner, database }, { name: 'Till 1', branch: 'Zamalek' });
  const office = await start();
  await startPractice(office.page);
  await joinChain(office.page, { cluster, owner, database }, { name: 'Finance desk', branch: '' });
  await switchTo(office.page, SARA);
  await inLanguage(office.page, language);
  const texts = textsOf(language);
  const list = office.page.getByRole('region', { name: texts.others.title });
  return { owner, shop, office, control, texts, list };
}

/** Zamalek is counted 600 pounds short, which one person may not close over. */
async function askToClose(page: Page): Promise<string> {
  const branch = (await branchesOf(page)).find(({ branchName }) => branchName === 'Zamalek');
  const closingId = await beginAndRead(page, branch?.branchKey ?? '');
  await leaveAll(page, closingId);
  await read(page, 'closing.freeze', { closingId });
  await countAll(page, closingId, 60_000n);
  await explainSales(page, closingId, NOTE);
  await read(page, 'approvals.request', { kind: 'close-day', closingId, pin: MONA.pin });
  return closingId;
}
const bellOf = async (page: Page): Promise<{ kind: string; requests?: number }[]> =>
  (await read<OutputOf<'notices.list'>>(page, 'notices.list', {})).notices
    .filter(({ kind }) => kind === 'approval-asked')
    .map((one) => ({ kind: one.kind, ...('requests' in one && { requests: one.requests }) }));

for (const language of ['en', 'ar'] as const)
  test(`a reversal above the limit is asked for in the shop, decided in the office, and sent once by the shop (${language})`, async ({
    start,
  }) => {
    test.setTimeout(240_000);
    const database = `approvals_${language}`;
    const { owner, shop, office, control, texts, list } = await bothPcs(start, language, database);
    const amount = await askFor(shop.page);
    await goTo(office.page, '/today');
    await expect(list).toContainText('Till 1');
    await expect(list).toContainText('Zamalek');
    await expect(list).toContainText(amount);
    const { violations } = await new AxeBuilder({ page: office.page }).include('.waiting-list').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await goTo(office.page, '/operations');
    await list.getByRole('button', { name: texts.others.approve }).click();
    const dialog = office.page.getByRole('dialog');
    await expect(dialog).toContainText('Till 1');
    const act = office.page.getByTestId('confirm-movement');
    await expect(act).toBeDisabled();
    await dialog.locator('input[inputmode="decimal"]').fill(amount);
    await dialog.locator('input[type="password"]').fill(SARA.pin);
    expect(await reversalsAt(control)).toBe(0);
    await act.click();
    await expect(dialog.getByRole('status').filter({ hasText: 'Till 1' }).first()).toBeVisible();
    await office.page.keyboard.press('Escape');

    // The shop carries it out by itself: Mona is signed in there.
    await expect(list).toContainText('Sara (Finance desk)', { timeout: 60_000 });
    expect(await reversalsAt(control)).toBe(1);
    await expect(list.getByRole('button')).toHaveCount(0);
    await go(shop.page, 'Operations');
    await expect(shop.page.getByRole('region', { name: 'Waiting for approval' })).toHaveCount(0);
    await shop.page.locator('.ag-row').first().click();
    await expect(shop.page.getByRole('dialog')).toContainText('Sara (Finance desk)');
    await owner.close();
  });

for (const language of ['en', 'ar'] as const)
  test(`a close with a large difference is asked for in the shop, seen with its reason and approved in the office (${language})`, async ({
    start,
  }) => {
    test.setTimeout(240_000);
    const { owner, shop, office, texts, list } = await bothPcs(start, language, `closes_${language}`);
    const closingId = await askToClose(shop.page);
    await goTo(office.page, '/operations');
    await expect(list).toContainText('Till 1');
    await expect(list).toContainText('600.00');
    // The bell of the office counts it once; the shop's, where it was asked for, does not.
    await expect.poll(() => bellOf(office.page)).toEqual([{ kind: 'approval-asked', requests: 1 }]);
    await expect(office.page.getByText(BELL[language]).first()).toBeVisible();
    expect(await bellOf(shop.page)).toEqual([]);

    await list.getByRole('button', { name: texts.others.approve }).click();
    const dialog = office.page.getByRole('dialog');
    await expect(dialog).toContainText(NOTE);
    await expect(dialog).toContainText('600.00');
    const { violations } = await new AxeBuilder({ page: office.page }).include('[role="dialog"]').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    const act = office.page.getByTestId('confirm-movement');
    await expect(act).toHaveText(texts.approveAs['close-day'] ?? '');
    await expect(act).toBeDisabled();
    await dialog.locator('input[type="password"]').fill(SARA.pin);
    expect(await zsOf(shop.page, closingId)).toEqual([]);
    await act.click();
    await expect(dialog.getByRole('status').filter({ hasText: 'Till 1' }).first()).toBeVisible();
    await office.page.keyboard.press('Escape');

    await expect(list).toContainText('Sara (Finance desk)', { timeout: 60_000 });
    await expect(list.getByRole('button')).toHaveCount(0);
    await expect.poll(() => bellOf(office.page)).toEqual([]);
    expect(await zsOf(shop.page, closingId)).toMatchObject([
      { content: { number: 1, approvedBy: 'Sara (Finance desk)' } },
    ]);
    await owner.close();
  });
