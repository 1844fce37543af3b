/** A newcomer's Practice: the shop has a past that adds up, three people, a tour, and a way back to its beginning. */
import type { Page } from '@playwright/test';
import { hasNoFinding } from './accessible.ts';
import { ask, read } from './closing.ts';
import { expect, inDeepIf, test } from './host.ts';
import { goOn, standsAt, step as importStep } from './importing.ts';
import { go, goTo, inLanguage, signIn, pressEnter } from './steps.ts';

/** On a machine that is busy with other tests. */
const TOLD_WITHIN_MS = 600_000;

type Amounts = { count: number; amount: { minor: string; currency: string } }[];
type Compared = {
  comparison: string;
  state: string;
  matched: { ours: Amounts; theirs: Amounts }[];
  exceptions: { type: string; count: number }[];
  before: { theirs: Amounts };
};
type Window = {
  windowId: string;
  status: { value: string };
  bridge: { state: string; unexplained: { minor: string } | null };
};
type Story = { story: { people: { name: string; role: string; pin: string }[] } | null; tour: boolean };

const compared = async (page: Page) =>
  (await ask<{ comparisons: Compared[] }>(page, 'reconciliation.overview', {})).comparisons;
const countOf = (amounts: Amounts) => amounts.reduce((sum, { count }) => sum + count, 0);
const windowsOf = async (page: Page) =>
  (await ask<{ windows: Window[] }>(page, 'settlement.windows', {})).windows;

/** As a newcomer does; answers the seconds from the click until the shop is there. */
async function practise(page: Page): Promise<number> {
  await signIn(page);
  const startedAt = performance.now();
  await page.getByRole('button', { name: 'Start practising' }).click();
  await expect(page.getByRole('banner')).toContainText('PRACTICE', { timeout: TOLD_WITHIN_MS });
  await expect(page.locator('.tour')).toBeVisible();
  return (performance.now() - startedAt) / 1_000;
}

async function expectsThePast(page: Page): Promise<void> {
  const { rows } = await ask<{
    rows: { daysLate: number; revision: number; linesDiffering: number; state: string }[];
  }>(page, 'closing.history', { limit: 200 });
  expect(rows.filter(({ state }) => state === 'closed')).toHaveLength(42);
  expect(rows.filter(({ daysLate, revision }) => daysLate > 0 && revision === 1)).toHaveLength(1);
  expect(rows.filter(({ revision }) => revision > 1)).toHaveLength(1);
  expect(rows.filter(({ linesDiffering }) => linesDiffering > 0)).toHaveLength(1);
}

async function expectsEachExceptionOnce(page: Page): Promise<void> {
  const all = await compared(page);
  const counts = new Map<string, number>();
  for (const { type, count } of all.flatMap(({ exceptions }) => exceptions))
    counts.set(type, (counts.get(type) ?? 0) + count);
  expect(Object.fromEntries(counts)).toEqual({
    'missing-in-settlement': 1,
    'missing-in-ours': 1,
    'amount-over': 1,
    'amount-under': 1,
    currency: 1,
    duplicate: 1,
    late: 1,
    'fee-unexpected': 1,
    'deposit-returned': 1,
    chargeback: 1,
    'unknown-action': 1,
  });
}

