/** Settings: when backups are made, into which folder, and one right now. */
import { Button, Group, PasswordInput, Select, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupState } from '#shared/contract/backup.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { call, on } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { IdText } from '../../components/id-text.tsx';
import { SetByOrganisation, useSetByOrganisation } from '../../components/set-by-organisation.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatBytes } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';

const HOURS = ['never', '4', '12', '24', '168'] as const;
type Hours = (typeof HOURS)[number];

function LastBackup({ last }: Pick<BackupState, 'last'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (!last) return <p className="muted flush">{t('backup.none')}</p>;
  return (
    <p className="flush">
      {t('backup.last')} <TimeText atMs={last.atMs} /> · {formatBytes(last.bytes, locale)} ·{' '}
      <IdText value={last.path} copyable />
    </p>
  );
}

/** What is typed and not saved yet, over what holds now. */
function useBackupForm(state: BackupState, onState: (state: BackupState) => void) {
  const [folder, setFolder] = useState<string | null>(null);
  const [hours, setHours] = useState<string | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  // One at a time: the answer of one would take away what the other says.
  const [busy, setBusy] = useState<'saving' | 'making' | null>(null);
  const chosen = hours ?? String(state.everyHours ?? 'never');
  async function run<T>(what: 'saving' | 'making', ask: () => Promise<Result<T>>): Promise<T | null> {
    setBusy(what);
    const answer = await ask();
    setBusy(null);
    // What was typed while the answer was on its way stays.
    setPassphrase((now) => (now === passphrase ? '' : now));
    setError(answer.ok ? null : answer.error);
    return answer.ok ? answer.value : null;
  }
  const save = async () => {
    const everyHours = chosen === 'never' ? null : Number(chosen);
    const input = { folder: folder ?? state.folder, everyHours, passphrase };
    const saved = await run('saving', () => call('backup.setSchedule', input));
    if (!saved) return;
    setFolder((now) => (now === folder ? null : now));
    setHours((now) => (now === hours ? null : now));
    onState(saved);
  };
  const make = () => run('making', () => call('backup.make', { passphrase }));
  return { folder, setFolder, hours, setHours, chosen, passphrase, setPassphrase, error, busy, save, make };
}

function BackupForm({ state, onState }: { state: BackupState; onState: (state: BackupState) => void }) {
  const { t } = useTranslation();
  const form = useBackupForm(state, onState);
  const { folder, hours, chosen, passphrase, error, busy } = form;
  const folderIsSet = useSetByOrganisation('backupFolder');
  const hoursAreSet = useSetByOrganisation('backupEveryHours');
  const isKept = state.passphrase !== 'absent';
  const scheduled = chosen !== 'never';
  const labelOf = (value: string) =>
    HOURS.some((known) => known === value)
      ? t(`backup.every.${value as Hours}`)
      : t('backup.every.other', { hours: value });
  const changed = folder !== null || hours !== null || (passphrase !== '' && scheduled);
  return (
    <>
      {state.lastError && <ErrorNotice error={state.lastError.error} />}
      {error && <ErrorNotice error={error} />}
      <TextInput
        label={t('backup.folder')}
        description={t('backup.folderText')}
        dir="ltr"
        spellCheck={false}
        disabled={folderIsSet}
        value={folder ?? state.folder}
        onChange={(event) => form.setFolder(event.currentTarget.value)}
      />
      <SetByOrganisation of="backupFolder" />
      <Select
        label={t('backup.when')}
        className="narrow-field"
        allowDeselect={false}
        disabled={hoursAreSet}
        data={[...new Set<string>([...HOURS, chosen])].map((value) => ({ value, label: labelOf(value) }))}
        value={chosen}
        onChange={form.setHours}
      />
      <SetByOrganisation of="backupEveryHours" />
      <PasswordInput
        label={t('backup.passphrase')}
        description={t(state.passphrase === 'session-only' ? 'backup.sessionOnly' : 'backup.passphraseText')}
        placeholder={isKept ? t('profiles.form.unchanged') : undefined}
        autoComplete="new-password"
        dir="ltr"
        visibilityToggleButtonProps={{ 'aria-label': t('backup.showPassphrase') }}
        value={passphrase}
        onChange={(event) => form.setPassphrase(event.currentTarget.value)}
      />
      <Group gap={8}>
        <Button
          size="xs"
          disabled={busy !== null || !changed || (scheduled && !isKept && passphrase === '')}
          loading={busy === 'saving'}
          onClick={() => void form.save()}
        >
          {t('backup.save')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={busy !== null || (!isKept && passphrase === '')}
          loading={busy === 'making' || state.busy}
          onClick={() => void form.make()}
        >
          {t('backup.make')}
        </Button>
      </Group>
    </>
  );
}

export function BackupSettings() {
  const { t } = useTranslation();
  const may = useMay('settings.app');
  const [state, setState] = useState<BackupState | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const { allowed } = may;
  useEffect(() => {
    if (!allowed) return;
    void call('backup.state', {}).then((answer) =>
      answer.ok ? setState(answer.value) : setError(answer.error),
    );
    return on('backup.changed', setState);
  }, [allowed]);
  return (
    <section className="card stack">
      <div>
        <h2 className="card-title below-6">{t('backup.title')}</h2>
        <p className="muted size-13 flush">{t('backup.text')}</p>
      </div>
      {!may.allowed && <div className="muted">{may.reason}</div>}
      {error && <ErrorNotice error={error} />}
      {state && <LastBackup last={state.last} />}
      {state && <BackupForm state={state} onState={setState} />}
    </section>
  );
}
