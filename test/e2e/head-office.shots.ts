/** `npm run screens`: pictures of the board of a chain, of head office in the settings, and of taking over what another PC has begun. */
import { join } from 'node:path';
import { archive } from '#electron/head-office/archive.ts';
import type { Connection } from '#electron/head-office/connection.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { publish } from '#electron/head-office/pc.ts';
import { publishedClaim } from '#electron/head-office/published.ts';
import { claimBy } from '../electron/head-office/batons.ts';
import { openCluster, type Cluster } from '../electron/head-office/cluster.ts';
import { beganAgo, monthsAgo, receivedAgo } from '../electron/head-office/months.ts';
import { enrolPc, entriesOf, openRecord, place } from '../electron/head-office/record.ts';
import { read } from './closing.ts';
import { enrolmentFor, joinChain, merchantOf } from './enrolled.ts';
import { freshFolder, test } from './host.ts';
import { inEveryLook, open, openPart, shoot } from './screens.ts';
import { startPractice } from './steps.ts';
import { tellChain } from './told-chain.ts';

const DATABASE = 'chain';
const TERMINAL = '30410002';

/** A PC that told something two months ago, which is in a file now. */
async function archivedPc(cluster: Cluster, owner: Connection, merchant: string): Promise<void> {
  await beganAgo(owner, 2);
  const pc = await enrolPc(cluster, owner, DATABASE, place('Zamalek', merchant));
  await publish(pc.connection, entriesOf(pc, 40));
  await pc.connection.close();
  await receivedAgo(owner, 2);
  await archive(owner, monthsAgo(0), join(freshFolder('archive'), 'old.jsonl.gz'));
}

test('screens of head office', async ({ start }) => {
  test.skip(findPostgres() === null, 'PostgreSQL is not installed');
  test.setTimeout(600_000);
  const cluster = await openCluster();
  const owner = await openRecord(cluster, DATABASE);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await startPractice(page);
  await read(page, 'terminals.refreshList', {});
  const merchant = await merchantOf(page);
  await archivedPc(cluster, owner, merchant);
  await joinChain(page, { cluster, owner, database: DATABASE }, { name: 'Finance desk', branch: '' });
  const movement = {
    opId: 'reversal-of-the-till',
    subjectKey: `terminal:${TERMINAL}`,
    kind: 'reversal',
    terminalId: TERMINAL,
    orderId: null,
    rowIds: [],
  } as const;
  await tellChain(cluster, owner, { database: DATABASE, merchant }, async (branch, pc) => {
    if (branch === 'Zamalek') await claimBy(pc, { ...publishedClaim(movement, 'Omar'), movedWithinMs: 0 });
  });
  // A round that began while they told knows of a part of them.
  await read(page, 'headOffice.look', {});
  await inEveryLook(page, async (look) => {
    await open(page, '/today');
    await page.locator('[data-part="board"] [data-state="late"]').first().waitFor();
    const figure = page.locator('tr[data-branch] button.board-figure').nth(11);
    await figure.waitFor();
    await shoot(page, 'board', look);
    await figure.click();
    await page.locator('.mantine-Drawer-content .drawer-heading').first().waitFor();
    await page.waitForTimeout(300);
    await shoot(page, 'board-branch', look);
    await page.keyboard.press('Escape');
    await page.locator('.board-differs').first().click();
    await page.locator('.mantine-Drawer-content .z-card').waitFor();
    await page.waitForTimeout(300);
    await shoot(page, 'board-z', look);
    await page.keyboard.press('Escape');
    await open(page, '/close/history');
    await page.locator('.ag-row').first().waitFor();
    await shoot(page, 'history-chain', look);
    await open(page, '/settings');
    const part = page.locator('[data-part="head-office"]');
    await part.locator('tbody tr', { hasText: 'Omar' }).waitFor();
    await openPart(page, 'head-office');
    await shoot(page, 'head-office', look);
    await part.locator('tbody tr', { hasText: 'Omar' }).getByRole('button').click();
    await page.locator('.mantine-Modal-content [role="status"] a').first().waitFor();
    await page.waitForTimeout(300);
    await shoot(page, 'take-over', look);
    await page.keyboard.press('Escape');
  });
  await owner.close();
  await cluster.stop();
});

/** From now on each PC waits so long in a round, once it has read the entries of the others. */
const holdRounds = (seconds: number) => `
  CREATE OR REPLACE FUNCTION head_office.decisions_on_own()
  RETURNS TABLE (pc text, seq bigint, environment text, merchant text, branch text, kind text, at_ms bigint, body text,
    previous bytea, hash bytea, signature bytea, pc_name text, public_key bytea, is_withdrawn boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
  BEGIN PERFORM pg_catalog.pg_sleep(${seconds}); RETURN; END $$`;

test('screens of a head office that is read for the first time', async ({ start }) => {
  test.skip(findPostgres() === null, 'PostgreSQL is not installed');
  test.setTimeout(600_000);
  const cluster = await openCluster();
  const owner = await openRecord(cluster, DATABASE);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await startPractice(page);
  const merchant = await merchantOf(page);
  await tellChain(cluster, owner, { database: DATABASE, merchant });
  const file = await enrolmentFor(page, { cluster, owner, database: DATABASE }, { name: 'Desk', branch: '' });
  // Entries can be read by nobody until this transaction ends.
  await owner.rows('BEGIN');
  await owner.rows('LOCK TABLE head_office.entry IN ACCESS EXCLUSIVE MODE');
  await read(page, 'headOffice.join', { file });
  await inEveryLook(page, async (look) => {
    await open(page, '/today');
    await page.locator('[data-part="board"] .empty').waitFor();
    await shoot(page, 'board-first', look);
  });
  await owner.rows(holdRounds(55));
  await owner.rows('COMMIT');
  await inEveryLook(page, async (look) => {
    await open(page, '/terminals');
    await open(page, '/today');
    await page.locator('[data-part="board"] [data-state="late"]').first().waitFor();
    await page.locator('[data-part="board"] .banner').waitFor();
    await shoot(page, 'board-coming', look);
  });
  await owner.close();
  await cluster.stop();
});
