/** The second person is not there: a close that waits for approval, what the approver sees and decides; and the keys to the sections. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import {
  act,
  ask,
  beginCounting,
  closingIdOf,
  count,
  counted,
  detailOf,
  explain,
  step,
  zsOf,
} from './closing.ts';
import { startGateway } from './gateway.ts';
import { expect, test } from './host.ts';
import { connect, go, inLanguage, MONA, OMAR, SARA, signIn, startPractice, switchTo } from './steps.ts';

const NOTE = 'The slip of the second till is not in the drawer';
const dialogOf = (page: Page) => page.getByRole('dialog');
const waitingIn = (page: Page) => page.getByRole('region', { name: 'Waiting for approval' });

/** Everything up to step 6, with 600 pounds missing: more than one person may close over. */
async function toStepSix(page: Page): Promise<void> {
  await beginCounting(page, 'Maadi');
  await count(page, await counted(page, 60_000n));
  await explain(page, NOTE);
  await step(page, 'confirm').click();
}

async function send(page: Page): Promise<void> {
  await act(page);
  const dialog = dialogOf(page);
  await expect(dialog.locator('.over-limit')).toBeVisible();
  await expect(dialog).toContainText('EGP −600.00');
  await dialog.getByLabel('Your PIN').fill(MONA.pin);
  await dialog.getByRole('button', { name: 'Send for approval' }).click();
  await expect(dialog.getByText('Sent for approval')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).last().click();
  const banner = page.getByTestId('close-waiting');
  await expect(banner).toContainText('asked by Mona');
  await expect(banner).toContainText(/Sara.* can approve it/u);
  await expect(banner.getByRole('button')).toHaveText(['Withdraw request']);
  // While the request waits, the day cannot be closed in another way.
  await expect(page.locator('.close-actions').getByRole('button', { name: /^Close / })).toHaveCount(0);
}

async function openRequest(page: Page): Promise<void> {
  await go(page, 'Operations');
  await expect(waitingIn(page)).toContainText('Asked by Mona');
  await expect(waitingIn(page)).toContainText('EGP −600.00');
  await waitingIn(page).getByRole('button', { name: 'Review' }).click();
  await expect(page.getByTestId('confirm-movement')).toBeInViewport({ ratio: 1 });
}

async function isAccessible(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null))),
  );
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

