/** The columns of the sales that can be paid early. */
import type { TFunction } from 'i18next';
import type { EligibleSale } from '#shared/contract/instant-settlement.ts';
import { idColumn, moneyColumn } from '../../components/columns.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import { IdText } from '../../components/id-text.tsx';
import { GatewayTimeText } from '../../components/time-text.tsx';

export function eligibleColumns(t: TFunction): GridColumn<EligibleSale>[] {
  const time = (
    id: 'transactionDate' | 'expectedSettlementDate',
    header: string,
    rest: Partial<GridColumn<EligibleSale>>,
  ): GridColumn<EligibleSale> => ({
    id,
    header,
    width: 140,
    ...rest,
    render: (row) => <GatewayTimeText value={row[id]} />,
    text: (row) => row[id]?.raw ?? '',
    sortValue: (row) => row[id]?.raw ?? '',
  });
  return [
    idColumn(
      { id: 'reference', header: t('terminals.column.reference'), width: 150 },
      (row) => row.refNumber,
      { pinned: true },
    ),
    idColumn({ id: 'order', header: t('terminals.column.order'), width: 160 }, (row) => row.merchantOrderId),
    {
      id: 'branch',
      header: t('terminals.column.branch'),
      width: 120,
      render: (row) => row.branchName ?? <IdText value={row.branchId} />,
      text: (row) => row.branchName ?? '',
      sortValue: (row) => row.branchName ?? '',
    },
    moneyColumn({ id: 'amount', header: t('settlement.column.gross'), width: 130 }, (row) => row.amount, {
      sortValue: (row) => row.amount.minor,
    }),
    moneyColumn({ id: 'net', header: t('settlement.column.net'), width: 130 }, (row) => row.net, {
      sortValue: (row) => row.net?.minor ?? 0n,
    }),
    time('transactionDate', t('instantSettlement.column.sold'), {}),
    time('expectedSettlementDate', t('instantSettlement.column.expected'), { flex: 1, width: 150 }),
  ];
}
