/** Shows if opening balance and lines make the closing one: a sum for one account, a table for several. */
import { Table } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#shared/contract/import-file.ts';
import { Calculation } from '../../components/calculation.tsx';
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

/** Opening and lines make the closing balance: a calculation, with its account above and its verdict below. */
function OneSum({ balance: { account, opening, lines, closing, difference } }: { balance: Balance }) {
  const { t } = useTranslation();
  return (
    <section className="import-sum" aria-label={t('import.balance.label')}>
      {/* That it adds up is said once, in the sentence above. */}
      <div className="row-8 size-13">
        {account !== '' && <span className="muted">{t('import.field.account')}</span>}
        <Account account={account} />
      </div>
      <Calculation
        label={t('import.balance.label')}
        terms={[
          { name: t('import.balance.opening'), amount: opening },
          { name: t('import.balance.lines'), amount: lines },
          ...(difference.minor === 0n
            ? []
            : [{ name: t('import.balance.differs'), amount: difference, isOdd: true }]),
          { name: t('import.balance.closing'), amount: closing, isSum: true },
        ]}
      />
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
