/** Tries a discount on an amount: the gateway works out what it takes off. Nothing is changed. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { aboveZero } from './bill-form.ts';

type TryProps = { discountId: string; currency: string };
export function TryDiscount({ discountId, currency }: TryProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState<OutputOf<'bills.tryDiscount'> | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);
  const amount = aboveZero(typed, currency);
  const ask = async () => {
    if (amount === null || busy) return;
    setBusy(true);
    const answer = await call('bills.tryDiscount', { discountId, amount: wireMoney(amount) });
    setBusy(false);
    setTried(answer.ok ? answer.value : null);
    setError(answer.ok ? null : answer.error);
  };
  return (
    <form
      className="stack-8 try-discount"
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
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
            setTried(null);
            setError(null);
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
