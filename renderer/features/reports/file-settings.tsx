/** The folder of files, and the first bytes of a CSV. */
import { Group, Switch, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useSettings } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { SetByOrganisation, useSetByOrganisation } from '../../components/set-by-organisation.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { useMay } from '../../people-store.ts';

export function ReportFileSettings() {
  const { t } = useTranslation();
  const { csvByteOrderMark } = useSettings();
  const may = useMay('settings.app');
  const folderIsSet = useSetByOrganisation('exportFolder');
  const markIsSet = useSetByOrganisation('csvByteOrderMark');
  const [kept, setKept] = useState<OutputOf<'reports.folder'> | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  useEffect(() => {
    void call('reports.folder', {}).then((answer) =>
      answer.ok ? setKept(answer.value) : setError(answer.error),
    );
  }, []);
  const choose = async (folder: string | null) => {
    const answer = await call('reports.setFolder', { folder });
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    setKept(answer.value);
    // What was typed after it was sent is the next wish.
    setTyped((now) => (now === typed ? null : now));
  };
  const changed = typed !== null && typed.trim() !== '' && typed !== kept?.folder;
  return (
    <section className="card stack">
      <h2 className="card-title">{t('reports.settings.title')}</h2>
      {!may.allowed && <div className="muted">{may.reason}</div>}
      <TextInput
        label={t('reports.settings.folder')}
        description={t('reports.settings.folderText')}
        value={typed ?? kept?.folder ?? ''}
        onChange={(event) => setTyped(event.currentTarget.value)}
        dir="ltr"
        spellCheck={false}
        disabled={folderIsSet}
      />
      <SetByOrganisation of="exportFolder" />
      {error && <ErrorNotice error={error} />}
      {!folderIsSet && (
        <Group gap={8}>
          <GuardedButton guard={may} size="xs" disabled={!changed} onClick={() => void choose(typed)}>
            {t('app.actions.save')}
          </GuardedButton>
          {kept?.chosen && (
            <GuardedButton guard={may} size="xs" variant="default" onClick={() => void choose(null)}>
              {t('reports.settings.folderDefault')}
            </GuardedButton>
          )}
        </Group>
      )}
      <Switch
        label={t('reports.settings.csvMark')}
        description={t('reports.settings.csvMarkText')}
        checked={csvByteOrderMark}
        disabled={!may.allowed || markIsSet}
        onChange={(event) =>
          void orTell(call('app.settings.setShared', { csvByteOrderMark: event.currentTarget.checked }))
        }
      />
      <SetByOrganisation of="csvByteOrderMark" />
    </section>
  );
}
