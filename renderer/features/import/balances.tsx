/** Shows if opening balance and lines make the closing one: a sum for one account, a table for several. */
import { Table } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#shared/contract/import-file.ts';
import { Fact } from '../../components/fact.tsx';
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

function Account({ account }: Pick<Balance, 'account'>) {
  const { t } = useTranslation();
  return account === '' ? t('import.balance.thisFile') : <IdText value={account} />;
}

function OneSum({ balance: { account, opening, lines, closing, difference } }: { balance: Balance }) {
  const { t } = useTranslation();
  return (
    <section className="import-sum" aria-label={t('import.balance.label')}>
      <Fact label={t('import.balance.opening')}>
        <MoneyText value={opening} />
      </Fact>
      <Fact label={t('import.balance.lines')}>
        <MoneyText value={lines} signed />
      </Fact>
      <Fact label={t('import.balance.closing')}>
        <MoneyText value={closing} />
      </Fact>
      <Fact label={t('import.balance.verdict')}>
        <Verdict difference={difference} />
      </Fact>
      <Fact label={t('import.field.account')}>
        <Account account={account} />
      </Fact>
    </section>
  );
}

export function Balances({ balances }: { balances: Balance[] }) {
  const { t } = useTranslation();
  const [first, ...others] = balances;
  if (!first) return null;
  if (others.length === 0) return <OneSum balance={first} />;
  return (
    <div className="import-balances">
      <Table className="close-table" aria-label={t('import.balance.label')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('import.field.account')}</Table.Th>
            <Table.Th className="number-cell">{t('import.balance.opening')}</Table.Th>
            <Table.Th className="number-cell">{t('import.balance.lines')}</Table.Th>
            <Table.Th className="number-cell">{t('import.balance.closing')}</Table.Th>
            <Table.Th>{t('import.balance.verdict')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {balances.map(({ account, currency, opening, lines, closing, difference }) => (
            <Table.Tr key={`${account}/${currency}`}>
              <Table.Td>
                <Account account={account} />
              </Table.Td>
              <Table.Td className="number-cell">
                <MoneyText value={opening} />
              </Table.Td>
              <Table.Td className="number-cell">
                <MoneyText value={lines} signed />
              </Table.Td>
              <Table.Td className="number-cell">
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
