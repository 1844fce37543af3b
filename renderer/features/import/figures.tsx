/** The lines that would be saved: their days, and the credits and debits in each currency. */
import { Table } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview, ImportTotal } from '#shared/contract/import-file.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { Fact } from '../../components/fact.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { currencyLabel, formatCount } from '../../i18n/format.ts';
import { useSpanText } from './texts.ts';

type TotalsProps = { totals: ImportTotal[]; kind: ImportPreview['kind'] };

/** The sums of the one currency, as figures in a row; nothing if there are several. */
export function SumFacts({ totals: [total, ...others], kind }: TotalsProps) {
  const { t } = useTranslation();
  if (!total || others.length > 0) return null;
  // Sales say it only where money went back.
  const signed = kind === 'bank';
  return (
    <>
      <Fact label={t(`import.total.credit.${kind}`)}>
        <MoneyText value={total.credit} signed={signed} />
      </Fact>
      <Fact label={t(`import.total.debit.${kind}`)}>
        <MoneyText value={total.debit} signed={signed} />
      </Fact>
      <Fact label={t('import.total.net')}>
        <MoneyText value={total.net} strong />
      </Fact>
    </>
  );
}

/** A table if there are several currencies: they are never mixed. */
export function SumTable({ totals, kind }: TotalsProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (totals.length < 2) return null;
  return (
    <Table className="close-table" aria-label={t('import.total.label')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('import.field.currency')}</Table.Th>
          <Table.Th className="number-cell">{t('import.total.lines')}</Table.Th>
          <Table.Th className="number-cell">{t(`import.total.credit.${kind}`)}</Table.Th>
          <Table.Th className="number-cell">{t(`import.total.debit.${kind}`)}</Table.Th>
          <Table.Th className="number-cell">{t('import.total.net')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {totals.map(({ currency, count, credit, debit, net }) => (
          <Table.Tr key={currency}>
            <Table.Td>{currencyLabel(currency, locale.language)}</Table.Td>
            <Table.Td className="number-cell">{formatCount(count, locale)}</Table.Td>
            <Table.Td className="number-cell">
              <MoneyText value={credit} signed />
            </Table.Td>
            <Table.Td className="number-cell">
              <MoneyText value={debit} signed />
            </Table.Td>
            <Table.Td className="number-cell">
              <MoneyText value={net} strong />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Days that nobody is sure of are not shown as if they were. */
function Days({ preview: { span, warnings } }: { preview: ImportPreview }) {
  const { t } = useTranslation();
  const spanText = useSpanText();
  const open = warnings.some(
    ({ warning }) => warning === 'date-order-ambiguous' || warning === 'date-order-contradictory',
  );
  return (
    <Fact label={t('import.fact.days')}>
      {open ? (
        <span className="chip" data-tone="late">
          <IconAlertTriangle size={16} aria-hidden /> {t('import.daysOpen')}
        </span>
      ) : (
        spanText(span, 'dated')
      )}
    </Fact>
  );
}

export function Figures({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { accounts, totals, kind } = preview;
  return (
    <>
      <div className="import-figures" data-testid="import-figures">
        <Days preview={preview} />
        <SumFacts totals={totals} kind={kind} />
        {accounts.length > 1 && (
          <Fact label={t('import.field.account')}>{t('import.accounts', counted(accounts.length))}</Fact>
        )}
      </div>
      <SumTable totals={totals} kind={kind} />
    </>
  );
}
