/** The history of a checkout as it is shown: everything that happened within one minute is one step. Pure. */
import type { CheckoutDetail } from '#shared/contract/checkouts.ts';
import type { Locale } from '../../i18n/format.ts';
import { isSameMinute } from '#shared/time/same-minute.ts';

type Entry = CheckoutDetail['history'][number];
/** `statuses`: in the order in which they came; the last one holds. */
type HistoryStep = Pick<Entry, 'at'> & { statuses: readonly Entry['status'][] };

/** "Being paid, then paid": only the first word of a sentence begins with a capital. */
export const inOneSentence = (
  [first = '', ...others]: readonly string[],
  joined: string,
  { language }: Locale,
): string => [first, ...others.map((word) => word.toLocaleLowerCase(language))].join(joined);

export function historySteps(history: readonly Entry[]): HistoryStep[] {
  const steps: HistoryStep[] = [];
  for (const { status, at } of history) {
    const last = steps.at(-1);
    if (last?.at && isSameMinute(last.at, at))
      steps.splice(-1, 1, { at, statuses: [...last.statuses, status] });
    else steps.push({ at, statuses: [status] });
  }
  return steps;
}
