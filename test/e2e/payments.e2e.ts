/**
 * Payments in Practice: a list that is ordered and narrowed; a part is refunded, then the rest; another is voided, a third refused; of
 * a hold a part is captured; an unknown refund is found by reading; above the limit two people agree.
 */
import type { Page } from '@playwright/test';
import { read } from './closing.ts';
import { expect, inDeepIf, test } from './host.ts';
import { actOf, confirmIt, fillIn, refundByTwo, stateOf, wordsOf, type Words } from './order-movements.ts';
import { keysOf, makeCheckouts, payAt, startWithControl, type Control } from './practice-gateway.ts';
import { goTo, inLanguage, MONA, OMAR, startPractice } from './steps.ts';

type Payment = { key: string; merchantOrderId: string | null };
const everything = { text: '', state: null, channel: null };
const newestFirst = { by: 'at', direction: 'desc' };

async function listed(page: Page, filter: object, sort: object = newestFirst): Promise<Payment[]> {
  const asked = { filter: { ...everything, ...filter }, sort, cursor: null, limit: 50 };
  return (await read<{ rows: Payment[] }>(page, 'payments.page', asked)).rows;
}

const rowAt = (page: Page, place: number) => page.locator(`.ag-row[row-index="${place}"]`);

/** A click on a column head sorts the whole list. A second click reverses the order. */
async function isOrderedByHeads(page: Page): Promise<void> {
  for (const by of ['amount', 'order', 'at'])
    for (const direction of ['asc', 'desc']) {
      await page.locator(`.ag-header-cell[col-id="${by}"] .ag-header-cell-label`).click();
      const head = page.locator(`.ag-header-cell[col-id="${by}"]`);
      const shown = (await head.getAttribute('aria-sort')) === 'ascending' ? 'asc' : 'desc';
      const [first, second] = await listed(page, {}, { by, direction: shown });
      await expect(rowAt(page, 0), `${by}, ${direction}`).toHaveAttribute('row-id', first?.key ?? '');
      await expect(rowAt(page, 1), `${by}, ${direction}`).toHaveAttribute('row-id', second?.key ?? '');
    }
}

/** What was paid and not seen settled stays in the list; a hold of today ends in a week, and does not. */
async function isNarrowedByFilters(page: Page, words: Words): Promise<void> {
  const states = page.getByRole('combobox', { name: words.column.state });
  const flags = page.getByRole('combobox', { name: words.column.paymentFlags });
  await page.getByRole('button', { name: words.moreFilters }).click();
  const choose = async (word: string, among = states) => {
    await among.click();
    await page.getByRole('option', { name: word, exact: true }).click();
  };
  await page.getByRole('textbox', { name: words.search }).fill('WEB');
  await choose(words.unsettled);
  const unsettled = await listed(page, { text: 'WEB', unsettled: true });
  const [hold] = await listed(page, { state: 'authorised' });
  expect(unsettled.length).toBeGreaterThan(2);
  expect(unsettled.map(({ key }) => key)).not.toContain(hold?.key);
  await expect(page.locator('.ag-row')).toHaveCount(unsettled.length);
  for (const { key } of unsettled) await expect(page.locator(`.ag-row[row-id="${key}"]`)).toBeVisible();
  await choose(words.flag['hold-ending'], flags);
  await expect(page.locator('.grid-nothing')).toBeVisible();
  await choose(words.flag['hold-ending'], flags);
  await choose(words.held);
  await expect(page.locator(`.ag-row[row-id="${hold?.key}"]`)).toBeVisible();
  // A second click takes the choice back.
  await choose(words.held);
  await expect(page.locator(`.ag-row[row-id="${unsettled[0]?.key}"]`)).toBeVisible();
}

const LARGE = 'LARGE-1';
/** Above what one person may move alone. */
async function payLarge(page: Page): Promise<string> {
  const addresses = await makeCheckouts(page, { [LARGE]: { minor: '1500000', manualCapture: false } });
  await payAt(addresses.get(LARGE) ?? '');
  return (await keysOf(page, [LARGE]))[LARGE];
}

const fault = (control: Control, path: string, how: object) =>
  control('POST', '/faults', { match: { method: 'PUT', path }, fault: how, times: 1 });

for (const language of ['en', 'ar'] as const)
  test(
    `in ${language}: the list is ordered and narrowed; refunded in parts, voided, refused, captured, found by reading, agreed by two`,
    inDeepIf(language),
    async ({ start }) => {
      const words = wordsOf[language];
      const { closeout, control } = await startWithControl(start);
      const { page } = closeout;
      await startPractice(page);
      await read(page, 'people.add', { name: OMAR.name, role: 'manager', newPin: OMAR.pin, pin: MONA.pin });
      await inLanguage(page, language);
      const large = await payLarge(page);
      await goTo(page, '/payments');
      await rowAt(page, 0).waitFor();
      await expect(page.getByTestId('payment-sums')).toContainText(words.net);
      await isOrderedByHeads(page);
      await isNarrowedByFilters(page, words);

      const [first, second, third] = await listed(page, { text: 'WEB', state: 'paid' });
      const [hold] = await listed(page, { state: 'authorised' });
      const openOrder = async (payment: Payment | undefined) => {
        await goTo(page, `/payments/${encodeURIComponent(payment?.key ?? '')}`);
        await expect(page.getByRole('dialog')).toContainText(payment?.merchantOrderId ?? '');
        await expect(page.getByRole('dialog')).toContainText(words.timeline);
      };
      const act = async (what: keyof Words['act'], amount?: string) => {
        await actOf(page, words, what).click();
        await fillIn(page, words, amount === undefined ? {} : { amount });
        return confirmIt(page, words, what);
      };

      await openOrder(first);
      await page.getByRole('button', { name: words.more }).click();
      await page.getByRole('menuitem', { name: words.act.refund }).click();
      await fillIn(page, words, { amount: '10.00' });
      await confirmIt(page, words, 'refund');
      await expect.poll(() => stateOf(page, first?.key ?? '')).toContain('part-refunded');
      await act('refund');
      await expect.poll(() => stateOf(page, first?.key ?? '')).toEqual(['refunded', '0']);

      await openOrder(second);
      await act('void');
      await expect.poll(() => stateOf(page, second?.key ?? '')).toEqual(['voided', '0']);
      await expect(page.getByTestId('payment-answer')).toHaveText(words.answer.voided);

      await openOrder(third);
      await fault(control, '/void/', { kind: 'status', status: 400 });
      const refused = await act('void');
      expect(refused).toContain(words.operations.ending.refused);
      expect(refused).toContain(words.move.void.refused);
      expect((await stateOf(page, third?.key ?? ''))[0]).toBe('paid');

      await openOrder(hold);
      await act('capture', '10.00');
      await expect.poll(() => stateOf(page, hold?.key ?? '')).toContain('part-captured');
      await fault(control, '/refund/', { kind: 'drop-after' });
      expect(await act('refund')).toContain(words.operations.ending.unknown);
      const inTime = page.getByRole('dialog').locator('[data-what="operation"]');
      await expect(inTime.filter({ hasText: words.operations.state.SUCCEEDED_BY_READ })).toHaveCount(1);

      await refundByTwo(page, words, LARGE, large);
    },
  );
