/** A checkout’s last transaction is told only where its state does not tell it, in any language. */
import { expect, it } from 'vitest';
import { isSaidBy } from '#renderer/features/checkouts/said-by.ts';

const known = (value: 'PAID' | 'AUTHORIZED' | 'REFUNDED' | 'VOIDED' | 'REVERSED') =>
  ({ kind: 'known', value }) as const;

it.each([
  [known('PAID'), 'pay', true],
  [known('AUTHORIZED'), 'authorization', true],
  [known('REFUNDED'), 'refund', true],
  [known('PAID'), 'partial_refund', false],
  [known('PAID'), 'constructor', false],
  [known('VOIDED'), 'reversal', false],
  [known('PAID'), null, false],
  [{ kind: 'unknown', raw: 'PAID' } as const, 'pay', false],
  [null, 'pay', false],
])('%j says the last transaction %s: %s', (status, last, is) => expect(isSaidBy(status, last)).toBe(is));
