/** A line as it is saved, every field that it has; the dates in words. `children`: more facts of it, each a dt and a dd. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportLine } from '#shared/contract/import-file.ts';
import { useLocale } from '../../app-store.ts';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { formatDate } from '../../i18n/format.ts';

export function LineFacts({ line, children }: { line: ImportLine; children?: ReactNode }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { amount, bookedOn, valueOn, description, counterparty } = line;
  return (
    <div>
      <MoneyText value={amount} strong size={28} signed />
      <dl className="facts set-off">
        <dt>{t('import.field.bookedOn')}</dt>
        <dd>{formatDate(bookedOn, 'full', locale)}</dd>
        {valueOn !== null && (
          <>
            <dt>{t('import.field.valueOn')}</dt>
            <dd>{formatDate(valueOn, 'full', locale)}</dd>
          </>
        )}
        {(['reference', 'orderId', 'account'] as const)
          .filter((field) => line[field] !== '')
          .map((field) => (
            <div key={field} className="contents">
              <dt>{t(`import.field.${field}`)}</dt>
              <dd>
                <IdText value={line[field]} copyable />
              </dd>
            </div>
          ))}
        {description !== '' && (
          <>
            <dt>{t('import.field.description')}</dt>
            <dd>
              <bdi>{description}</bdi>
            </dd>
          </>
        )}
        {counterparty !== '' && (
          <>
            <dt>{t('import.field.counterparty')}</dt>
            <dd>
              <bdi>{counterparty}</bdi>
            </dd>
          </>
        )}
        {children}
      </dl>
    </div>
  );
}
