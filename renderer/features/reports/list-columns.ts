/** Which columns a list's file has, under which words: those of the screen, or every field. */
import type { TFunction } from 'i18next';
import { exportColumns, type ExportList } from '#shared/contract/exports.ts';
import { keptChoices, keptListNames } from '#shared/domain/kept-lists.ts';

type FileColumn = { id: string; header: string; words?: Record<string, string> };
type ScreenColumn = { id: string; header: string; hidden?: boolean; amounts?: unknown };

/** Values that the screen shows in words, by the column that has them. */
const WORDS: Readonly<Record<string, string>> = {
  paymentType: 'terminals.paymentType',
  entryMode: 'terminals.entryMode',
  listing: 'terminals.listing',
  flags: 'terminals.flag',
  status: 'settlement.status',
  line: 'bridge.line',
  from: 'bridge.deposit.from',
  bridge: 'settlement.bridge',
  checkoutState: 'checkouts.status',
  paymentState: 'payments.state',
  paidFrom: 'payments.from',
  paymentFlags: 'payments.flag',
  isGone: 'savedCards.listing',
  paidTo: 'transfers.method',
  ...Object.fromEntries(keptListNames.flatMap(keptChoices).map((column) => [column, 'kept.word'])),
};

/** Every word below a key. */
function wordsOf(t: TFunction, key: string): Record<string, string> {
  const words: unknown = t(key, { returnObjects: true, defaultValue: {} });
  return Object.fromEntries(
    Object.entries(words ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

const withWords = (t: TFunction, { id, header }: ScreenColumn): FileColumn => {
  const key = WORDS[id];
  return key === undefined ? { id, header } : { id, header, words: wordsOf(t, key) };
};

/** The columns on screen, in their order. The currency follows the last amount: without it amounts mean nothing. */
export function columnsOnScreen(
  t: TFunction,
  list: ExportList,
  screen: readonly ScreenColumn[],
): FileColumn[] {
  const known: readonly string[] = exportColumns[list];
  const shown = screen.filter(({ id, hidden = false }) => !hidden && known.includes(id));
  if (shown.length === 0) return everyColumn(t, list, screen);
  const amounts = ['amount', 'gross', 'fee', 'fees', 'vat', 'adjustments', 'net'];
  const isAmount = ({ id, amounts: has }: ScreenColumn) =>
    list === 'kept' ? has !== undefined : amounts.includes(id);
  const last = shown.findLastIndex(isAmount);
  const needsCurrency = last >= 0 && !shown.some(({ id }) => id === 'currency');
  const currency = { id: 'currency', header: t('terminals.column.currency') };
  return (needsCurrency ? shown.toSpliced(last + 1, 0, currency) : shown).map((one) => withWords(t, one));
}

/** Every field there is, with the head it has on screen where it is there. */
export function everyColumn(t: TFunction, list: ExportList, screen: readonly ScreenColumn[]): FileColumn[] {
  // Kept lists share their columns: a file has those of its own list, and the currency of its amounts.
  const has = (id: string) =>
    screen.some((one) => one.id === id || (id === 'currency' && one.amounts !== undefined));
  const ids = exportColumns[list].filter((id) => list !== 'kept' || has(id));
  return ids.map((id) => {
    const header = screen.find((one) => one.id === id)?.header ?? t(`reports.list.column.${id}`);
    return withWords(t, { id, header });
  });
}

/** The words of a head, and the names of totals in it. */
export function headWordsOf(t: TFunction): Record<string, string> {
  const columns = wordsOf(t, 'settlement.column');
  const { gross = '', fees = '', vat = '', net = '' } = columns;
  return {
    ...wordsOf(t, 'reports.list.head'),
    ...wordsOf(t, 'reports.list.total'),
    ...wordsOf(t, 'app.environment'),
    ...wordsOf(t, 'bridge.line'),
    gross,
    fees,
    vat,
    net,
  };
}
