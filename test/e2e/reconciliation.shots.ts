/** `npm run screens`: pictures of reconciliation. */
import { addPeople, branchesOf, closeWhole } from './closing-calls.ts';
import { test } from './host.ts';
import { read } from './closing.ts';
import { inEveryLook, open, openPart, shoot } from './screens.ts';
import { MONA, SARA, startPractice, switchTo } from './steps.ts';

type Exception = { key: string; version: string; difference: { minor: string } | null };

/** In minor units: more than one person may write off alone. */
const LARGE = 10_001;

test('screens of reconciliation', async ({ start }) => {
  test.setTimeout(900_000);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await startPractice(page);
  await addPeople(page);
  const [branch] = await branchesOf(page);
  await closeWhole(page, branch?.branchKey ?? '', null);
  await open(page, '/settlement/settled');
  await page.locator('.ag-row').first().waitFor();
  await page.getByTestId('download-count').waitFor({ state: 'detached' });
  await open(page, '/reconcile/sales');
  await read(page, 'reconciliation.run', {});
  await inEveryLook(page, async (look) => {
    await open(page, '/reconcile/sales');
    await page.getByTestId('reconcile-before').waitFor();
    await shoot(page, 'reconcile-before', look);
  });
  const { settings } = await read<{ settings: object }>(page, 'reconciliation.settings.get', {});
  await read(page, 'reconciliation.settings.set', { ...settings, from: '2020-01-01' });
  await page.getByTestId('reconcile-before').waitFor({ state: 'detached' });
  await page.locator('.ag-row').first().waitFor();
  const { rows } = await read<{ rows: Exception[] }>(page, 'reconciliation.exceptions', {
    comparison: 'sales',
    sort: 'oldest',
  });
  const [first, second] = rows.map(({ key, version }) => ({ key, version }));
  await read(page, 'reconciliation.assign', {
    exceptions: [first],
    owner: 'Sara',
    dueOn: '2026-11-19',
    remark: 'Asked the gateway for the batch',
  });
  await read(page, 'reconciliation.assign', { exceptions: [second], owner: 'Mona', dueOn: null });
  const third = rows.slice(2).find(({ difference }) => Math.abs(Number(difference?.minor)) >= LARGE);
  await read(page, 'approvals.request', {
    kind: 'write-off',
    exception: { key: third?.key, version: third?.version },
    remark: 'The gateway will not answer for it',
    pin: MONA.pin,
  });
  const asked = `/reconcile/sales/exceptions/${encodeURIComponent(third?.key ?? '')}`;
  await inEveryLook(page, async (look) => {
    await open(page, asked);
    await page.getByTestId('request-about').waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'write-off-asked', look);
  });
  await switchTo(page, SARA);
  await inEveryLook(page, async (look) => {
    await open(page, '/operations');
    await page.locator('.waiting').first().waitFor();
    await shoot(page, 'write-off-waiting', look);
    await page.locator('.waiting-buttons button').last().click();
    await page.getByTestId('confirm-movement').waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'write-off-approve', look);
    await page.keyboard.press('Escape');
  });
  const { requests } = await read<{ requests: { requestId: string }[] }>(page, 'approvals.list', {});
  const requestId = requests[0]?.requestId ?? '';
  await read(page, 'approvals.refuse', { requestId, note: 'Ask the gateway once more' });
  await switchTo(page, MONA);
  await inEveryLook(page, async (look) => {
    await open(page, '/operations');
    await page.locator('.waiting').first().waitFor();
    await shoot(page, 'write-off-refused', look);
    await open(page, asked);
    await page.getByTestId('request-about').waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'write-off-refused-exception', look);
  });
  await inEveryLook(page, async (look) => {
    await open(page, '/reconcile/sales');
    await page.locator('.ag-row').first().waitFor();
    await shoot(page, 'reconcile-exceptions', look);
    await open(page, `/reconcile/sales/exceptions/${encodeURIComponent(first?.key ?? '')}`);
    await page.locator('.drawer-acts').waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'reconcile-exception', look);
    await page.locator('.drawer-acts button').last().click();
    await page.getByTestId('confirm-movement').waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'reconcile-write-off', look);
    await page.keyboard.press('Escape');
    await open(page, '/reconcile/sales/expected');
    await page.locator('.ag-row').first().waitFor();
    await shoot(page, 'reconcile-expected', look);
    await open(page, '/reconcile/sales/match');
    await page.locator('.pick').first().waitFor();
    await page.locator('.pick-list').first().focus();
    for (const key of ['Space', 'j', 'Space', 'ArrowRight', 'Space']) await page.keyboard.press(key);
    await shoot(page, 'reconcile-match', look);
    await page.locator('.match-confirm button').first().click();
    await open(page, '/reconcile/bank');
    await page.locator('.empty').waitFor();
    await shoot(page, 'reconcile-nothing-imported', look);
    await open(page, '/settings');
    await page.locator('.reconcile-rules').waitFor();
    await openPart(page, 'reconciliation');
    await shoot(page, 'reconcile-rules', look);
  });
});
