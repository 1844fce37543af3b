import { expect, it } from 'vitest';
import { acceptable } from '../../../renderer/features/reconciliation/acceptable.ts';

const proposal = (name: string, ours: string, theirs: string) =>
  ({
    name,
    ours: [{ side: 'ours', itemId: ours }],
    theirs: [{ side: 'theirs', itemId: theirs }],
  }) as unknown as { name: string } & Parameters<typeof acceptable>[0][number];
const namesOf = (...all: ReturnType<typeof proposal>[]) => acceptable(all).map(({ name }) => name);

it('of two lines for one payout, and of two payouts for one line, one can be accepted', () => {
  expect(
    namesOf(
      proposal('a', 'W-1', 'line-1'),
      proposal('b', 'W-1', 'line-2'),
      proposal('c', 'W-2', 'line-3'),
      proposal('d', 'W-3', 'line-3'),
    ),
  ).toEqual(['a', 'c']);
});

it('an item of one side is not taken for one of the other that is named alike', () => {
  expect(namesOf(proposal('a', 'x', 'y'), proposal('b', 'y', 'x'))).toEqual(['a', 'b']);
});
