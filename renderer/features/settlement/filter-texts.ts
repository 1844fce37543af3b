/** What settled transactions are narrowed to, in words, for the head of a file. */
import type { TFunction } from 'i18next';
import { narrowing } from '#shared/contract/list-filter.ts';
import { settledFilterFields, type SettledFilter } from '#shared/contract/settlement.ts';
import { choicesBy } from '#shared/domain/settled-texts.ts';
import { textHead, textWord } from './column-texts.ts';
import { dayOf } from '../../components/local-days.ts';

type Branch = { branchId: string; branchName: string | null };
/** Every field of the filter has its words here, or this does not compile. */
type Words = { [F in keyof SettledFilter]: (value: SettledFilter[F]) => string };

export function filterWords(t: TFunction, filter: SettledFilter, branches: readonly Branch[]): string[] {
  const nameOf = (id: string) => branches.find(({ branchId }) => branchId === id)?.branchName ?? id;
  const words: Words = {
    text: (text) => t('reports.list.filter.text', { text }),
    branchIds: (ids) => t('reports.list.filter.branches', { names: ids.map(nameOf).join(', ') }),
    ...choicesBy(
      ({ text }) =>
        (values: readonly string[]) =>
          `${textHead(t, text)}: ${values.map((value) => textWord(t, text, value)).join(', ')}`,
    ),
    windowId: (id) => t('reports.list.filter.window', { id }),
    fromMs: (ms) => t('reports.list.filter.from', { day: dayOf(ms) }),
    toMs: (ms) => t('reports.list.filter.to', { day: dayOf(ms) }),
    early: (early) => t(`settlement.filter.${early === true ? 'early' : 'notEarly'}`),
    odd: () => t('settlement.filter.odd'),
  };
  const wordOf = <F extends keyof SettledFilter>(field: F) => words[field](filter[field]);
  return narrowing(settledFilterFields, filter).map(wordOf);
}