test('a close above the limit waits for somebody else: refused with a note it is open again, approved it is closed', async ({
  start,
}) => {
  const gateway = await startGateway({ terminals: 8, transactions: 900 });
  const { page } = await start();
  await connect(page, gateway);
  await expect(page.getByText('Maadi · Front till').first()).toBeVisible();
  await ask(page, 'people.add', { name: SARA.name, role: 'manager', newPin: SARA.pin, pin: MONA.pin });
  await ask(page, 'people.add', { name: OMAR.name, role: 'cashier', newPin: OMAR.pin, pin: MONA.pin });
  await toStepSix(page);
  const closingId = closingIdOf(page);

  await test.step('sent, it waits on its page and in Operations, and nothing is closed', async () => {
    await send(page);
    expect((await detailOf(page)).state).toBe('open');
    expect(await zsOf(page, closingId)).toEqual([]);
  });

  await test.step('a cashier sees it and can neither open nor refuse it', async () => {
    await switchTo(page, OMAR);
    await go(page, 'Operations');
    for (const name of ['Review', 'Refuse'])
      await expect(waitingIn(page).getByRole('button', { name })).toBeDisabled();
  });

  await test.step('a manager refuses it with a note: the close is open again', async () => {
    await switchTo(page, SARA);
    await openRequest(page);
    await dialogOf(page).getByRole('button', { name: 'Refuse…' }).click();
    const refuse = dialogOf(page).getByRole('button', { name: 'Refuse' });
    await expect(refuse).toBeDisabled();
    await dialogOf(page).getByLabel('Why not').fill('Look in the other drawer first');
    await refuse.click();
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(waitingIn(page)).toHaveCount(0);
    await switchTo(page, MONA);
    await page.evaluate((id) => (window.location.hash = `/close/day/${id}`), closingId);
    await expect(page.getByTestId('close-waiting')).toHaveCount(0);
    expect((await detailOf(page)).state).toBe('open');
    await go(page, 'Activity');
    await page.locator('.ag-row').getByText('Approval refused').click();
    await expect(dialogOf(page)).toContainText('Look in the other drawer first');
    await page.keyboard.press('Escape');
  });

  await test.step('asked again, the manager sees what is asked', async () => {
    await page.evaluate((id) => (window.location.hash = `/close/day/${id}`), closingId);
    await step(page, 'confirm').click();
    await send(page);
    await switchTo(page, SARA);
    await openRequest(page);
    const line = dialogOf(page).locator('.close-table tbody');
    const { lines } = await ask<{ lines: { kind: string; expected: { minor: string } }[] }>(
      page,
      'closing.detail',
      { closingId },
    );
    const expected = BigInt(lines.find(({ kind }) => kind === 'sale')?.expected.minor ?? '0');
    const shown = (minor: bigint) =>
      `EGP ${(minor / 100n).toLocaleString('en')}.${String(minor % 100n).padStart(2, '0')}`;
    await expect(line).toContainText(shown(expected));
    await expect(line).toContainText(shown(expected - 60_000n));
    await expect(line).toContainText('EGP −600.00');
    await expect(line).toContainText(NOTE);
    await expect(dialogOf(page)).toContainText('TEST');
    await isAccessible(page);
    await inLanguage(page, 'ar');
    await expect(page.getByTestId('confirm-movement')).toBeInViewport({ ratio: 1 });
    await isAccessible(page);
    await inLanguage(page, 'en');
  });

  await test.step('a wrong PIN approves nothing; the right one issues the Z with both names', async () => {
    const approve = page.getByTestId('confirm-movement');
    await expect(approve).toBeDisabled();
    await dialogOf(page).getByLabel('Your PIN').fill('111222');
    await approve.click();
    await expect(dialogOf(page).getByRole('alert')).toBeVisible();
    expect(await zsOf(page, closingId)).toEqual([]);
    await dialogOf(page).getByLabel('Your PIN').fill(SARA.pin);
    await approve.click();
    await expect(dialogOf(page).getByText('Both names are in the activity record')).toBeVisible();
    await dialogOf(page).getByRole('link', { name: 'Show the day' }).click();
    await expect(page.getByTestId('z-number')).toContainText('Z 000001');
    await expect(page.getByText(/Approved by \W*Sara/)).toBeVisible();
    expect(await zsOf(page, closingId)).toMatchObject([
      {
        content: { number: 1, kind: 'final', verdict: 'differ', approvedBy: 'Sara', closed: { by: 'Mona' } },
      },
    ]);
  });
  await test.step('the day is in the history once, beside the one still to close; its grid has no finding of axe', async () => {
    await page.evaluate(() => (window.location.hash = '/close/history'));
    const days = page.locator('.ag-row');
    await expect(days).toHaveCount(2);
    const closed = days.filter({ hasText: 'Maadi' });
    for (const text of ['000001', 'Closed', '−600.00']) await expect(closed).toContainText(text);
    await expect(closed.getByRole('button', { name: 'Close' })).toHaveCount(0);
    const waiting = days.filter({ hasText: 'Zamalek' });
    await expect(waiting).toContainText('Open');
    await expect(waiting.getByRole('button', { name: 'Close' })).toBeVisible();
    await isAccessible(page);
  });
  await gateway.stop();
});

test('Alt and a number go to the sections, also on a keyboard of other digits', async ({ start }) => {
  const { page } = await start();
  await startPractice(page);
  const sections = [
    'today',
    'terminals',
    'operations',
    'close',
    'settlement',
    'reconcile',
    'instant',
    'activity',
    'settings',
  ];
  for (const [index, section] of [...sections.entries()].reverse()) {
    await page.keyboard.press(`Alt+Digit${index + 1}`);
    await expect(page).toHaveURL(new RegExp(`#/${section}(/|$)`));
    await expect(
      page.getByRole('navigation', { name: 'Sections' }).locator('[aria-current="page"]'),
    ).toHaveCount(1);
  }
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: '٩', code: 'Digit9', altKey: true, bubbles: true }),
    ),
  );
  await expect(page).toHaveURL(/#\/settings$/);
  await page.keyboard.press('Control+l');
  await page.getByRole('heading', { name: 'Closeout is locked' }).waitFor();
  await page.keyboard.press('Alt+Digit2');
  await signIn(page);
  await expect(page).toHaveURL(/#\/settings$/);
});
