/** The payments of a bill are those that have its whole number or reference as their order. */
import { beforeEach, expect, it } from 'vitest';
import { answerNext, waiting } from '../calls.ts';

Object.assign(globalThis, { document: { querySelector: () => ({}) } });
const { askPaymentsOf } = await import('#renderer/features/payments/payments-of-order.tsx');

beforeEach(() => void waiting.splice(0));

const payment = (merchantOrderId: string) => ({
  key: `GW-${merchantOrderId}`,
  orderId: `GW-${merchantOrderId}`,
  merchantOrderId,
  refNumber: null,
  terminalId: null,
  channel: null,
  method: null,
  atMs: 1,
  state: 'paid',
  amount: { minor: '62550', currency: 'EGP' },
  captured: null,
  returned: null,
  left: null,
  from: 'link',
  customer: null,
  joinedBy: 'reference',
  windowId: null,
  flags: [],
  isGone: false,
});
const page = (...orders: string[]) => ({
  ok: true as const,
  value: { rows: orders.map(payment), next: null },
});

it('the number is asked for first, and what has it as a part of another one is not of this bill', async () => {
  const asked = askPaymentsOf(['PL-000004', 'ORDER-90']);
  await answerNext('payments.page', page('PL-0000041', 'PL-000004'));
  expect(await asked).toMatchObject({
    ok: true,
    value: { name: 'PL-000004', rows: [{ merchantOrderId: 'PL-000004' }] },
  });
  expect(waiting).toEqual([]);
});

it('without any of that number the reference is asked for, and then there is none', async () => {
  const asked = askPaymentsOf(['PL-000002', 'ORDER-9']);
  await answerNext('payments.page', page());
  await answerNext('payments.page', page('ORDER-90', 'ORDER-91'));
  expect(await asked).toEqual({ ok: true, value: { name: null, rows: [] } });
});
