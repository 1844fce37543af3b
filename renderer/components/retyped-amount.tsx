/** The amount of a movement, typed again by the person who means it. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Money } from '#shared/money/money.ts';
import { isTypedAmount } from '#shared/money/typed-money.ts';

type RetypedProps = {
  label: string;
  amount: Money;
  typed: string;
  disabled?: boolean;
  onType: (typed: string) => void;
};

export function RetypedAmount({ label, amount, typed, disabled = false, onType }: RetypedProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={label}
      required
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      disabled={disabled}
      error={typed.trim() !== '' && !isTypedAmount(typed, amount) && t('operations.reversal.differs')}
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}
