/** Naming a terminal and its branch; empty puts the gateway's word back. */
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Terminal } from '#shared/contract/terminals.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';

export function EditDialog({ terminal, onClose }: { terminal: Terminal; onClose: () => void }) {
  const { t } = useTranslation();
  const [label, setLabel] = useState(terminal.label);
  const [branchName, setBranchName] = useState(terminal.branchName ?? '');
  const [error, setError] = useState<AppError | null>(null);
  const save = async () => {
    const answer = await call('terminals.update', {
      terminalId: terminal.terminalId,
      label: label.trim() || null,
      branchName: branchName.trim() || null,
    });
    if (answer.ok) onClose();
    else setError(answer.error);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{t('terminals.edit.title', { terminalId: terminal.terminalId })}</strong>}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {error && <ErrorNotice error={error} />}
        <TextInput
          label={t('terminals.column.label')}
          description={t('terminals.edit.empty')}
          maxLength={80}
          data-autofocus
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <TextInput
          label={t('terminals.column.branch')}
          maxLength={80}
          value={branchName}
          onChange={(event) => setBranchName(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('app.actions.cancel')}
          </Button>
          <Button type="submit">{t('app.actions.save')}</Button>
        </Group>
      </form>
    </Modal>
  );
}
