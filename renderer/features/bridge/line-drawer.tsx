/** The rows behind one line. */
import { Button, Skeleton, Table } from '@mantine/core';
import { IconAlertTriangle, IconBolt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BridgeRow } from '#shared/contract/bridge.ts';
import { useLocale } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { formatDate, formatZNumber } from '../../i18n/format.ts';
import { useBridge } from './store.ts';

/** The way to the close that has this sale. */
function Close({ row }: { row: BridgeRow }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (row.businessDate === null || row.zNumber === null)
    return <span className="muted">{t('bridge.inNoClose')}</span>;
  return (
    <span className="muted">
      {formatDate(row.businessDate, 'short', locale)} · <bdi dir="ltr">Z {formatZNumber(row.zNumber)}</bdi>
      {row.pc && (
        <>
          {' · '}
          {row.branchName !== null && (
            <>
              <bdi>{row.branchName}</bdi>
              {' · '}
            </>
          )}
          <bdi>{row.pc.name}</bdi>
        </>
      )}
    </span>
  );
}

function Marks({ row }: { row: BridgeRow }) {
  const { t } = useTranslation();
  return (
    <>
      {row.paidEarly && (
        <StateChip tone="neutral" icon={<IconBolt size={15} />} label={t('settlement.mark.early')} />
      )}
      {row.odd.map((one) => (
        <StateChip
          key={one}
          tone="late"
          icon={<IconAlertTriangle size={15} />}
          label={t(`settlement.mark.${one}`)}
        />
      ))}
    </>
  );
}

export function LineDrawer() {
  const { t } = useTranslation();
  const { opened, view, loadMore, closeLine, openLine } = useBridge();
  if (!opened) return null;
  const { line, rows, next, error } = opened;
  const name = t(`bridge.line.${line}`, view ? { context: view.of } : {});
  return (
    <SideDrawer opened onClose={closeLine} title={name}>
      <p className="muted card-text">{t(`bridge.about.${line}`)}</p>
      {error && <ErrorNotice error={error} onRetry={() => void openLine(line)} />}
      {!rows && !error && <Skeleton height={160} radius={10} />}
      {rows && (
        <Table aria-label={name}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('bridge.column.transaction')}</Table.Th>
              <Table.Th className="number-cell">{t('bridge.column.amount')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              <Table.Tr key={`${row.rowId ?? ''}/${row.transactionId ?? index}`}>
                <Table.Td>
                  {row.rowId === null && row.transactionId === null ? (
                    t('bridge.unnamedRow')
                  ) : (
                    <IdText value={row.orderId ?? row.refNumber ?? row.transactionId ?? row.rowId} copyable />
                  )}
                  <div className="size-12">
                    {line !== 'early-sales' && row.transactionId !== row.rowId && <Close row={row} />}
                    {row.terminalId !== null && (
                      <span className="muted">
                        {' · '}
                        <IdText value={row.terminalId} />
                      </span>
                    )}
                  </div>
                  <Marks row={row} />
                </Table.Td>
                <Table.Td className="number-cell no-wrap">
                  <MoneyText value={row.amount} signed={line !== 'closed' && line !== 'early-sales'} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {next !== null && (
        <Button variant="default" mt={12} onClick={() => void loadMore()}>
          {t('bridge.more')}
        </Button>
      )}
    </SideDrawer>
  );
}
