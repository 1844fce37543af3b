/** Decides a request of another PC: its facts, the amount once more, and the own PIN; or a reason against it. */
import { Alert, Textarea } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OtherApproval } from '#shared/contract/approvals.ts';
import { amountToType, isNewMovement } from '#shared/domain/approvals.ts';
import { isTypedAmount } from '#shared/money/typed-money.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { useAsk } from '../../components/asked.ts';
import { StillMissing } from '../../components/still-missing.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MovementDialog } from '../../components/movement-dialog.tsx';
import { PinInput } from '../../components/pin-input.tsx';
import { RetypedAmount } from '../../components/retyped-amount.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { RequestFacts } from './request-facts.tsx';
import { useApprovalWords, useRequestName } from './texts.ts';
import { useWhere } from './where.ts';
import { isolated } from '../../i18n/isolated.ts';

export type Word = 'approved' | 'refused';

export function Facts({ request }: { request: OtherApproval }) {
  const { t } = useTranslation();
  const where = useWhere();
  const { kind, operation, terminalId, refNumber, merchantOrderId, party, reason } = request;
  const names: [string, string | null][] = [
    [t('terminals.column.label'), operation ? null : terminalId],
    [t('terminals.column.reference'), refNumber],
    [t('terminals.column.order'), merchantOrderId],
  ];
  const before: [string, ReactNode][] = [
    [t('people.approvals.others.of'), <bdi key="pc">{where(request)}</bdi>],
    ...names.flatMap(([name, value]): [string, ReactNode][] =>
      value === null ? [] : [[name, <IdText key={name} value={value} />]],
    ),
  ];
  if (party !== null)
    before.push([
      t(`people.approvals.others.${kind === 'charge' || operation?.kind === 'charge' ? 'card' : 'paidTo'}`),
      <bdi key="party">{party}</bdi>,
    ]);
  if (reason !== null)
    before.push([
      t('operations.reversal.reason'),
      <bdi key="reason">{t(`operations.reason.${reason}`, { defaultValue: reason })}</bdi>,
    ]);
  return <RequestFacts request={request} isHere={false} before={before} />;
}

/** The decision is on its way: what becomes of it is for that PC to say. */
export function Sent({ to }: { to: string }) {
  const { t } = useTranslation();
  return (
    <Alert
      color="gray"
      icon={<IconSend size={20} className="mirror" />}
      title={t('people.approvals.others.sentTitle', { pc: to })}
      role="status"
    >
      {t('people.approvals.others.sentText')}
    </Alert>
  );
}

type DecideProps = { request: OtherApproval; word: Word; onClose: () => void };

/** What the decision leads to, there. */
function useConsequence(request: OtherApproval, word: Word): string {
  const { t } = useTranslation();
  const { consequence } = useApprovalWords()(request);
  const { kind, pc, requestedBy } = request;
  const names = { pc: isolated(pc.name), name: isolated(requestedBy) };
  if (word === 'refused') return t('people.approvals.others.consequenceRefuse', names);
  return isNewMovement(kind)
    ? t('people.approvals.others.consequence', names)
    : `${consequence} ${t('people.approvals.others.consequenceAsked', names)}`;
}

/** Its title, and what its button does. */
function useWords(request: OtherApproval, word: Word): { title: string; act: string } {
  const { t } = useTranslation();
  const { title, act } = useApprovalWords()(request);
  const what = useRequestName()(request);
  if (word === 'refused')
    return { title: t('people.approvals.others.refuseTitle', { what }), act: t('people.approvals.refuse') };
  return { title: isNewMovement(request.kind) ? act : title, act };
}

export function DecideDialog({ request, word, onClose }: DecideProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { pc, requestId } = request;
  const amount = amountToType(request);
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const [pin, setPin] = useState('');
  const { value: done, busy, error, ask } = useAsk();
  const approves = word === 'approved';
  const { title, act } = useWords(request, word);
  const isTold = approves ? amount === null || isTypedAmount(typed, amount) : note.trim() !== '';
  const missing = [
    ...(isTold
      ? []
      : [approves ? t('terminals.column.transactionAmount') : t('people.approvals.refuseNote')]),
    ...(pin === '' ? [t('people.field.yourPin')] : []),
  ];
  const decide = () => {
    setPin('');
    void ask(call('approvals.decideElsewhere', { pc: pc.id, requestId, word, typed, note, pin }));
  };
  const toPc = isolated(pc.name);
  const consequence = useConsequence(request, word);
  return (
    <MovementDialog
      onClose={onClose}
      title={`${title} · ${toPc}`}
      consequence={consequence}
      confirmLabel={act}
      canConfirm={missing.length === 0}
      busy={busy}
      errors={[error]}
      size={request.exceptions.length > 1 ? 720 : 600}
      moves={false}
      onConfirm={decide}
      ended={done !== null && 'done'}
    >
      {done ? (
        <Sent to={toPc} />
      ) : (
        <>
          <Facts request={request} />
          {error && <ErrorNotice error={error} />}
          {approves && amount && (
            <RetypedAmount
              label={t('operations.reversal.retype', { amount: formatMoney(amount, locale) })}
              amount={amount}
              typed={typed}
              onType={setTyped}
            />
          )}
          {!approves && (
            <Textarea
              label={t('people.approvals.refuseNote')}
              required
              autosize
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          )}
          <PinInput label={t('people.field.yourPin')} required w={220} value={pin} onChange={setPin} />
          <StillMissing names={missing} />
        </>
      )}
    </MovementDialog>
  );
}
