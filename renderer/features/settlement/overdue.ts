/** Whether the day has passed on which the deposit of a window was due, while none is known. Pure. */
import type { ListedWindow } from '#shared/contract/settlement.ts';

type Dated = Pick<ListedWindow, 'expectedPayoutDate'>;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** On the day itself it can still come. A date that is not one of the calendar says nothing. */
export const isOverdue = (
  { bridge, expectedPayoutDate: due }: Dated & { bridge: Pick<ListedWindow['bridge'], 'state'> },
  today: string,
): boolean => bridge.state === 'no-deposit' && due !== null && DATE.test(due) && due < today;
