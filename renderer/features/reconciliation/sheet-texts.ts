/** The words of the sheet of exceptions: headers and types in the language of the screen, and what may come back in any. */
import i18next, { type TFunction } from 'i18next';
import type { InputOf } from '#shared/contract/index.ts';
import type { Comparison } from '#shared/domain/reconciliation.ts';
import { exceptionTypes } from '#shared/domain/reconciliation.ts';
import { typeText } from '../../components/exception-texts.tsx';
import { languages, loadTexts } from '../../i18n/index.ts';

/** In the order of the contract. */
const COLUMNS = [
  'key',
  'version',
  'comparison',
  'type',
  'age',
  'date',
  'order',
  'reference',
  'branch',
  'terminal',
  'text',
  'currency',
  'ours',
  'theirs',
  'difference',
  'owner',
  'due',
  'action',
  'remark',
] as const;

type SaveWords = Pick<
  InputOf<'reconciliation.saveSheet'>,
  'sheetName' | 'headers' | 'comparisonWord' | 'typeWords'
>;
export const sheetWords = (t: TFunction, comparison: Comparison): SaveWords => ({
  sheetName: t('reconciliation.sheet.name'),
  headers: COLUMNS.map((column) => t(`reconciliation.sheet.column.${column}`)),
  comparisonWord: t(`reconciliation.comparison.${comparison}`),
  typeWords: exceptionTypes.map((type) => typeText(t, type, comparison)),
});

type BackWords = Pick<InputOf<'reconciliation.checkSheet'>, 'columns' | 'actions'>;
/** A sheet that was saved in the other language is the same sheet. */
export async function sheetWordsBack(): Promise<BackWords> {
  await Promise.all(languages.map(loadTexts));
  const inAll = (key: string) => [...new Set(languages.map((language) => i18next.getFixedT(language)(key)))];
  return {
    columns: {
      key: inAll('reconciliation.sheet.column.key'),
      version: inAll('reconciliation.sheet.column.version'),
      action: inAll('reconciliation.sheet.column.action'),
      remark: inAll('reconciliation.sheet.column.remark'),
    },
    actions: {
      resolve: inAll('reconciliation.sheet.action.resolve'),
      'write-off': inAll('reconciliation.sheet.action.writeOff'),
    },
  };
}
