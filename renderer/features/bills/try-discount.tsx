/** Tries a discount on an amount: the gateway works out what it takes off. Nothing is changed. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import { call } from '../../api/client.ts';
import { useAsk } from '../../components/asked.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { aboveZero } from './bill-form.ts';

type TryProps = { discountId: string; currency: string };
export function TryDiscount({ discountId, currency }: TryProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { value: tried, error, busy, ask, forget } = useAsk<OutputOf<'bills.tryDiscount'>>();
  const amount = aboveZero(typed, currency);
  const press = () => {
    if (amount === null || busy) return;
    void ask(call('bills.tryDiscount', { discountId, amount: wireMoney(amount) }));
  };
  return (
    <form
      className="stack-8 try-discount"
      onSubmit={(event) => {
        event.preventDefault();
        press();
      }}
    >
      <span className="muted size-13">{t('bills.try.about')}</span>
      <div className="form-pair">
        <TextInput
          size="xs"
          label={t('bills.try.amount', { currency })}
          inputMode="decimal"
          dir="ltr"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            forget();
          }}
        />
        <Button type="submit" size="xs" variant="default" disabled={amount === null} loading={busy}>
          {t('bills.try.ask')}
        </Button>
      </div>
      {error && <ErrorNotice error={error} />}
      {tried && (
        <dl className="facts" role="status">
          <FactRow name={t('bills.try.discount')}>
            <MoneyText value={tried.discount} />
          </FactRow>
          <FactRow name={t('bills.try.final')}>
            <MoneyText value={tried.final} strong />
          </FactRow>
        </dl>
      )}
    </form>
  );
}
