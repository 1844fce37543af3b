/** People whom head office keeps: brought to another PC with a code, changed and taken away from afar. In both languages. */
import AxeBuilder from '@axe-core/playwright';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findPostgres } from '#electron/head-office/own-server.ts';
import type { ChainPeopleState } from '#shared/contract/chain-people.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { openCluster, type Cluster } from '../electron/head-office/cluster.ts';
import { openRecord } from '../electron/head-office/record.ts';
import { openKeychain } from '../tooling/machine.ts';
import { read } from './closing.ts';
import { joinChain } from './enrolled.ts';
import { expect, root, test } from './host.ts';
import { goTo, inLanguage, MONA, startPractice } from './steps.ts';

let cluster: Cluster;
test.skip(findPostgres() === null, 'PostgreSQL is not installed');
test.beforeAll(async () => {
  cluster = await openCluster();
});
test.afterAll(() => cluster?.stop());

const SARA = { name: 'Sara', pin: '641207' };
/** A text by its name. */
function wordsOf(language: 'en' | 'ar'): (name: string) => string {
  const all: unknown = JSON.parse(
    readFileSync(join(root, `resources/locales/${language}/people.json`), 'utf8'),
  );
  return (name) =>
    String(name.split('.').reduce((inner, part) => (inner as Record<string, unknown>)[part], all));
}

const chainOf = (page: Page) => read<ChainPeopleState>(page, 'chainPeople.state', {});
/** A PIN is asked for in each dialog, and the last button confirms it. */
async function confirm(page: Page, typed: { code?: string } = {}): Promise<void> {
  const dialog = page.getByRole('dialog');
  if (typed.code !== undefined) await dialog.getByRole('textbox').first().fill(typed.code);
  await dialog.locator('input[type="password"]').last().fill(MONA.pin);
  await dialog.locator('button[type="submit"]').click();
}
async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
}

for (const language of ['en', 'ar'] as const)
  test(`a person is kept at head office, chooses a PIN on another PC, and is withdrawn from afar (${language})`, async ({
    start,
  }) => {
    test.setTimeout(240_000);
    const word = wordsOf(language);
    const database = `people_${language}`;
    const owner = await openRecord(cluster, database);
    const elsewhere = await openKeychain();
    try {
      const office = await start();
      await startPractice(office.page);
      await read(office.page, 'people.add', {
        ...{ name: SARA.name, role: 'manager', newPin: SARA.pin, pin: MONA.pin },
      });
      await joinChain(office.page, { cluster, owner, database }, { name: 'Office desk', branch: '' });
      // Another computer has another keychain, and people of its own.
      const shop = await start({ env: elsewhere.env });
      await startPractice(shop.page);
      await joinChain(shop.page, { cluster, owner, database }, { name: 'Till 1', branch: 'Zamalek' });
      await inLanguage(office.page, language);
      await inLanguage(shop.page, language);

      await goTo(office.page, '/settings');
      const card = office.page.getByRole('region', { name: word('chain.title') });
      await card.getByRole('button', { name: word('chain.begin') }).click();
      await confirm(office.page);
      await expect(card.locator('[data-pc="Office desk"]')).toBeVisible();
      const { code } = await chainOf(office.page);

      await goTo(shop.page, '/settings');
      const there = shop.page.getByRole('region', { name: word('chain.title') });
      await there.getByRole('button', { name: word('chain.take') }).click();
      await confirm(shop.page, { code: '0000-0000-0000-0000' });
      await expect(shop.page.getByRole('dialog').getByRole('alert')).toBeVisible();
      await confirm(shop.page, { code: code ?? '' });
      await expect(there).toContainText(word('chain.notConfirmed'));
      const { pcCode } = await chainOf(shop.page);

      await read(office.page, 'headOffice.look', {});
      await card.getByRole('button', { name: word('chain.confirm') }).click();
      await confirm(office.page, { code: pcCode });
      await expect(card.locator('[data-pc="Till 1"]')).toBeVisible();

      const row = office.page.locator(`[data-person="${SARA.name}"]`);
      await row.getByRole('button').click();
      await office.page.getByRole('button', { name: word('chain.share') }).click();
      await confirm(office.page);
      await expect(row).toContainText(word('chain.from'));
      await expect(office.page.getByRole('dialog')).toHaveCount(0);
      await axe(office.page);
      await row.getByRole('button').click();
      await office.page.getByRole('button', { name: word('chain.makeCode') }).click();
      await office.page.getByRole('combobox', { name: word('chain.forPc') }).click();
      await office.page.getByRole('option', { name: 'Till 1' }).click();
      await confirm(office.page);
      const oneTime = await office.page.getByTestId('one-time-code').textContent();
      await office.page.getByRole('button', { name: word('chain.done'), exact: true }).click();

      await expect(shop.page.locator(`[data-person="${SARA.name}"]`)).toContainText(word('chain.from'), {
        timeout: 60_000,
      });
      await read(shop.page, 'people.lock', {});
      await shop.page.getByRole('button', { name: SARA.name }).click();
      await shop.page.getByLabel(word('chain.oneTimeCode')).fill(oneTime ?? '');
      const pins = shop.page.locator('#lock-root input[type="password"]');
      await pins.nth(0).fill('481516');
      await pins.nth(1).fill('481516');
      await axe(shop.page);
      await shop.page.getByRole('button', { name: word('chain.choose') }).click();
      await expect(shop.page.locator('#lock-root')).toBeEmpty();

      // Another role, while she is signed in: said in words, and it holds.
      const { people: list } = await chainOf(office.page);
      const sara = list.find(({ name }) => name === SARA.name);
      const change = { personId: sara?.personId ?? '', name: SARA.name, pin: MONA.pin };
      await read(office.page, 'chainPeople.change', { ...change, role: 'cashier', active: true });
      const cashier = word('role.cashier');
      await expect(shop.page.getByRole('alert').filter({ hasText: 'Office desk' })).toContainText(cashier, {
        timeout: 60_000,
      });
      const state = await read<OutputOf<'people.state'>>(shop.page, 'people.state', {});
      expect(state.rights).not.toContain('approve');

      await read(office.page, 'chainPeople.change', { ...change, role: 'cashier', active: false });
      const told = word('chain.told.gone')
        .replace('{{name}}', SARA.name)
        .replace('{{by}}', MONA.name)
        .replace('{{pc}}', 'Office desk');
      await expect(shop.page.locator('#lock-root').getByText(told)).toBeVisible({ timeout: 60_000 });
      await expect(shop.page.locator('#lock-root').getByRole('button', { name: SARA.name })).toHaveCount(0);
      await axe(shop.page);
    } finally {
      await owner.close();
      elsewhere.close();
    }
  });
