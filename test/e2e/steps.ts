/** What a person does, in the words of the screen. */
import type { Locator, Page } from '@playwright/test';
import { ask, read } from './closing.ts';
import { expect } from './host.ts';
import type { TestGateway } from './gateway.ts';

export const MONA = { name: 'Mona', pin: '280519' };
export const OMAR = { name: 'Omar', pin: '700813' };
export const SARA = { name: 'Sara', pin: '604821' };

const beginning = (page: Page) => page.getByRole('heading', { name: 'Who uses this PC' });
const locked = (page: Page) => page.getByRole('heading', { name: 'Closeout is locked' });

/** First start: makes the administrator. Later: signs in. The keychain is the computer's, so both happen in one run. */
export async function signIn(page: Page, { name, pin } = MONA): Promise<void> {
  await beginning(page).or(locked(page)).waitFor();
  if (await beginning(page).isVisible()) await read(page, 'people.begin', { name, pin });
  else {
    await page
      .getByRole('button', { name: new RegExp(`${name} (Viewer|Cashier|Manager|Finance|Administrator)`) })
      .click();
    await page.getByLabel(`PIN of ${name}`).fill(pin);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  await beginning(page).or(locked(page)).waitFor({ state: 'hidden' });
}

/** The first start as a person makes it. */
async function beginByHand(page: Page, { name, pin } = MONA): Promise<void> {
  await beginning(page).waitFor();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel(/^PIN(?! again)/).fill(pin);
  await page.getByLabel('PIN again').fill(pin);
  await page.getByRole('button', { name: 'Add administrator' }).click();
  await beginning(page).waitFor({ state: 'hidden' });
}

export async function switchTo(page: Page, person: typeof MONA): Promise<void> {
  await page.keyboard.press('Control+Shift+L');
  await signIn(page, person);
}

/** Set-up by the calls that the pages make. The tests of the first start do the same by hand. */
export async function startPractice(page: Page): Promise<void> {
  await signIn(page);
  await read(page, 'profiles.startPractice', {});
  await showsTerminals(page);
}
export async function startPracticeByHand(page: Page): Promise<void> {
  await beginByHand(page);
  await page.getByRole('button', { name: 'Start practising' }).click();
  await showsTerminals(page);
}
async function showsTerminals(page: Page): Promise<void> {
  await go(page, 'Terminals');
  await expect(page.getByText('Zamalek · Front till').first()).toBeVisible();
}

type Connection = Pick<TestGateway, 'merchantId' | 'dashboardUrl' | 'checkoutUrl' | 'keys'>;
const PROFILE = 'Nile Market test';

export async function connect(page: Page, gateway: Connection): Promise<void> {
  await signIn(page);
  const { merchantId, dashboardUrl, checkoutUrl } = gateway;
  const [secretKey = '', apiKey = '', paymentKey = '', transferKey = ''] = gateway.keys;
  const keys = { secretKey, apiKey, paymentKey, transferKey };
  const hosts = { dashboardUrl, checkoutUrl };
  await read(page, 'profiles.connect', { name: PROFILE, merchantId, environment: 'test', ...hosts, ...keys });
  await go(page, 'Terminals');
}
export async function connectByHand(page: Page, gateway: Connection): Promise<void> {
  await beginByHand(page);
  await page.getByRole('button', { name: 'Connect a merchant' }).click();
  await page.getByLabel('Name on this PC').fill(PROFILE);
  await page.getByLabel('Merchant ID').fill(gateway.merchantId);
  await page.getByLabel('Main address (dashboard)').fill(gateway.dashboardUrl);
  await page.getByLabel('Address of the payment pages (checkout)').fill(gateway.checkoutUrl);
  const [secretKey = '', apiKey = '', paymentKey = '', transferKey = ''] = gateway.keys;
  // Key by key, as a person types: what is filled in at once stays in the memory of what drives the browser.
  await page.getByLabel('Secret key').first().pressSequentially(secretKey);
  await page.getByLabel('API key', { exact: true }).pressSequentially(apiKey);
  await page.getByLabel('Payment API key').first().pressSequentially(paymentKey);
  await page.getByLabel('Transfer key').first().pressSequentially(transferKey);
  await page.getByRole('button', { name: 'Check connection' }).click();
  await expect(page.locator('[data-check="secret-key"]')).toHaveAttribute('data-outcome', 'works');
  await page.getByRole('button', { name: 'Save and open' }).click();
  // Data from this gateway can be learnt later.
  await page.getByRole('heading', { name: 'Data from this gateway' }).waitFor();
  await go(page, 'Terminals');
}

/** Presses Enter on a button or link as soon as it can be used: a key on one that cannot be used yet does nothing. */
export async function pressEnter(target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  await target.press('Enter');
}

export const go = (page: Page, section: string) =>
  page.getByRole('navigation').getByRole('link', { name: section, exact: true }).click();

/** Any page, by its address. */
export const goTo = (page: Page, hash: string) => page.evaluate((to) => (window.location.hash = to), hash);

/** The languages a sweep over pages looks at: the second one in `npm run deep` only. */
export const sweepLanguages: readonly ('ar' | 'en')[] =
  process.env['CLOSEOUT_FULL'] === '1' ? ['ar', 'en'] : ['en'];

export async function inLanguage(page: Page, language: 'en' | 'ar'): Promise<void> {
  await ask(page, 'app.settings.set', { language });
  await page.locator(`html[lang="${language}"]`).waitFor();
}

/** Opens the settled transactions, and waits until their download is over. */
export async function settledIsDownloaded(page: Page): Promise<void> {
  await goTo(page, '/settlement/settled');
  await page.locator('.ag-row').first().waitFor();
  await expect(page.getByTestId('download-count')).toHaveCount(0);
}

/** Opens a terminal from its list. Clicks again if a read that ended meanwhile moved the row away before the click reached it. */
async function openTerminal(page: Page, terminal: string): Promise<void> {
  await expect(async () => {
    await page.getByText(terminal).first().click({ timeout: 5_000 });
    await expect(page).toHaveURL(/terminals\/\d+$/, { timeout: 2_000 });
  }).toPass();
}

/** Opens the terminal, and the reverse dialog of its first sale. Answers the amount as shown. */
export async function openReverse(page: Page, terminal: string): Promise<string> {
  await openTerminal(page, terminal);
  // Not one that was undone already.
  const sales = page.locator('.ag-row', { hasText: 'Sale', hasNotText: /Voided|Reversed|Refund of/ });
  const row = sales.first();
  await row.waitFor();
  // By its own name: a read that ends now may give it another place.
  const id = await row.getAttribute('row-id');
  await page.locator(`.ag-row[row-id="${id}"] button[aria-haspopup="menu"]`).click();
  await page.getByRole('menuitem', { name: 'Reverse…' }).click();
  await page.getByRole('textbox', { name: /Retype the amount/ }).waitFor();
  const label = await page
    .getByText(/Retype the amount/)
    .first()
    .textContent();
  return /EGP\s([\d,.]+)/.exec(label ?? '')?.[1] ?? '';
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
  await page.getByLabel('Sales to be paid early, about').fill(target);
  await page.getByRole('button', { name: 'Show offers' }).click();
  await page
    .getByRole('button', { name: /^Request EGP .+ now$/ })
    .first()
    .click();
  const label = await page
    .getByText(/Retype what you receive/)
    .first()
    .textContent();
  const net = /EGP\s([\d,.]+)/.exec(label ?? '')?.[1] ?? '';
  await page.getByRole('textbox', { name: /Retype what you receive/ }).fill(net);
  await page.getByLabel('Your PIN').fill(MONA.pin);
  await page.getByTestId('confirm-movement').click();
  await expect(page.getByText(/Request .* created/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).last().click();
}
