import { expect, it } from 'vitest';
import type { Operation } from '#shared/contract/operations.ts';
import { rowsInOrder } from '../../../renderer/features/operations/selectors.ts';

const row = (opId: string, kind: Operation['kind']) => ({ opId, kind }) as Operation;
const rows = [row('a', 'acknowledgement'), row('b', 'reversal'), row('c', 'acknowledgement')];
const idsOf = (listed: Operation[]) => listed.map(({ opId }) => opId);

it('an operation whose result is not known stands first, once, and also if its page is not read yet', () => {
  expect(idsOf(rowsInOrder({ rows, unknown: [row('b', 'reversal')], kind: null }))).toEqual(['b', 'a', 'c']);
  expect(idsOf(rowsInOrder({ rows, unknown: [row('z', 'reversal')], kind: null }))).toEqual([
    'z',
    'a',
    'b',
    'c',
  ]);
});

it('among the operations of one kind none of another kind is put first', () => {
  const ofKind = [row('a', 'acknowledgement'), row('c', 'acknowledgement')];
  expect(
    idsOf(rowsInOrder({ rows: ofKind, unknown: [row('b', 'reversal')], kind: 'acknowledgement' })),
  ).toEqual(['a', 'c']);
});
