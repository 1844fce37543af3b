/** No finding of axe on the pages of people and of closing, in each language of the sweep; and a whole day closed without the mouse. */
import type { Page } from '@playwright/test';
import { hasNoFinding } from './accessible.ts';
import { ask, begin, closingIdOf, counted, detailOf, isDone, read, step, type CloseStep } from './closing.ts';
import { explainSales } from './closing-calls.ts';
import { startGateway } from './gateway.ts';
import { expect, test } from './host.ts';
import { holdCalls } from './held-calls.ts';
import { press, pressesNoPointer } from './keyboard.ts';
import { closeDialogs, dialogs, openDialog, payOrders } from './payment-dialogs.ts';
import { connect, goTo, inLanguage, MONA, signIn, startPractice, sweepLanguages } from './steps.ts';

const CUT_OFF_IS_NEAR = {
  kind: 'cut-off-near',
  id: 'cut-off-near|BR-01|2026-11-22|soon',
  level: 'soon',
  branchKey: 'BR-01',
  branchName: 'Maadi',
  businessDate: '2026-11-22',
  cutOffAtMs: Date.UTC(2026, 10, 23, 2),
  outstanding: 3,
};

async function inEachLanguage(page: Page, where: string): Promise<void> {
  for (const language of sweepLanguages) {
    await inLanguage(page, language);
    await hasNoFinding(page, `${where}, ${language}`);
  }
}

test('pages of the day, people and the record have no finding of axe', async ({ start }) => {
  const closeout = await start();
  const { page } = closeout;
  await page.getByRole('heading', { name: 'Who uses this PC' }).waitFor();
  await inEachLanguage(page, 'first start');
  await startPractice(page);
  const pages = [
    ['/today', '.tiles'],
    ['/close/branches', '.close-frame'],
    ['/close/history', '.empty'],
    ['/close/calendar', '.calendar'],
    ['/operations', '.page-head'],
    ['/settings', '.person-row'],
  ] as const;
  for (const [hash, shown] of pages) {
    await goTo(page, hash);
    await page.locator(shown).first().waitFor();
    await inEachLanguage(page, hash);
  }
  // Whatever the hour: one notice, as it is before a cut-off.
  await holdCalls(closeout, /notices\.list/, ({ tell }) =>
    tell({ ok: true, value: { notices: [CUT_OFF_IS_NEAR], error: null } }),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Notices: 1' }).click();
  await page.getByRole('dialog').waitFor();
  await inEachLanguage(page, 'notices');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await goTo(page, '/close/history');
  await page.getByRole('button', { name: 'Verify a Z file' }).click();
  await page.getByRole('dialog').waitFor();
  await inEachLanguage(page, 'verifying a file');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+l');
  await page.getByRole('heading', { name: 'Closeout is locked' }).waitFor();
  await inEachLanguage(page, 'lock');
  await signIn(page);
});

test('pages with a grid have no finding of axe', async ({ start }) => {
  const { page } = await start();
  await startPractice(page);
  for (const hash of [
    '/terminals',
    '/terminals/30410002',
    '/payments',
    '/payments/checkouts',
    '/rates',
    '/billing',
    '/customers',
    '/catalogue',
    '/transfers/balances',
    '/activity',
  ]) {
    await goTo(page, hash);
    await page.locator('.ag-row').first().waitFor();
    await inEachLanguage(page, hash);
  }
});

/** Each ends in the look that it began with. */
const LOOKS = [
  ['ar', 'dark'],
  ...(process.env['CLOSEOUT_FULL'] === '1'
    ? ([
        ['ar', 'light'],
        ['en', 'dark'],
      ] as const)
    : []),
  ['en', 'light'],
] as const;

test('the dialogs that move the money of a payment have no finding of axe in any look', async ({ start }) => {
  const { page } = await start();
  await startPractice(page);
  const keys = await payOrders(page);
  for (const name of dialogs) {
    await openDialog(page, 'en', name, keys);
    for (const [language, theme] of LOOKS) {
      await ask(page, 'app.settings.set', { language, theme });
      await page.locator(`html[lang="${language}"][data-mantine-color-scheme="${theme}"]`).waitFor();
      await hasNoFinding(page, `${name}, ${language}, ${theme}`);
    }
    await closeDialogs(page);
  }
});

test('the place Integration has no finding of axe', async ({ start }) => {
  const { page } = await start();
  await startPractice(page);
  const hook = { name: 'Our server', url: 'https://shop.example.com/hooks', mode: 'live', isActive: true };
  const webhook = { ...hook, events: ['pay'], headers: { 'X-Token': 'a-token' } };
  await read(page, 'webhooks.make', { webhook, despiteDouble: false });
  await goTo(page, '/integration');
  await page.locator('.ag-row').first().click();
  await page.locator('.mantine-Drawer-content dl').first().waitFor();
  await inEachLanguage(page, 'a webhook');
  await page.keyboard.press('Escape');
  await page.locator('.mantine-Drawer-content').waitFor({ state: 'detached' });
  await page.keyboard.press('n');
  await page.locator('.mantine-Modal-content form').waitFor();
  await inEachLanguage(page, 'a new webhook');
  await page.keyboard.press('Escape');
  await goTo(page, '/integration/check');
  await page.locator('textarea').first().fill('{"data":{"amount":1,"signatureKeys":["amount"]}}');
  await page.locator('form input').first().fill('ab'.repeat(32));
  await page.locator('form button[type="submit"]').click();
  await page.getByTestId('signature-answer').waitFor();
  await inEachLanguage(page, 'a checked signature');
});

test('pages whose answers have not come yet have no finding of axe', async ({ start }) => {
  const closeout = await start();
  const { page } = closeout;
  await startPractice(page);
  const pages = [
    ...['/today', '/terminals', '/terminals/30410002', '/operations', '/close/branches', '/close/history'],
    ...[
      '/close/calendar',
      '/payments',
      '/payments/checkouts',
      '/settlement',
      '/settlement/settled',
      '/settlement/figures',
    ],
    ...['/reconcile/sales', '/reconcile/imports', '/instant', '/activity', '/settings'],
  ];
  for (const hash of pages) {
    let answer = () => {};
    const answers = new Promise<void>((resolve) => (answer = resolve));
    let asked = 0;
    const letGo = await holdCalls(closeout, /[\w.]+/, async (call) => {
      asked += 1;
      await answers;
      await call.goOn();
    });
    await goTo(page, hash);
    await expect.poll(() => asked).toBeGreaterThan(0);
    // The frame asks, too, while the code of the page is still on its way.
    await page.getByRole('heading', { level: 1 }).waitFor();
    await hasNoFinding(page, `${hash}, without its answers`);
    answer();
    await letGo();
  }
});

test('the six steps, their dialogs and what comes of them have no finding of axe', async ({ start }) => {
  const gateway = await startGateway({ terminals: 8, transactions: 900 });
  const { page } = await start();
  await connect(page, gateway);
  await expect(page.getByText('Maadi · Front till').first()).toBeVisible();
  await ask(page, 'people.add', { name: 'Sara', role: 'manager', newPin: '604821', pin: MONA.pin });
  await begin(page, 'Maadi');
  const closingId = closingIdOf(page);
  const at = async (name: CloseStep) => {
    await step(page, name).click();
    await inEachLanguage(page, name);
  };
  await at('reads');
  await ask(page, 'closing.read', { closingId });
  await isDone(page, 'reads');
  await at('acknowledge');
  await page
    .getByRole('button', { name: /^Leave for later: / })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await inEachLanguage(page, 'leaving a terminal');
  await page.keyboard.press('Escape');
  const { terminals } = await ask<{ terminals: { terminalId: string; outstandingCount: number }[] }>(
    page,
    'closing.detail',
    { closingId },
  );
  const leave = { reason: 'disputed', note: '' };
  for (const { terminalId, outstandingCount } of terminals)
    if (outstandingCount > 0) await ask(page, 'closing.leaveOutstanding', { closingId, terminalId, leave });
  await isDone(page, 'acknowledge');
  await at('operations');
  await step(page, 'count').click();
  await ask(page, 'closing.freeze', { closingId });
  await page.locator('.count-input input').first().waitFor();
  await at('count');
  const { lines } = await detailOf(page);
  const typed = (await counted(page, 60_000n)).map(({ text }) => text);
  await ask(page, 'closing.count', {
    closingId,
    lines: lines.map(({ currency, paymentType, terminalId, side }, index) => ({
      currency,
      paymentType,
      terminalId,
      side,
      typed: typed[index],
    })),
  });
  await isDone(page, 'count');
  await at('differences');
  await explainSales(page, closingId, 'Not in the drawer');
  await isDone(page, 'differences');
  await at('confirm');
  await page.locator('.close-work .close-actions button').first().click();
  await page.locator('.over-limit').waitFor();
  await inEachLanguage(page, 'closing with a large difference');
  await page.getByLabel('Your PIN').fill(MONA.pin);
  await page.getByRole('button', { name: 'Send for approval' }).click();
  await page.getByText('Sent for approval').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).last().click();
  await page.getByTestId('close-waiting').waitFor();
  await inEachLanguage(page, 'waiting for approval');
  await gateway.stop();
});

