import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { answerOf } from './closing.ts';
import { expect, test } from './host.ts';
import {
  fillReverse,
  go,
  MONA,
  OMAR,
  openReverse,
  SARA,
  signIn,
  startPracticeByHand,
  switchTo,
} from './steps.ts';

async function addPerson(page: Page, { name, pin }: typeof OMAR, role: string): Promise<void> {
  if (await page.locator(`[data-person="${name}"]`).isVisible()) return;
  await page.getByRole('button', { name: 'Add person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: role }).click();
  await dialog.getByLabel('New PIN').fill(pin);
  await dialog.getByLabel('PIN again').fill(pin);
  await dialog.getByLabel('Your PIN').fill(MONA.pin);
  await dialog.getByRole('button', { name: 'Add person' }).click();
  await expect(page.locator(`[data-person="${name}"]`)).toBeVisible();
}

async function setReversalLimit(page: Page, limit: string): Promise<void> {
  await page.getByLabel('Reversal').fill(limit);
  await page.getByLabel('Your PIN').fill(MONA.pin);
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByLabel('Your PIN')).toHaveValue('');
  await expect(page.getByLabel('Reversal')).toHaveValue(limit);
}

async function expectNoFault(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa'])
    .exclude('.ag-root-wrapper')
    .analyze();
  expect(
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => [id, nodes[0]?.html]),
  ).toEqual([]);
}

test('people: first start, lock with the draft kept, switch, a refused role, a second person, and an approval', async ({
  start,
}) => {
  const { page } = await start();

  await test.step('the first start makes an administrator', async () => {
    await page.getByRole('heading', { name: /Who uses this PC|Closeout is locked/ }).waitFor();
    await expectNoFault(page);
    await startPracticeByHand(page);
    await expect(page.getByRole('button', { name: 'Mona, Administrator' })).toBeVisible();
  });

  await test.step('who adds a cashier and a finance person, and lowers a limit', async () => {
    await go(page, 'Settings');
    await addPerson(page, OMAR, 'Cashier');
    await addPerson(page, SARA, 'Finance');
    await setReversalLimit(page, '0.01');
    await expectNoFault(page);
  });

  await test.step('a lock hides everything, reaches nothing, and keeps the draft', async () => {
    await go(page, 'Terminals');
    await openReverse(page, 'Zamalek · Second till');
    await page.getByRole('textbox', { name: /Note/ }).fill('half a sentence');
    await page.keyboard.press('Control+l');
    await expect(page.getByRole('heading', { name: 'Closeout is locked' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('Zamalek').first()).toBeHidden();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expectNoFault(page);
    await page.getByLabel('PIN of Mona').fill('999990');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText(/Wrong PIN for Mona/)).toBeVisible();
    await signIn(page);
    await expect(page.getByRole('textbox', { name: /Note/ })).toHaveValue('half a sentence');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('locked in one window, the core answers nobody', async () => {
    await page.keyboard.press('Control+l');
    await page.getByRole('heading', { name: 'Closeout is locked' }).waitFor();
    const answer = await answerOf(page, 'terminals.list', {});
    expect(answer).toMatchObject({ ok: false, error: { kind: 'people', code: 'locked' } });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Closeout is locked' })).toBeVisible();
    await signIn(page);
  });

  await test.step('another person finds nothing of it, and only what the role allows', async () => {
    await go(page, 'Terminals');
    await openReverse(page, 'Zamalek · Second till');
    await page.getByRole('textbox', { name: /Note/ }).fill('of Mona');
    await switchTo(page, OMAR);
    await expect(page.getByRole('button', { name: 'Omar, Cashier' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await go(page, 'Settings');
    await expect(page.getByRole('button', { name: 'Add person' })).toBeDisabled();
    await expect(page.getByText('Your role (Cashier) does not allow this.').first()).toBeVisible();
  });

  await test.step('over the limit a second person is asked for a PIN', async () => {
    await go(page, 'Terminals');
    const amount = await openReverse(page, 'Zamalek · Second till');
    await fillReverse(page, amount);
    await page.getByLabel('Your PIN').fill(OMAR.pin);
    await expect(page.getByTestId('confirm-movement')).toBeDisabled();
    await page.getByRole('combobox', { name: 'Second person' }).click();
    await page.getByRole('option', { name: 'Sara · Finance' }).click();
    await page.getByLabel('PIN of Sara').fill(SARA.pin);
    await expectNoFault(page);
    await page.getByTestId('confirm-movement').click();
    await expect(page.getByText(`EGP ${amount} reversed`)).toBeVisible();
    await page
      .getByRole('link', { name: 'Open the operation' })
      .or(page.getByRole('dialog').getByRole('button', { name: 'Done' }).last())
      .first()
      .click();
  });

  await test.step('or it is sent for approval, and somebody who may approve confirms it', async () => {
    await go(page, 'Terminals');
    const amount = await openReverse(page, 'Zamalek · Front till');
    await fillReverse(page, amount);
    await page.getByLabel('Your PIN').fill(OMAR.pin);
    await page.getByRole('button', { name: 'Send for approval' }).click();
    await expect(page.getByText('Sent for approval')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).last().click();
    await go(page, 'Operations');
    const waiting = page.getByRole('region', { name: 'Waiting for approval' });
    await expect(waiting).toContainText(/Sara.* can approve it/u);
    await expect(waiting.getByRole('button')).toHaveText(['Withdraw request']);

    await switchTo(page, SARA);
    await go(page, 'Operations');
    await waiting.getByRole('button', { name: 'Review' }).click();
    await expect(page.getByText('Omar asked for this')).toBeVisible();
    await page.getByRole('textbox', { name: /Retype the amount/ }).fill(amount);
    await page.getByLabel('Your PIN').fill(SARA.pin);
    await page.getByTestId('confirm-movement').click();
    await expect(page.getByText(`EGP ${amount} reversed`)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).last().click();
    await expect(waiting).toHaveCount(0);
    await page.locator('.ag-row[row-index="0"]').getByText('Reversal').click();
    await expect(page.getByText('Requested by')).toBeVisible();
    await expect(page.getByText('Approved by')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the limit is put back', async () => {
    await switchTo(page, MONA);
    await go(page, 'Settings');
    await setReversalLimit(page, '10,000.00');
  });
});
