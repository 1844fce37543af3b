/** The currency of an amount that is typed beside it: one of the usual ones, or the one that it has already. */
import { Select } from '@mantine/core';
import { usualCurrencies } from '#shared/money/currencies.ts';

type Props = { label: string; value: string; onChange: (currency: string) => void };

export const CurrencySelect = ({ label, value, onChange }: Props) => (
  <Select
    label={label}
    allowDeselect={false}
    data={[...new Set([...usualCurrencies, value])]}
    value={value}
    onChange={(currency) => currency !== null && onChange(currency)}
  />
);
