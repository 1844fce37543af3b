/** The columns of settled transactions; sorting is the core's. */
import type { TFunction } from 'i18next';
import type { ListedSettled } from '#shared/contract/settlement.ts';
import { shownAmount } from '#shared/domain/kinds/index.ts';
import { idColumn, moneyColumn } from '../../components/columns.tsx';
import type { ChoosableColumn } from '../../components/column-choice.tsx';
import { IdText } from '../../components/id-text.tsx';
import { GatewayTimeText } from '../../components/time-text.tsx';
import { marksText, RowMarks } from './row-marks.tsx';

const word = (
  facts: { id: string; header: string; width: number },
  value: (row: ListedSettled) => string | null,
): ChoosableColumn<ListedSettled> => ({
  ...facts,
  optional: true,
  render: (row) => value(row) ?? '—',
  text: (row) => value(row) ?? '',
});

export function settledColumns(t: TFunction): ChoosableColumn<ListedSettled>[] {
  const named = (kind: 'paymentType' | 'entryMode', value: string | null) =>
    value === null ? null : t(`terminals.${kind}.${value}`, { defaultValue: value });
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
      render: (row) => <GatewayTimeText value={row.settlementDate} />,
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
    moneyColumn({ id: 'fee', header: t('settlement.column.fees'), width: 112 }, (row) => row.fee, sortable),
    moneyColumn({ id: 'vat', header: t('settlement.column.vat'), width: 104 }, (row) => row.vat),
    moneyColumn({ id: 'net', header: t('settlement.column.net'), width: 128 }, (row) => row.net, {
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
      { id: 'batch', header: t('settlement.column.batch'), width: 160 },
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
    word({ id: 'paymentType', header: t('terminals.column.paymentType'), width: 100 }, (row) =>
      named('paymentType', row.paymentType),
    ),
    word({ id: 'entryMode', header: t('terminals.column.entryMode'), width: 120 }, (row) =>
      named('entryMode', row.entryMode),
    ),
    word({ id: 'channel', header: t('settlement.column.channel'), width: 100 }, (row) => row.channel),
    word({ id: 'method', header: t('settlement.column.method'), width: 110 }, (row) => row.method),
    {
      id: 'createdAt',
      header: t('settlement.column.createdAt'),
      width: 120,
      optional: true,
      render: (row) => <GatewayTimeText value={row.createdAt} />,
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
