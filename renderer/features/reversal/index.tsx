/** Reversing one transaction: fresh read, reason, retyped amount, the exact id, and one of three endings. */
import { Loader, Select, Textarea } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import { negated, type Money } from '#shared/money/money.ts';
import { reversalReasons, type ReversalReason } from '#shared/domain/operation.ts';
import type { ReversalPreparation } from '#shared/contract/operations.ts';
import type { Transaction } from '#shared/contract/terminals.ts';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { Authorization } from '#shared/contract/people.ts';
import { isTypedAmount } from '#shared/money/typed-money.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { useAnswer, useAsk } from '../../components/asked.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { tellLate } from '../../components/late-ending.tsx';
import { endedWith, MovementDialog } from '../../components/movement-dialog.tsx';
import { MovementEnding } from '../../components/movement-ending.tsx';
import { RetypedAmount } from '../../components/retyped-amount.tsx';
import { SendButton, SentEnding, useSendForApproval } from '../../components/send-for-approval.tsx';
import { TerminalText } from '../../components/terminal-names.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatMoney } from '../../i18n/format.ts';

type Form = { reason: ReversalReason | null; note: string; typedAmount: string };

function useReversal(rowId: string) {
  const { value: preparation, error: notPrepared } = useAnswer(
    useCallback(() => call('reversal.prepare', { rowId }), [rowId]),
  );
  const { value, error, busy, ask } = useAsk<OutputOf<'reversal.confirm'>>((late) =>
    tellLate('reversal', late),
  );
  const confirm = async ({ reason, note, typedAmount }: Form, authorization: Authorization) => {
    if (!preparation || reason === null) return;
    const { preparationId } = preparation;
    await ask(call('reversal.confirm', { preparationId, reason, note, typedAmount, authorization }));
  };
  return { preparation, error: error ?? notPrepared, operation: value?.operation ?? null, busy, confirm };
}

const isFilled = ({ reason, note, typedAmount }: Form, amount: Money): boolean =>
  reason !== null && (reason !== 'other' || note.trim() !== '') && isTypedAmount(typedAmount, amount);

/** Names the fields that are still missing, in addition to the PINs. */
function useReversalAuthorization(
  { reason, note, typedAmount }: Form,
  amount: Money,
  request: ApprovalRequest | null,
) {
  const { t } = useTranslation();
  const missing = [
    ...(reason === null ? [t('operations.reversal.reason')] : []),
    ...(reason === 'other' && note.trim() === '' ? [t('operations.reversal.note')] : []),
    ...(isTypedAmount(typedAmount, amount) ? [] : [t('operations.retyped')]),
  ];
  return useAuthorization({ do: 'move', kind: 'reversal' }, [amount], request, missing);
}

/** Named by its reference, where it has one. */
const titleOf = (t: TFunction, { refNumber }: Transaction): string =>
  refNumber === null
    ? t('operations.reversal.title')
    : t('operations.reversal.titleOf', { reference: `\u2066${refNumber}\u2069` });

/** Entry modes in which the card was present. For any other, the dialog adds what to use for online sales. */
const CARD_PRESENT: readonly (string | null)[] = ['CHIP', 'CONTACTLESS', 'MAGSTRIPE'];

const consequenceOf = (t: TFunction, { entryMode }: Transaction): string =>
  CARD_PRESENT.includes(entryMode)
    ? t('operations.reversal.consequence')
    : `${t('operations.reversal.consequence')} ${t('operations.reversal.online')}`;

type FactsProps = { transaction: Transaction; preparation: ReversalPreparation | null; failed: boolean };

/** The transaction, which the title names, and the order id that the fresh read found for it. */
function TransactionFacts({ transaction, preparation, failed }: FactsProps) {
  const { t } = useTranslation();
  return (
    <dl className="facts">
      <FactRow name={t('terminals.column.label')}>
        <TerminalText terminalId={transaction.terminalId} />
      </FactRow>
      <FactRow name={t('terminals.column.entryMode')}>
        {transaction.entryMode === null
          ? '—'
          : t(`terminals.entryMode.${transaction.entryMode}`, { defaultValue: transaction.entryMode })}{' '}
        <span className="muted">
          · {t('operations.reversal.seen')} <TimeText atMs={transaction.firstSeenAtMs} />
        </span>
      </FactRow>
      <FactRow name={t('operations.reversal.orderId')}>
        {preparation ? (
          <>
            <strong>
              <IdText value={preparation.orderId} />
            </strong>{' '}
            <span className="muted">· {t(`operations.reversal.field.${preparation.orderIdField}`)}</span>
          </>
        ) : failed ? (
          '—'
        ) : (
          <span role="status" className="inline-row">
            <Loader size={14} /> {t('operations.reading')}
          </span>
        )}
      </FactRow>
    </dl>
  );
}

