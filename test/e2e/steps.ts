/** What a person does, in the words of the screen. */
import type { Page } from '@playwright/test';
import { ask } from './closing.ts';
import { expect } from './host.ts';
import type { TestGateway } from './gateway.ts';

export const MONA = { name: 'Mona', pin: '280519' };
export const OMAR = { name: 'Omar', pin: '700813' };
export const SARA = { name: 'Sara', pin: '604821' };

/** First start: makes the administrator. Later: signs in. The keychain is the computer's, so both happen in one run. */
export async function signIn(page: Page, { name, pin } = MONA): Promise<void> {
  const begin = page.getByRole('heading', { name: 'Who uses this PC' });
  const locked = page.getByRole('heading', { name: 'Closeout is locked' });
  await begin.or(locked).waitFor();
  if (await begin.isVisible()) {
    await page.getByLabel('Name').fill(name);
    await page.getByLabel(/^PIN(?! again)/).fill(pin);
    await page.getByLabel('PIN again').fill(pin);
    await page.getByRole('button', { name: 'Add administrator' }).click();
  } else {
    await page
      .getByRole('button', { name: new RegExp(`${name} (Viewer|Cashier|Manager|Finance|Administrator)`) })
      .click();
    await page.getByLabel(`PIN of ${name}`).fill(pin);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  await begin.or(locked).waitFor({ state: 'hidden' });
}

export async function switchTo(page: Page, person: typeof MONA): Promise<void> {
  await page.keyboard.press('Control+Shift+L');
  await signIn(page, person);
}

export async function startPractice(page: Page): Promise<void> {
  await signIn(page);
  await page.getByRole('button', { name: 'Start practising' }).click();
  await go(page, 'Terminals');
  await expect(page.getByText('Zamalek · Front till').first()).toBeVisible();
}

export async function connect(
  page: Page,
  gateway: Pick<TestGateway, 'merchantId' | 'dashboardUrl' | 'checkoutUrl' | 'keys'>,
): Promise<void> {
  await signIn(page);
  await page.getByRole('button', { name: 'Connect a merchant' }).click();
  await page.getByLabel('Name on this PC').fill('Nile Market test');
  await page.getByLabel('Merchant ID').fill(gateway.merchantId);
  await page.getByLabel('Dashboard host').fill(gateway.dashboardUrl);
  await page.getByLabel('Checkout host').fill(gateway.checkoutUrl);
  const [secretKey = '', apiKey = '', paymentKey = '', transferKey = ''] = gateway.keys;
  await page.getByLabel('Secret key').first().fill(secretKey);
  await page.getByLabel('API key', { exact: true }).fill(apiKey);
  await page.getByLabel('Payment API key').first().fill(paymentKey);
  await page.getByLabel('Transfer key').first().fill(transferKey);
  await page.getByRole('button', { name: 'Check connection' }).click();
  await expect(page.locator('[data-check="secret-key"]')).toHaveAttribute('data-outcome', 'works');
  await page.getByRole('button', { name: 'Save and open' }).click();
  await go(page, 'Terminals');
}

export const go = (page: Page, section: string) =>
  page.getByRole('navigation').getByRole('link', { name: section, exact: true }).click();

/** Any page, by its address. */
export const goTo = (page: Page, hash: string) => page.evaluate((to) => (window.location.hash = to), hash);

export async function inLanguage(page: Page, language: 'en' | 'ar'): Promise<void> {
  await ask(page, 'app.settings.set', { language });
  await page.locator(`html[lang="${language}"]`).waitFor();
}

/** Opens the first terminal that has a sale, and the reverse dialog of its first sale. Answers the amount as shown. */
export async function openReverse(page: Page, terminal: string): Promise<string> {
  await page.getByText(terminal).first().click();
  const row = page.locator('.ag-row', { hasText: 'Sale' }).first();
  await row.waitFor();
  const index = await row.getAttribute('row-index');
  await page.locator(`.ag-row[row-index="${index}"] button`).click();
  await page.getByRole('menuitem', { name: 'Reverse…' }).click();
  await page.getByRole('textbox', { name: /Retype the amount/ }).waitFor();
  const label = await page
    .getByText(/Retype the amount/)
    .first()
    .textContent();
  return /EGP ([\d,.]+)/.exec(label ?? '')?.[1] ?? '';
}

export async function fillReverse(page: Page, amount: string): Promise<void> {
  await page.getByRole('combobox', { name: /Reason/ }).click();
  await page.getByRole('option', { name: 'Charged twice' }).click();
  await page.getByRole('textbox', { name: /Retype the amount/ }).fill(amount);
}

export async function confirmReverse(page: Page, amount: string, { pin } = MONA): Promise<void> {
  await fillReverse(page, amount);
  await page.getByLabel('Your PIN').fill(pin);
  await page.getByTestId('confirm-movement').click();
}

/** Asks for an amount early, takes the first offer, retypes its net, and sees the request made. */
export async function takeEarly(page: Page, target: string): Promise<void> {
  await page.getByLabel('How much do you want early?').fill(target);
  await page.getByRole('button', { name: 'Show offers' }).click();
  await page
    .getByRole('button', { name: /^Take EGP/ })
    .first()
    .click();
  const label = await page
    .getByText(/Retype what you receive/)
    .first()
    .textContent();
  const net = /EGP ([\d,.]+)/.exec(label ?? '')?.[1] ?? '';
  await page.getByRole('textbox', { name: /Retype what you receive/ }).fill(net);
  await page.getByLabel('Your PIN').fill(MONA.pin);
  await page.getByTestId('confirm-movement').click();
  await expect(page.getByText(/Request .* created/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
}
