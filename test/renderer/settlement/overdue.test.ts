import { expect, it } from 'vitest';
import { isOverdue, notFoundUpTo } from '#renderer/features/settlement/overdue.ts';
import { windowBridgeStates, type WindowBridgeState } from '#shared/domain/window-state.ts';

const windowIn = (state: WindowBridgeState, expectedPayoutDate: string | null) => ({
  bridge: { state, noStatement: null },
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

const lacking = (from: string) => ({
  bridge: { state: 'no-statement' as const, noStatement: { from, to: '2026-11-25' } },
  expectedPayoutDate: '2026-11-22',
});

it('not found in the statement of its day it is overdue, though a later statement may have it', () => {
  expect(notFoundUpTo(lacking('2026-11-24'))).toBe('2026-11-23');
  expect(isOverdue(lacking('2026-11-24'), today)).toBe(true);
});

it('without the statement of its day nothing is known of it', () => {
  expect(notFoundUpTo(lacking('2026-11-22'))).toBeNull();
  expect(isOverdue(lacking('2026-11-22'), today)).toBe(false);
});
