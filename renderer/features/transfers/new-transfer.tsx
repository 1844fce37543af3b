/**
 * A transfer: who gets how much, what it costs and leaves, the exact request, two people where it is the first, and how it
 * ended.
 */
import { Alert, Anchor, Button, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { OutputOf } from '#shared/contract/index.ts';
import type { LadderAction } from '#shared/domain/ladder.ts';
import { pathOfKept } from '#shared/domain/kept-lists.ts';
import { useCanMoveMoney, useLocale, useOffered } from '../../app-store.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { endedWith, MovementDialog } from '../../components/movement-dialog.tsx';
import { MovementEnding } from '../../components/movement-ending.tsx';
import { MovementFields } from '../../components/movement-fields.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { Costs } from './costs.tsx';
import { useMissing, type Written } from './missing.ts';
import { emptyPaid, grouped, inGroups, paidOf, wrongPaidIn, type PaidForm } from './paid-form.ts';
import { RecipientFields, type RecipientProps } from './recipient-fields.tsx';
import { SavedRecipient } from './saved-recipient.tsx';
import { useTransferState } from './transfer-state.ts';
import { useTransfer, type TransferPreparation } from './use-transfer.ts';
import { isolated } from '../../i18n/isolated.ts';
import './transfers.css';

export function NewTransfer() {
  const { t } = useTranslation();
  const guard = useOffered('payouts.transfer', useCanMoveMoney('payouts'));
  const [isNew, setNew] = useState(false);
  useHotkeys([['N', () => guard.allowed && setNew(true), { usePhysicalKeys: true }]]);
  return (
    <>
      <GuardedButton guard={guard} leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
        {t('transfers.send.new')}
      </GuardedButton>
      {isNew && <NewTransferDialog onClose={() => setNew(false)} />}
    </>
  );
}

/** The same amount went to the same number lately. */
function Before({ before }: { before: NonNullable<TransferPreparation['before']> }) {
  const { t } = useTranslation();
  return (
    <Alert color="orange" icon={<IconAlertTriangle size={20} />} title={t('transfers.send.before')}>
      <Anchor component={Link} href={`/operations/${before.opId}`} size="sm">
        <TimeText atMs={before.atMs} dated />
      </Anchor>
    </Alert>
  );
}

function Prepared({
  preparation,
  blocked,
  written,
  onChange,
  children,
}: {
  preparation: TransferPreparation;
  blocked: boolean;
  written: Written;
  onChange: (part: Partial<Written>) => void;
  children: ReactNode;
}) {
  const { amount, before, request } = preparation;
  return (
    <>
      {!preparation.costs && <MoneyText value={amount} strong size={28} />}
      <Costs preparation={preparation} />
      {before && <Before before={before} />}
      {blocked ? (
        children
      ) : (
        <MovementFields
          request={request}
          amount={amount}
          form={written}
          onChange={onChange}
          retype="transfers.retype.one"
        >
          {children}
        </MovementFields>
      )}
    </>
  );
}

/** Who gets it, as it was typed when it was prepared, and the way back to the fields. */
function Recipient({ form, onChange }: { form: PaidForm; onChange: () => void }) {
  const { t } = useTranslation();
  const { method, recipient, number, bank } = form;
  return (
    <div className="transfer-about">
      <dl className="facts">
        <FactRow name={t('transfers.field.recipient')}>
          <strong>
            <bdi>{recipient.trim()}</bdi>
          </strong>
        </FactRow>
        {method === 'bank' && (
          <FactRow name={t('transfers.field.bank')}>
            <bdi>{bank.trim()}</bdi>
          </FactRow>
        )}
        <FactRow name={t('transfers.recipients.number')}>
          <bdi dir="ltr" className="id">
            {method === 'bank' ? inGroups(number) : number.trim()}
          </bdi>
        </FactRow>
      </dl>
      <Button variant="default" size="compact-sm" onClick={onChange}>
        {t('transfers.recipients.change')}
      </Button>
    </div>
  );
}

/** `onLeave`: the person leaves the field of the amount, whose digits are then grouped. */
function AmountField({ form, change, wrong, onLeave }: RecipientProps & { onLeave: () => void }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('transfers.send.amount')}
      required
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      value={form.amount}
      error={wrong('amount')}
      onChange={(event) => change({ amount: event.currentTarget.value })}
      onBlur={onLeave}
    />
  );
}

