/** The words of the grid's library, all of them for screen readers, in the language of the window. */
import type { TFunction } from 'i18next';

/** Every text that the library asks for with the parts of it that are used here. */
export const gridWords = [
  'ariaHeaderSelection',
  'ariaRowSelectAll',
  'ariaRowToggleSelection',
  'ariaRowSelect',
  'ariaRowDeselect',
  'ariaRowSelectionDisabled',
  'ariaSortableColumn',
  'ariaChecked',
  'ariaUnchecked',
  'ariaIndeterminate',
  'ariaPageSizeSelectorLabel',
  'pageSizeSelectorLabel',
  'firstPage',
  'previousPage',
  'nextPage',
  'lastPage',
  'page',
  'to',
  'of',
  'number',
] as const;

const isWord = (key: string): key is (typeof gridWords)[number] => gridWords.some((word) => word === key);

/** For `getLocaleText` of the grid. What is no word (a separator of digits) stays as the library has it. */
export const gridText =
  (t: TFunction) =>
  ({ key, defaultValue }: { key: string; defaultValue: string }): string =>
    isWord(key) ? t(`grid.${key}`) : defaultValue;
