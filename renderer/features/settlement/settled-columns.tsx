/** The columns of settled transactions; sorting is the core's. */
import type { TFunction } from 'i18next';
import type { ListedSettled } from '#shared/contract/settlement.ts';
import { shownAmount } from '#shared/domain/kinds/index.ts';
import { settledTexts, type SettledText } from '#shared/domain/settled-texts.ts';
import { takenOff } from '#shared/money/money.ts';
import { idColumn, moneyColumn } from '../../components/columns.tsx';
import type { ChoosableColumn } from '../../components/column-choice.tsx';
import { IdText } from '../../components/id-text.tsx';
import { GatewayTimeText } from '../../components/time-text.tsx';
import { textHead, textWord } from './column-texts.ts';
import { marksText, RowMarks } from './row-marks.tsx';

const textColumn = (t: TFunction, name: SettledText): ChoosableColumn<ListedSettled> => ({
  id: name,
  header: textHead(t, name),
  width: 110,
  optional: true,
  render: (row) => textWord(t, name, row[name]) ?? '—',
  text: (row) => textWord(t, name, row[name]) ?? '',
});

/** `isWide`: the page has room for the whole id of a batch. */
export function settledColumns(t: TFunction, isWide: boolean): ChoosableColumn<ListedSettled>[] {
  const sortable = { sortable: true };
  return [
    idColumn(
      { id: 'refNumber', header: t('terminals.column.reference'), width: 122 },
      (row) => row.refNumber,
      { pinned: true, sortable: true },
    ),
    {
      id: 'settlementDate',
      header: t('settlement.column.settledAt'),
      width: 124,
      sortable: true,
      render: (row) => <GatewayTimeText value={row.settlementDate} dated />,
      text: (row) => row.settlementDate?.raw ?? '',
    },
    {
      id: 'branchId',
      header: t('terminals.column.branch'),
      width: 92,
      sortable: true,
      render: (row) => row.branchName ?? <IdText value={row.branchId} />,
      text: (row) => row.branchName ?? row.branchId ?? '',
    },
    idColumn(
      { id: 'merchantOrderId', header: t('terminals.column.order'), width: 132 },
      (row) => row.merchantOrderId,
      sortable,
    ),
    moneyColumn({ id: 'amount', header: t('settlement.column.gross'), width: 128 }, shownAmount, sortable),
    moneyColumn(
      { id: 'fee', header: t('settlement.column.fees'), width: 112 },
      (row) => takenOff(row.fee),
      sortable,
    ),
    moneyColumn({ id: 'vat', header: t('settlement.column.vat'), width: 104 }, (row) => takenOff(row.vat)),
    moneyColumn({ id: 'net', header: t('settlement.column.net'), width: 128 }, (row) => row.net, {
      early: true,
      sortable: true,
      strong: true,
    }),
    {
      id: 'marks',
      header: t('settlement.column.marks'),
      width: 114,
      render: (row) => <RowMarks row={row} short />,
      text: (row) => marksText(t, row),
    },
    idColumn(
      { id: 'batch', header: t('settlement.column.batch'), width: isWide ? 210 : 160 },
      (row) => row.batchId ?? row.windowId,
      { flex: 1 },
    ),
    {
      ...idColumn<ListedSettled>(
        { id: 'terminal', header: t('terminals.column.terminalId'), width: 100 },
        (row) => row.terminalId,
      ),
      optional: true,
    },
    ...settledTexts.map((name) => textColumn(t, name)),
    {
      id: 'createdAt',
      header: t('settlement.column.createdAt'),
      width: 120,
      optional: true,
      render: (row) => <GatewayTimeText value={row.createdAt} dated />,
      text: (row) => row.createdAt?.raw ?? '',
    },
    {
      ...idColumn<ListedSettled>(
        { id: 'transactionId', header: t('settlement.column.transactionId'), width: 130 },
        (row) => row.transactionId,
      ),
      optional: true,
    },
  ];
}
