import { beforeEach, expect, it } from 'vitest';
import { answerNext, waiting } from '#test/renderer/calls.ts';

const { useHistory } = await import('#renderer/features/closing/history-store.ts');

const month = (businessDate: string) => ({
  ok: true as const,
  value: {
    days: [
      { businessDate, state: 'none', net: [], number: null, closingId: null, weekBefore: [], differs: false },
    ],
  },
});
const shownDays = () => useHistory.getState().days?.map(({ businessDate }) => businessDate);

beforeEach(() => {
  waiting.length = 0;
  useHistory.setState({ shown: null, days: null });
});

it('a late answer for one branch is not shown as the month of another', async () => {
  void useHistory.getState().loadMonth('B1', '2026-11');
  void useHistory.getState().loadMonth('B2', '2026-11');
  await answerNext('closing.calendar', month('2026-11-01'));
  expect(shownDays()).toBeUndefined();
  await answerNext('closing.calendar', month('2026-11-02'));
  expect(shownDays()).toEqual(['2026-11-02']);
});
