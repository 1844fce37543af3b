/** The currency of the lines: in a column, or the same for every line; and how its decimals are written. */
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { decimalStyles } from '#shared/domain/statement.ts';
import { currencyScale, usualCurrencies } from '#shared/money/currencies.ts';
import { ColumnSamples } from './column-samples.tsx';
import type { InspectedTable, MappingDraft } from './mapping.ts';
import { useImport } from './store.ts';

const BY_THE_FILE = 'by-the-file';
const columnValue = (column: number) => `column/${column}`;

type ChoiceProps = { table: InspectedTable; draft: MappingDraft };

export function CurrencyChoice({ table, draft }: ChoiceProps) {
  const { t } = useTranslation();
  const map = useImport((state) => state.map);
  const { currency, decimals } = draft;
  const codes = new Set<string>(usualCurrencies);
  if (currency?.kind === 'fixed' && currencyScale(currency.code) !== null) codes.add(currency.code);
  const value =
    currency === null ? null : currency.kind === 'fixed' ? currency.code : columnValue(currency.column);
  const isTheOnly = currency?.kind === 'fixed' && currency.code === table.onlyCurrency;
  const take = (chosen: string | null) => {
    const column = /^column\/(\d+)$/.exec(chosen ?? '')?.[1];
    if (chosen === null) map({ currency: null });
    else
      map({
        currency:
          column === undefined ? { kind: 'fixed', code: chosen } : { kind: 'column', column: Number(column) },
      });
  };
  return (
    <>
      <div className="import-field">
        <Select
          label={t('import.field.currency')}
          description={isTheOnly ? t('import.currency.only') : undefined}
          required
          placeholder={t('import.columns.choose')}
          data={[
            {
              group: t('import.currency.everyLine'),
              items: [...codes].map((code) => ({ value: code, label: code })),
            },
            {
              group: t('import.currency.column'),
              items: table.columns
                .filter(({ header }) => header.trim() !== '')
                .map(({ column, header }) => ({ value: columnValue(column), label: header })),
            },
          ]}
          value={value}
          allowDeselect={false}
          onChange={take}
        />
        <div className="import-field-samples">
          <ColumnSamples
            table={table}
            draft={draft}
            field="currency"
            column={currency?.kind === 'column' ? currency.column : null}
          />
        </div>
      </div>
      <Select
        label={t('import.decimals.label')}
        data={[
          { value: BY_THE_FILE, label: t('import.decimals.byTheFile') },
          ...decimalStyles.map((style) => ({ value: style, label: t(`import.decimals.${style}`) })),
        ]}
        value={decimals ?? BY_THE_FILE}
        allowDeselect={false}
        onChange={(chosen) => map({ decimals: decimalStyles.find((style) => style === chosen) ?? null })}
      />
    </>
  );
}
