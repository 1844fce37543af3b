/** A line as it is saved, every field that it has; the dates in words. `children`: more facts of it, each a dt and a dd. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportLine } from '#shared/contract/import-file.ts';
import { FactRow } from '../../components/fact.tsx';
import { useLocale } from '../../app-store.ts';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { formatDate } from '../../i18n/format.ts';

export function LineFacts({ line, children }: { line: ImportLine; children?: ReactNode }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { amount, bookedOn, valueOn, description, counterparty } = line;
  const isOneDay = valueOn === bookedOn;
  return (
    <div>
      <MoneyText value={amount} strong size={28} signed />
      <dl className="facts set-off">
        <FactRow name={t(isOneDay ? 'import.field.bookedAndValueOn' : 'import.field.bookedOn')}>
          {formatDate(bookedOn, 'full', locale)}
        </FactRow>
        {valueOn !== null && !isOneDay && (
          <FactRow name={t('import.field.valueOn')}>{formatDate(valueOn, 'full', locale)}</FactRow>
        )}
        {(['reference', 'orderId', 'account'] as const)
          .filter((field) => line[field] !== '')
          .map((field) => (
            <FactRow key={field} name={t(`import.field.${field}`)}>
              <IdText value={line[field]} copyable />
            </FactRow>
          ))}
        {description !== '' && (
          <FactRow name={t('import.field.description')}>
            <bdi>{description}</bdi>
          </FactRow>
        )}
        {counterparty !== '' && (
          <FactRow name={t('import.field.counterparty')}>
            <bdi>{counterparty}</bdi>
          </FactRow>
        )}
        {children}
      </dl>
    </div>
  );
}
