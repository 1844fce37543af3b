/** Restoring a backup if there is no merchant yet. */
import { PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { FormDialog } from '../../components/form-dialog.tsx';

export function RestoreDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [file, setFile] = useState('');
  const [passphrase, setPassphrase] = useState('');
  return (
    <FormDialog
      title={t('backup.restore.title')}
      action={t('backup.restore.action')}
      ready={file.trim() !== '' && passphrase !== ''}
      onSave={async () => {
        setPassphrase('');
        const answer = await call('backup.restore', { file, passphrase });
        return answer.ok ? null : answer.error;
      }}
      onClose={onClose}
    >
      <p className="muted flush">{t('backup.restore.text')}</p>
      <TextInput
        label={t('backup.restore.file')}
        placeholder="/media/usb/closeout-2026-11-24T18-30-00Z.age"
        dir="ltr"
        spellCheck={false}
        data-autofocus
        value={file}
        onChange={(event) => setFile(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('backup.passphrase')}
        dir="ltr"
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': t('backup.showPassphrase') }}
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
