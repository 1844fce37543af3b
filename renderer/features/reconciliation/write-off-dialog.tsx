/** Gives an amount up: a remark and the own PIN, and above the limit a second person's, or the request that waits for one. */
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import type { Money } from '#shared/money/money.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { nameOf, subjectOf, TypeChip } from '../../components/exception-words.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { MovementDialog } from '../../components/movement-dialog.tsx';
import { SendButton, SentEnding, useSendForApproval } from '../../components/send-for-approval.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { amountToWriteOff } from './write-off.ts';

type WriteOffProps = { exception: ReconcileException; onClose: () => void };

/** The exception that is written off: its amount, its type and its name. */
function Standing({ exception, amount }: { exception: ReconcileException; amount: Money }) {
  const subject = subjectOf(exception);
  return (
    <div className="reconcile-standing">
      <MoneyText value={amount} strong size={28} />
      <TypeChip exception={exception} />
      {subject && <IdText value={nameOf(subject)} />}
    </div>
  );
}

export function WriteOffDialog({ exception, onClose }: WriteOffProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [remark, setRemark] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const amount = amountToWriteOff(exception);
  const { fields, value, clear, level, pin } = useAuthorization({ do: 'write-off' }, amount ? [amount] : []);
  const approval = useSendForApproval();
  if (amount === null) return null;
  const { key, version } = exception;
  const seen = { key, version };
  const hasRemark = remark.trim() !== '';
  const problem = error ?? approval.error;
  const send = () => {
    if (pin === null) return;
    setError(null);
    void approval.send({ kind: 'write-off', exception: seen, remark, pin }).then(clear);
  };
  const writeOff = async () => {
    if (value === null) return;
    setBusy(true);
    setError(null);
    const answer = await call('reconciliation.writeOff', { exception: seen, remark, authorization: value });
    clear();
    setBusy(false);
    if (answer.ok) onClose();
    else setError(answer.error);
  };
  return (
    <MovementDialog
      opened
      onClose={onClose}
      title={t('reconciliation.writeOff.title')}
      consequence={<span className="muted">{t('reconciliation.writeOff.consequence')}</span>}
      confirmLabel={t('reconciliation.writeOff.action', { amount: formatMoney(amount, locale) })}
      canConfirm={hasRemark && value !== null}
      busy={busy || approval.busy}
      errors={[error, approval.error]}
      onConfirm={() => void writeOff()}
      size={600}
      ended={approval.sent}
      alternative={
        level === 'L3' && (
          <SendButton busy={approval.busy} disabled={!hasRemark || pin === null || busy} onClick={send} />
        )
      }
    >
      {approval.sent ? (
        <SentEnding about="write-off" />
      ) : (
        <>
          <Standing exception={exception} amount={amount} />
          <Textarea
            label={t('reconciliation.column.remark')}
            required
            maxLength={500}
            autosize
            minRows={2}
            value={remark}
            onChange={(event) => setRemark(event.currentTarget.value)}
          />
          {problem && <ErrorNotice error={problem} />}
          {fields}
        </>
      )}
    </MovementDialog>
  );
}
