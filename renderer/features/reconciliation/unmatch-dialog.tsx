/** Takes a match by hand back, with the reason why. */
import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconcileMatch } from '#shared/contract/reconciliation.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useMatching } from './match-store.ts';

type UnmatchProps = { match: ReconcileMatch; onClose: () => void; onDone?: () => void };

export function UnmatchDialog({ match, onClose, onDone = onClose }: UnmatchProps) {
  const { t } = useTranslation();
  const unmatch = useMatching((state) => state.unmatch);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const ready = reason.trim() !== '';
  const undo = async () => {
    setBusy(true);
    const wrong = await unmatch(match.matchId, reason);
    setBusy(false);
    if (wrong) setError(wrong);
    else onDone();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{t('reconciliation.unmatch.title')}</strong>}
      closeButtonProps={{ 'aria-label': t('app.actions.close') }}
    >
      <form
        className="reconcile-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void undo();
        }}
      >
        {error && <ErrorNotice error={error} />}
        <div className="muted">{t('reconciliation.unmatch.text')}</div>
        <Textarea
          label={t('closing.column.reason')}
          required
          data-autofocus
          maxLength={500}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('app.actions.cancel')}
          </Button>
          <Button type="submit" disabled={!ready} loading={busy}>
            {t('reconciliation.unmatch.action')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
