/** Reopens a closed day: its Z is kept and marked, its rows are free, and the next close gets the next number. */
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { MovementDialog } from '../../components/movement-dialog.tsx';
import { formatDate, formatZNumber } from '../../i18n/format.ts';
import { useApproval } from './approval.tsx';
import { useBranchName } from './words.tsx';

type Reopened = {
  closingId: string;
  branchKey: string;
  branchName: string | null;
  businessDate: string;
  number: number | null;
};

export function ReopenDialog({ closing, onClose }: { closing: Reopened; onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const branchName = useBranchName();
  const { closingId, businessDate, number } = closing;
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const { fields, authorization, complete, clear, alternative, sent, ...approval } = useApproval(
    'reopen-close',
    reason.trim() === '' ? null : { kind: 'reopen-day', closingId, reason },
  );
  const date = formatDate(businessDate, 'day', locale);
  const reopen = async () => {
    setBusy(true);
    const answer = await call('closing.reopen', { closingId, reason, authorization });
    clear();
    setBusy(false);
    if (answer.ok) onClose();
    else setError(answer.error);
  };
  return (
    <MovementDialog
      opened
      onClose={onClose}
      title={t('closing.reopen.title', { date, branch: branchName(closing) })}
      consequence={
        <span className="muted">
          {t('closing.reopen.consequence', {
            number: formatZNumber(number ?? 0),
          })}
        </span>
      }
      confirmLabel={t('closing.reopen.action', { date })}
      canConfirm={reason.trim() !== '' && complete}
      busy={busy || approval.asking}
      errors={[error, approval.error]}
      onConfirm={() => void reopen()}
      size={600}
      alternative={alternative}
      ended={sent !== null}
    >
      {sent ?? (
        <>
          <Textarea
            label={t('closing.column.reason')}
            required
            maxLength={500}
            autosize
            minRows={1}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {error && <ErrorNotice error={error} />}
          {fields}
        </>
      )}
    </MovementDialog>
  );
}
