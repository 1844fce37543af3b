/** Payments against a gateway in another process, without a mouse: taken on the shopper's page, given back, refused, unknown, approved. */
import type { Page } from '@playwright/test';
import { answerOf, read } from './closing.ts';
import { startGateway, type LogEntry, type TestGateway } from './gateway.ts';
import { expect, inDeepIf, test } from './host.ts';
import { press, pressesNoPointer } from './keyboard.ts';
import {
  actOf,
  confirmIt,
  fillIn,
  named,
  openOrder,
  refundByTwo,
  stateOf,
  wordsOf,
  type Words,
} from './order-movements.ts';
import { keysOf, makeCheckouts, payAt } from './practice-gateway.ts';
import { connect, goTo, inLanguage, MONA, OMAR } from './steps.ts';

/** What the orders are about; amounts in piastres. */
const ORDERS = {
  'HOLD-1': { minor: '35000', manualCapture: true },
  'VOID-1': { minor: '12050', manualCapture: false },
  'LOST-1': { minor: '7525', manualCapture: false },
  'LATER-1': { minor: '9900', manualCapture: false },
  'PAID-1': { minor: '5000', manualCapture: false },
  'LARGE-1': { minor: '1500000', manualCapture: false },
} as const;
type Order = keyof typeof ORDERS;
const names = Object.keys(ORDERS) as Order[];

/** Pays all orders: one on the page of its checkout, as a customer does, the others as its form does. */
async function pay(page: Page, addresses: Map<Order, string>): Promise<void> {
  const customer = await page.context().newPage();
  await customer.goto(addresses.get('HOLD-1') ?? '');
  await customer.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(customer.getByText('has ended:')).toBeVisible();
  await customer.close();
  for (const [order, address] of addresses)
    if (order !== 'HOLD-1') await payAt(address, order === 'LATER-1' ? 'bnpl' : 'card');
}

const fault = (gateway: TestGateway, path: string, how: object) =>
  gateway.control('POST', '/faults', { match: { method: 'PUT', path }, fault: how, times: 1 });

/** What is stored reads, and no act can be begun, from a window or behind it. */
async function withoutGateway(page: Page, words: Words, key: string): Promise<void> {
  const input = { kind: 'refund', orderId: key, amount: null };
  expect((await answerOf(page, 'orderMovement.prepare', input)).error.kind).toBe('gateway');
  await openOrder(page, words, 'HOLD-1');
  await expect(page.locator('[data-what="checkout"]').first()).toBeVisible();
  await expect(page.locator('[data-what="operation"]').first()).toBeVisible();
  await openOrder(page, words, 'PAID-1');
  await expect(actOf(page, words, 'void')).toHaveAttribute('aria-disabled', 'true');
  await goTo(page, '/payments/checkouts');
  await expect(page.locator('.ag-row').first()).toBeVisible();
}

for (const language of ['en', 'ar'] as const)
  test(
    `in ${language}, by keyboard alone: paid on the shopper’s page, captured, refunded, voided, refused, found by reading, agreed by two`,
    inDeepIf(language),
    async ({ start }) => {
      const words = wordsOf[language];
      const gateway = await startGateway({ terminals: 2, transactions: 20 });
      const { page } = await start();
      await connect(page, gateway);
      await read(page, 'people.add', { name: OMAR.name, role: 'manager', newPin: OMAR.pin, pin: MONA.pin });
      await inLanguage(page, language);
      await pay(page, await makeCheckouts(page, ORDERS));
      const keys = await keysOf(page, names);
      await goTo(page, '/payments');
      const noPointer = await pressesNoPointer(page);
      const act = async (order: Order, what: keyof Words['act'], amount?: string) => {
        await openOrder(page, words, order);
        await press(page, named(words.act[what]));
        await fillIn(page, words, amount === undefined ? {} : { amount });
        return confirmIt(page, words, what);
      };

      await act('HOLD-1', 'capture', '300.00');
      await expect.poll(() => stateOf(page, keys['HOLD-1'])).toEqual(['part-captured', '30000']);
      await act('HOLD-1', 'refund', '120.00');
      await act('HOLD-1', 'refund');
      await expect.poll(() => stateOf(page, keys['HOLD-1'])).toEqual(['refunded', '0']);
      await expect(page.getByTestId('payment-answer')).toContainText('300.00');

      await fault(gateway, '/void/', { kind: 'status', status: 400 });
      const refused = await act('VOID-1', 'void');
      expect(refused).toContain(words.operations.ending.refused);
      expect(refused).toContain(words.move.void.refused);
      await act('VOID-1', 'void');
      await expect.poll(() => stateOf(page, keys['VOID-1'])).toEqual(['voided', '0']);

      await fault(gateway, '/void/', { kind: 'drop-after' });
      expect(await act('LOST-1', 'void')).toContain(words.operations.ending.unknown);
      const inTime = page.getByRole('dialog').locator('[data-what="operation"]');
      await expect(inTime).toContainText(words.operations.state.SUCCEEDED_BY_READ);

      await act('LATER-1', 'order-reversal');
      await expect.poll(() => stateOf(page, keys['LATER-1'])).toContain('reversed');
      await noPointer();
      await refundByTwo(page, words, 'LARGE-1', keys['LARGE-1']);

      const acted = (await gateway.control<LogEntry[]>('GET', '/log')).filter(
        (entry) => entry.method === 'PUT' && entry.acted,
      );
      expect(acted.map(({ path }) => path.split('/').at(-2)).sort()).toEqual([
        'capture',
        'refund',
        'refund',
        'refund',
        'reversal',
        'void',
        'void',
      ]);
      await gateway.stop();
      await withoutGateway(page, words, keys['HOLD-1']);
    },
  );
