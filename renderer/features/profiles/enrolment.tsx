/** A merchant from an enrolment file, or such a file from what is typed. */
import { PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { withSealedKeys } from '../../api/seal.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { IdText } from '../../components/id-text.tsx';
import { useConnect } from './store.ts';

function FileField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('profiles.enrolment.file')}
      placeholder="/media/usb/closeout.enrolment"
      dir="ltr"
      spellCheck={false}
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function UseEnrolment({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [file, setFile] = useState('');
  const [passphrase, setPassphrase] = useState('');
  return (
    <FormDialog
      title={t('profiles.enrolment.use')}
      action={t('profiles.enrolment.useAction')}
      ready={file.trim() !== '' && passphrase.trim() !== ''}
      onSave={async () => {
        setPassphrase('');
        const answer = await call('enrolment.use', { file, passphrase });
        if (answer.ok) navigate('/today');
        return answer.ok ? null : answer.error;
      }}
      onClose={onClose}
    >
      <p className="muted flush">{t('profiles.enrolment.useText')}</p>
      <FileField value={file} onChange={setFile} />
      <PasswordInput
        label={t('profiles.enrolment.passphrase')}
        dir="ltr"
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': t('profiles.enrolment.showPassphrase') }}
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

export function MakeEnrolment({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const draft = useConnect((state) => state.form);
  const [file, setFile] = useState('');
  const [made, setMade] = useState<{ path: string; passphrase: string } | null>(null);
  return (
    <FormDialog
      title={t('profiles.enrolment.make')}
      action={t(made ? 'app.actions.done' : 'profiles.enrolment.makeAction')}
      ready={made !== null || file.trim() !== ''}
      onSave={async () => {
        if (made) return null;
        const sealed = await withSealedKeys(draft);
        const answer = sealed.ok ? await call('enrolment.make', { draft: sealed.value, file }) : sealed;
        if (answer.ok) setMade(answer.value);
        return answer.ok ? null : answer.error;
      }}
      onSaved={() => made && onClose()}
      onClose={onClose}
    >
      {made ? (
        <div role="status" className="stack-12">
          <p className="flush">{t('profiles.enrolment.made')}</p>
          <p className="flush">
            {t('profiles.enrolment.file')}: <IdText value={made.path} copyable />
          </p>
          <p className="flush">
            {t('profiles.enrolment.passphrase')}: <IdText value={made.passphrase} copyable />
          </p>
        </div>
      ) : (
        <>
          <p className="muted flush">{t('profiles.enrolment.makeText')}</p>
          <FileField value={file} onChange={setFile} />
        </>
      )}
    </FormDialog>
  );
}
