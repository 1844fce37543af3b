/** Refund, void or capture of one order: fresh read, the amount, the exact request, a retyped amount, and how it ended. */
import { Loader } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { Operation } from '#shared/contract/operations.ts';
import type { Authorization } from '#shared/contract/people.ts';
import type { OrderMovementKind, OrderPreparation, Payment } from '#shared/contract/payments.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import { givesBack } from '#shared/domain/operation.ts';
import { holdEndsAtMs } from '#shared/domain/payment.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { money, negated, type Money } from '#shared/money/money.ts';
import { isTypedAmount } from '#shared/money/typed-money.ts';
import { call } from '../../api/client.ts';
import { useLocale, useSettings } from '../../app-store.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { IdText } from '../../components/id-text.tsx';
import { tellLate, useIsLeft } from '../../components/late-ending.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { endedWith, MovementDialog } from '../../components/movement-dialog.tsx';
import { MovementEnding } from '../../components/movement-ending.tsx';
import { MovementFields } from '../../components/movement-fields.tsx';
import { SendButton, SentEnding, useSendForApproval } from '../../components/send-for-approval.tsx';
import { formatDay, formatMoney } from '../../i18n/format.ts';
import { OrVoid } from './or-void.tsx';
import { isPartOpen, OtherAmount } from './other-amount.tsx';
import { isolated } from '../../i18n/isolated.ts';

type About = Pick<Payment, 'merchantOrderId' | 'customer' | 'method'>;
type Form = { isPart: boolean; amount: string; reason: string; note: string; retyped: string };
type DialogProps = {
  kind: OrderMovementKind;
  orderId: string;
  /** The request of somebody else that this confirmation approves: for its amount, and no other. */
  request?: ApprovalRequest;
  /** Whose money it is, where the list knows it. */
  about?: About;
  /** It is not settled yet, so that a void would do: a refund says so, and leads there. */
  onVoid?: (() => void) | undefined;
  /** When the hold began that is captured; null or none if it is not known. */
  heldSinceMs?: number | null | undefined;
  /** The gateway was asked: its list says something else now. */
  onMoved?: () => void;
  onClose: () => void;
};

