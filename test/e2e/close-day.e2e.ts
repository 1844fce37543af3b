/**
 * A whole day of a branch of eight terminals, from the first read to the Z, in both languages; in one of them the core is killed
 * at each of the six steps. And a day without a connection.
 */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import {
  acknowledge,
  act,
  begin,
  confirmClose,
  count,
  counted,
  detailOf,
  explain,
  isDone,
  read,
  standsAt,
  step,
  zsOf,
  type CloseStep,
} from './closing.ts';
import { startGateway, type TestGateway } from './gateway.ts';
import { expect, freshFolder, test } from './host.ts';
import { confirmReverse, connect, go, inLanguage, openReverse, signIn } from './steps.ts';

const FRONT_TILL = '90410006';
const BUTCHER = '90410008';
const EXPRESS_TILL = '90410009';
const MAADI = [6, 7, 8, 9, 18, 19, 20, 21].map((number) => String(90_410_000 + number));

const startDay = () => startGateway({ terminals: 21, transactions: 260 });

async function everyTerminalIsRead(page: Page): Promise<boolean> {
  const { terminals } = await read<{ terminals: { lastReadAtMs: number | null }[] }>(
    page,
    'terminals.list',
    {},
  );
  return terminals.length > 0 && terminals.every(({ lastReadAtMs }) => lastReadAtMs !== null);
}

async function isAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa'])
    .exclude('.ag-root-wrapper')
    .analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

async function reverse(page: Page, terminal: string): Promise<void> {
  await go(page, 'Terminals');
  const amount = await openReverse(page, terminal);
  await confirmReverse(page, amount);
  await expect(page.getByText(`EGP ${amount} reversed`)).toBeVisible();
  await page.keyboard.press('Escape');
}

/** The gateway acts and its answer is lost. `unseen`: reading it afterwards fails as well. */
async function reverseUnknown(page: Page, gateway: TestGateway, unseen: boolean): Promise<void> {
  await go(page, 'Terminals');
  const amount = await openReverse(page, 'Maadi · Butcher');
  const lost = { match: { method: 'PUT' }, fault: { kind: 'drop-after' }, times: 1 };
  await gateway.control('POST', '/faults', lost);
  const read = { match: { path: `/${BUTCHER}/transactions` }, fault: { kind: 'status', status: 503 } };
  if (unseen) await gateway.control('POST', '/faults', read);
  await confirmReverse(page, amount);
  await expect(page.getByRole('dialog').getByText('Result not known')).toBeVisible();
}

const sale = (gateway: TestGateway) =>
  gateway.control('POST', '/sales', { environment: 'test', terminalId: FRONT_TILL, amount: '75.25' });

type State = { test: { terminals: { terminalId: string; outstanding: number }[] } };
/** How many rows the gateway itself lists for the branch. */
async function listedOf(gateway: TestGateway): Promise<number> {
  const { test: world } = await gateway.control<State>('GET', '/state');
  return world.terminals
    .filter(({ terminalId }) => MAADI.includes(terminalId))
    .reduce((sum, { outstanding }) => sum + outstanding, 0);
}
const rowsOf = async (page: Page) =>
  (await detailOf(page)).lines.reduce((sum, line) => sum + (line.count ?? 0), 0);

