/** The sales that one request covers, and where each is now. */
import { Button, Skeleton, Table } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedRequest, RequestMember } from '#shared/contract/instant-settlement.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { GatewayTimeText } from '../../components/time-text.tsx';

type Loaded = { rows: RequestMember[]; next: string | null };

function useMembers(requestId: string) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const readAfter = useCallback(
    (from: Loaded | null) =>
      call('instantSettlement.members', { requestId, cursor: from?.next ?? null, limit: 100 }).then(
        (answer) => {
          setError(answer.ok ? null : answer.error);
          if (answer.ok)
            setLoaded({ rows: [...(from?.rows ?? []), ...answer.value.rows], next: answer.value.next });
        },
      ),
    [requestId],
  );
  useEffect(() => void readAfter(null), [readAfter]);
  return { loaded, error, readMore: () => void readAfter(loaded) };
}

export function RequestMembers({ request }: { request: ListedRequest }) {
  const { t } = useTranslation();
  const { loaded, error, readMore } = useMembers(request.requestId);
  if (error) return <ErrorNotice error={error} onRetry={readMore} />;
  if (!loaded) return <Skeleton height={80} radius={6} />;
  return (
    <>
      <Table fz="sm" aria-label={t('instantSettlement.members.label')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('bridge.column.transaction')}</Table.Th>
            <Table.Th>{t('terminals.column.reference')}</Table.Th>
            <Table.Th>{t('terminals.column.branch')}</Table.Th>
            <Table.Th className="number-cell">{t('settlement.column.gross')}</Table.Th>
            <Table.Th>{t('settlement.column.settledAt')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {loaded.rows.map((row) => (
            <Table.Tr key={row.transactionId}>
              <Table.Td>
                <IdText value={row.merchantOrderId ?? row.transactionId} copyable />
              </Table.Td>
              <Table.Td>
                <IdText value={row.refNumber} />
              </Table.Td>
              <Table.Td>{row.branchName ?? '—'}</Table.Td>
              <Table.Td className="number-cell">
                {row.amount ? <MoneyText value={row.amount} /> : '—'}
              </Table.Td>
              <Table.Td>
                <GatewayTimeText value={row.settledAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {loaded.next !== null && (
        <Button variant="default" size="xs" onClick={readMore}>
          {t('bridge.more')}
        </Button>
      )}
    </>
  );
}
