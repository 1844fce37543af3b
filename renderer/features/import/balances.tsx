/** Whether opening balance and lines make the closing one, for each account. */
import { Table } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#shared/contract/import.ts';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';

type Balance = ImportPreview['balances'][number];

function Verdict({ difference }: Pick<Balance, 'difference'>) {
  const { t } = useTranslation();
  if (difference.minor === 0n)
    return (
      <span className="chip" data-tone="good">
        <IconCheck size={16} aria-hidden /> {t('import.balance.agrees')}
      </span>
    );
  return (
    <span className="chip" data-tone="late">
      <IconAlertTriangle size={16} aria-hidden /> {t('import.balance.differs')}{' '}
      <MoneyText value={difference} strong signed />
    </span>
  );
}

export function Balances({ balances }: { balances: Balance[] }) {
  const { t } = useTranslation();
  if (balances.length === 0) return null;
  return (
    <div className="import-balances">
      <Table className="close-table" aria-label={t('import.balance.label')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('import.balance.label')}</Table.Th>
            <Table.Th ta="end">{t('import.balance.opening')}</Table.Th>
            <Table.Th ta="end">{t('import.balance.lines')}</Table.Th>
            <Table.Th ta="end">{t('import.balance.closing')}</Table.Th>
            <Table.Th>{t('import.balance.verdict')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {balances.map(({ account, currency, opening, lines, closing, difference }) => (
            <Table.Tr key={`${account}/${currency}`}>
              <Table.Td>
                {account === '' ? t('import.balance.thisFile') : <IdText value={account} />}
              </Table.Td>
              <Table.Td ta="end">
                <MoneyText value={opening} />
              </Table.Td>
              <Table.Td ta="end">
                <MoneyText value={lines} signed />
              </Table.Td>
              <Table.Td ta="end">
                <MoneyText value={closing} />
              </Table.Td>
              <Table.Td>
                <Verdict difference={difference} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
