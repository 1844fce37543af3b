/** While money moves the window stays where it is, and whoever is there is told how it ended. */
import type { Page } from '@playwright/test';
import { addPeople } from './closing-calls.ts';
import { startGateway, type LogEntry, type TestGateway } from './gateway.ts';
import { expect, test, type Closeout, type StartCloseout } from './host.ts';
import { holdCalls } from './held-calls.ts';
import { connect, confirmReverse, openReverse, SARA, switchTo } from './steps.ts';

const TILL = 'Zamalek · Second till';
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first();
const sends = async (gateway: TestGateway) =>
  (await gateway.control<LogEntry[]>('GET', '/log')).filter(({ method }) => method === 'PUT').length;

const SLOW = { kind: 'delay', ms: 25_000 };

/** What the browser asks, answered at once. */
function questions(page: Page, answer: 'accept' | 'dismiss'): string[] {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog[answer]();
  });
  return asked;
}

/** A reversal is confirmed, and the gateway does this with it. */
async function reversing(
  start: StartCloseout,
  fault: { kind: string; ms?: number; status?: number },
  before: (closeout: Closeout) => Promise<void> = async () => {},
): Promise<{ page: Page; gateway: TestGateway; canReload: boolean }> {
  const gateway = await startGateway();
  const closeout = await start();
  const { page } = closeout;
  await connect(page, gateway);
  await addPeople(page);
  await expect(page.getByText(TILL).first()).toBeVisible();
  await gateway.control('POST', '/faults', { match: { method: 'PUT' }, fault, times: 1 });
  const amount = await openReverse(page, TILL);
  await before(closeout);
  await confirmReverse(page, amount);
  await expect.poll(() => sends(gateway)).toBe(1);
  // On the desktop no key and no menu reloads the window (electron/hosts/desktop/menu.ts).
  return { page, gateway, canReload: closeout.standIn === null };
}

test('no key, no way back and no reload takes the waiting dialog away, and it shows the ending', async ({
  start,
}) => {
  const { page, gateway, canReload } = await reversing(start, SLOW);
  const asked = questions(page, 'dismiss');
  const dialog = page.getByRole('dialog');
  const address = page.url();
  await page.keyboard.press('Alt+Digit1');
  await page.evaluate(() => history.back());
  await page.evaluate(() => (window.location.hash = '/settings'));
  await expect(page).toHaveURL(address);
  await expect(dialog.getByText(/Waiting for the gateway/)).toBeVisible();
  if (canReload) {
    await page.evaluate(() => window.location.reload());
    await expect.poll(() => asked).toEqual(['beforeunload']);
  }
  await expect(dialog.getByText(/reversed/i).last()).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByRole('button', { name: 'Done' }).last()).toBeEnabled();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+Digit1');
  await expect(page).toHaveURL(/#\/today$/);
  await expect(heading(page)).toBeVisible();
  await gateway.stop();
});

test(
  'a core without an answer holds nobody: after three minutes it says so, the page may be left, and the ending is told',
  { tag: '@deep' },
  async ({ start }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    const { page, gateway } = await reversing(start, { kind: 'status', status: 422 }, async (closeout) => {
      await closeout.page.clock.install();
      await holdCalls(closeout, /reversal\.confirm/, async ({ ask, tell }) => {
        const answered = await ask();
        await held;
        await tell(answered);
      });
    });
    const dialog = page.getByRole('dialog');
    await page.clock.fastForward(181_000);
    await expect(dialog.getByText('No answer yet')).toBeVisible();
    await expect(dialog.getByTestId('confirm-movement')).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused();
    await dialog.getByRole('link', { name: 'Open Operations' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/#\/operations$/);
    answer();
    await expect(page.getByText('Reversal: Refused')).toBeVisible();
    await expect(page.getByText('Nothing was changed.')).toBeVisible();
    await page.getByRole('button', { name: 'Open the operation' }).click();
    await expect(page).toHaveURL(/#\/operations\/.+/);
    await gateway.stop();
  },
);

test(
  'another person takes the window over while money moves: not asked about it, and told how it ended',
  { tag: '@deep' },
  async ({ start }) => {
    const { page, gateway } = await reversing(start, SLOW);
    const asked = questions(page, 'accept');
    await switchTo(page, SARA);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('Reversal: Done')).toBeVisible({ timeout: 60_000 });
    expect(asked).toEqual([]);
    expect(await sends(gateway)).toBe(1);
    await gateway.stop();
  },
);
