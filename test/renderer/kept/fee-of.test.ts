import { expect, it } from 'vitest';
import { feeOf } from '#renderer/features/kept/fee-of.ts';
import type { KeptRow } from '#shared/contract/kept.ts';

const row = (key: string, cells: Record<string, string>): KeptRow => ({
  key,
  isGone: false,
  cells: Object.fromEntries(
    Object.entries(cells).map(([name, text]) => [name, { is: 'text' as const, text }]),
  ),
});
const card = row('card', { code: 'CARD', name: 'Card' });
const fees = [
  row('wallet', { method: 'wallet', rate: '1.50' }),
  row('card', { method: 'card', rate: '2.00' }),
];

it('a way to pay has the fee of its code, however it is written', () => {
  expect(feeOf(fees, card)?.key).toBe('card');
});

it('without a fee of its own it has the one that is for all of them, and else none', () => {
  const all = row('all', { rate: '2.75' });
  expect(feeOf([...fees.slice(0, 1), all], card)?.key).toBe('all');
  expect(feeOf(fees.slice(0, 1), card)).toBeNull();
});
