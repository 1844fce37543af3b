/** Naming a terminal and its branch; empty puts the gateway's word back. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Terminal } from '#shared/contract/terminals.ts';
import { call } from '../../api/client.ts';
import { FormDialog } from '../../components/form-dialog.tsx';

export function EditDialog({ terminal, onClose }: { terminal: Terminal; onClose: () => void }) {
  const { t } = useTranslation();
  const [label, setLabel] = useState(terminal.label);
  const [branchName, setBranchName] = useState(terminal.branchName ?? '');
  const save = async () => {
    const answer = await call('terminals.update', {
      terminalId: terminal.terminalId,
      label: label.trim() || null,
      branchName: branchName.trim() || null,
    });
    return answer.ok ? null : answer.error;
  };
  return (
    <FormDialog
      title={t('terminals.edit.title', { terminalId: terminal.terminalId })}
      action={t('app.actions.save')}
      ready
      onSave={save}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
