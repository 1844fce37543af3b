/** An import was a mistake: its lines count no more, and stay readable with the reason. */
import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportView } from '#shared/contract/import.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { useCounted } from '../../components/counted.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useImports } from './list-store.ts';

export function WithdrawDialog({ view, onClose }: { view: ImportView; onClose: () => void }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const withdraw = useImports((state) => state.withdraw);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const save = async () => {
    setBusy(true);
    const failed = await withdraw(view.importId, reason.trim());
    setBusy(false);
    setError(failed);
    if (failed === null) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <strong style={{ fontSize: 16 }}>{t('import.withdraw.title', { source: view.source.name })}</strong>
      }
      closeButtonProps={{ 'aria-label': t('app.actions.close') }}
    >
      <form
        style={{ display: 'grid', gap: 14 }}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="muted">{t('import.withdraw.text', counted(view.lines))}</div>
        {error && <ErrorNotice error={error} />}
        <Textarea
          label={t('closing.column.reason')}
          required
          data-autofocus
          maxLength={500}
          autosize
          minRows={1}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('app.actions.cancel')}
          </Button>
          <Button type="submit" color="dark" disabled={reason.trim() === ''} loading={busy}>
            {t('import.withdraw.action')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
