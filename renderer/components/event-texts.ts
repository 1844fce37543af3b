/** The words of an entry of the activity record: on Today and in Activity alike. */
import type { TFunction } from 'i18next';

/** Actions of entries that an earlier Closeout wrote, by what they are called now. */
const RENAMED: Readonly<Record<string, string>> = {
  'checkout-made': 'making-done',
  'checkout-refused': 'making-refused',
  'checkout-not-known': 'making-not-known',
  'checkout-attempt-dropped': 'making-dropped',
  'catalogue-made': 'making-done',
  'catalogue-make-refused': 'making-refused',
  'catalogue-make-not-known': 'making-not-known',
  'catalogue-attempt-dropped': 'making-dropped',
  'catalogue-changed': 'making-changed',
  'catalogue-change-refused': 'making-change-refused',
  'catalogue-change-not-known': 'making-change-not-known',
  'catalogue-deleted': 'making-deleted',
  'catalogue-delete-refused': 'making-delete-refused',
  'catalogue-delete-not-known': 'making-delete-not-known',
};

/** An action of a newer Closeout has no word here; what it says is in the details. */
export function actionText(t: TFunction, action: string): string {
  const name = action.replace('.', '-');
  return t([`activity.action.${RENAMED[name] ?? name}`, 'activity.action.other']);
}
