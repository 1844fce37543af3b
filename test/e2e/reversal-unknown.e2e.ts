import { expect, freshFolder, test } from './host.ts';
import { startGateway, type LogEntry, type TestGateway } from './gateway.ts';
import { connect, confirmReverse, go, openReverse, signIn } from './steps.ts';

const reversals = async (gateway: TestGateway) =>
  (await gateway.control<LogEntry[]>('GET', '/log')).filter((entry) => entry.method === 'PUT');

test('a reversal whose answer is dropped is not known, is settled by reading, and was sent once', async ({
  start,
}) => {
  const gateway = await startGateway();
  const { page } = await start();
  await connect(page, gateway);
  await expect(page.getByText('Zamalek · Second till').first()).toBeVisible();
  await gateway.control('POST', '/faults', {
    match: { method: 'PUT' },
    fault: { kind: 'drop-after' },
    times: 1,
  });
  const amount = await openReverse(page, 'Zamalek · Second till');
  await confirmReverse(page, amount);
  await expect(page.getByRole('dialog').getByText('Result not known')).toBeVisible();
  await page.getByRole('dialog').getByRole('link', { name: 'Open the operation' }).click();
  await expect(page.getByText('Done, confirmed by a read').first()).toBeVisible();
  expect(await reversals(gateway)).toHaveLength(1);
  expect((await reversals(gateway))[0]).toMatchObject({ acted: true });
  await gateway.stop();
});

test('killed between sending and answer, it comes back with the operation open and sends nothing by itself', async ({
  start,
}) => {
  const gateway = await startGateway();
  const dataDir = freshFolder();
  const first = await start({ dataDir });
  await connect(first.page, gateway);
  await expect(first.page.getByText('Zamalek · Second till').first()).toBeVisible();
  await gateway.control('POST', '/faults', {
    match: { method: 'PUT' },
    fault: { kind: 'delay', ms: 60_000 },
    times: 1,
  });
  const amount = await openReverse(first.page, 'Zamalek · Second till');
  await confirmReverse(first.page, amount);
  await expect.poll(async () => (await reversals(gateway)).length).toBe(1);
  await first.kill();

  const second = await start({ dataDir });
  await signIn(second.page);
  await expect(second.page.getByText('1 not known')).toBeVisible();
  await go(second.page, 'Operations');
  await expect(second.page.getByText('Not known, checking').first()).toBeVisible();
  expect(await reversals(gateway)).toHaveLength(1);
  await second.close();
  await gateway.stop();
});