function useOrderMovement({ kind, orderId, request, onMoved }: DialogProps) {
  const [preparation, setPreparation] = useState<OrderPreparation | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [operation, setOperation] = useState<Operation | null>(null);
  const [busy, setBusy] = useState(false);
  const isLeft = useIsLeft();
  const asked = request?.totals[0]?.amount ?? null;
  const [amount] = useState(asked && wireMoney(asked));
  useEffect(() => {
    let open = true;
    void call('orderMovement.prepare', { kind, orderId, amount }).then((answer) => {
      if (!open) return;
      if (answer.ok) setPreparation(answer.value);
      else setError(answer.error);
    });
    return () => {
      open = false;
    };
  }, [kind, orderId, amount]);
  const prepare = async (other: Money) => {
    setBusy(true);
    setError(null);
    const answer = await call('orderMovement.prepare', {
      kind,
      orderId,
      amount: wireMoney(other),
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
    onMoved?.();
    if (isLeft()) return tellLate(kind, answer);
    setBusy(false);
    if (answer.ok) setOperation(answer.value.operation);
    else setError(answer.error);
  };
  return { preparation, error, operation, busy, prepare, confirm };
}

type FactsProps = {
  preparation: OrderPreparation;
  about: About | undefined;
  /** What is left of the order afterwards. */
  rest: Money | null;
};

function OrderFacts({ preparation, about, rest }: FactsProps) {
  const { t } = useTranslation();
  const { customer = null, method = null } = about ?? {};
  return (
    <dl className="facts">
      {customer !== null && (
        <FactRow name={t('payments.column.customer')}>
          <bdi>{customer}</bdi>
        </FactRow>
      )}
      {method !== null && (
        <FactRow name={t('payments.column.method')}>
          {t(`payments.method.${method.toLowerCase()}`, { defaultValue: method })}
        </FactRow>
      )}
      {rest && rest.minor > 0n && (
        <FactRow name={t('payments.move.rest')}>
          <MoneyText value={rest} />
        </FactRow>
      )}
      <FactRow name={t('payments.orderId')}>
        <IdText value={preparation.orderId} />
      </FactRow>
    </dl>
  );
}

/** May be of a part of the order. An amount that somebody asked for can only be agreed to. */
const isOfPart = (kind: OrderMovementKind): boolean => kind !== 'void' && kind !== 'order-reversal';

type MovementFormProps = {
  kind: OrderMovementKind;
  about: About | undefined;
  preparation: OrderPreparation;
  left: Money;
  amount: Money;
  /** What stays if the amount can be chosen. */
  rest: Money | null;
  form: Form;
  busy: boolean;
  chooses: boolean;
  onChange: (change: Partial<Form>) => void;
  onTake: (amount: Money) => void;
  /** Who confirms it. */
  fields: ReactNode;
};

function MovementForm(props: MovementFormProps) {
  const { about, preparation, left, amount, rest, form, busy, chooses, onChange, onTake, fields } = props;
  return (
    <>
      <OrderFacts preparation={preparation} about={about} rest={rest} />
      {chooses && (
        <OtherAmount
          left={left}
          isPart={form.isPart}
          typed={form.amount}
          prepared={amount}
          busy={busy}
          onChoose={(isPart) => onChange({ isPart })}
          onType={(typed) => onChange({ amount: typed })}
          onTake={onTake}
        />
      )}
      <MovementFields request={preparation.request} amount={amount} form={form} onChange={onChange}>
        {fields}
      </MovementFields>
    </>
  );
}

const NOTHING_TYPED: Form = { isPart: false, amount: '', reason: '', note: '', retyped: '' };

/** What was typed, what the ladder asks for, and the two ways on: confirming, and sending it for approval. */
function useDecision(movement: ReturnType<typeof useOrderMovement>, { kind, request }: DialogProps) {
  const { t } = useTranslation();
  const { preparation, busy, confirm } = movement;
  const chooses = !request && isOfPart(kind);
  const [form, setForm] = useState<Form>({
    ...NOTHING_TYPED,
    ...(request && { reason: request.reason ?? '', note: request.note ?? '' }),
  });
  const amount = preparation?.amount ?? null;
  const left = preparation?.left ?? null;
  const missing = [
    ...(form.reason.trim() === '' ? [t('payments.move.reason')] : []),
    ...(amount === null ? [t('operations.column.amount')] : []),
    ...(left && chooses && isPartOpen(form, left, amount) ? [t('payments.move.other')] : []),
    ...(amount && !isTypedAmount(form.retyped, amount) ? [t('operations.retyped')] : []),
  ];
  const authorization = useAuthorization(
    { do: 'move', kind },
    amount ? [amount] : [],
    request ?? null,
    missing,
  );
  const approval = useSendForApproval();
  const isReady = amount !== null && left !== null && missing.length === 0;
  const send = () => {
    const { pin } = authorization;
    if (preparation === null || pin === null) return;
    const { preparationId } = preparation;
    const { reason, note } = form;
    const asked = { kind: 'order-movement' as const, preparationId, reason, note, pin };
    void approval.send(asked).then(authorization.clear);
  };
  return {
    amount,
    left,
    chooses,
    form,
    change: (part: Partial<Form>) => setForm({ ...form, ...part }),
    fields: authorization.fields,
    approval,
    canConfirm: isReady && authorization.value !== null,
    act: () => {
      if (authorization.value) void confirm(form, authorization.value).then(authorization.clear);
    },
    alternative: authorization.level === 'L3' && !request && (
      <SendButton
        busy={approval.busy}
        disabled={!isReady || authorization.pin === null || busy}
        onClick={send}
      />
    ),
  };
}

/** What is not captured lapses when the hold ends. No record says when that is, so the setting for its length decides. */
function Lapses({ left, heldSinceMs }: { left: Money; heldSinceMs: number }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { holdDays } = useSettings();
  const day = formatDay(holdEndsAtMs(heldSinceMs, holdDays), locale);
  return <p>{t('payments.move.capture.lapses', { left: formatMoney(left, locale), day })}</p>;
}

type EndingProps = Pick<DialogProps, 'kind' | 'heldSinceMs'> & {
  operation: Operation;
  amount: string;
  /** What is left of the order, or of its hold; null if it was not read. */
  rest: Money | null;
};
function Ending({ kind, operation, amount, rest, heldSinceMs }: EndingProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { state } = operation;
  const isLeft = kind === 'capture' && state === 'SUCCEEDED' && rest !== null && rest.minor > 0n;
  const left = rest ? formatMoney(rest, locale) : '';
  return (
    <>
      <MovementEnding operation={operation} done={t(`payments.move.${kind}.done`, { amount, left })} />
      {isLeft && typeof heldSinceMs === 'number' && <Lapses left={rest} heldSinceMs={heldSinceMs} />}
      {kind === 'void' && state === 'REFUSED' && <p>{t('payments.move.void.refused')}</p>}
    </>
  );
}

export function OrderMovementDialog(props: DialogProps) {
  const { kind, about, onVoid, heldSinceMs, onClose } = props;
  const { t } = useTranslation();
  const locale = useLocale();
  const merchantOrderId = about?.merchantOrderId ?? null;
  const title = t(`payments.move.${kind}.title`);
  const movement = useOrderMovement(props);
  const { preparation, error, operation, busy, prepare } = movement;
  const { amount, left, chooses, form, change, fields, approval, canConfirm, act, alternative } = useDecision(
    movement,
    props,
  );
  const text = amount ? formatMoney(amount, locale) : '';
  const problem = error ?? approval.error;
  const rest = amount && left ? money(left.minor - amount.minor, left.currency) : null;
  return (
    <MovementDialog
      onClose={onClose}
      title={
        merchantOrderId === null
          ? title
          : t('payments.move.titleOf', { title, order: isolated(merchantOrderId) })
      }
      consequence={t(`payments.move.${kind}.consequence`)}
      confirmLabel={t(`payments.move.${kind}.confirm`, { amount: text })}
      canConfirm={canConfirm}
      busy={busy || approval.busy}
      errors={[error, approval.error]}
      moves
      size={600}
      onConfirm={act}
      ended={endedWith(operation, approval.sent)}
      endedTitle={t(`operations.kind.${kind}`)}
      alternative={alternative}
    >
      {operation ? (
        <Ending operation={operation} kind={kind} amount={text} rest={rest} heldSinceMs={heldSinceMs} />
      ) : approval.sent ? (
        <SentEnding />
      ) : (
        <>
          {kind === 'refund' && onVoid && <OrVoid busy={busy || approval.busy} onVoid={onVoid} />}
          {amount && <MoneyText value={givesBack(kind) ? negated(amount) : amount} strong size={28} />}
          {!amount && !error && (
            <span role="status" className="inline-row">
              <Loader size={14} /> {t('operations.reading')}
            </span>
          )}
          {preparation && left && amount && (
            <MovementForm
              kind={kind}
              about={about}
              preparation={preparation}
              left={left}
              amount={amount}
              rest={chooses ? rest : null}
              form={form}
              busy={busy}
              chooses={chooses}
              onChange={change}
              onTake={(taken) => void prepare(taken)}
              fields={fields}
            />
          )}
          {problem && <ErrorNotice error={problem} />}
        </>
      )}
    </MovementDialog>
  );
}
