/** Two steps after a key was made: its value is entered, on its way to the keychain alone, and it is tried. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import { err, type Result } from '#shared/errors/result.ts';
import { profileError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { withSealedKeys } from '../../api/seal.ts';
import { useActiveProfile } from '../../app-store.ts';
import { useAsk } from '../../components/asked.ts';
import { ErrorNotice, useErrorText } from '../../components/error-notice.tsx';
import { SecretInput } from '../../components/secret-input.tsx';

type Nothing = Record<string, never>;

/** The other keys of the profile stay as they are. */
async function enter(profileId: string | null, name: string, value: string): Promise<Result<Nothing>> {
  if (profileId === null) return err(profileError('none-active'));
  const sealed = await withSealedKeys({ secretKey: '', apiKey: '', paymentKey: value, transferKey: '' });
  if (!sealed.ok) return sealed;
  const stored = await call('profiles.replaceKeys', { profileId, ...sealed.value });
  return stored.ok ? call('credentials.entered', { name }) : stored;
}

export function EnterKey({ name, onEntered }: { name: string; onEntered: () => void }) {
  const { t } = useTranslation();
  const profile = useActiveProfile();
  const [value, setValue] = useState('');
  const { value: entered, error, busy, ask } = useAsk<Nothing>();
  const press = async () => {
    if ((await ask(enter(profile?.id ?? null, name, value))) === null) return;
    setValue('');
    onEntered();
  };
  if (entered)
    return (
      <div className="banner" data-tone="good" role="status">
        {t('credentials.enter.done')}
      </div>
    );
  return (
    <div className="stack-8">
      <SecretInput
        label={t('credentials.enter.label')}
        description={t('credentials.enter.about')}
        toggleLabel={t('profiles.form.showKey')}
        value={value}
        onChange={setValue}
      />
      <div>
        <Button variant="default" loading={busy} disabled={value.trim() === ''} onClick={() => void press()}>
          {t('credentials.enter.action')}
        </Button>
      </div>
      {error && <ErrorNotice error={error} />}
    </div>
  );
}

const TONES = { works: 'good', refused: 'bad', 'no-card': 'unknown' } as const;

export function TryKey({ name }: { name: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { value: tried, error, busy, ask } = useAsk<OutputOf<'credentials.tryKey'>>();
  return (
    <div className="stack-8">
      <div>
        <Button
          variant="default"
          loading={busy}
          onClick={() => void ask(call('credentials.tryKey', { name }))}
        >
          {t('credentials.try.action')}
        </Button>
      </div>
      {tried && (
        <div className="banner" data-tone={TONES[tried.ending]} role="status">
          {t(`credentials.try.ending.${tried.ending}`)} {tried.error && errorText(tried.error).title}
        </div>
      )}
      {error && <ErrorNotice error={error} />}
    </div>
  );
}