test('Practice begins with two weeks that add up, and can be begun again', async ({ start }) => {
  const { page } = await start({ practice: 'story' });
  const seconds = await practise(page);
  console.log(`The story stands ${seconds.toFixed(1)} s after the click.`);

  await test.step('the tour leads through six places by the keyboard, and stays away once it was left', async () => {
    const tour = page.locator('.tour');
    for (const step of ['today', 'terminals', 'close', 'operations', 'settlement', 'reconcile']) {
      await expect(tour).toHaveAttribute('data-step', step);
      await expect(tour.getByRole('heading')).toBeFocused();
      await hasNoFinding(page, `tour: ${step}`, ['.ag-root-wrapper']);
      if (step !== 'reconcile') await pressEnter(tour.getByRole('button', { name: 'Next' }));
    }
    await pressEnter(tour.getByRole('button', { name: 'End the tour' }));
    await expect(tour).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
    expect((await ask<Story>(page, 'practice.story', {})).tour).toBe(false);
    await expect(tour).toHaveCount(0);
  });

  await test.step('the last fortnight is closed: one day explained, one provisional and finished, one late', () =>
    expectsThePast(page));

  await test.step('the bridge of a past window adds up', async () => {
    const paid = (await windowsOf(page)).filter(({ bridge }) => bridge.state === 'explained');
    expect(paid.length).toBeGreaterThan(0);
    for (const { windowId, bridge } of paid) {
      expect([windowId, bridge.unexplained?.minor]).toEqual([windowId, '0']);
    }
    const windowId = paid[0]?.windowId ?? '';
    await goTo(page, `/settlement/bridge/${windowId}`);
    await expect(page.locator('[data-line="unexplained"]')).toContainText('0.00');
  });

  await test.step('at least 95 % of the sales are matched, and each kind of exception exists once', async () => {
    const sales = (await compared(page)).find(({ comparison }) => comparison === 'sales');
    const matched = sales?.matched.reduce((sum, { ours }) => sum + countOf(ours), 0) ?? 0;
    const exceptions = sales?.exceptions.reduce((sum, { count }) => sum + count, 0) ?? 0;
    const share = matched / (matched + exceptions);
    console.log(`${matched} sales are matched, ${(100 * share).toFixed(1)} % of those that are due.`);
    expect(share).toBeGreaterThanOrEqual(0.95);
    await expectsEachExceptionOnce(page);
    expect(countOf(sales?.before.theirs ?? [])).toBeGreaterThan(0);
  });

  await test.step('one early payout is on its way, one reversal is known, one is not', async () => {
    const { requests } = await ask<{ requests: { status: { value: string } }[] }>(
      page,
      'instantSettlement.requests',
      {},
    );
    const states = requests.map(({ status }) => status.value).sort();
    expect(states).toEqual(['DECLINED', 'PROCESSING', 'TRANSFERRED', 'TRANSFERRED']);
    const { rows } = await ask<{ rows: { kind: string; state: string }[] }>(page, 'operations.page', {
      scope: 'all',
      kind: 'reversal',
    });
    expect(rows).toHaveLength(2);
    expect(rows.filter(({ state }) => state === 'SUCCEEDED')).toHaveLength(1);
    expect(rows.filter(({ state }) => ['UNKNOWN', 'CHECKING', 'NEEDS_PERSON'].includes(state))).toHaveLength(
      1,
    );
    const refunds = await ask<{ rows: { state: string }[] }>(page, 'operations.page', {
      scope: 'all',
      kind: 'refund',
    });
    expect(refunds.rows.map(({ state }) => state).sort()).toEqual(['REFUSED', 'SUCCEEDED', 'SUCCEEDED']);
  });

  await test.step('the one hold that is about to end is found by its filter', async () => {
    await goTo(page, '/payments');
    await page.locator('.ag-row').first().waitFor();
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('combobox', { name: 'Flags' }).click();
    await page.getByRole('option', { name: 'Hold ends within two days' }).click();
    await expect(page.locator('.ag-row')).toHaveCount(1);
    await expect(page.locator('.ag-row')).toContainText('WEB-1009');
    await expect(page.getByTestId('payment-sums')).toContainText('1 order');
  });

  await test.step('the statement that is ready is imported, and every deposit of it is matched', async () => {
    await goTo(page, '/reconcile/import');
    await page.getByRole('button', { name: 'Use this statement' }).click();
    await expect(importStep(page, 'format')).toHaveAttribute('data-done', 'true');
    await pressEnter(importStep(page, 'check'));
    await standsAt(page, 'check');
    await expect(page.getByTestId('import-figures')).toBeVisible();
    await pressEnter(goOn(page));
    await pressEnter(page.getByRole('button', { name: /^Import \d+ lines$/ }));
    await expect(page.getByTestId('import-saved')).toBeVisible();
    await read(page, 'reconciliation.run', {});
    // How many windows are paid out by now depends on the day of the week.
    const paidOut = async () => (await windowsOf(page)).filter(({ status }) => status.value === 'SETTLED');
    expect((await paidOut()).length).toBeGreaterThan(10);
    // The one whose deposit was sent back, and the one in another currency.
    await expect
      .poll(async () => (await paidOut()).filter(({ bridge }) => bridge.state !== 'explained').length)
      .toBe(2);
    await expectsEachExceptionOnce(page);
  });

  await test.step('three people can sign in with the PINs that are shown', async () => {
    const { story } = await ask<Story>(page, 'practice.story', {});
    expect(story?.people.map(({ role }) => role)).toEqual(['cashier', 'manager', 'finance']);
    for (const person of story?.people ?? []) {
      await page.keyboard.press('Control+Shift+L');
      await expect(page.getByText(person.pin).first()).toBeVisible();
      await signIn(page, person);
      await expect(page.getByRole('banner')).toContainText(person.name);
    }
    await page.keyboard.press('Control+Shift+L');
    await signIn(page);
  });

  await test.step('started again, it is as it was', async () => {
    await go(page, 'Settings');
    await page
      .getByTestId('practice-settings')
      .getByRole('button', { name: 'Start the story again…' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start again' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: TOLD_WITHIN_MS });
    await expect(page.getByRole('banner')).toContainText('PRACTICE', { timeout: TOLD_WITHIN_MS });
    const { rows } = await ask<{ rows: unknown[] }>(page, 'import.list', { limit: 10 });
    expect(rows).toHaveLength(1);
    await expectsThePast(page);
    await expectsEachExceptionOnce(page);
  });
});

test('in Arabic the story is told in Arabic', inDeepIf('ar'), async ({ start }) => {
  const { page } = await start({ practice: 'story' });
  await signIn(page);
  await inLanguage(page, 'ar');
  await page.getByRole('button', { name: 'بدء التدريب' }).click();
  await expect(page.getByRole('banner')).toContainText('تدريب', { timeout: TOLD_WITHIN_MS });
  await expect(page.locator('.tour')).toContainText('صفحة اليوم تعرض ما ينتظرك');
  const { story } = await ask<Story>(page, 'practice.story', {});
  expect(story?.people.map(({ name }) => name)).toEqual(['نور', 'طارق', 'دينا']);
  await goTo(page, '/terminals');
  await expect(page.getByText('الزمالك · الصندوق الأمامي')).toBeVisible();
  await expect(page.getByText('Zamalek')).toHaveCount(0);
});
