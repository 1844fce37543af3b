/** A shop closes its day, and finance adds it up on another computer: one gateway, a real PostgreSQL, in both languages. */
import type { Page } from '@playwright/test';
import type { Connection } from '#electron/head-office/connection.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { openCluster, type Cluster } from '../electron/head-office/cluster.ts';
import { openRecord } from '../electron/head-office/record.ts';
import { branchesOf, closeWhole } from './closing-calls.ts';
import { read } from './closing.ts';
import { startGateway, type TestGateway } from './gateway.ts';
import { joinChain } from './enrolled.ts';
import { expect, test } from './host.ts';
import { compare } from './reconciliation-files.ts';
import { settleNow, WINDOW, type SoldRow } from './settled-now.ts';
import { goTo, inLanguage, pressEnter, settledIsDownloaded, signIn } from './steps.ts';

const DATABASE = 'finance';
let cluster: Cluster;
let owner: Connection;

test.skip(findPostgres() === null, 'PostgreSQL is not installed');
test.beforeAll(async () => {
  cluster = await openCluster();
  owner = await openRecord(cluster, DATABASE);
});
test.afterAll(async () => {
  await owner?.close().catch(() => null);
  await cluster?.stop();
});

async function connectLive(page: Page, { live }: TestGateway): Promise<void> {
  await signIn(page);
  const { dashboardUrl, checkoutUrl, merchantId } = live;
  const [secretKey = '', apiKey = '', paymentKey = '', transferKey = ''] = live.keys;
  const place = { name: 'Nile Market', environment: 'live', merchantId, dashboardUrl, checkoutUrl };
  await read(page, 'profiles.connect', { ...place, secretKey, apiKey, paymentKey, transferKey });
}
/** For whoever looks at the pages. */
const shot = (page: Page, name: string) =>
  process.env['CLOSEOUT_SHOTS'] && page.screenshot({ path: `${process.env['CLOSEOUT_SHOTS']}/${name}.png` });

test('finance: the close of a shop comes into the bridge of its window, and its sales are matched, the PC named', async ({
  start,
}) => {
  const gateway = await startGateway({ terminals: 2, transactions: 30 });
  const shop = await start();
  await connectLive(shop.page, gateway);
  await joinChain(
    shop.page,
    { cluster, owner, database: DATABASE },
    { name: 'Till 1', branch: 'Zamalek', environment: 'live' },
  );
  // People are in the keychain of the computer: the second one signs in.
  const { page } = await start();
  await connectLive(page, gateway);
  const line = (name: string) => page.locator(`[data-line="${name}"]`);
  const answer = page.getByTestId('reconcile-headline');
  let sales = 0;

  await test.step('without head office, what the shop closed is in no close', async () => {
    await read(shop.page, 'terminals.refreshList', {});
    await read(shop.page, 'terminals.readAll', {});
    const branch = (await branchesOf(shop.page)).find(({ branchName }) => branchName === 'Zamalek');
    await closeWhole(shop.page, branch?.branchKey ?? '', null);
    const asked = { currency: 'EGP', age: 'today', cursor: null, limit: 500 };
    const { rows } = await read<{ rows: SoldRow[] }>(shop.page, 'figures.unsettled', asked);
    sales = rows.length;
    expect(sales).toBeGreaterThan(5);
    await settleNow(gateway, rows);
    await settledIsDownloaded(page);
    await goTo(page, '/settlement');
    await page.locator('.window-card').first().waitFor();
    await compare(page);
    await goTo(page, `/settlement/bridge/${WINDOW}`);
    await expect(line('not-closed')).toContainText(`${sales} transactions`);
  });

  await test.step('once it takes part, the bridge that is on screen adds up, and a line names the PC', async () => {
    await joinChain(
      page,
      { cluster, owner, database: DATABASE },
      { name: 'Finance desk', branch: '', environment: 'live' },
    );
    await expect(line('not-closed')).toHaveCount(0);
    await expect(line('closed')).toContainText(/[1-9]\d* transactions/);
    await expect(page.getByText(/net for this window differs/)).toHaveCount(0);
    await pressEnter(line('closed').getByRole('button'));
    await expect(page.getByRole('dialog')).toContainText(/Z 000001 · Zamalek · Till 1/);
    await shot(page, 'bridge-line');
    await page.keyboard.press('Escape');
    await inLanguage(page, 'ar');
    await shot(page, 'bridge-ar');
    await expect(line('closed')).toContainText('عملية');
    await expect(line('not-closed')).toHaveCount(0);
    await inLanguage(page, 'en');
  });

  await test.step('the comparison was made again by itself: all is matched, and a sale opens the day of the shop', async () => {
    await goTo(page, '/reconcile/sales');
    await expect(answer).toContainText(/Nothing needs attention\. \d+ of \d+ closed transactions matched\./);
    await goTo(page, '/reconcile/sales/matches');
    await page.getByRole('combobox', { name: 'Rule' }).click();
    await page.getByRole('option', { name: /^Same order/ }).click();
    await page.locator('.ag-row').first().locator('.ag-cell').first().focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog').first();
    await expect(drawer).toContainText('Till 1');
    await shot(page, 'reconcile-item');
    await pressEnter(drawer.getByRole('button', { name: 'Show the day' }).first());
    await expect(page.getByRole('dialog').last()).toContainText('Closed on Till 1');
    await shot(page, 'reconcile-day');
    await page.keyboard.press('Escape');
    await inLanguage(page, 'ar');
    await expect(answer).toContainText('مطابق');
    await shot(page, 'reconcile-ar');
    await inLanguage(page, 'en');
  });
  await gateway.stop();
});
