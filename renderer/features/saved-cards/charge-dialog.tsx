/** Charging a saved card: the amount, what will be sent, the amount again, and how it ended. */
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedCardDetail } from '#shared/contract/saved-cards.ts';
import { usualCurrencies } from '#shared/money/currencies.ts';
import { sameMoney, type Money } from '#shared/money/money.ts';
import { isTypedAmount, typedAmount } from '#shared/money/typed-money.ts';
import { useLocale } from '../../app-store.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { endedWith, MovementDialog } from '../../components/movement-dialog.tsx';
import { MovementEnding } from '../../components/movement-ending.tsx';
import { MovementFields } from '../../components/movement-fields.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { CardText } from './card-text.tsx';
import { Charges } from './charges.tsx';
import { useCharge, type ChargePreparation } from './use-charge.ts';

type Form = { amount: string; currency: string; reason: string; note: string; retyped: string };
type Change = (change: Partial<Form>) => void;

/** The amount that is typed, if it can be charged. */
function amountOf({ amount, currency }: Form): Money | null {
  const typed = typedAmount(amount, currency);
  return typed !== null && typed.minor > 0n ? typed : null;
}

type AmountProps = { form: Form; onChange: Change; taken: boolean; busy: boolean; onTake: () => void };

/** A charge is prepared for one amount: another one is prepared anew before it can be confirmed. */
function Amount({ form, onChange, taken, busy, onTake }: AmountProps) {
  const { t } = useTranslation();
  const isWrong = form.amount.trim() !== '' && amountOf(form) === null;
  return (
    <>
      <div className="form-pair">
        <TextInput
          label={t('savedCards.charge.amount')}
          required
          data-autofocus
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          value={form.amount}
          error={isWrong && t('savedCards.charge.notAnAmount')}
          onChange={(event) => onChange({ amount: event.currentTarget.value })}
        />
        <Select
          label={t('savedCards.charge.currency')}
          allowDeselect={false}
          data={[...usualCurrencies]}
          value={form.currency}
          onChange={(currency) => currency !== null && onChange({ currency })}
        />
      </div>
      {!taken && (
        <div>
          <Button
            variant="default"
            data-testid="take-amount"
            loading={busy}
            disabled={amountOf(form) === null}
            onClick={onTake}
          >
            {t('savedCards.charge.take')}
          </Button>
        </div>
      )}
    </>
  );
}

type PreparedProps = { preparation: ChargePreparation; amount: Money; form: Form; onChange: Change };

/** What will be sent, why, and the amount once more. */
function Prepared({ preparation, amount, form, onChange }: PreparedProps) {
  const { t } = useTranslation();
  return (
    <>
      <MoneyText value={amount} strong size={28} />
      <dl className="facts">
        <FactRow name={t('savedCards.charge.reference')}>
          <IdText value={preparation.orderId} copyable />
        </FactRow>
      </dl>
      <MovementFields request={preparation.request} amount={amount} form={form} onChange={onChange} />
    </>
  );
}

export function ChargeCard({ detail, onClose }: { detail: SavedCardDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  // As the dialog was opened: a charge that is made in it is its ending.
  const [{ card, charges }] = useState(detail);
  const { preparation, error, operation, busy, prepare, confirm } = useCharge(card.key);
  const [form, setForm] = useState<Form>({
    amount: '',
    currency: usualCurrencies[0],
    reason: '',
    note: '',
    retyped: '',
  });
  const change: Change = (changed) => setForm((now) => ({ ...now, ...changed }));
  const typed = amountOf(form);
  const amount = preparation?.amount ?? null;
  const taken = amount !== null && typed !== null && sameMoney(typed, amount);
  const authorization = useAuthorization({ do: 'move', kind: 'charge' }, amount ? [amount] : [], null);
  const isComplete = taken && isTypedAmount(form.retyped, amount) && form.reason.trim() !== '';
  const text = amount ? formatMoney(amount, locale) : '';
  const act = () => {
    if (!authorization.value) return;
    const { reason, note, retyped: typedAmount } = form;
    void confirm({ reason, note, typedAmount, authorization: authorization.value }).then(authorization.clear);
  };
  return (
    <MovementDialog
      onClose={onClose}
      title={t('savedCards.charge.title')}
      consequence={t('savedCards.charge.consequence')}
      confirmLabel={taken ? t('savedCards.charge.confirm', { amount: text }) : t('savedCards.charge.action')}
      canConfirm={isComplete && authorization.value !== null}
      busy={busy}
      errors={[error]}
      moves
      size={600}
      onConfirm={act}
      ended={endedWith(operation)}
      endedTitle={t('operations.kind.charge')}
    >
      <strong className="size-16">
        <CardText card={card} />
      </strong>
      {operation ? (
        <MovementEnding operation={operation} done={t('savedCards.charge.done', { amount: text })} />
      ) : (
        <>
          <Charges charges={charges} />
          <Amount
            form={form}
            onChange={change}
            taken={taken}
            busy={busy}
            onTake={() => typed && void prepare(typed)}
          />
          {taken && preparation && (
            <>
              <Prepared preparation={preparation} amount={amount} form={form} onChange={change} />
              {authorization.fields}
            </>
          )}
          {error && <ErrorNotice error={error} />}
        </>
      )}
    </MovementDialog>
  );
}
