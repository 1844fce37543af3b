/** What the system's own colours say: chosen, ticked, off, open, in focus, and where one works. In its light and its dark palette. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './host.ts';
import { goTo, startPractice } from './steps.ts';

/** As the page writes a colour of the system. */
const colorOf = (page: Page, color: string) =>
  page.evaluate((wanted) => {
    const probe = document.createElement('i');
    document.body.append(probe);
    // Through the style object: an attribute has no nonce.
    probe.style.setProperty('forced-color-adjust', 'none');
    probe.style.setProperty('color', wanted);
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  }, color);

const FILL = 'rgb(from Highlight r g b / 1)';

async function isOutlined(one: Locator, color: string): Promise<void> {
  await expect(one).toHaveCSS('outline-style', 'solid');
  await expect(one).toHaveCSS('outline-width', '2px');
  await expect(one).toHaveCSS('outline-color', color);
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`forced colours show what is chosen, ticked, off, open and in focus: ${colorScheme}`, async ({
    start,
  }) => {
    const { page } = await start();
    await startPractice(page);
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    const [fill, onFill, highlight, gray, link] = await Promise.all(
      [FILL, 'HighlightText', 'Highlight', 'GrayText', 'LinkText'].map((color) => colorOf(page, color)),
    );
    if (!fill || !onFill || !highlight || !gray || !link)
      throw new Error('a colour of the system is missing');
    await expect(page.locator('.band')).toHaveCSS('border-bottom-style', 'double');

    await goTo(page, '/payments/checkouts');
    await page.locator('.ag-row').first().waitFor();
    const parts = page.locator('.mantine-SegmentedControl-label');
    const chosen = parts.and(page.locator('[data-active]')).first();
    await expect(chosen).toHaveCSS('background-color', fill);
    await expect(chosen).toHaveCSS('color', onFill);
    await expect(parts.and(page.locator(':not([data-active])')).first()).not.toHaveCSS(
      'background-color',
      fill,
    );

    await page.getByRole('button', { name: 'New checkout' }).click();
    const dialog = page.getByRole('dialog');
    await expect(page.locator('.mantine-Modal-content')).toHaveCSS('border-top-width', '2px');
    const act = dialog.getByRole('button', { name: 'Make checkout' });
    await expect(act).toBeDisabled();
    await expect(act).toHaveCSS('color', gray);
    await expect(act).toHaveCSS('border-top-color', gray);
    await expect(act).toHaveCSS('border-top-style', 'dashed');
    const amount = dialog.getByRole('textbox', { name: 'Amount' });
    await amount.focus();
    await isOutlined(amount, highlight);
    const box = dialog.getByLabel('Let the customer save the card');
    await expect(box).not.toHaveCSS('background-color', fill);
    await box.check();
    await expect(box).toHaveCSS('background-color', fill);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await page.locator('.ag-row').nth(1).locator('.ag-cell').nth(1).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const openedOf = (row: Locator) =>
      row.evaluate((one) => {
        const { outline, backgroundColor } = getComputedStyle(one, '::after');
        return { outline, backgroundColor };
      });
    // Over the cells, and clear.
    expect(await openedOf(page.locator('.ag-row').nth(1))).toEqual({
      outline: `${highlight} solid 2px`,
      backgroundColor: 'rgba(0, 0, 0, 0)',
    });
    expect((await openedOf(page.locator('.ag-row').first())).outline).not.toContain('solid');
    await page.keyboard.press('Escape');

    await goTo(page, '/terminals/30410002');
    const place = page.locator('.crumbs a');
    await expect(place).toHaveCSS('color', link);
    await expect(place).toHaveCSS('text-decoration-line', 'underline');
  });
