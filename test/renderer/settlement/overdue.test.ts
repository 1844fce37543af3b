import { expect, it } from 'vitest';
import { isOverdue } from '#renderer/features/settlement/overdue.ts';
import { windowBridgeStates, type WindowBridgeState } from '#shared/domain/window-state.ts';

const windowIn = (state: WindowBridgeState, expectedPayoutDate: string | null) => ({
  bridge: { state },
  expectedPayoutDate,
});
const today = '2026-11-27';

it('a deposit is overdue from the day after it was due, and not on that day', () => {
  expect(isOverdue(windowIn('no-deposit', '2026-11-26'), today)).toBe(true);
  expect(isOverdue(windowIn('no-deposit', '2026-11-27'), today)).toBe(false);
});

it('without a date that can be read nothing is overdue, and only what waits for its deposit is', () => {
  expect(isOverdue(windowIn('no-deposit', null), today)).toBe(false);
  expect(isOverdue(windowIn('no-deposit', 'Thursday'), today)).toBe(false);
  const overdue = windowBridgeStates.filter((state) => isOverdue(windowIn(state, '2026-11-01'), today));
  expect(overdue).toEqual(['no-deposit']);
});
