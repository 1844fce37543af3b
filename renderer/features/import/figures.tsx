/** What would be saved: how many lines, from which day to which, and what came in and went out in each currency. */
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportPreview, ImportTotal } from '#shared/contract/import.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { Fact } from '../../components/fact.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { currencyLabel, formatCount } from '../../i18n/format.ts';
import { useSpanText } from './words.ts';

type TotalsProps = { totals: ImportTotal[]; kind: ImportPreview['kind'] };

export function Totals({ totals, kind }: TotalsProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Table className="close-table import-totals" aria-label={t('import.total.label')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('import.field.currency')}</Table.Th>
          <Table.Th ta="end">{t('import.total.lines')}</Table.Th>
          <Table.Th ta="end">{t(`import.total.credit.${kind}`)}</Table.Th>
          <Table.Th ta="end">{t(`import.total.debit.${kind}`)}</Table.Th>
          <Table.Th ta="end">{t('import.total.net')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {totals.map(({ currency, count, credit, debit, net }) => (
          <Table.Tr key={currency} data-currency={currency}>
            <Table.Td>{currencyLabel(currency, locale.language)}</Table.Td>
            <Table.Td ta="end">{formatCount(count, locale)}</Table.Td>
            <Table.Td ta="end">
              <MoneyText value={credit} signed />
            </Table.Td>
            <Table.Td ta="end">
              <MoneyText value={debit} signed />
            </Table.Td>
            <Table.Td ta="end">
              <MoneyText value={net} strong signed />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

export function Figures({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const spanText = useSpanText();
  const { counts, span, accounts, totals, kind } = preview;
  const several = accounts.length > 1;
  return (
    <>
      <div className="import-figures" data-testid="import-figures">
        <Fact label={t('import.fact.lines')}>
          <strong style={{ fontSize: 20 }}>{t('import.lines', counted(counts.good))}</strong>
        </Fact>
        <Fact label={t('import.fact.days')}>
          <strong style={{ fontSize: 16 }}>{spanText(span)}</strong>
        </Fact>
        {accounts.length > 0 && (
          <Fact label={t('import.field.account')}>
            {several ? (
              t('import.accounts', counted(accounts.length))
            ) : (
              <bdi dir="ltr" className="id">
                {accounts[0]}
              </bdi>
            )}
          </Fact>
        )}
      </div>
      {totals.length > 0 && <Totals totals={totals} kind={kind} />}
    </>
  );
}
