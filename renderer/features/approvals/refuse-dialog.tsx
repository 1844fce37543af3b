/** Refusing a request: it ends, and the activity record says why. */
import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';

export function RefuseDialog({ request, onClose }: { request: ApprovalRequest; onClose: () => void }) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  const refuse = async () => {
    const answer = await call('approvals.refuse', { requestId: request.requestId, note });
    if (answer.ok) onClose();
    else setError(answer.error);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{t('people.approvals.refuse')}</strong>}
      closeButtonProps={{ 'aria-label': t('app.actions.close') }}
    >
      <div style={{ display: 'grid', gap: 14 }}>
        {error && <ErrorNotice error={error} />}
        <Textarea
          label={t('people.approvals.refuseNote')}
          required
          data-autofocus
          autosize
          minRows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('app.actions.cancel')}
          </Button>
          <Button color="dark" disabled={note.trim() === ''} onClick={() => void refuse()}>
            {t('people.approvals.refuse')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
