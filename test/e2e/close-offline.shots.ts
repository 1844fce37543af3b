/** Pictures of a close without a connection, and over a result that is not known. */
import { addPeople, beginAndRead, branchesOf, countAll } from './closing-calls.ts';
import { step, read } from './closing.ts';
import { startGateway } from './gateway.ts';
import { test } from './host.ts';
import { open, shootAll } from './screens.ts';
import { confirmReverse, connect, openReverse } from './steps.ts';

test('screens of a close without a connection, and over a result that is not known', async ({ start }) => {
  test.setTimeout(600_000);
  const gateway = await startGateway({ terminals: 21, transactions: 260 });
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await connect(page, gateway);
  await addPeople(page);
  await page.getByText('Maadi · Butcher').first().waitFor();
  const amount = await openReverse(page, 'Maadi · Butcher');
  const fault = (match: object, kind: string, times?: number) =>
    gateway.control('POST', '/faults', { match, fault: { kind }, ...(times === undefined ? {} : { times }) });
  await fault({ method: 'PUT' }, 'drop-after', 1);
  await fault({ method: 'GET' }, 'drop-before');
  await confirmReverse(page, amount);
  await page.getByText('Result not known').first().waitFor();
  await page.keyboard.press('Escape');
  const branch = (await branchesOf(page)).find(({ branchName }) => branchName === 'Maadi');
  const closingId = await beginAndRead(page, branch?.branchKey ?? '');
  await open(page, `/close/day/${closingId}`);
  await step(page, 'reads').click();
  await shootAll(page, 'close-offline');
  await read(page, 'closing.freeze', { closingId, provisional: true });
  await countAll(page, closingId, 0n);
  await step(page, 'operations').click();
  await page.locator('tr[data-operation]').waitFor();
  await shootAll(page, 'close-not-known');
  await page.getByRole('button', { name: 'Carry over' }).click();
  await page.getByRole('dialog').locator('.over-limit').waitFor();
  await page.waitForTimeout(400);
  await shootAll(page, 'close-carry');
  await page.keyboard.press('Escape');
  await step(page, 'confirm').click();
  await shootAll(page, 'close-6-provisional');
  await page.getByRole('button', { name: /^Close .* provisionally$/ }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The line is down. The provider knows.');
  await shootAll(page, 'close-provisional-dialog');
  await page.getByTestId('confirm-movement').click();
  await page.locator('.banner', { hasText: 'Provisional' }).waitFor();
  await shootAll(page, 'close-provisional');
  await gateway.stop();
});