/** "Accepted" is not "paid": that is what the list says later. */
function Ended({ ended: { operation, made } }: { ended: OutputOf<'payout.confirm'> }) {
  const { t } = useTranslation();
  const stateOf = useTransferState();
  const done = made
    ? t('transfers.send.accepted', { id: isolated(made.id), state: stateOf(made.status) })
    : t('operations.kind.payout');
  return (
    <>
      <MovementEnding operation={operation} done={done} />
      {made && (
        <div>
          {t('transfers.send.notPaidYet')}{' '}
          <Anchor component={Link} href={pathOfKept('sent', made.id)} inherit underline="always">
            {t('transfers.send.toSent')}
          </Anchor>
        </div>
      )}
    </>
  );
}

const actionOf = (preparation: TransferPreparation | null): LadderAction =>
  preparation?.isFirst === false ? { do: 'move', kind: 'payout' } : { do: 'first-transfer' };

/** What was typed and what the ladder asks for, and the two ways on: preparing it, and confirming what was prepared. */
function useDecision() {
  const { t } = useTranslation();
  const locale = useLocale();
  const [form, setForm] = useState<PaidForm>(emptyPaid);
  const [written, setWritten] = useState<Written>({ reason: '', note: '', retyped: '' });
  const [tried, setTried] = useState(false);
  const wanted = paidOf(form);
  const transfer = useTransfer(wanted);
  const { preparation, prepare, confirm, forget } = transfer;
  const amount = preparation?.amount ?? null;
  const missing = useMissing(written, amount);
  const authorization = useAuthorization(actionOf(preparation), amount ? [amount] : [], null, missing);
  const fields: RecipientProps = {
    form,
    // What was prepared was prepared for something else.
    change: (part) => {
      forget();
      setForm((before) => ({ ...before, ...part }));
    },
    wrong: (field) =>
      tried && wrongPaidIn(form).includes(field) ? t(`transfers.wrong.${field}`) : undefined,
  };
  const { reason, note, retyped: typedAmount } = written;
  const isWritten = amount !== null && missing.length === 0;
  return {
    ...transfer,
    amount,
    fields,
    groupAmount: () => setForm((typed) => grouped(typed, locale)),
    written,
    write: (part: Partial<Written>) => setWritten((before) => ({ ...before, ...part })),
    authorizationFields: authorization.fields,
    blocked: authorization.blocked,
    canConfirm: isWritten && authorization.value !== null,
    take: () => {
      setTried(true);
      if (wanted) void prepare(wanted);
    },
    act: () => {
      if (!wanted || !authorization.value) return;
      const typed = { reason, note, typedAmount, authorization: authorization.value };
      void confirm(wanted, typed).then(authorization.clear);
    },
  };
}

type FieldsProps = { decision: ReturnType<typeof useDecision>; begin: string | null };

function Fields({ decision, begin }: FieldsProps) {
  const { t } = useTranslation();
  const { fields, preparation, written, write, authorizationFields, blocked, busy, take, error } = decision;
  return (
    <>
      {preparation ? (
        <>
          <Recipient form={fields.form} onChange={decision.forget} />
          <Prepared preparation={preparation} blocked={blocked} written={written} onChange={write}>
            {authorizationFields}
          </Prepared>
        </>
      ) : (
        <>
          <SavedRecipient form={fields.form} change={fields.change} busy={busy} begin={begin} />
          <RecipientFields {...fields} />
          <AmountField {...fields} onLeave={decision.groupAmount} />
          <div>
            <Button data-testid="take-transfer" loading={busy} onClick={take}>
              {t('transfers.send.take')}
            </Button>
          </div>
        </>
      )}
      {error && <ErrorNotice error={error} />}
    </>
  );
}

type DialogProps = {
  /** The saved recipient that it is filled in with. */
  to?: string | null;
  onClose: () => void;
};

export function NewTransferDialog({ to = null, onClose }: DialogProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const decision = useDecision();
  const { amount, ended, busy, error, canConfirm, act, fields } = decision;
  const label =
    amount === null
      ? t('transfers.send.action')
      : t('transfers.send.confirm', { amount: formatMoney(amount, locale) });
  return (
    <MovementDialog
      onClose={onClose}
      title={
        amount === null
          ? t('transfers.send.new')
          : t('transfers.send.newTo', {
              amount: formatMoney(amount, locale),
              name: isolated(fields.form.recipient.trim()),
            })
      }
      consequence={t('transfers.send.consequence')}
      confirmLabel={label}
      canConfirm={canConfirm}
      busy={busy}
      errors={[error]}
      moves
      size={640}
      onConfirm={act}
      ended={endedWith(ended?.operation ?? null)}
      endedTitle={t('operations.kind.payout')}
    >
      {ended ? <Ended ended={ended} /> : <Fields decision={decision} begin={to} />}
    </MovementDialog>
  );
}
