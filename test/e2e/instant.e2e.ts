/** Early money on screen: its cost, its limits, an offer that changes under one's hands, a declined request; in both languages. */
import type { Page } from '@playwright/test';
import { GRIDS, hasNoFinding } from './accessible.ts';
import { ask } from './closing.ts';
import { startGateway, type TestGateway } from './gateway.ts';
import { expect, test } from './host.ts';
import { connect, go, inLanguage, MONA, pressEnter } from './steps.ts';

const environment = 'test';

const shot = (page: Page, name: string) =>
  process.env['CLOSEOUT_SHOTS'] && page.screenshot({ path: `${process.env['CLOSEOUT_SHOTS']}/${name}.png` });
const settings = (gateway: TestGateway, changed: Record<string, unknown>) =>
  gateway.control('PUT', '/settings', { environment, settings: changed });
const amountIn = (text: string | null) => /([\d,]+\.\d\d)/.exec(text ?? '')?.[1] ?? '';

/** Offers for about this much; answers the sales of the first. */
async function showOffers(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Sales to be paid early, about').fill(amount);
  await page.keyboard.press('Enter');
  await expect(page.locator('.offer').first()).toContainText('Cost of being paid early');
}
const take = (page: Page) =>
  page
    .getByRole('button', { name: /^Request EGP .+ now$/ })
    .first()
    .click();
async function retype(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: /Retype what you receive/ });
  const label = await page
    .getByText(/Retype what you receive/)
    .first()
    .textContent();
  await field.fill(amountIn(label));
  await page.getByLabel('Your PIN').fill(MONA.pin);
}

