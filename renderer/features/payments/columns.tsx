/** The columns of payments; sorting is the core's, by the name of the column. */
import type { TFunction } from 'i18next';
import type { Payment } from '#shared/contract/payments.ts';
import { takenOff } from '#shared/money/money.ts';
import { idColumn, moneyColumn } from '../../components/columns.tsx';
import type { ChoosableColumn } from '../../components/column-choice.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { CustomerText, FromText, PaymentFlags } from './where-from.tsx';
import { PaymentStateChip } from './payment-state.tsx';

export function paymentColumns(t: TFunction): ChoosableColumn<Payment>[] {
  return columnsOf(t).map((column) => ({ sortable: true, ...column }));
}

const flagsText = (t: TFunction, { flags }: Payment) =>
  flags.map((flag) => t(`payments.flag.${flag}`)).join(', ');

/** The method and the channel. */
function waysOf(t: TFunction): ChoosableColumn<Payment>[] {
  return [
    {
      id: 'method',
      header: t('payments.column.method'),
      width: 100,
      render: (row) =>
        row.method === null ? '—' : t(`payments.method.${row.method}`, { defaultValue: row.method }),
      text: (row) => row.method ?? '',
    },
    {
      // The column *From* mostly says the same.
      id: 'channel',
      header: t('payments.column.channel'),
      width: 110,
      optional: true,
      render: (row) =>
        row.channel === null ? '—' : t(`payments.channel.${row.channel}`, { defaultValue: row.channel }),
      text: (row) => row.channel ?? '',
    },
  ];
}

/** Where it was paid, its customer, its settlement window, and its flags. */
function whereFrom(t: TFunction): ChoosableColumn<Payment>[] {
  return [
    {
      id: 'paidFrom',
      header: t('payments.column.paidFrom'),
      width: 100,
      render: (row) => <FromText payment={row} />,
      text: (row) => (row.from === null ? '' : t(`payments.from.${row.from}`)),
    },
    {
      id: 'customer',
      header: t('payments.column.customer'),
      // A long name gives way: at 1280 the reference is still in sight.
      width: 110,
      flex: 3,
      // An order would give masked phones and emails away.
      sortable: false,
      render: (row) => <CustomerText payment={row} />,
      text: (row) => row.customer ?? '',
    },
    {
      ...idColumn<Payment>(
        { id: 'window', header: t('payments.column.window'), width: 130 },
        (row) => row.windowId,
      ),
      optional: true,
    },
    {
      id: 'paymentFlags',
      header: t('payments.column.paymentFlags'),
      width: 120,
      sortable: false,
      render: (row) => <PaymentFlags payment={row} />,
      text: (row) => flagsText(t, row),
    },
  ];
}

/** What went back, below zero; null if nothing did. */
const returnedOf = ({ returned }: Payment) => (returned?.minor === 0n ? null : takenOff(returned));

/** A refund that the gateway lists as an order of its own: the sale is another row. */
const isReturnAlone = ({ amount, returned }: Payment) =>
  amount === null && returned !== null && returned.minor !== 0n;

function columnsOf(t: TFunction): ChoosableColumn<Payment>[] {
  return [
    {
      id: 'at',
      header: t('payments.column.time'),
      width: 130,
      render: (row) => <TimeText atMs={row.atMs} dated />,
      text: (row) => (row.atMs === null ? '' : new Date(row.atMs).toISOString()),
    },
    idColumn(
      { id: 'order', header: t('payments.column.order'), width: 190 },
      (row) => row.merchantOrderId ?? row.key,
    ),
    {
      id: 'paymentState',
      header: t('payments.column.state'),
      width: 150,
      render: (row) =>
        row.isGone ? (
          <span className="muted">{t('payments.gone')}</span>
        ) : (
          <PaymentStateChip state={row.state} alone={isReturnAlone(row)} />
        ),
      text: (row) =>
        row.isGone
          ? t('payments.gone')
          : t(isReturnAlone(row) ? 'payments.returnAlone' : `payments.state.${row.state}`),
    },
    moneyColumn({ id: 'amount', header: t('payments.column.amount'), width: 130 }, (row) => row.amount, {
      strong: true,
    }),
    {
      // Of most payments it is their amount once more.
      ...moneyColumn<Payment>(
        { id: 'captured', header: t('payments.column.captured'), width: 130 },
        (row) => row.captured,
      ),
      optional: true,
    },
    // Money that goes back has a minus: the amount and this come to what is left. Of most payments nothing went back.
    moneyColumn({ id: 'returned', header: t('payments.column.returned'), width: 130 }, returnedOf),
    {
      // Of most payments it is their amount once more. Of a refund that is an order of its own nothing is left.
      ...moneyColumn<Payment>({ id: 'left', header: t('payments.column.left'), width: 130 }, (row) =>
        row.amount === null ? null : row.left,
      ),
      optional: true,
    },
    ...waysOf(t),
    ...whereFrom(t),
    idColumn(
      { id: 'reference', header: t('payments.column.reference'), width: 130 },
      (row) => row.refNumber,
      {
        flex: 1,
      },
    ),
  ];
}