test('a small day is closed without the mouse', async ({ start }) => {
  const gateway = await startGateway({ terminals: 8, transactions: 900 });
  const { page } = await start();
  await connect(page, gateway);
  await expect(page.getByText('Maadi · Front till').first()).toBeVisible();
  const noPointer = await pressesNoPointer(page);
  await page.keyboard.press('Alt+4');
  await expect(page.getByRole('button', { name: /^Begin closing/ })).toBeVisible();
  await press(page, /^Maadi/);
  await press(page, /^Begin closing/);
  await expect(step(page, 'reads')).toBeVisible();
  await press(page, /^Read the terminals/);
  await isDone(page, 'reads');
  await press(page, /^Continue: Review/);
  await press(page, /^Acknowledge (\d+|terminal)/);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(page.getByTestId('confirm-movement')).toBeEnabled();
  await press(page, /^Acknowledge/);
  await expect(page.getByTestId('confirm-movement')).toHaveCount(0);
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await press(page, /^Close$/);
  await isDone(page, 'acknowledge');
  await press(page, /^Continue: Results/);
  await press(page, /^Continue: Count/);
  await press(page, /^Begin the count/);
  const texts = (await counted(page, 0n)).map(({ text }) => text);
  for (let presses = 0; presses < 80; presses += 1) {
    if (
      await page
        .locator('.count-input input')
        .first()
        .evaluate((one) => one === document.activeElement)
    )
      break;
    await page.keyboard.press('Tab');
  }
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Enter');
  await isDone(page, 'count');
  await press(page, /^Continue: Differences/);
  await press(page, /^Continue: Close/);
  await press(page, /^Close [A-Z][a-z]+ \d/);
  await expect(page.getByTestId('confirm-movement')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press(page, /^Close [A-Z][a-z]+ \d/);
  await expect(page.getByTestId('z-number')).toContainText('Z 000001');
  await noPointer();
  await gateway.stop();
});
