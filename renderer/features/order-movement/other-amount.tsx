/** How much of an order: the whole, or a part of it. */
import { Button, Group, Radio, TextInput } from '@mantine/core';
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

/** True while a part is chosen and not prepared: nothing typed is no part. */
export const isPartOpen = (
  { isPart, amount }: { isPart: boolean; amount: string },
  left: Money,
  prepared: Money | null,
): boolean => (isPart && amount.trim() === '') || isOtherAmount(isPart ? amount : '', left, prepared);

type OtherProps = {
  left: Money;
  isPart: boolean;
  typed: string;
  prepared: Money | null;
  busy: boolean;
  onChoose: (isPart: boolean) => void;
  onType: (typed: string) => void;
  onTake: (amount: Money) => void;
};

/** A part of the order: it is prepared anew before it can be confirmed. */
function Part({ left, typed, prepared, busy, onType, onTake }: Omit<OtherProps, 'isPart' | 'onChoose'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const part = typed.trim() === '' ? null : typedAmount(typed, left.currency);
  const isPossible = part !== null && part.minor > 0n && part.minor <= left.minor;
  return (
    <div className="form-pair">
      <TextInput
        label={t('payments.move.other')}
        description={t('payments.move.otherAbout', { amount: formatMoney(left, locale) })}
        required
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        error={
          typed.trim() !== '' &&
          !isPossible &&
          t('payments.move.notLeft', { amount: formatMoney(left, locale) })
        }
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {isOtherAmount(typed, left, prepared) && typed.trim() !== '' && (
        <Button variant="default" disabled={!isPossible || busy} onClick={() => part && onTake(part)}>
          {t('payments.move.take')}
        </Button>
      )}
    </div>
  );
}

/** All that is left of the order, or a part of it. */
export function OtherAmount({ isPart, onChoose, ...part }: OtherProps) {
  const { t } = useTranslation();
  const { left, prepared, busy, onTake } = part;
  const all = formatMoney(left, useLocale());
  return (
    <>
      <Radio.Group
        label={t('payments.move.howMuch')}
        value={isPart ? 'part' : 'all'}
        onChange={(value) => {
          onChoose(value === 'part');
          if (value === 'all' && isOtherAmount('', left, prepared)) onTake(left);
        }}
      >
        <Group gap={24} mt={6}>
          <Radio value="all" disabled={busy} label={t('payments.move.all', { amount: all })} />
          <Radio value="part" disabled={busy} label={t('payments.move.part')} />
        </Group>
      </Radio.Group>
      {isPart && <Part {...part} />}
    </>
  );
}
