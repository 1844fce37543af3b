/** The columns of saved cards. */
import type { TFunction } from 'i18next';
import type { SavedCard } from '#shared/contract/saved-cards.ts';
import type { GridColumn } from '../../components/grid-columns.ts';
import { GatewayTimeText } from '../../components/time-text.tsx';
import { expiryOf, ExpiryText, lastFourOf } from '../../components/card-text.tsx';

export function savedCardColumns(t: TFunction): GridColumn<SavedCard>[] {
  const said = (id: 'brand' | 'holder' | 'customer', width: number): GridColumn<SavedCard> => ({
    id,
    header: t(`savedCards.column.${id}`),
    width,
    render: (row) => <bdi>{row[id] ?? '—'}</bdi>,
    text: (row) => row[id] ?? '',
  });
  return [
    said('brand', 130),
    {
      id: 'lastFour',
      header: t('savedCards.column.number'),
      width: 120,
      render: (row) => <bdi dir="ltr">{lastFourOf(row)}</bdi>,
      text: lastFourOf,
    },
    {
      id: 'expiry',
      header: t('savedCards.column.expiry'),
      width: 170,
      render: (row) => <ExpiryText card={row} />,
      text: expiryOf,
    },
    said('holder', 190),
    said('customer', 180),
    {
      id: 'createdAt',
      header: t('savedCards.column.saved'),
      width: 150,
      render: (row) => <GatewayTimeText value={row.createdAt} />,
      text: (row) => row.createdAt?.raw ?? '',
    },
    {
      id: 'isGone',
      header: t('savedCards.column.state'),
      width: 150,
      flex: 1,
      render: (row) => <span className="muted">{row.isGone && t('savedCards.gone')}</span>,
      text: (row) => (row.isGone ? t('savedCards.gone') : ''),
    },
  ];
}
