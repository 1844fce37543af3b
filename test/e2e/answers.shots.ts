/** Pictures of the first hour with a gateway that answers otherwise: what it answers, and a terminal with a row that cannot be read. */
import { startZoo } from '../electron/gateway/shapes/zoo-server.ts';
import { beginAndRead, branchesOf, countAll } from './closing-calls.ts';
import { answerOf, read, step } from './closing.ts';
import { test } from './host.ts';
import { open, shootAll } from './screens.ts';
import { MONA, signIn } from './steps.ts';
import { startUnreadableGateway, TERMINAL } from './unreadable-gateway.ts';

const connection = (base: string, merchantId: string) => ({
  name: 'Nile Market',
  merchantId,
  environment: 'live',
  dashboardUrl: base,
  checkoutUrl: base,
  secretKey: 'sk_live_zoo',
});

test('screens of what a gateway answers', async ({ start }) => {
  test.setTimeout(600_000);
  const zoo = await startZoo();
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await signIn(page);
  await read(page, 'profiles.connect', connection(zoo.base, 'MID-zoo'));
  await open(page, '/settings/answers');
  await page.getByTestId('learn-all').waitFor();
  await shootAll(page, 'answers-1-begin');
  await page.getByTestId('learn-all').click();
  const windows = page.locator('[data-answer="settlement.windows"]');
  await windows.locator('[data-word="netAmount"]').waitFor();
  await shootAll(page, 'answers-2-learnt');
  await windows.evaluate((card) => card.scrollIntoView({ block: 'start' }));
  await shootAll(page, 'answers-3-windows');
  for (const box of await windows.getByRole('checkbox').all()) await box.check();
  await windows.getByTestId('confirm-answer').click();
  await page.locator('[data-answer="settlement.windows"][data-state="confirmed"]').waitFor();
  await read(page, 'settlement.refreshWindows', {});
  zoo.now.shape = { ...zoo.now.shape, unit: 'minor' };
  await answerOf(page, 'settlement.refreshWindows', {});
  await open(page, '/settlement');
  await page
    .getByText(/in another layout/)
    .first()
    .waitFor();
  await shootAll(page, 'answers-4-changed');
  await zoo.close();
});

test('screens of a terminal with a row that cannot be read', async ({ start }) => {
  test.setTimeout(600_000);
  const gateway = await startUnreadableGateway();
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await signIn(page);
  await read(page, 'profiles.connect', connection(gateway.base, 'MID-noise'));
  await read(page, 'terminals.refreshList', {});
  const [branch] = await branchesOf(page);
  const closingId = await beginAndRead(page, branch?.branchKey ?? '');
  await open(page, `/terminals/${TERMINAL}`);
  await page.getByRole('alert').first().waitFor();
  await shootAll(page, 'unread-1-terminal');
  await open(page, `/close/day/${closingId}`);
  await step(page, 'acknowledge').click();
  await page.locator(`tr[data-terminal="${TERMINAL}"]`).waitFor();
  await shootAll(page, 'unread-2-step');
  await page
    .locator(`tr[data-terminal="${TERMINAL}"]`)
    .getByRole('button', { name: /^Acknowledge/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByTestId('over-unreadable').waitFor();
  await dialog.locator('textarea').first().fill('The portal shows EGP 1,234.57 for this sale');
  await shootAll(page, 'unread-3-dialog');
  await dialog.locator('input[type="password"]').fill(MONA.pin);
  await dialog.getByTestId('confirm-movement').click();
  await dialog.getByTestId('over-unreadable').waitFor({ state: 'detached' });
  await shootAll(page, 'unread-4-done');
  await dialog.getByRole('button').last().click();
  await read(page, 'closing.freeze', { closingId });
  await countAll(page, closingId, 0n);
  await open(page, '/today');
  await open(page, `/close/day/${closingId}`);
  await step(page, 'confirm').click();
  await page.locator('.review').waitFor();
  await shootAll(page, 'unread-5-confirm');
  const { rows } = await read<{ rows: { opId: string }[] }>(page, 'operations.page', {
    scope: 'all',
    cursor: null,
    limit: 1,
  });
  await open(page, `/operations/${rows[0]?.opId}`);
  await page.getByRole('dialog').waitFor();
  await shootAll(page, 'unread-6-operation');
  await gateway.close();
});
