/** The columns of the terminals grid. */
import { IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { Terminal } from '#shared/contract/terminals.ts';
import { amountsText } from '../../components/columns.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import { IdText } from '../../components/id-text.tsx';
import { MenuItem } from '../../components/menu-item.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { AgeText, TimeText } from '../../components/time-text.tsx';
import { TerminalState } from './terminal-state.tsx';

type RowActions = {
  read: (terminal: Terminal) => void;
  edit: (terminal: Terminal) => void;
  remove: (terminal: Terminal) => void;
  mayRead: boolean;
  mayManage: boolean;
};

function TerminalMenu({ terminal, actions, t }: { terminal: Terminal; actions: RowActions; t: TFunction }) {
  return (
    <RowMenu label={t('terminals.row.menu', { label: terminal.label })}>
      <MenuItem
        disabled={!actions.mayRead}
        leftSection={<IconRefresh size={16} />}
        onClick={() => actions.read(terminal)}
      >
        {t('terminals.row.read')}
      </MenuItem>
      <MenuItem
        disabled={!actions.mayManage}
        leftSection={<IconPencil size={16} />}
        onClick={() => actions.edit(terminal)}
      >
        {t('terminals.row.edit')}
      </MenuItem>
      {terminal.origin === 'typed' && (
        <MenuItem
          disabled={!actions.mayManage}
          leftSection={<IconTrash size={16} />}
          onClick={() => actions.remove(terminal)}
        >
          {t('terminals.row.remove')}
        </MenuItem>
      )}
    </RowMenu>
  );
}

const text = (value: string | null) => value ?? '';

/** Every terminal begins with the name of its branch. */
const namesBranch = (terminals: readonly Terminal[]): boolean =>
  terminals.every(({ label, branchName }) => branchName !== null && label.startsWith(`${branchName} · `));

/**
 * The ids of columns that no row has a value for, or that its name says already. `terminals`: all of them, also those that a filter hides,
 * so that no column comes and goes with it.
 */
export const idleColumns = (terminals: readonly Terminal[]): string =>
  [
    ...(namesBranch(terminals) ? ['branch'] : []),
    ...(terminals.every(({ lastAcknowledgedAtMs }) => lastAcknowledgedAtMs === null) ? ['acknowledged'] : []),
  ].join(' ');

/** `idle`: those that take no room from the others. */
export const terminalColumns = (t: TFunction, actions: RowActions, idle: string): GridColumn<Terminal>[] =>
  [...whichColumns(t), ...outstandingColumns(t), ...readColumns(t, actions)].filter(
    ({ id }) => !idle.split(' ').includes(id),
  );

/** Which terminal it is. */
function whichColumns(t: TFunction): GridColumn<Terminal>[] {
  return [
    {
      id: 'label',
      header: t('terminals.column.label'),
      width: 200,
      pinned: true,
      render: (row) => <strong className="row-name">{row.label}</strong>,
      text: (row) => row.label,
      sortValue: (row) => row.label,
    },
    {
      id: 'terminalId',
      header: t('terminals.column.terminalId'),
      width: 96,
      render: (row) => <IdText value={row.terminalId} />,
      text: (row) => row.terminalId,
      sortValue: (row) => row.terminalId,
    },
    {
      id: 'branch',
      header: t('terminals.column.branch'),
      width: 104,
      render: (row) => row.branchName ?? <span className="muted">—</span>,
      text: (row) => text(row.branchName),
      sortValue: (row) => text(row.branchName),
    },
  ];
}

function outstandingColumns(t: TFunction): GridColumn<Terminal>[] {
  return [
    {
      id: 'count',
      header: t('terminals.column.count'),
      width: 100,
      align: 'end',
      render: (row) => (row.lastReadAtMs === null ? '—' : row.outstandingCount),
      text: (row) => (row.lastReadAtMs === null ? '' : String(row.outstandingCount)),
      sortValue: (row) => row.outstandingCount,
    },
    {
      id: 'amount',
      header: t('terminals.column.amount'),
      width: 150,
      align: 'end',
      amounts: ({ outstanding }) => outstanding.map(({ amount }) => amount),
      render: (row) => (row.lastReadAtMs === null ? '—' : <TotalsText totals={row.outstanding} strong />),
      text: (row) => amountsText(row.outstanding.map(({ amount }) => amount)),
      sortValue: (row) => row.outstanding[0]?.amount.minor ?? 0n,
    },
  ];
}

/** How it was read and acknowledged, and what can be done with it. */
function readColumns(t: TFunction, actions: RowActions): GridColumn<Terminal>[] {
  return [
    {
      id: 'read',
      header: t('terminals.column.read'),
      width: 88,
      render: (row) => <AgeText atMs={row.lastReadAtMs} />,
      text: (row) => (row.lastReadAtMs === null ? '' : new Date(row.lastReadAtMs).toISOString()),
      sortValue: (row) => row.lastReadAtMs ?? 0,
    },
    {
      id: 'acknowledged',
      header: t('terminals.column.acknowledged'),
      width: 136,
      render: (row) =>
        row.lastAcknowledgedAtMs === null ? (
          <span className="muted">—</span>
        ) : (
          <span>
            <TimeText atMs={row.lastAcknowledgedAtMs} />{' '}
            <span className="muted">{row.lastAcknowledgedBy}</span>
          </span>
        ),
      text: (row) =>
        row.lastAcknowledgedAtMs === null ? '' : new Date(row.lastAcknowledgedAtMs).toISOString(),
      sortValue: (row) => row.lastAcknowledgedAtMs ?? 0,
    },
    {
      id: 'state',
      header: t('terminals.column.state'),
      width: 132,
      early: true,
      render: (row) => <TerminalState terminal={row} />,
      text: (row) => t(`terminals.state.${row.state}`, { date: row.businessDate }),
      sortValue: (row) => row.state,
    },
    {
      id: 'menu',
      header: t('closing.column.actions'),
      headerHidden: true,
      width: 52,
      render: (row) => <TerminalMenu terminal={row} actions={actions} t={t} />,
      text: () => '',
    },
  ];
}
