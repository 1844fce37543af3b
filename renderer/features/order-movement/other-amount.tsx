/** The field for another amount than the whole of an order. */
import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sameMoney, type Money } from '#shared/money/money.ts';
import { typedAmount } from '#shared/money/typed-money.ts';
import { useLocale } from '../../app-store.ts';
import { formatMoney } from '../../i18n/format.ts';

/** Nothing typed is all that is left. */
const wantedOf = (typed: string, left: Money): Money | null =>
  typed.trim() === '' ? left : typedAmount(typed, left.currency);

/** True while the amount in the field is not the one that was prepared. */
export function isOtherAmount(typed: string, left: Money, prepared: Money | null): boolean {
  const wanted = wantedOf(typed, left);
  return !(wanted && prepared && sameMoney(wanted, prepared));
}

type OtherProps = {
  left: Money;
  typed: string;
  prepared: Money | null;
  busy: boolean;
  onType: (typed: string) => void;
  onTake: (amount: Money) => void;
};

/** Another amount than the whole: it is prepared anew before it can be confirmed. */
export function OtherAmount({ left, typed, prepared, busy, onType, onTake }: OtherProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const other = wantedOf(typed, left);
  const isPossible = other !== null && other.minor > 0n && other.minor <= left.minor;
  return (
    <div className="form-pair">
      <TextInput
        label={t('payments.move.other')}
        description={t('payments.move.otherAbout', { amount: formatMoney(left, locale) })}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        placeholder={t('payments.move.otherAll')}
        error={
          typed.trim() !== '' &&
          !isPossible &&
          t('payments.move.notLeft', { amount: formatMoney(left, locale) })
        }
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {isOtherAmount(typed, left, prepared) && (
        <Button variant="default" disabled={!isPossible || busy} onClick={() => other && onTake(other)}>
          {t('payments.move.take')}
        </Button>
      )}
    </div>
  );
}
