/** Whether the day has passed on which the deposit of a window was due, while none is known. Pure. */
import type { ListedWindow } from '#shared/contract/settlement.ts';
import { addDays } from '#shared/time/business-date.ts';

type Dated = Pick<ListedWindow, 'expectedPayoutDate'> & {
  bridge: Pick<ListedWindow['bridge'], 'state' | 'noStatement'>;
};
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The statements cover the day on which the payout was due, and the days up to the first gap: it was not found there, and may
 * still come. The last of those days; null where no statement covers the day on which it was due.
 */
export function notFoundUpTo({ bridge, expectedPayoutDate: due }: Dated): string | null {
  const { noStatement } = bridge;
  return noStatement && due !== null && DATE.test(due) && due < noStatement.from
    ? addDays(noStatement.from, -1)
    : null;
}

/** On the day itself it can still come. A date that is not one of the calendar says nothing, nor does a day without a statement. */
export const isOverdue = (window: Dated, today: string): boolean => {
  const due = window.expectedPayoutDate;
  if (due === null || !DATE.test(due) || due >= today) return false;
  return window.bridge.state === 'no-deposit' || notFoundUpTo(window) !== null;
};
