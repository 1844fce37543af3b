import { expect, it } from 'vitest';
import type { ReconcileItem } from '#shared/contract/reconciliation-items.ts';
import { nameOf } from '#renderer/components/exception-texts.tsx';

const line: ReconcileItem = {
  side: 'theirs',
  itemId: 'import:7',
  orderId: null,
  reference: null,
  amount: { minor: 10_000n, currency: 'EGP' },
  notSummed: null,
  date: '2026-11-19',
  branchName: null,
  terminalId: null,
  text: '',
  source: { kind: 'line', importId: 'import', lineNo: 7 },
};

it('a line without an order or reference is called by what it says, or by its number in the file', () => {
  expect(nameOf({ ...line, reference: 'CIB202611101234', text: 'PAYOUT' })).toBe('CIB202611101234');
  expect(nameOf({ ...line, text: 'CASH DEPOSIT' })).toBe('CASH DEPOSIT');
  expect(nameOf(line)).toBe('#7');
  expect(nameOf({ ...line, itemId: 'SW-1', source: { kind: 'window', windowId: 'SW-1' } })).toBe('SW-1');
});