type FieldsProps = { form: Form; setForm: (form: Form) => void; amount: Money };

function ReversalFields({ form, setForm, amount }: FieldsProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <>
      <div className="form-pair">
        <Select
          label={t('operations.reversal.reason')}
          placeholder={t('operations.reversal.chooseReason')}
          required
          data={reversalReasons.map((reason) => ({
            value: reason,
            label: t(`operations.reason.${reason}`),
          }))}
          value={form.reason}
          onChange={(reason) => setForm({ ...form, reason: reason })}
        />
        <Textarea
          label={t('operations.reversal.note')}
          required={form.reason === 'other'}
          maxLength={500}
          autosize
          minRows={1}
          value={form.note}
          onChange={(event) => setForm({ ...form, note: event.currentTarget.value })}
        />
      </div>
      <RetypedAmount
        label={t('operations.reversal.retype', { amount: formatMoney(amount, locale) })}
        amount={amount}
        typed={form.typedAmount}
        onType={(typedAmount) => setForm({ ...form, typedAmount })}
      />
    </>
  );
}

type ReverseProps = {
  transaction: Transaction;
  /** The request of somebody else that this confirmation approves. */
  request?: ApprovalRequest;
  onClose: () => void;
};

const reasonOf = (request: ApprovalRequest | null): ReversalReason | null =>
  reversalReasons.find((reason) => reason === request?.reason) ?? null;

export function ReverseDialog({ transaction, request, onClose }: ReverseProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { preparation, error, operation, busy, confirm } = useReversal(transaction.rowId);
  const [form, setForm] = useState<Form>({
    reason: reasonOf(request ?? null),
    note: request?.note ?? '',
    typedAmount: '',
  });
  const { amount } = transaction;
  const authorization = useReversalAuthorization(form, amount, request ?? null);
  const approval = useSendForApproval();
  const amountText = formatMoney(amount, locale);
  const problem = error ?? approval.error;
  const isComplete = preparation !== null && isFilled(form, amount);
  const act = () => {
    if (authorization.value) void confirm(form, authorization.value).then(authorization.clear);
  };
  const send = () => {
    const { pin } = authorization;
    if (preparation === null || form.reason === null || pin === null) return;
    const { preparationId } = preparation;
    const { reason, note } = form;
    void approval.send({ kind: 'reversal', preparationId, reason, note, pin }).then(authorization.clear);
  };
  return (
    <MovementDialog
      onClose={onClose}
      title={titleOf(t, transaction)}
      consequence={consequenceOf(t, transaction)}
      confirmLabel={t('operations.reversal.confirm', { amount: amountText })}
      canConfirm={isComplete && authorization.value !== null}
      busy={busy || approval.busy}
      errors={[error, approval.error]}
      moves
      size={600}
      onConfirm={act}
      ended={endedWith(operation, approval.sent)}
      endedTitle={t('operations.kind.reversal')}
      alternative={
        authorization.level === 'L3' &&
        !request && (
          <SendButton
            busy={approval.busy}
            disabled={!isComplete || authorization.pin === null || busy}
            onClick={send}
          />
        )
      }
    >
      {operation ? (
        <MovementEnding operation={operation} done={t('operations.reversal.done', { amount: amountText })} />
      ) : approval.sent ? (
        <SentEnding />
      ) : (
        <>
          <MoneyText value={negated(amount)} strong size={28} />
          <TransactionFacts transaction={transaction} preparation={preparation} failed={error !== null} />
          {preparation && (
            <>
              <ReversalFields form={form} setForm={setForm} amount={amount} />
              {authorization.fields}
            </>
          )}
          {problem && <ErrorNotice error={problem} />}
        </>
      )}
    </MovementDialog>
  );
}
