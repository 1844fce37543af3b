import { expect, it } from 'vitest';
import { lateFirst } from '#renderer/features/today/selectors.ts';
import type { Today } from '#renderer/features/today/store.ts';

it('branches with late days come first, the oldest day before the others; the rest keep their order', () => {
  const branches = ['zamalek', 'maadi', 'alexandria', 'heliopolis'].map((branchKey) => ({ branchKey }));
  const overdue = [
    { branchKey: 'maadi', businessDate: '2026-11-22' },
    { branchKey: 'alexandria', businessDate: '2026-11-19' },
    { branchKey: 'alexandria', businessDate: '2026-11-27' },
  ];
  const today = { branches, overdue } as unknown as Today;
  expect(lateFirst(today).map(({ branchKey }) => branchKey)).toEqual([
    'alexandria',
    'maadi',
    'zamalek',
    'heliopolis',
  ]);
});
