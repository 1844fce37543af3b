/** Decides a request of another PC: its facts, the amount once more, and the own PIN; or a reason against it. */
import { Alert, Textarea } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OtherApproval } from '#shared/contract/approvals.ts';
import { isTypedAmount } from '#shared/money/typed-money.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { useAsk } from '../../components/asked.ts';
import { StillMissing } from '../../components/authorization.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { IdText } from '../../components/id-text.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { MovementDialog } from '../../components/movement-dialog.tsx';
import { PinInput } from '../../components/pin-input.tsx';
import { RetypedAmount } from '../../components/retyped-amount.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { apart, useWhere } from './where.ts';

export type Word = 'approved' | 'refused';

function Facts({ request }: { request: OtherApproval }) {
  const { t } = useTranslation();
  const where = useWhere();
  const { kind, amount, requestedBy, atMs, terminalId, refNumber, merchantOrderId, reason, note } = request;
  const ids: [string, string | null][] = [
    [t('terminals.column.label'), terminalId],
    [t('terminals.column.reference'), refNumber],
    [t('terminals.column.order'), merchantOrderId],
  ];
  return (
    <dl className="facts">
      <FactRow name={t('people.approvals.others.of')}>
        <bdi>{where(request)}</bdi>
      </FactRow>
      <FactRow name={t('people.approvals.askedBy')}>
        <bdi>{requestedBy}</bdi> · <TimeText atMs={atMs} />
      </FactRow>
      <FactRow name={t('operations.column.amount')}>
        <TotalsText totals={[{ count: 1, amount }]} strong movement={kind} />
      </FactRow>
      {ids.map(
        ([name, value]) =>
          value !== null && (
            <FactRow key={name} name={name}>
              <IdText value={value} />
            </FactRow>
          ),
      )}
      {reason !== null && (
        <FactRow name={t('operations.reversal.reason')}>
          <bdi>{t(`operations.reason.${reason}`, { defaultValue: reason })}</bdi>
        </FactRow>
      )}
      {note !== null && note !== '' && (
        <FactRow name={t('operations.reversal.note')}>
          <bdi>{note}</bdi>
        </FactRow>
      )}
    </dl>
  );
}

/** The decision is on its way: what becomes of it is for that PC to say. */
function Sent({ to }: { to: string }) {
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

export function DecideDialog({ request, word, onClose }: DecideProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { kind, amount, pc, requestId, requestedBy } = request;
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const [pin, setPin] = useState('');
  const { value: done, busy, error, ask } = useAsk();
  const approves = word === 'approved';
  const act = t(approves ? `people.approvals.others.approveAs.${kind}` : 'people.approvals.refuse');
  const isTold = approves ? isTypedAmount(typed, amount) : note.trim() !== '';
  const retype = t('operations.reversal.retype', { amount: formatMoney(amount, locale) });
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
  const names = { pc: apart(pc.name), name: apart(requestedBy) };
  return (
    <MovementDialog
      onClose={onClose}
      title={`${t(`operations.kind.${kind}`)} · ${names.pc}`}
      consequence={t(
        approves ? 'people.approvals.others.consequence' : 'people.approvals.others.consequenceRefuse',
        names,
      )}
      confirmLabel={act}
      canConfirm={missing.length === 0}
      busy={busy}
      errors={[error]}
      size={600}
      moves={false}
      onConfirm={decide}
      ended={done !== null && 'done'}
    >
      {done ? (
        <Sent to={names.pc} />
      ) : (
        <>
          <Facts request={request} />
          {error && <ErrorNotice error={error} />}
          {approves ? (
            <RetypedAmount label={retype} amount={amount} typed={typed} onType={setTyped} />
          ) : (
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
