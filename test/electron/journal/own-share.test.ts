import { expect, it } from 'vitest';
import { shareOf } from '#electron/journal/own-share.ts';
import type { OperationRecord } from '#electron/journal/operation-record.ts';
import { record } from './record.ts';

const other = (changes: Partial<OperationRecord>) => record({ opId: 'other', ...changes });
const share = (made: string[], others: OperationRecord[]) => shareOf(made, new Set(made), others, others);

it('what is new is its own where no other operation is like it', () => {
  expect(share(['x'], [])).toEqual({ kind: 'own', id: 'x' });
  expect(share([], [])).toEqual({ kind: 'none' });
});
it('what another one is known to have made is not its own', () => {
  const done = other({ state: 'SUCCEEDED', requestId: 'x' });
  expect(share(['x'], [done])).toEqual({ kind: 'none' });
  expect(share(['x', 'y'], [done])).toEqual({ kind: 'own', id: 'y' });
});
it.each(['UNKNOWN', 'SUCCEEDED', 'RESOLVED_DONE', 'RESOLVED_NOT_DONE'] as const)(
  'what an equal one that is %s may have made is no proof; one more than that is',
  (state) => {
    expect(share(['x'], [other({ state })])).toEqual({ kind: 'shared' });
    expect(share(['x', 'y'], [other({ state })])).toEqual({ kind: 'own', id: null });
  },
);
it('each attempt of the other one may have made one', () => {
  const twice = other({ state: 'SUCCEEDED', requestId: 'x', attemptNo: 2 });
  expect(share(['x', 'y'], [twice])).toEqual({ kind: 'shared' });
});
it.each(['NOT_SENT', 'REFUSED', 'EXPIRED'] as const)('one that is %s has made nothing', (state) => {
  expect(share(['x'], [other({ state })])).toEqual({ kind: 'own', id: 'x' });
});
