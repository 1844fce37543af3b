/** The requests of instant settlement that a month's cost is of. */
import { Skeleton, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Period } from '#shared/contract/figures.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { useAnswer } from '../../components/asked.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { GatewayTimeText } from '../../components/time-text.tsx';
import { formatDate } from '../../i18n/format.ts';

type Request = OutputOf<'instantSettlement.requests'>['requests'][number];

/** As the sums take them: in the currency, created in the month, and their money deducted. */
const isOf =
  (currency: string, { fromMs, untilMs }: Period) =>
  ({ status, createdAt, totalFees }: Request): boolean =>
    status.kind === 'known' &&
    (status.value === 'PROCESSING' || status.value === 'TRANSFERRED') &&
    totalFees?.currency === currency &&
    createdAt?.kind === 'instant' &&
    createdAt.atMs >= fromMs &&
    createdAt.atMs < untilMs;

const askRequests = () => call('instantSettlement.requests', {});

export function EarlyDrawer({
  currency,
  month,
  onClose,
}: {
  currency: string;
  month: Period;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { value, error } = useAnswer(askRequests);
  const title = t('figures.earlyRows', { month: formatDate(month.from, 'month', locale) });
  return (
    <SideDrawer opened onClose={onClose} title={title}>
      {error && <ErrorNotice error={error} />}
      {!value && !error && <Skeleton height={120} radius={10} />}
      {value && (
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('figures.column.requests')}</Table.Th>
              <Table.Th className="number-cell">{t('figures.column.total')}</Table.Th>
              <Table.Th className="number-cell">{t('figures.series.cost')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {value.requests.filter(isOf(currency, month)).map((request) => (
              <Table.Tr key={request.requestId}>
                <Table.Td>
                  <IdText value={request.requestId} copyable />
                  <div className="muted size-12">
                    <GatewayTimeText value={request.createdAt} />
                  </div>
                </Table.Td>
                <Table.Td className="number-cell">
                  {request.total ? <MoneyText value={request.total} /> : '—'}
                </Table.Td>
                <Table.Td className="number-cell">
                  {request.totalFees ? <MoneyText value={request.totalFees} /> : '—'}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </SideDrawer>
  );
}
