/** The columns of settled transactions; sorting is the core's. */
import type { TFunction } from 'i18next';
import type { SettledTransaction } from '#shared/contract/settlement.ts';
import { idColumn, moneyColumn } from '../../components/columns.tsx';
import type { GridColumn } from '../../components/data-grid.tsx';
import { IdText } from '../../components/id-text.tsx';
import { GatewayTimeText } from '../../components/time-text.tsx';

export function settledColumns(t: TFunction): GridColumn<SettledTransaction>[] {
  const sortable = { sortable: true };
  return [
    idColumn(
      { id: 'refNumber', header: t('terminals.column.reference'), width: 138 },
      (row) => row.refNumber,
      { pinned: true, sortable: true },
    ),
    {
      id: 'settlementDate',
      header: t('settlement.column.settledAt'),
      width: 112,
      sortable: true,
      render: (row) => <GatewayTimeText value={row.settlementDate} />,
      text: (row) => row.settlementDate?.raw ?? '',
    },
    {
      id: 'branchId',
      header: t('terminals.column.branch'),
      width: 96,
      sortable: true,
      render: (row) => row.branchName ?? <IdText value={row.branchId} />,
      text: (row) => row.branchName ?? row.branchId ?? '',
    },
    idColumn(
      { id: 'merchantOrderId', header: t('terminals.column.order'), width: 132 },
      (row) => row.merchantOrderId,
      sortable,
    ),
    idColumn(
      { id: 'terminal', header: t('terminals.column.terminalId'), width: 92 },
      (row) => row.terminalId,
    ),
    moneyColumn(
      { id: 'amount', header: t('settlement.column.gross'), width: 116 },
      (row) => row.amount,
      sortable,
    ),
    moneyColumn({ id: 'fee', header: t('settlement.column.fees'), width: 92 }, (row) => row.fee, sortable),
    moneyColumn({ id: 'vat', header: t('settlement.column.vat'), width: 84 }, (row) => row.vat),
    moneyColumn({ id: 'net', header: t('settlement.column.net'), width: 118 }, (row) => row.net, {
      sortable: true,
      strong: true,
    }),
    idColumn(
      { id: 'batch', header: t('settlement.column.batch'), width: 100 },
      (row) => row.batchId ?? row.windowId,
      { flex: 1 },
    ),
  ];
}
