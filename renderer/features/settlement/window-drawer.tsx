/** One window: what the gateway says of it, where its sums do not fit, its batches, and the ways on. */
import { Button, Table } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { ListedWindow } from '#shared/contract/settlement.ts';
import { absolute } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { useAmountHead } from '../../components/amount-head.ts';
import { Calculation } from '../../components/calculation.tsx';
import { bridgePath } from '../../components/bridge-path.ts';
import { useCounted } from '../../components/counted.ts';
import { FactRow } from '../../components/fact.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { GatewayTimeText } from '../../components/time-text.tsx';
import { formatCount, formatDates } from '../../i18n/format.ts';
import { showPayments } from '../payments/index.tsx';
import { endsAtBank, WindowNet } from './how-net.tsx';
import { nameOfWindow } from './name-of-window.ts';
import { notFoundUpTo } from './overdue.ts';
import { useSettlement } from './store.ts';
import { BatchName, PayoutDate } from './window-columns.tsx';
import { WindowBridge } from './window-bridge.tsx';
import { WindowStatus } from './window-status.tsx';

function Facts({ window }: { window: ListedWindow }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <dl className="facts">
      <FactRow name={t('settlement.stateAtGateway')}>
        <WindowStatus status={window.status} />
      </FactRow>
      <FactRow name={t('settlement.opensCloses')}>
        <GatewayTimeText value={window.opensAt} /> – <GatewayTimeText value={window.closesAt} />
      </FactRow>
      {window.expectedPayoutDate !== null && (
        <FactRow name={t('settlement.column.payout')}>
          <PayoutDate value={window.expectedPayoutDate} locale={locale} />
        </FactRow>
      )}
      {window.bankReference !== null && (
        <FactRow name={t('settlement.column.bank')}>
          <IdText value={window.bankReference} copyable />
        </FactRow>
      )}
      <FactRow name={t('settlement.column.windowId')}>
        <IdText value={window.windowId} copyable />
      </FactRow>
    </dl>
  );
}

/** Of a deposit that is not in the statements so far: the days that it can still be found in. */
function MayBeThere({ window }: { window: ListedWindow }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { noStatement } = window.bridge;
  if (!noStatement || notFoundUpTo(window) === null) return null;
  return (
    <p className="muted">
      {t('settlement.bridge.mayBeThere', {
        dates: formatDates(noStatement.from, noStatement.to, locale),
      })}
    </p>
  );
}

/** What matters of it first: what is not explained, or else what it pays; and how it stands at the bank. */
function Answer({ window }: { window: ListedWindow }) {
  const { t } = useTranslation();
  const { bridge, net } = window;
  const { expected, deposited, unexplained } = bridge;
  if (bridge.state !== 'unexplained' || unexplained === null)
    return (
      <div>
        {net && <MoneyText value={net} strong size={28} />}
        <div>
          <span className="inline-row">
            <span className="muted size-13">{t('settlement.atBank')}</span> <WindowBridge window={window} />
          </span>
        </div>
        <MayBeThere window={window} />
      </div>
    );
  return (
    <div>
      <div className="window-odd">
        <MoneyText value={absolute(unexplained)} strong size={28} />{' '}
        {t(`settlement.${unexplained.minor > 0n ? 'more' : 'less'}`)}
      </div>
      {expected && deposited && !endsAtBank(t, window) && (
        <Calculation
          label={t('settlement.atBank')}
          terms={[
            { name: t('bridge.line.expected'), amount: expected },
            { name: t('bridge.line.unexplained'), amount: unexplained, isOdd: true },
            { name: t('bridge.line.deposited'), amount: deposited, isSum: true },
          ]}
        />
      )}
    </div>
  );
}

/** Two sums of the same money that are not the same, side by side. */
function Differences({ differs }: Pick<ListedWindow, 'differs'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (differs.length === 0) return null;
  return (
    <section aria-label={t('settlement.differs.title')}>
      <div className="banner window-differs" data-tone="late" role="status">
        <IconAlertTriangle size={16} />
        {t('settlement.differs.title')}
      </div>
      <Table fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th className="number-cell">{t('settlement.differs.gateway')}</Table.Th>
            <Table.Th className="number-cell">{t('settlement.differs.rows')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differs.map((one) => (
            <Table.Tr key={one.figure}>
              <Table.Td>{t(`settlement.differs.figure.${one.figure}`)}</Table.Td>
              <Table.Td className="number-cell">
                {one.figure === 'count' ? (
                  formatCount(one.gateway, locale)
                ) : (
                  <MoneyText value={one.gateway} />
                )}
              </Table.Td>
              <Table.Td className="number-cell">
                {one.figure === 'count' ? formatCount(one.rows, locale) : <MoneyText value={one.rows} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function Batches({ batches }: Pick<ListedWindow, 'batches'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { className, amountHead } = useAmountHead(batches.flatMap(({ net }) => net ?? []));
  if (batches.length === 0) return <p className="muted">{t('settlement.empty.batchesText')}</p>;
  return (
    <Table fz="sm" aria-label={t('settlement.batches')} className={`close-table ${className}`}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('settlement.column.batch')}</Table.Th>
          <Table.Th className="number-cell">{t('settlement.column.count')}</Table.Th>
          <Table.Th className="number-cell">{amountHead(t('settlement.column.net'))}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {batches.map((batch) => (
          <Table.Tr key={batch.batchId}>
            <Table.Td>
              <BatchName batch={batch} />
            </Table.Td>
            <Table.Td className="number-cell">
              {batch.transactionsCount === null ? '—' : formatCount(batch.transactionsCount, locale)}
            </Table.Td>
            <Table.Td className="number-cell">{batch.net ? <MoneyText value={batch.net} /> : '—'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Ways({ window }: { window: ListedWindow }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const [, navigate] = useLocation();
  const { openWindow, setFilter } = useSettlement();
  const leave = (path: string) => {
    openWindow(null);
    navigate(path);
  };
  const { paidAs, paidWith } = window;
  return (
    <>
      <Button onClick={() => leave(bridgePath(window.windowId))}>{t('bridge.open')}</Button>
      <Button
        variant="default"
        onClick={() => {
          setFilter({ windowId: window.windowId });
          leave('/settlement/settled');
        }}
      >
        {t('settlement.showSettled')}
      </Button>
      <Button
        variant="default"
        onClick={() => {
          showPayments({ windowId: window.windowId });
          leave('/payments');
        }}
      >
        {t('settlement.showPayments')}
      </Button>
      {window.bridge.state === 'no-statement' && (
        <Button variant="default" onClick={() => leave('/reconcile/import')}>
          {t('bridge.deposit.importStatement')}
        </Button>
      )}
      {paidAs !== null && (
        <Button variant="default" onClick={() => leave(bridgePath(paidAs))}>
          {t('settlement.payoutBridge', counted(paidWith.length))}
        </Button>
      )}
    </>
  );
}

export function WindowDrawer({ window, onClose }: { window: ListedWindow | null; onClose: () => void }) {
  const locale = useLocale();
  return (
    <SideDrawer
      opened={window !== null}
      onClose={onClose}
      title={window && nameOfWindow(window, locale)}
      acts={window && <Ways window={window} />}
    >
      {window && (
        <div className={window.bridge.state === 'unexplained' ? 'stack window-is-odd' : 'stack'}>
          <Answer window={window} />
          <WindowNet window={window} />
          <Differences differs={window.differs} />
          <Facts window={window} />
          <Batches batches={window.batches} />
        </div>
      )}
    </SideDrawer>
  );
}