test('a day of eight terminals, in English: the core killed at each of the six steps, the close goes on there', async ({
  start,
}) => {
  const gateway = await startDay();
  const dataDir = freshFolder();
  let closeout = await start({ dataDir });
  let { page } = closeout;
  const killedAt = async (at: CloseStep) => {
    await closeout.kill();
    closeout = await start({ dataDir });
    page = closeout.page;
    await signIn(page);
    await go(page, 'Close day');
    await standsAt(page, at);
  };
  const terminal = (id: string) => page.locator(`tr[data-terminal="${id}"]`);

  await connect(page, gateway);
  await expect(page.getByText('Maadi · Front till').first()).toBeVisible();
  await reverse(page, 'Maadi · Front till');
  await reverse(page, 'Maadi · Pharmacy');
  await begin(page, 'Maadi');
  const { closingId } = await detailOf(page);

  await test.step('1: in the middle of reading', async () => {
    await sale(gateway);
    const slow = { match: { path: `/${EXPRESS_TILL}/transactions` }, fault: { kind: 'delay', ms: 60_000 } };
    await gateway.control('POST', '/faults', slow);
    await act(page);
    await expect(terminal(BUTCHER)).toHaveAttribute('data-state', 'read');
    await killedAt('reads');
    await gateway.control('DELETE', '/faults');
    await expect(terminal(BUTCHER)).toHaveAttribute('data-state', 'read');
    await expect(terminal(EXPRESS_TILL)).toHaveAttribute('data-state', 'to-read');
    await act(page);
    await isDone(page, 'reads');
  });

  await test.step('2: with a reversal that is not known, and its terminal left', async () => {
    await reverseUnknown(page, gateway, true);
    await page.keyboard.press('Escape');
    await go(page, 'Close day');
    await step(page, 'acknowledge').click();
    await page.getByRole('button', { name: 'Leave for later: Butcher', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Reason' }).click();
    await page.getByRole('option', { name: 'Being looked into' }).click();
    await dialog.getByRole('button', { name: 'Leave for later' }).click();
    await expect(terminal(BUTCHER)).toContainText('Being looked into');
    await killedAt('acknowledge');
    await expect(terminal(BUTCHER)).toContainText('Being looked into');
    await acknowledge(page);
  });

  await test.step('3: the reversal is still open, and settled by reading', async () => {
    await killedAt('operations');
    await expect(page.locator('[data-operation]')).toHaveCount(1);
    await page.locator('[data-operation] a').click();
    const checkNow = page.getByRole('button', { name: 'Check now' });
    const done = page.getByText('Done, confirmed by a read').first();
    await expect(checkNow).toBeVisible();
    await gateway.control('DELETE', '/faults');
    // A read on the schedule can come first. Then the button goes before it can be pressed.
    await Promise.race([checkNow.click(), done.waitFor()]);
    await expect(done).toBeVisible();
    await page.keyboard.press('Escape');
    await go(page, 'Close day');
    await isDone(page, 'operations');
  });

  await test.step('4: with half of the count typed', async () => {
    await step(page, 'count').click();
    await act(page);
    const texts = await counted(page, 1_000n);
    const [first, second] = texts;
    await page
      .locator('.count-input input')
      .first()
      .fill(first?.text ?? '');
    await page.keyboard.press('Tab');
    await expect
      .poll(async () => (await detailOf(page)).lines.map(({ typed }) => typed))
      .toContain(first?.text);
    await killedAt('count');
    await expect(page.locator('.count-input input').first()).toHaveValue(first?.text ?? '');
    await expect(page.locator('.count-input input').nth(1)).toHaveValue('');
    expect(second).toBeDefined();
    await count(page, texts);
  });

  await test.step('5: with a difference to explain', async () => {
    await killedAt('differences');
    await expect(page.locator('.difference')).toContainText('10.00');
    await explain(page, 'Slip not found');
  });

  await test.step('6: before the last word', async () => {
    await killedAt('confirm');
    await expect(page.locator('.close-work')).toContainText('Slip not found');
    expect((await detailOf(page)).closingId).toBe(closingId);
    await confirmClose(page);
    await expect(page.getByTestId('z-number')).toContainText('1');
  });

  await test.step('and after it: one Z, with everything in it', async () => {
    await closeout.kill();
    closeout = await start({ dataDir });
    page = closeout.page;
    await signIn(page);
    await page.evaluate(() => (window.location.hash = '/close/history'));
    await expect(page.locator('.ag-row', { hasText: '000001' })).toHaveCount(1);
    const [z, ...others] = await zsOf(page, closingId);
    expect(others).toEqual([]);
    expect(z?.content).toMatchObject({ number: 1, revision: 1, kind: 'final', verdict: 'differ' });
    const explained = z?.content.lines.filter(({ explanation }) => explanation !== null);
    expect(explained).toMatchObject([
      { difference: { minor: '-1000' }, explanation: { note: 'Slip not found' } },
    ]);
    const left = z?.content.terminals.filter(({ outstandingLeft }) => outstandingLeft !== null);
    expect(left).toMatchObject([{ label: 'Maadi · Butcher', outstandingLeft: { reason: 'disputed' } }]);
    expect(z?.content.reversals).toMatchObject([{ count: 3 }]);
  });

  await test.step('the age of all terminals is that of the oldest read, and is called so', async () => {
    await page.evaluate(() => (window.location.hash = '/terminals'));
    await expect(page.locator('.page-head')).toContainText('oldest read');
  });
  await gateway.stop();
});

test(
  'a day of eight terminals, in Arabic: two reversals, one unknown, a sale that arrives, a difference',
  { tag: '@deep' },
  async ({ start }) => {
    const gateway = await startDay();
    const { page } = await start();
    await connect(page, gateway);
    await expect(page.getByText('Maadi · Front till').first()).toBeVisible();
    await reverse(page, 'Maadi · Front till');
    await reverse(page, 'Maadi · Pharmacy');
    await reverseUnknown(page, gateway, false);
    await page.getByRole('dialog').getByRole('link', { name: 'Open the operation' }).click();
    await expect(page.getByText('Done, confirmed by a read').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await inLanguage(page, 'ar');

    await begin(page, 'Maadi');
    await sale(gateway);
    await act(page);
    await isDone(page, 'reads');
    expect((await detailOf(page)).terminals).toHaveLength(8);
    await isAccessible(page);
    const listed = await listedOf(gateway);
    await acknowledge(page);
    await expect.poll(() => listedOf(gateway)).toBe(0);
    await isDone(page, 'operations');
    await step(page, 'count').click();
    await act(page);
    await count(page, await counted(page, 1_000n));
    await expect.poll(() => rowsOf(page)).toBe(listed);
    await explain(page, 'لم أجد الإيصال');
    await isAccessible(page);
    await confirmClose(page);
    await expect(page.getByTestId('z-number')).toContainText('1');
    await isAccessible(page);
    const [z, ...others] = await zsOf(page);
    expect(others).toEqual([]);
    expect(z?.content).toMatchObject({ number: 1, revision: 1, kind: 'final', verdict: 'differ' });
    expect(z?.content.reversals).toMatchObject([{ count: 3 }]);
    await page.evaluate(() => (window.location.hash = '/close/history'));
    await expect(page.locator('.ag-row', { hasText: '000001' })).toHaveCount(1);
    await page.evaluate(() => (window.location.hash = '/close/calendar'));
    await expect(page.locator('.day[data-state="closed"]')).toHaveCount(1);
    await isAccessible(page);
    await gateway.stop();
  },
);

test('without a connection a day is closed provisionally, and finished later with what changed', async ({
  start,
}) => {
  const gateway = await startDay();
  const { page } = await start();
  await connect(page, gateway);
  // What is not read before the line goes down would arrive later, and be a change.
  await expect.poll(() => everyTerminalIsRead(page)).toBe(true);
  await gateway.control('POST', '/faults', { fault: { kind: 'drop-before' } });
  await begin(page, 'Maadi');
  await act(page);
  await page.getByRole('button', { name: 'Count without a connection' }).click({ timeout: 60_000 });
  await count(page, await counted(page, 0n));
  await step(page, 'confirm').click();
  await page.getByRole('button', { name: /^Close .* provisionally$/ }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The line is down');
  await page.getByTestId('confirm-movement').click();
  await expect(page.getByText('Provisional', { exact: true }).first()).toBeVisible();

  await gateway.control('DELETE', '/faults');
  await sale(gateway);
  await step(page, 'reads').click();
  await act(page);
  await isDone(page, 'reads');
  await page.getByRole('button', { name: 'Include and recount' }).click();
  await standsAt(page, 'acknowledge');
  await acknowledge(page);
  await step(page, 'count').click();
  await count(page, await counted(page, 0n));
  await step(page, 'confirm').click();
  await expect(page.getByTestId('close-changes')).toContainText('75.25');
  await confirmClose(page);
  await expect(page.getByTestId('z-number')).toContainText('issue 2');
  const zs = await zsOf(page);
  expect(zs.map(({ content }) => [content.number, content.revision, content.kind])).toEqual([
    [1, 1, 'provisional'],
    [1, 2, 'final'],
  ]);
  expect(zs[1]?.content.changes?.added).toHaveLength(1);
  await gateway.stop();
});
