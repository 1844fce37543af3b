/** Two calculators: what a payment would cost by its method, and by the first digits of a card. */
import { Button, Select, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf, OutputOf } from '#shared/contract/index.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { money, type Money } from '#shared/money/money.ts';
import { typedAmount } from '#shared/money/typed-money.ts';
import { call } from '../../api/client.ts';
import { useAsk } from '../../components/asked.ts';
import { Calculation } from '../../components/calculation.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import './calculators.css';

type Amount = InputOf<'rates.calculate'>['amount'];
const METHODS = ['card', 'wallet', 'bnpl'] as const;

function amountOf(typed: string): Amount | null {
  const amount = typedAmount(typed, 'EGP');
  return amount !== null && amount.minor > 0n ? wireMoney(amount) : null;
}

const taken = ({ minor, currency }: Money): Money => money(-minor, currency);

type FormProps = {
  of: 'calculator' | 'card';
  amount: string;
  onAmount: (typed: string) => void;
  field: ReactNode;
  error: AppError | null;
  busy: boolean;
  onAsk: (amount: Amount) => void;
  children: ReactNode;
};

function CalculatorForm({ of, amount, onAmount, field, error, busy, onAsk, children }: FormProps) {
  const { t } = useTranslation();
  const [tried, setTried] = useState(false);
  const wanted = amountOf(amount);
  return (
    <form
      className="calculator"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (wanted !== null && !busy) onAsk(wanted);
      }}
    >
      <strong>{t(`rates.${of}.title`)}</strong>
      <span className="muted size-13">{t(`rates.${of}.about`)}</span>
      <div className="calculator-row">
        <TextInput
          size="xs"
          label={t('rates.amount')}
          inputMode="decimal"
          dir="ltr"
          value={amount}
          error={tried && wanted === null ? t('checkouts.new.wrong.amount') : undefined}
          onChange={(event) => onAmount(event.currentTarget.value)}
        />
        {field}
        <Button type="submit" size="xs" variant="default" loading={busy}>
          {t(`rates.${of}.ask`)}
        </Button>
      </div>
      {error && <ErrorNotice error={error} />}
      {children}
    </form>
  );
}

function ByMethod() {
  const { t } = useTranslation();
  const [amount, setAmount] = useState('');
  const [method, setMethod] = useState<string>('card');
  const { value: answer, error, busy, ask, forget } = useAsk<OutputOf<'rates.calculate'>>();
  return (
    <CalculatorForm
      of="calculator"
      amount={amount}
      onAmount={(typed) => {
        forget();
        setAmount(typed);
      }}
      field={
        <Select
          size="xs"
          label={t('rates.column.method')}
          allowDeselect={false}
          data={METHODS.map((value) => ({ value, label: t(`checkouts.method.${value}`) }))}
          value={method}
          onChange={(value) => {
            forget();
            setMethod(value ?? 'card');
          }}
        />
      }
      error={error}
      busy={busy}
      onAsk={(wanted) => void ask(call('rates.calculate', { amount: wanted, method }))}
    >
      {answer && (
        <div data-testid="fee-answer">
          <Calculation
            label={t('rates.calculator.title')}
            terms={[
              { name: t('rates.part.amount'), amount: answer.amount },
              { name: t('rates.part.fee'), amount: taken(answer.fee) },
              { name: t('rates.part.vat'), amount: taken(answer.vat) },
              { name: t('rates.part.net'), amount: answer.net, isSum: true },
            ]}
          />
        </div>
      )}
    </CalculatorForm>
  );
}

function ByCard() {
  const { t } = useTranslation();
  const [amount, setAmount] = useState('');
  const [bin, setBin] = useState('');
  const { value: answer, error, busy, ask, forget } = useAsk<OutputOf<'rates.cardFee'>>();
  return (
    <CalculatorForm
      of="card"
      amount={amount}
      onAmount={(typed) => {
        forget();
        setAmount(typed);
      }}
      field={
        <TextInput
          size="xs"
          label={t('rates.card.bin')}
          inputMode="numeric"
          dir="ltr"
          maxLength={8}
          value={bin}
          onChange={(event) => {
            forget();
            setBin(event.currentTarget.value);
          }}
        />
      }
      error={error}
      busy={busy}
      onAsk={(wanted) => void ask(call('rates.cardFee', { amount: wanted, bin }))}
    >
      {answer && (
        <dl className="facts" data-testid="card-fee-answer">
          <FactRow name={t('rates.column.rate')}>
            <bdi dir="ltr">{answer.ratePercent === null ? '—' : `${answer.ratePercent}%`}</bdi>
          </FactRow>
          <FactRow name={t('rates.column.flatFee')}>
            {answer.flatFee ? <MoneyText value={answer.flatFee} /> : '—'}
          </FactRow>
          <FactRow name={t('rates.column.vat')}>
            <bdi dir="ltr">{answer.vatPercent === null ? '—' : `${answer.vatPercent}%`}</bdi>
          </FactRow>
        </dl>
      )}
    </CalculatorForm>
  );
}

export const Calculators = () => (
  <div className="calculators">
    <ByMethod />
    <ByCard />
  </div>
);
