/** The statements of a bank's own format: they say themselves what is what. */
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportInspection } from '#shared/contract/import-file.ts';
import { useLocale } from '../../app-store.ts';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { formatCount } from '../../i18n/format.ts';

export function Statements({ statements }: Pick<ImportInspection, 'statements'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <div className="import-sample" tabIndex={0} role="region" aria-label={t('import.statement.title')}>
      <Table className="close-table" aria-label={t('import.statement.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('import.field.account')}</Table.Th>
            <Table.Th>{t('import.statement.number')}</Table.Th>
            <Table.Th className="number-cell">{t('import.statement.entries')}</Table.Th>
            <Table.Th className="number-cell">{t('import.balance.opening')}</Table.Th>
            <Table.Th className="number-cell">{t('import.balance.closing')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {statements.map(({ account, number, currency, entries, opening, closing }, index) => (
            <Table.Tr key={`${account}/${number}/${currency}/${index}`}>
              <Table.Td>
                <IdText value={account === '' ? null : account} />
              </Table.Td>
              <Table.Td>
                <IdText value={number === '' ? null : number} />
              </Table.Td>
              <Table.Td className="number-cell">{formatCount(entries, locale)}</Table.Td>
              <Table.Td className="number-cell">{opening ? <MoneyText value={opening} /> : '—'}</Table.Td>
              <Table.Td className="number-cell">{closing ? <MoneyText value={closing} /> : '—'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
