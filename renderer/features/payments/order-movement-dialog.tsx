/** Refund, void or capture of one order: fresh read, the amount, the exact request, a retyped amount, and how it ended. */
import { Button, Code, Loader, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#shared/contract/operations.ts';
import type { Authorization } from '#shared/contract/people.ts';
import type { OrderMovementKind, OrderPreparation } from '#shared/contract/payments.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { money, parseMoney, sameMoney, toDecimal, type Money } from '#shared/money/money.ts';
import { typedAmountToDecimal } from '#shared/text/digits.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { IdText } from '../../components/id-text.tsx';
import { tellLate, useIsLeft } from '../../components/late-ending.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { MovementDialog } from '../../components/movement-dialog.tsx';
import { MovementEnding } from '../../components/movement-ending.tsx';
import { formatMoney } from '../../i18n/format.ts';

type Form = { amount: string; reason: string; note: string; retyped: string };
type DialogProps = {
  kind: OrderMovementKind;
  orderId: string;
  /** The gateway was asked: its list says something else now. */
  onMoved: () => void;
  onClose: () => void;
};

const amountOf = (typed: string, currency: string): Money | null => {
  const decimal = typedAmountToDecimal(typed);
  const parsed = decimal === null ? null : parseMoney(decimal, currency);
  return parsed?.ok === true ? parsed.value : null;
};

function useOrderMovement({ kind, orderId, onMoved }: Omit<DialogProps, 'onClose'>) {
  const [preparation, setPreparation] = useState<OrderPreparation | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [operation, setOperation] = useState<Operation | null>(null);
  const [busy, setBusy] = useState(false);
  const isLeft = useIsLeft();
  useEffect(() => {
    let open = true;
    void call('orderMovement.prepare', { kind, orderId, amount: null }).then((answer) => {
      if (!open) return;
      if (answer.ok) setPreparation(answer.value);
      else setError(answer.error);
    });
    return () => {
      open = false;
    };
  }, [kind, orderId]);
  const prepare = async (amount: Money) => {
    setBusy(true);
    setError(null);
    const answer = await call('orderMovement.prepare', {
      kind,
      orderId,
      amount: { minor: amount.minor.toString(), currency: amount.currency },
    });
    if (isLeft()) return;
    setBusy(false);
    if (answer.ok) setPreparation(answer.value);
    else setError(answer.error);
  };
  const confirm = async ({ reason, note, retyped }: Form, authorization: Authorization) => {
    if (!preparation) return;
    setBusy(true);
    setError(null);
    const { preparationId } = preparation;
    const answer = await call('orderMovement.confirm', {
      preparationId,
      reason,
      note,
      typedAmount: retyped,
      authorization,
    });
    onMoved();
    if (isLeft()) return tellLate(kind, answer);
    setBusy(false);
    if (answer.ok) setOperation(answer.value.operation);
    else setError(answer.error);
  };
  return { preparation, error, operation, busy, prepare, confirm };
}

export function OrderMovementDialog({ kind, orderId, onMoved, onClose }: DialogProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { preparation, error, operation, busy, prepare, confirm } = useOrderMovement({
    kind,
    orderId,
    onMoved,
  });
  const [form, setForm] = useState<Form>({ amount: '', reason: '', note: '', retyped: '' });
  const amount = preparation?.amount ?? null;
  const authorization = useAuthorization({ do: 'move', kind }, amount ? [amount] : [], null);
  const text = amount ? formatMoney(amount, locale) : '';
  const left = preparation?.left ?? null;
  const other = form.amount.trim() === '' || !left ? null : amountOf(form.amount, left.currency);
  const isOther = form.amount.trim() !== '' && !(other && amount && sameMoney(other, amount));
  const tooMuch = other !== null && left !== null && (other.minor > left.minor || other.minor <= 0n);
  const retyped = amount ? amountOf(form.retyped, amount.currency) : null;
  const agrees = retyped !== null && amount !== null && sameMoney(retyped, amount);
  const complete = amount !== null && agrees && form.reason.trim() !== '' && !isOther;
  const rest = amount && left ? formatMoney(money(left.minor - amount.minor, left.currency), locale) : '';
  const act = () => {
    if (authorization.value) void confirm(form, authorization.value).then(authorization.clear);
  };
  return (
    <MovementDialog
      opened
      onClose={onClose}
      title={t(`payments.move.${kind}.title`)}
      consequence={<span className="muted">{t(`payments.move.${kind}.consequence`)}</span>}
      confirmLabel={t(`payments.move.${kind}.confirm`, { amount: text })}
      canConfirm={complete && authorization.value !== null}
      busy={busy}
      errors={[error]}
      moves
      size={600}
      onConfirm={act}
      ended={operation !== null}
    >
      {operation ? (
        <>
          <MovementEnding
            operation={operation}
            done={t(`payments.move.${kind}.done`, { amount: text, left: rest })}
          />
          {kind === 'void' && operation.state === 'REFUSED' && <p>{t('payments.move.void.refused')}</p>}
        </>
      ) : (
        <>
          {amount ? (
            <MoneyText value={amount} strong size={28} />
          ) : (
            !error && (
              <span role="status" className="inline-row">
                <Loader size={14} /> {t('operations.reading')}
              </span>
            )
          )}
          {preparation && left && (
            <>
              <dl className="facts">
                <dt>{t('payments.orderId')}</dt>
                <dd>
                  <strong>
                    <IdText value={preparation.orderId} />
                  </strong>
                </dd>
                <dt>{t('payments.move.most')}</dt>
                <dd>
                  <MoneyText value={left} />
                </dd>
              </dl>
              {kind !== 'void' && (
                <div className="form-pair">
                  <TextInput
                    label={t('payments.move.other')}
                    description={t('payments.move.otherAbout')}
                    dir="ltr"
                    inputMode="decimal"
                    autoComplete="off"
                    placeholder={toDecimal(left)}
                    error={
                      form.amount.trim() !== '' &&
                      (other === null || tooMuch) &&
                      t('payments.move.notLeft', { amount: formatMoney(left, locale) })
                    }
                    value={form.amount}
                    onChange={(event) => setForm({ ...form, amount: event.currentTarget.value })}
                  />
                  <Button
                    variant="default"
                    disabled={!isOther || other === null || tooMuch || busy}
                    onClick={() => other && void prepare(other)}
                  >
                    {t('payments.move.take')}
                  </Button>
                </div>
              )}
              <details>
                <summary>{t('payments.move.request')}</summary>
                <Code block dir="ltr">
                  {`${preparation.request.method} ${preparation.request.url}\n${preparation.request.body}`}
                </Code>
              </details>
              <div className="form-pair">
                <TextInput
                  label={t('payments.move.reason')}
                  required
                  maxLength={200}
                  value={form.reason}
                  onChange={(event) => setForm({ ...form, reason: event.currentTarget.value })}
                />
                <Textarea
                  label={t('payments.move.note')}
                  maxLength={500}
                  autosize
                  minRows={1}
                  value={form.note}
                  onChange={(event) => setForm({ ...form, note: event.currentTarget.value })}
                />
              </div>
              <TextInput
                label={t('operations.reversal.retype', { amount: text })}
                required
                dir="ltr"
                inputMode="decimal"
                autoComplete="off"
                error={form.retyped.trim() !== '' && !agrees && t('operations.reversal.differs')}
                value={form.retyped}
                onChange={(event) => setForm({ ...form, retyped: event.currentTarget.value })}
              />
              {authorization.fields}
            </>
          )}
          {error && <ErrorNotice error={error} />}
        </>
      )}
    </MovementDialog>
  );
}
