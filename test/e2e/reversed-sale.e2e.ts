/** One sale is reversed: the head of its terminal falls by it, and every place that sums the day says the same. */
import type { Page } from '@playwright/test';
import { toDecimal } from '#shared/money/money.ts';
import { minorOf } from '../renderer/shown-minor.ts';
import { read } from './closing.ts';
import { expect, test } from './host.ts';
import { confirmReverse, goTo, openReverse, startPractice } from './steps.ts';

type Total = { amount: { minor: string; currency: string } };
type Listed = { terminalId: string; branchName: string; outstanding: Total[] };
type Line = {
  currency: string;
  paymentType: string | null;
  terminalId: string | null;
  side: string | null;
  expected: { minor: string };
};

const BRANCH = 'Zamalek';
const sum = (totals: readonly Total[] = []) =>
  totals.reduce((all, { amount }) => all + BigInt(amount.minor), 0n);
const terminalsOf = async (page: Page) =>
  (await read<{ terminals: Listed[] }>(page, 'terminals.list', {})).terminals.filter(
    ({ branchName }) => branchName === BRANCH,
  );
const netOf = async (page: Page) => sum((await terminalsOf(page)).flatMap(({ outstanding }) => outstanding));

/** Acknowledges every terminal of the branch; answers the nets that the dialogs would ask a person to confirm. */
async function acknowledgeAll(page: Page): Promise<bigint> {
  let net = 0n;
  for (const { terminalId } of await terminalsOf(page)) {
    type Prepared = { preparationId: string; sums: { net: Total[] } };
    const asked = { terminalId, seenReadAtMs: null };
    const { preparationId, sums } = await read<Prepared>(page, 'acknowledgement.prepare', asked);
    net += sum(sums.net);
    await read(page, 'acknowledgement.confirm', { preparationId });
  }
  return net;
}

type Sums = Record<'net' | 'sales' | 'refunds', Total[]>;
/** The day of the branch, counted as it is expected. Answers the sums of its Z. */
async function closeDay(page: Page): Promise<{ sums: Sums; acknowledged: bigint }> {
  type Branches = { branches: { branchKey: string; branchName: string }[] };
  const { branches } = await read<Branches>(page, 'closing.branches', {});
  const branchKey = branches.find(({ branchName }) => branchName === BRANCH)?.branchKey;
  type Begun = { closing: { closingId: string } };
  const begun = await read<Begun>(page, 'closing.begin', { branchKey, businessDate: null });
  const { closingId } = begun.closing;
  await read(page, 'closing.read', { closingId, terminalIds: null });
  const acknowledged = await acknowledgeAll(page);
  await read(page, 'closing.freeze', { closingId, provisional: false });
  await read(page, 'closing.lateArrivals', { closingId, decision: 'include' });
  const { lines } = await read<{ lines: Line[] }>(page, 'closing.detail', { closingId });
  const counted = lines.map(({ currency, paymentType, terminalId, side, expected }) => {
    const typed = toDecimal({ minor: BigInt(expected.minor), currency });
    return { currency, paymentType, terminalId, side, typed };
  });
  await read(page, 'closing.count', { closingId, lines: counted });
  await read(page, 'closing.confirm', { closingId, authorization: null });
  const { zs } = await read<{ zs: { content: { sums: Sums } }[] }>(page, 'closing.zs', { closingId });
  const sums = zs[0]?.content.sums;
  if (!sums) throw new Error('no Z');
  return { sums, acknowledged };
}

/** A line of the bridge of the window that is open, as it is on screen. */
async function bridgeLine(page: Page, line: string): Promise<bigint> {
  const shown = page.locator(`[data-line="${line}"] .money-number`).first();
  return minorOf((await shown.textContent()) ?? '');
}

test('a reversed sale lowers the head by its amount, and acknowledgement, Z, bridge, reconciliation and figures agree', async ({
  start,
}) => {
  const { page } = await start();
  await startPractice(page);
  for (const { terminalId } of await terminalsOf(page)) await read(page, 'terminals.read', { terminalId });
  const before = await netOf(page);
  const amount = await openReverse(page, 'Zamalek · Second till');
  const head = page.getByTestId('terminal-head').locator(':scope > .terminal-net .money-list .money-number');
  const headBefore = minorOf((await head.textContent()) ?? '');
  await confirmReverse(page, amount);
  await expect(page.getByRole('dialog').getByText('Reversed').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(async () => minorOf((await head.textContent()) ?? '')).toBe(headBefore - minorOf(amount));
  const net = before - minorOf(amount);
  await expect.poll(() => netOf(page)).toBe(net);

  const { sums, acknowledged } = await closeDay(page);
  expect(acknowledged).toBe(net);
  expect(sum(sums.net)).toBe(net);

  await read(page, 'settlement.refreshWindows', {});
  const { windows } = await read<{ windows: { windowId: string }[] }>(page, 'settlement.windows', {});
  await goTo(page, `/settlement/bridge/${windows[0]?.windowId ?? ''}`);
  await page.locator('[data-line="waiting"]').waitFor();
  const [closed, reversed, waiting] = [
    await bridgeLine(page, 'closed'),
    await bridgeLine(page, 'reversed'),
    await bridgeLine(page, 'waiting'),
  ];
  expect(closed).toBe(sum(sums.sales));
  expect(closed + reversed + waiting).toBe(0n);
  // The bridge follows sales; refunds join it with the window that settles them.
  expect(-waiting + sum(sums.refunds)).toBe(net);

  await read(page, 'settlement.downloadSettled', {});
  type Overview = { comparisons: { comparison: string; expected: { ours: Total[] }[] }[] };
  const expected = async () => {
    await read(page, 'reconciliation.run', {});
    const { comparisons } = await read<Overview>(page, 'reconciliation.overview', {});
    const sales = comparisons.find(({ comparison }) => comparison === 'sales');
    return sum(sales?.expected.flatMap(({ ours }) => ours));
  };
  await expect.poll(expected).toBe(net);

  type Figures = { currencies: { currency: string; unsettled: Total[] }[] };
  const { currencies } = await read<Figures>(page, 'figures.get', { span: 'days' });
  expect(sum(currencies.find(({ currency }) => currency === 'EGP')?.unsettled)).toBe(-waiting);
});
