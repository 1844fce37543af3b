/** One amount a currency, as typed. */
import { usualCurrencies } from '#shared/money/currencies.ts';
import { ActionIcon, Button, Group, Input, Select, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../app-store.ts';
import { currencyLabel } from '../../i18n/format.ts';
import { readTyped } from './selectors.ts';

export type TypedAmount = { currency: string; text: string };

type AmountsProps = {
  label: string;
  description: string;
  value: TypedAmount[];
  onChange: (value: TypedAmount[]) => void;
};

export function AmountsField({ label, description, value, onChange }: AmountsProps) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const free = usualCurrencies.filter((currency) => !value.some((amount) => amount.currency === currency));
  const put = (index: number, change: Partial<TypedAmount>) =>
    onChange(value.map((amount, at) => (at === index ? { ...amount, ...change } : amount)));
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <div className="amounts-fields">
        {value.map(({ currency, text }, index) => {
          const read = readTyped(text, { currency, paymentType: null });
          const wrong = read === 'not-understood' || (read !== null && read.minor < 0n);
          const name = currencyLabel(currency, language);
          return (
            <Group key={currency} gap={8} align="start" wrap="nowrap">
              <TextInput
                w={180}
                dir="ltr"
                inputMode="decimal"
                placeholder="0.00"
                aria-label={`${label}, ${name}`}
                error={wrong && t('closing.settings.amountWrong')}
                value={text}
                onChange={(event) => put(index, { text: event.currentTarget.value })}
              />
              <Select
                w={110}
                aria-label={`${label}, ${t('terminals.column.currency')}`}
                data={[currency, ...free].map((code) => ({
                  value: code,
                  label: currencyLabel(code, language),
                }))}
                value={currency}
                allowDeselect={false}
                onChange={(code) => code !== null && put(index, { currency: code })}
              />
              {value.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={t('closing.settings.removeAmount', { currency: name })}
                  onClick={() => onChange(value.filter((_, at) => at !== index))}
                >
                  <IconX size={16} />
                </ActionIcon>
              )}
            </Group>
          );
        })}
        {free[0] !== undefined && (
          <div>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={14} />}
              onClick={() => onChange([...value, { currency: free[0] ?? 'USD', text: '' }])}
            >
              {t('closing.settings.addCurrency')}
            </Button>
          </div>
        )}
      </div>
    </Input.Wrapper>
  );
}
