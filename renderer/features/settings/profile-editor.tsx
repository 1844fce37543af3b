/** Editing a profile: name and hosts, new keys, or removing it from this PC. */
import { Button, Divider, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/contract/profiles.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { call } from '../../api/client.ts';
import { withSealedKeys } from '../../api/seal.ts';
import { SetByOrganisation } from '../../components/set-by-organisation.tsx';
import { useStatus } from '../../app-store.ts';
import { SecretInput } from '../../components/secret-input.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SETTING_OF } from '../profiles/index.tsx';

type EditorProps = { profile: Profile; opened: boolean; onClose: () => void };
const NO_KEYS = { secretKey: '', apiKey: '', paymentKey: '', transferKey: '' };

type Keys = typeof NO_KEYS;

function KeyFields({ keys, onChange }: { keys: Keys; onChange: (keys: Keys) => void }) {
  const { t } = useTranslation();
  return (['secretKey', 'apiKey', 'paymentKey', 'transferKey'] as const).map((field) => (
    <SecretInput
      key={field}
      label={t(`profiles.form.${field}`)}
      placeholder={t('profiles.form.unchanged')}
      toggleLabel={t('profiles.form.showKey')}
      value={keys[field]}
      onChange={(value) => onChange({ ...keys, [field]: value })}
    />
  ));
}

async function replaceKeys(profileId: string, keys: Keys): Promise<Result<Profile>> {
  const sealed = await withSealedKeys(keys);
  return sealed.ok ? call('profiles.replaceKeys', { profileId, ...sealed.value }) : sealed;
}

type Ended = { ok: true } | { ok: false; error: AppError };

/** Removing asks for the merchant's ID in the person's own typing. */
function RemoveProfile({ profile, onDone }: { profile: Profile; onDone: (answer: Ended) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  return (
    <>
      <TextInput
        label={t('profiles.remove.label', { merchantId: profile.merchantId })}
        description={t('profiles.remove.text')}
        dir="ltr"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button
          color="red"
          variant="outline"
          disabled={typed !== profile.merchantId}
          onClick={() => void call('profiles.remove', { profileId: profile.id }).then(onDone)}
        >
          {t('profiles.remove.action')}
        </Button>
      </Group>
    </>
  );
}

export function ProfileEditor({ profile, opened, onClose }: EditorProps) {
  const { t } = useTranslation();
  const [form, setForm] = useState({
    name: profile.name,
    dashboardUrl: profile.dashboardUrl,
    checkoutUrl: profile.checkoutUrl,
  });
  const [keys, setKeys] = useState(NO_KEYS);
  const [error, setError] = useState<AppError | null>(null);
  const set = useStatus()?.setByOrganisation ?? [];
  const practice = profile.environment === 'practice';
  const finish = (answer: Ended) => {
    setError(answer.ok ? null : answer.error);
    if (answer.ok) onClose();
  };
  const save = async () => {
    const updated = await call('profiles.update', { profileId: profile.id, ...form });
    if (!updated.ok) return finish(updated);
    const hasKeys = Object.values(keys).some((key) => key.trim() !== '');
    setKeys(NO_KEYS);
    finish(hasKeys ? await replaceKeys(profile.id, keys) : updated);
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t('profiles.edit.title', { name: profile.name })}>
      <div className="stack">
        {error && <ErrorNotice error={error} />}
        <TextInput
          label={t('profiles.form.name')}
          disabled={!practice && set.includes('merchantName')}
          description={!practice && <SetByOrganisation of="merchantName" />}
          value={form.name}
          onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
        />
        {!practice && (
          <>
            {(['dashboardUrl', 'checkoutUrl'] as const).map((field) => (
              <TextInput
                key={field}
                label={t(field === 'dashboardUrl' ? 'profiles.form.dashboard' : 'profiles.form.checkout')}
                dir="ltr"
                disabled={set.includes(SETTING_OF[field])}
                description={<SetByOrganisation of={SETTING_OF[field]} />}
                value={form[field]}
                onChange={(event) => setForm({ ...form, [field]: event.currentTarget.value })}
              />
            ))}
            <KeyFields keys={keys} onChange={setKeys} />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('app.actions.cancel')}
          </Button>
          <Button onClick={() => void save()}>{t('app.actions.save')}</Button>
        </Group>
        <Divider />
        <RemoveProfile profile={profile} onDone={finish} />
      </div>
    </Modal>
  );
}
