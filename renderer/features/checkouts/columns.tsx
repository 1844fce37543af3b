/** The columns of checkouts. */
import type { TFunction } from 'i18next';
import type { Checkout } from '#shared/contract/checkouts.ts';
import { isFinalSession } from '#shared/domain/session.ts';
import { idColumn, moneyColumn } from '../../components/columns.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import { GatewayTimeText } from '../../components/time-text.tsx';
import { CheckoutStateChip } from './checkout-state.tsx';

/** Of the most that are allowed, if there is a most; empty if the gateway did not say. */
export const attemptsOf = (t: TFunction, { attempts, mostAttempts }: Checkout): string =>
  attempts === null
    ? ''
    : mostAttempts === null
      ? String(attempts)
      : t('checkouts.attemptsOf', { number: attempts, most: mostAttempts });

/** The state of a checkout that a customer can still pay, or that we cannot read. */
const canBePaid = ({ status }: Checkout): boolean => status === null || !isFinalSession(status);

export function checkoutColumns(t: TFunction): GridColumn<Checkout>[] {
  const time = (id: 'createdAt' | 'expireAt', header: string): GridColumn<Checkout> => ({
    id,
    header,
    width: 130,
    // One that has ended no longer expires.
    render: (row) =>
      id === 'createdAt' ? (
        <GatewayTimeText value={row[id]} />
      ) : canBePaid(row) ? (
        <GatewayTimeText value={row[id]} />
      ) : (
        <span className="muted">—</span>
      ),
    text: (row) => row[id]?.raw ?? '',
  });
  return [
    time('createdAt', t('checkouts.column.created')),
    idColumn({ id: 'order', header: t('checkouts.column.order'), width: 190 }, (row) => row.order),
    {
      id: 'checkoutState',
      header: t('checkouts.column.state'),
      width: 160,
      render: (row) => (
        <>
          <CheckoutStateChip status={row.status} />
          {row.isGone && <span className="muted size-13"> {t('checkouts.gone')}</span>}
        </>
      ),
      text: (row) => (row.status?.kind === 'known' ? row.status.value : (row.status?.raw ?? '')),
    },
    moneyColumn({ id: 'amount', header: t('checkouts.column.amount'), width: 130 }, (row) => row.amount, {
      strong: true,
    }),
    {
      id: 'attempts',
      header: t('checkouts.column.attempts'),
      width: 90,
      render: (row) => {
        const said = (row.attempts ?? 0) > 0 && attemptsOf(t, row);
        return said || <span className="muted">—</span>;
      },
      text: (row) => attemptsOf(t, row),
    },
    time('expireAt', t('checkouts.column.expires')),
    {
      id: 'customer',
      header: t('checkouts.column.customer'),
      width: 170,
      render: (row) => <bdi>{row.customer ?? '—'}</bdi>,
      text: (row) => row.customer ?? '',
    },
    {
      id: 'description',
      header: t('checkouts.column.description'),
      width: 160,
      flex: 1,
      render: (row) => <bdi>{row.description ?? '—'}</bdi>,
      text: (row) => row.description ?? '',
    },
  ];
}
