/** The columns of a terminal's transactions, and the menu of each row. */
import { Menu } from '@mantine/core';
import { IconArrowBackUp, IconCopy, IconEye } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '#shared/contract/terminals.ts';
import { isReturn, shownAmount } from '#shared/domain/kinds/index.ts';
import { idColumn, moneyColumn } from '../../components/columns.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import { MenuItem } from '../../components/menu-item.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { AgeText, TimeText } from '../../components/time-text.tsx';
import { Flags } from './flags.tsx';
import { EntryMode, PaymentType } from './gateway-texts.tsx';
import { Links } from './undone.tsx';

/** For a row that is no longer listed only the fate of its money still matters. */
function Gone({ row }: { row: Transaction }) {
  const { t } = useTranslation();
  const early = row.flags.filter((flag) => flag === 'paid-early' || flag === 'early-asked');
  return (
    <span className="inline-row">
      {early.length > 0 && <Flags flags={early} />}
      <span className="muted">
        {t(`terminals.listing.${row.listing}`)} <TimeText atMs={row.goneAtMs} />
      </span>
    </span>
  );
}

export type RowActions = {
  open: (rowId: string) => void;
  reverse: (row: Transaction) => void;
  mayReverse: boolean;
};

function TransactionMenu({ row, actions, t }: { row: Transaction; actions: RowActions; t: TFunction }) {
  const reversible =
    actions.mayReverse &&
    row.listing === 'outstanding' &&
    !isReturn(row.kind) &&
    row.kind !== 'unknown' &&
    !row.flags.includes('reversed-here') &&
    !row.flags.includes('unknown');
  return (
    <RowMenu label={t('terminals.row.menu', { label: row.refNumber ?? '' })}>
      <Menu.Item leftSection={<IconEye size={16} />} onClick={() => actions.open(row.rowId)}>
        {t('terminals.row.details')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCopy size={16} />}
        onClick={() => void navigator.clipboard.writeText(row.refNumber ?? '')}
      >
        {t('terminals.row.copyReference')}
      </Menu.Item>
      <Menu.Divider />
      <MenuItem
        leftSection={<IconArrowBackUp size={16} className="mirror" />}
        disabled={!reversible}
        onClick={() => actions.reverse(row)}
      >
        {t('operations.reversal.start')}
      </MenuItem>
    </RowMenu>
  );
}

const plain = (value: string | null) => value ?? '';

/** Whether anything is special about it: no row of a list without has a column for it. */
export const hasFlags = ({ flags, listing, undoes, undoneBy, reversedHere }: Transaction): boolean =>
  flags.length > 0 ||
  listing !== 'outstanding' ||
  undoes !== null ||
  undoneBy.length > 0 ||
  reversedHere !== null;

const flagsColumn = (t: TFunction, actions: RowActions): GridColumn<Transaction> => ({
  id: 'flags',
  header: t('terminals.column.flags'),
  flex: 1,
  width: 100,
  render: (row) => (
    <span className="inline-row">
      <Links row={row} onOpen={actions.open} />
      {row.listing === 'outstanding' ? <Flags flags={row.flags} /> : <Gone row={row} />}
    </span>
  ),
  text: (row) => row.flags.join(', '),
});

/** The amount of an authorisation is in no sum, so it is muted. */
function amountColumn(t: TFunction): GridColumn<Transaction> {
  const facts = { id: 'amount', header: t('terminals.column.transactionAmount'), width: 136 };
  const column = moneyColumn<Transaction>(facts, shownAmount, { sortable: true });
  return {
    ...column,
    render: (row) =>
      row.kind === 'authorization' ? (
        <span className="not-summed" title={t('terminals.sum.notInNet')}>
          {column.render(row)}
        </span>
      ) : (
        column.render(row)
      ),
  };
}

export function transactionColumns(
  t: TFunction,
  actions: RowActions,
  withFlags: boolean,
): GridColumn<Transaction>[] {
  return [
    idColumn(
      { id: 'reference', header: t('terminals.column.reference'), width: 152 },
      (row) => row.refNumber,
      { pinned: true, sortable: true },
    ),
    amountColumn(t),
    {
      id: 'paymentType',
      header: t('terminals.column.paymentType'),
      width: 118,
      sortable: true,
      render: (row) => <PaymentType value={row.paymentType} />,
      text: (row) => plain(row.paymentType),
    },
    {
      id: 'entryMode',
      header: t('terminals.column.entryMode'),
      width: 122,
      sortable: true,
      render: (row) => <EntryMode value={row.entryMode} />,
      text: (row) => plain(row.entryMode),
    },
    {
      id: 'firstSeen',
      header: t('terminals.column.firstSeen'),
      width: 168,
      sortable: true,
      render: (row) => (
        <>
          <TimeText atMs={row.firstSeenAtMs} />{' '}
          <span className="muted">
            · <AgeText atMs={row.firstSeenAtMs} />
          </span>
        </>
      ),
      text: (row) => new Date(row.firstSeenAtMs).toISOString(),
    },
    idColumn({ id: 'order', header: t('terminals.column.order'), width: 132 }, (row) => row.merchantOrderId, {
      sortable: true,
    }),
    ...(withFlags ? [flagsColumn(t, actions)] : []),
    {
      id: 'menu',
      header: t('closing.column.actions'),
      headerHidden: true,
      width: 52,
      render: (row) => <TransactionMenu row={row} actions={actions} t={t} />,
      text: () => '',
    },
  ];
}
