/** Charging a saved card: the amount, what will be sent, the amount again, and how it ended. */
import { Button, Select, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
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
import { SendButton, SentEnding, useSendForApproval } from '../../components/send-for-approval.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { CardText } from '../../components/card-text.tsx';
import { Charges } from './charges.tsx';
import { useCharge, type ChargePreparation } from './use-charge.ts';

export { Charges };

type Form = { amount: string; currency: string; reason: string; note: string; retyped: string };
type Change = (change: Partial<Form>) => void;

/** The amount that is typed, if it can be charged. */
function amountOf({ amount, currency }: Form): Money | null {
  const typed = typedAmount(amount, currency);
  return typed !== null && typed.minor > 0n ? typed : null;
}

type AmountProps = { form: Form; onChange: Change; busy: boolean; onTake: () => void };

/** A charge is prepared for one amount: another one is prepared anew before it can be confirmed. */
function Amount({ form, onChange, busy, onTake }: AmountProps) {
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
    </>
  );
}

type PreparedProps = {
  preparation: ChargePreparation;
  amount: Money;
  form: Form;
  onChange: Change;
  /** Who confirms it. */
  fields: ReactNode;
};

/** Why, the amount once more, who confirms it; and folded what will be sent. */
function Prepared({ preparation, amount, form, onChange, fields }: PreparedProps) {
  const { t } = useTranslation();
  return (
    <>
      <MovementFields request={preparation.request} amount={amount} form={form} onChange={onChange}>
        {fields}
      </MovementFields>
      <details className="folded">
        <summary>{t('savedCards.charge.reference')}</summary>
        <IdText value={preparation.orderId} copyable />
      </details>
    </>
  );
}

type DialogProps = {
  detail: SavedCardDetail;
  /** The request of somebody else that this confirmation approves: for its amount, and no other. */
  request?: ApprovalRequest;
  onClose: () => void;
};

/** What was typed, what the ladder asks for, and the two ways on: confirming, and sending it for approval. */
function useDecision(
  { preparation, busy, confirm }: ReturnType<typeof useCharge>,
  request: ApprovalRequest | undefined,
) {
  const { t } = useTranslation();
  const [form, setForm] = useState<Form>({
    amount: '',
    currency: usualCurrencies[0],
    reason: request?.reason ?? '',
    note: request?.note ?? '',
    retyped: '',
  });
  const typed = amountOf(form);
  const amount = preparation?.amount ?? null;
  const taken = amount !== null && (request !== undefined || (typed !== null && sameMoney(typed, amount)));
  const authorization = useAuthorization(
    { do: 'move', kind: 'charge' },
    amount ? [amount] : [],
    request ?? null,
    [
      ...(form.reason.trim() === '' ? [t('payments.move.reason')] : []),
      ...(amount === null ? [t('operations.column.amount')] : []),
      ...(amount && !isTypedAmount(form.retyped, amount) ? [t('operations.retyped')] : []),
    ],
  );
  const approval = useSendForApproval();
  const isComplete = taken && isTypedAmount(form.retyped, amount) && form.reason.trim() !== '';
  const { reason, note, retyped: typedAmount } = form;
  const act = () => {
    if (!authorization.value) return;
    void confirm({ reason, note, typedAmount, authorization: authorization.value }).then(authorization.clear);
  };
  const send = () => {
    const { pin } = authorization;
    if (preparation === null || pin === null) return;
    const { preparationId } = preparation;
    void approval.send({ kind: 'charge', preparationId, reason, note, pin }).then(authorization.clear);
  };
  return {
    form,
    change: (changed: Partial<Form>) => setForm((now) => ({ ...now, ...changed })),
    typed,
    amount,
    taken,
    fields: authorization.fields,
    approval,
    canConfirm: isComplete && authorization.value !== null,
    act,
    alternative: taken && authorization.level === 'L3' && !request && (
      <SendButton
        busy={approval.busy}
        disabled={!isComplete || authorization.pin === null || busy}
        onClick={send}
      />
    ),
  };
}

type FieldsProps = {
  charges: SavedCardDetail['charges'];
  charge: ReturnType<typeof useCharge>;
  decision: ReturnType<typeof useDecision>;
  /** The amount was asked for, and can only be agreed to. */
  isAsked: boolean;
};

function ChargeFields({ charges, charge, decision, isAsked }: FieldsProps) {
  const { t } = useTranslation();
  const { preparation, error, busy, prepare } = charge;
  const { form, change, typed, amount, taken, fields, approval } = decision;
  const problem = error ?? approval.error;
  return (
    <>
      {charges.length > 0 && <Charges charges={charges} />}
      {taken && amount && !isAsked && (
        <div className="row-8 spread">
          <MoneyText value={amount} strong size={28} />
          <Button variant="default" size="compact-sm" disabled={busy} onClick={() => change({ amount: '' })}>
            {t('savedCards.charge.other')}
          </Button>
        </div>
      )}
      {isAsked && amount && <MoneyText value={amount} strong size={28} />}
      {!isAsked && !taken && (
        <Amount form={form} onChange={change} busy={busy} onTake={() => typed && void prepare(typed)} />
      )}
      {taken && preparation && amount && (
        <Prepared preparation={preparation} amount={amount} form={form} onChange={change} fields={fields} />
      )}
      {problem && <ErrorNotice error={problem} />}
    </>
  );
}

export function ChargeCard({ detail, request, onClose }: DialogProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  // As the dialog was opened: a charge that is made in it is its ending.
  const [{ card, charges }] = useState(detail);
  const charge = useCharge(card.key, request?.totals[0]?.amount ?? null);
  const decision = useDecision(charge, request);
  const { amount, taken, approval, canConfirm, act, alternative } = decision;
  const { error, operation, busy } = charge;
  const text = amount ? formatMoney(amount, locale) : '';
  return (
    <MovementDialog
      onClose={onClose}
      title={t('savedCards.charge.title')}
      consequence={t('savedCards.charge.consequence')}
      confirmLabel={taken ? t('savedCards.charge.confirm', { amount: text }) : t('savedCards.charge.action')}
      canConfirm={canConfirm}
      busy={busy || approval.busy}
      errors={[error, approval.error]}
      moves
      size={600}
      onConfirm={act}
      ended={endedWith(operation, approval.sent)}
      endedTitle={t('operations.kind.charge')}
      alternative={alternative}
    >
      <dl className="facts">
        <FactRow name={t('savedCards.charge.card')}>
          <strong>
            <CardText card={card} />
          </strong>
        </FactRow>
        {card.holder !== null && (
          <FactRow name={t('savedCards.column.holder')}>
            <bdi>{card.holder}</bdi>
          </FactRow>
        )}
        {card.customer !== null && (
          <FactRow name={t('savedCards.column.customer')}>
            <IdText value={card.customer} />
          </FactRow>
        )}
      </dl>
      {operation ? (
        <MovementEnding operation={operation} done={t('savedCards.charge.done', { amount: text })} />
      ) : approval.sent ? (
        <SentEnding />
      ) : (
        <ChargeFields charges={charges} charge={charge} decision={decision} isAsked={request !== undefined} />
      )}
    </MovementDialog>
  );
}
