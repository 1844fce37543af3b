/** The columns of the webhooks: behind them how the last delivery of each ended. */
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptRow } from '#shared/contract/kept.ts';
import type { KeptListName } from '#shared/domain/kept-lists.ts';
import type { GridColumn } from '../../components/grid-columns.ts';
import { CellText, cellText } from './cells.tsx';
import { useNewestDeliveries, type Newest } from './last-delivery.tsx';
import { textIn } from './text-in.ts';

const NO_ROWS: readonly KeptRow[] = [];
const nameOf = (row: KeptRow): string => textIn(row, 'webhook') ?? row.key;

/** Whether what it reports arrives. Nothing while that is asked, and where it is not known which webhook was told. */
function LastCell({ newest }: { newest: Newest | undefined }) {
  const { t } = useTranslation();
  if (newest === undefined) return null;
  if (newest === 'several') return <span className="muted">—</span>;
  if (newest === null) return <span className="muted">{t('kept.noneCollected')}</span>;
  return (
    <>
      <CellText kind="word" cell={newest.cells.deliveryState} />{' '}
      <span className="muted">
        <CellText kind="time" cell={newest.cells.created} />
      </span>
    </>
  );
}

function lastText(t: TFunction, newest: Newest | undefined): string {
  if (newest === undefined || newest === 'several') return '';
  if (newest === null) return t('kept.noneCollected');
  const { deliveryState, created } = newest.cells;
  return `${cellText(t, 'word', deliveryState)} ${cellText(t, 'time', created)}`.trim();
}

/** The columns of a list as they are given, but for the webhooks. */
export function useWithLastDelivery(
  name: KeptListName,
  columns: GridColumn<KeptRow>[],
  rows: readonly KeptRow[] | null,
): GridColumn<KeptRow>[] {
  const { t } = useTranslation();
  const ofWebhooks = name === 'webhooks' ? (rows ?? NO_ROWS) : NO_ROWS;
  const newest = useNewestDeliveries([...new Set(ofWebhooks.map(nameOf))]);
  return useMemo(() => {
    if (name !== 'webhooks') return columns;
    return [
      ...columns.filter(({ hidden }) => hidden !== true).map(({ flex: _flex, ...column }) => column),
      {
        id: 'lastDelivery',
        header: t('kept.column.lastDelivery'),
        width: 200,
        flex: 1,
        sortable: false,
        render: (row: KeptRow) => <LastCell newest={newest?.get(nameOf(row))} />,
        text: (row: KeptRow) => lastText(t, newest?.get(nameOf(row))),
      },
      ...columns.filter(({ hidden }) => hidden === true),
    ];
  }, [t, name, columns, newest]);
}
