/** The smallest or largest amount that a list shows. The field keeps what is typed; the list uses it once it is an amount. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typedAmountToDecimal } from '#shared/text/digits.ts';

type LimitProps = { label: string; value: string | null; onChange: (decimal: string | null) => void };

export function AmountLimit({ label, value, onChange }: LimitProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value ?? '');
  const decimal = typedAmountToDecimal(typed);
  const wrong = typed.trim() !== '' && decimal === null;
  // Another limit than the one that was typed: of a kept view.
  const shown = wrong || decimal === value ? typed : (value ?? '');
  return (
    <TextInput
      size="xs"
      w={104}
      dir="ltr"
      aria-label={label}
      placeholder={label}
      error={wrong && t('terminals.filter.notAnAmount')}
      value={shown}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const limit = typedAmountToDecimal(text);
        if (text.trim() === '' || limit !== null) onChange(limit);
      }}
    />
  );
}
