/** Gives up a close that was begun: its rows are free again, nothing is numbered. */
import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { AppError } from '#shared/errors/app-error.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useClosing } from './store.ts';

export function CancelDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { change, busy } = useClosing();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  const cancel = async () => {
    const answer = await change('closing.cancel', { reason });
    if (answer.ok) navigate('/close/branches');
    else setError(answer.error);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{t('closing.cancel.title')}</strong>}
      closeButtonProps={{ 'aria-label': t('app.actions.close') }}
    >
      <div style={{ display: 'grid', gap: 14 }}>
        <div className="muted">{t('closing.cancel.text')}</div>
        {error && <ErrorNotice error={error} />}
        <Textarea
          label={t('closing.column.reason')}
          required
          maxLength={500}
          autosize
          minRows={1}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('closing.cancel.keep')}
          </Button>
          <Button
            color="dark"
            loading={busy !== null}
            disabled={reason.trim() === ''}
            onClick={() => void cancel()}
          >
            {t('closing.cancel.action')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
