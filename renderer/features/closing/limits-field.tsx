/** The two limits of a difference, as typed: a line a currency. */
import { usualCurrencies } from '#shared/money/currencies.ts';
import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../app-store.ts';
import { groupedAmount } from '../../components/grouped-amount.ts';
import { currencyLabel } from '../../i18n/format.ts';
import { readTyped } from './selectors.ts';

const limits = ['tolerance', 'large'] as const;
type Limit = (typeof limits)[number];
export type TypedLimits = { currency: string } & Record<Limit, string>;

type FieldProps = { limit: Limit; line: TypedLimits; onChange: (text: string) => void };

function LimitField({ limit, line, onChange }: FieldProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { language } = locale;
  const read = readTyped(line[limit], { currency: line.currency, paymentType: null });
  const wrong = read === 'not-understood' || (read !== null && read.minor < 0n);
  return (
    <TextInput
      dir="ltr"
      inputMode="decimal"
      placeholder={t(`closing.settings.empty.${limit}`)}
      aria-label={`${t(`closing.settings.${limit}`)}, ${currencyLabel(line.currency, language)}`}
      error={wrong && t('closing.settings.amountWrong')}
      value={line[limit]}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => onChange(groupedAmount(line[limit], line.currency, locale))}
    />
  );
}

type LimitsProps = { value: TypedLimits[]; onChange: (value: TypedLimits[]) => void };

export function LimitsField({ value, onChange }: LimitsProps) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const [free, ...others] = usualCurrencies.filter(
    (code) => !value.some(({ currency }) => currency === code),
  );
  const put = (index: number, change: Partial<TypedLimits>) =>
    onChange(value.map((line, at) => (at === index ? { ...line, ...change } : line)));
  const label = (code: string) => currencyLabel(code, language);
  return (
    <div>
      <div className="limits-fields" data-several={value.length > 1 || undefined}>
        {limits.map((limit) => (
          <div key={limit} className="limit-head">
            <div className="field-label">{t(`closing.settings.${limit}`)}</div>
            <div className="muted">{t(`closing.settings.${limit}Text`)}</div>
          </div>
        ))}
        <div className="limit-head" aria-hidden>
          <div className="field-label">{t('terminals.column.currency')}</div>
        </div>
        {value.map((line, index) => (
          <div key={line.currency} className="contents">
            {limits.map((limit) => (
              <LimitField
                key={limit}
                limit={limit}
                line={line}
                onChange={(text) => put(index, { [limit]: text })}
              />
            ))}
            <Select
              aria-label={t('terminals.column.currency')}
              data={[line.currency, ...(free === undefined ? [] : [free, ...others])].map((code) => ({
                value: code,
                label: label(code),
              }))}
              value={line.currency}
              allowDeselect={false}
              onChange={(code) => code !== null && put(index, { currency: code })}
            />
            {value.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('closing.settings.removeAmount', { currency: label(line.currency) })}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              >
                <IconX size={16} />
              </ActionIcon>
            )}
          </div>
        ))}
      </div>
      <p className="muted size-12 limit-others">{t('closing.settings.otherCurrencies')}</p>
      {free !== undefined && (
        <Button
          variant="subtle"
          size="compact-sm"
          mx={-8}
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...value, { currency: free, tolerance: '', large: '' }])}
        >
          {t('closing.settings.addCurrency')}
        </Button>
      )}
    </div>
  );
}
