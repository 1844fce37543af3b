import { expect, it } from 'vitest';
import { hasLonger } from '#renderer/components/longer-text.ts';

type Row = { order: string; note: string };
const columns = [
  { id: 'order', text: ({ order }: Row) => order },
  { id: 'note', text: ({ note }: Row) => note, hidden: true },
];

it('columns are measured again for a longer text only, and never for one that is not shown', () => {
  const longest = new Map<string, number>();
  expect(hasLonger(longest, [{ order: 'NM-1', note: '' }], columns)).toBe(true);
  expect(hasLonger(longest, [{ order: 'NM-2', note: 'a longer one' }], columns)).toBe(false);
  expect(hasLonger(longest, [{ order: 'N', note: '' }], columns)).toBe(false);
  expect(
    hasLonger(
      longest,
      [
        { order: 'N', note: '' },
        { order: 'NM-23', note: '' },
      ],
      columns,
    ),
  ).toBe(true);
  expect(hasLonger(longest, [{ order: 'NM-45', note: '' }], columns)).toBe(false);
});

it('the first measuring comes also where every text is empty', () => {
  expect(hasLonger(new Map(), [{ order: '', note: '' }], columns)).toBe(true);
});
