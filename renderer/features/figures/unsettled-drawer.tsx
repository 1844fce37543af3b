/** The sales behind one age: closed, and in no settled transaction. */
import { Button, Skeleton, Table } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Age, UnsettledRow } from '#shared/contract/figures.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { formatDate, formatZNumber } from '../../i18n/format.ts';

type Loaded = { rows: UnsettledRow[] | null; next: string | null; error: AppError | null };

function useRows(currency: string, age: Age): Loaded & { more: () => void } {
  const [loaded, setLoaded] = useState<Loaded>({ rows: null, next: null, error: null });
  const read = async (cursor: string | null) => {
    const answer = await call('figures.unsettled', { currency, age, cursor });
    setLoaded((before) =>
      answer.ok
        ? { rows: [...(before.rows ?? []), ...answer.value.rows], next: answer.value.next, error: null }
        : { ...before, error: answer.error },
    );
  };
  useEffect(() => {
    let shown = true;
    void call('figures.unsettled', { currency, age }).then((answer) => {
      if (!shown) return;
      setLoaded(
        answer.ok ? { ...answer.value, error: null } : { rows: null, next: null, error: answer.error },
      );
    });
    return () => {
      shown = false;
    };
  }, [currency, age]);
  return { ...loaded, more: () => void read(loaded.next) };
}

export function UnsettledDrawer({
  currency,
  age,
  onClose,
}: {
  currency: string;
  age: Age;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { rows, next, error, more } = useRows(currency, age);
  const title = t('figures.unsettledRows', { age: t(`figures.age.${age}`) });
  return (
    <SideDrawer opened onClose={onClose} title={title}>
      {error && <ErrorNotice error={error} />}
      {!rows && !error && <Skeleton height={160} radius={10} />}
      {rows && (
        <Table aria-label={title}>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.rowId}>
                <Table.Td>
                  <IdText value={row.orderId ?? row.refNumber ?? row.rowId} copyable />
                  <div className="muted size-12">
                    {formatDate(row.businessDate, 'short', locale)} ·{' '}
                    <bdi dir="ltr">Z {formatZNumber(row.zNumber)}</bdi> · <IdText value={row.terminalId} />
                    {row.branchName !== null && <> · {row.branchName}</>}
                  </div>
                </Table.Td>
                <Table.Td className="number-cell no-wrap">
                  <MoneyText value={row.amount} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {next !== null && (
        <Button variant="default" mt={12} onClick={more}>
          {t('figures.more')}
        </Button>
      )}
    </SideDrawer>
  );
}
