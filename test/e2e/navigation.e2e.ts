/** The bar of places by role, the places under More, and a person's own pins; by keyboard, on a small window, in both languages. */
import { hasNoFinding, nothingIsCut } from './accessible.ts';
import { addPeople } from './closing-calls.ts';
import { ask } from './closing.ts';
import { expect, test } from './host.ts';
import { goTo, inLanguage, OMAR, startPractice, switchTo, pressEnter } from './steps.ts';
import arabic from '../../resources/locales/ar/app.json' with { type: 'json' };

test('a cashier finds the other places under More, pins one, and keeps it', async ({ start }) => {
  const { page } = await start();
  await startPractice(page);
  const bar = page.getByRole('navigation', { name: 'Sections' });
  await expect(bar.getByRole('button', { name: 'More' })).toHaveCount(0);
  await addPeople(page);
  await switchTo(page, OMAR);
  await goTo(page, '/today');

  await expect(bar.getByRole('link')).toHaveText([
    'Today',
    'Terminals',
    'Operations',
    'Close day',
    'Payments',
    'Billing',
    'Activity',
    'Settings',
  ]);
  const more = bar.getByRole('button', { name: 'More' });
  const list = page.getByRole('dialog', { name: 'More' });
  await pressEnter(more);
  await expect(list.getByRole('link')).toHaveText([
    /^Customers ?Needs Manager.*Finance to act ?G C$/,
    /^Catalogue ?Needs Manager to act ?G K$/,
    /^Settlement ?Alt\+5$/,
    /^Reconcile ?Needs Finance to act ?Alt\+6$/,
    /^Instant settlement ?Needs Finance to act ?Alt\+7$/,
    /^Transfers ?Needs Finance to act ?G O$/,
    /^Rates ?G R$/,
    /^Integration ?Needs Administrator to act ?G I$/,
  ]);
  await expect(list.getByRole('link').first()).toBeFocused();
  await hasNoFinding(page, 'More, en');

  const pin = list.getByRole('button', { name: 'Pin Reconcile to the bar' });
  await pressEnter(pin);
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
  await expect(bar.getByRole('link', { name: 'Reconcile' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(more).toBeFocused();

  await page.keyboard.press('Alt+5');
  await expect(page).toHaveURL(/#\/settlement$/);
  await expect(more).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page).toHaveURL(/#\/rates$/);

  await page.reload();
  await expect(bar.getByRole('link', { name: 'Reconcile' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Instant settlement' })).toHaveCount(0);

  await page.setViewportSize({ width: 640, height: 400 });
  await inLanguage(page, 'ar');
  const arabicMore = page.getByRole('button', { name: arabic.bar.more });
  await pressEnter(arabicMore);
  await expect(page.getByRole('dialog', { name: arabic.bar.more })).toBeVisible();
  await nothingIsCut(page, 'More, ar, 640 by 400');
  await hasNoFinding(page, 'More, ar, 640 by 400');
});

test('a folded group keeps the place that is open, and the bar of icons folds nothing', async ({ start }) => {
  const { page } = await start();
  await startPractice(page);
  await goTo(page, '/reconcile');
  const bar = page.getByRole('navigation', { name: 'Sections' });
  const money = bar.getByRole('group', { name: 'Money' });
  await expect(money.getByRole('link')).toHaveCount(4);
  const fold = money.getByRole('button', { name: 'Money' });
  await pressEnter(fold);
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(money.getByRole('link')).toHaveText(['Reconcile']);
  await goTo(page, '/today');
  await expect(money.getByRole('link')).toHaveCount(0);
  await hasNoFinding(page, 'a folded group');
  await page.setViewportSize({ width: 900, height: 600 });
  await expect(money.getByRole('link')).toHaveCount(4);
  await page.setViewportSize({ width: 1280, height: 720 });
  await ask(page, 'people.setBar', { pins: [], folded: [] });
  await expect(money.getByRole('link')).toHaveCount(4);
});