test('early money: cost against waiting, limits, an offer that changes, and a declined request', async ({
  start,
}) => {
  const gateway = await startGateway();
  const { page } = await start();
  await connect(page, gateway);
  await go(page, 'Instant settlement');
  const dialog = page.getByRole('dialog');

  await test.step('limits are there before, and said while the amount is typed', async () => {
    await expect(page.locator('.instant-limits')).toContainText('Limit per request');
    await page.getByLabel('Sales to be paid early, about').fill('100000.01');
    await expect(page.getByText('Above the limit of EGP 100,000.00 for one request.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show offers' })).toBeDisabled();
    await page.getByLabel('Sales to be paid early, about').fill('much');
    await expect(page.getByText('Enter one amount')).toBeVisible();
  });

  await test.step('an offer says what it costs as large as what it brings', async () => {
    await showOffers(page, '5000');
    const offer = page.locator('.offer').first();
    await expect(offer).toContainText('VAT on the fees');
    await expect(offer).toContainText(/[\d.]+% of the amount/);
    // Which days these sales would be paid on depends on the day of the week.
    const { below } = await ask<{ below: { transactionIds: string[] } }>(page, 'instantSettlement.suggest', {
      target: '5000',
    });
    const { freeOn } = await ask<{ freeOn: { atMs: number } }>(page, 'instantSettlement.quote', {
      transactionIds: below.transactionIds,
    });
    const sooner = /[\d.]+ days? sooner/;
    if (new Date(freeOn.atMs).toDateString() === new Date().toDateString()) {
      await expect(offer).toContainText('today, at no extra cost');
      await expect(offer).not.toContainText(sooner);
    } else {
      await expect(offer).toContainText(/(on|between) .+, at no extra cost/);
      await expect(offer).toContainText(sooner);
      await expect(offer).toContainText('The same as a yearly rate');
    }
    await hasNoFinding(page, 'offers', [GRIDS]);
    await shot(page, 'offers');
  });

  await test.step('a sale that is gone: the offer is asked for again, and the dialog says what changed', async () => {
    await take(page);
    await retype(page);
    const { below } = await ask<{ below: { transactionIds: string[] } }>(page, 'instantSettlement.suggest', {
      target: '5000',
    });
    const answer = await fetch(`${gateway.dashboardUrl}/v3/payment/instant-settlement/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: gateway.secretKey },
      // Some of the offer's sales, and never all: then there would be no offer any more.
      body: JSON.stringify({ transactionIds: below.transactionIds.slice(0, 3) }),
    });
    expect(answer.status).toBe(201);
    await page.getByTestId('confirm-movement').click();
    await expect(page.getByTestId('offer-changes')).toContainText('The offer has changed. Nothing was sent.');
    await expect(page.getByTestId('offer-changes')).toContainText(/You receive EGP\s[\d,.]+, before EGP/);
    await expect(page.getByRole('textbox', { name: /Retype what you receive/ })).toHaveValue('');
    await hasNoFinding(page, 'changed', [GRIDS]);
    await shot(page, 'changed');
  });

  await test.step('a limit that was used up meanwhile is named, and nothing is sent', async () => {
    await settings(gateway, { instant_daily: 100 });
    await retype(page);
    await page.getByTestId('confirm-movement').click();
    await expect(dialog.getByText(/above what is left of today’s limit\. Nothing was sent\./)).toBeVisible();
    await expect(dialog.getByText(/EGP\s0\.00 is left today/)).toBeVisible();
    await shot(page, 'limit');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.locator('[data-why="limit-reached"]')).toContainText('Today’s limit is used up');
    await settings(gateway, { instant_daily: 25_000_000 });
    await page.getByRole('button', { name: 'Read now' }).first().click();
    await expect(page.getByLabel('Sales to be paid early, about')).toBeVisible();
  });

  await test.step('a declined request says why, and its sales are on their normal schedule again', async () => {
    await gateway.control('POST', '/decline-next', { environment });
    await showOffers(page, '2000');
    await take(page);
    await retype(page);
    await page.getByTestId('confirm-movement').click();
    await expect(page.getByText(/Request .* created/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).last().click();
    const request = page.locator('[data-request]').first();
    await expect(request).toContainText('Declined', { timeout: 40_000 });
    await expect(request).toContainText('The sales return to the normal schedule.');
    await pressEnter(request.getByRole('button', { name: /^Show the \d+ sales/ }));
    await expect(request.getByRole('table', { name: 'Sales of this request' })).toBeVisible();
    // What somebody asked for elsewhere is listed, without an operation of this PC.
    const operation = page.locator('a[href*="/operations/"]');
    await expect(request.locator(operation)).toBeVisible();
    await expect(page.locator('[data-request]', { hasNot: operation }).first()).toBeVisible();
    await hasNoFinding(page, 'declined', [GRIDS]);
    await shot(page, 'declined');
  });

  await test.step('what is not switched on says so, in both languages', async () => {
    await settings(gateway, { instant_settlement_request: false });
    await page.getByRole('button', { name: 'Read now' }).first().click();
    await expect(page.locator('[data-why="feature-off"]')).toContainText(
      'Instant settlement is not switched on for this account',
    );
    const bar = page.getByRole('navigation', { name: 'Sections' });
    await expect(bar.getByRole('link', { name: 'Instant settlement' })).toHaveCount(0);
    await bar.getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('dialog', { name: 'More' })).toContainText(
      'Not switched on for this account',
    );
    await hasNoFinding(page, 'off, with More open', [GRIDS]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'More' })).toHaveCount(0);
    await hasNoFinding(page, 'off', [GRIDS]);
    await inLanguage(page, 'ar');
    await expect(page.locator('[data-why="feature-off"]')).toContainText(
      'التسوية الفورية غير مفعّلة لهذا الحساب',
    );
    await hasNoFinding(page, 'off-ar', [GRIDS]);
    await settings(gateway, { instant_settlement_request: true });
    await page.getByRole('button', { name: 'قراءة الآن' }).first().click();
    await expect(page.locator('.nav-link[href$="/instant"]')).toHaveCount(1);
    await page.getByLabel('قيمة المبيعات المطلوب صرفها مبكرًا، تقريبًا').fill('٢٬٠٠٠');
    await page.keyboard.press('Enter');
    await expect(page.locator('.offer').first()).toContainText('من المبلغ');
    await hasNoFinding(page, 'offers-ar', [GRIDS]);
    await shot(page, 'offers-ar');
  });
  await gateway.stop();
});
