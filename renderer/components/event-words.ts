/** The words of an entry of the activity record: on Today and in Activity alike. */
import type { TFunction } from 'i18next';

/** An action of a newer Closeout has no word here; what it says is in the details. */
export const actionText = (t: TFunction, action: string): string =>
  t([`activity.action.${action.replace('.', '-')}`, 'activity.action.other']);
