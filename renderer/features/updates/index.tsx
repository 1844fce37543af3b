/** Settings: which versions are installed, the one that waits, and the way back. */
import { Button, Group, SegmentedControl } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateChannels } from '#shared/contract/policy.ts';
import type { UpdateState } from '#shared/contract/updates.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { call, on } from '../../api/client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { SetByOrganisation, useSetByOrganisation } from '../../components/set-by-organisation.tsx';
import { useMay } from '../../people-store.ts';

type Act = (ask: () => Promise<Result<UpdateState> | Result<Record<string, never>>>) => void;

function Acts({ state, act }: { state: UpdateState; act: Act }) {
  const { t } = useTranslation();
  const may = useMay('settings.app');
  const busy = state.state === 'looking' || state.state === 'downloading';
  return (
    <Group gap={8}>
      {state.state === 'ready' ? (
        <GuardedButton guard={may} size="xs" onClick={() => act(() => call('updates.install', {}))}>
          {t('updates.install', { version: state.version })}
        </GuardedButton>
      ) : (
        <GuardedButton
          guard={may}
          size="xs"
          variant="default"
          loading={busy}
          disabled={state.channel === 'off'}
          onClick={() => act(() => call('updates.look', {}))}
        >
          {t('updates.look')}
        </GuardedButton>
      )}
      {state.previous !== null && (
        <Button
          size="xs"
          variant="subtle"
          disabled={busy || !may.allowed}
          onClick={() => act(() => call('updates.back', {}))}
        >
          {t('updates.back', { version: state.previous })}
        </Button>
      )}
    </Group>
  );
}

export function UpdateSettings() {
  const { t } = useTranslation();
  const may = useMay('settings.app');
  const isSet = useSetByOrganisation('updateChannel');
  const [state, setState] = useState<UpdateState | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  useEffect(() => {
    void call('updates.state', {}).then((answer) =>
      answer.ok ? setState(answer.value) : setError(answer.error),
    );
    return on('updates.changed', setState);
  }, []);
  const act: Act = (ask) => void ask().then((answer) => setError(answer.ok ? null : answer.error));
  if (!state) return error && <ErrorNotice error={error} />;
  const problem = error ?? state.error;
  return (
    <section className="card stack">
      <h2 className="card-title">{t('updates.title')}</h2>
      {!state.canInstall ? (
        <p className="muted flush">{t('updates.byHand')}</p>
      ) : (
        <>
          {problem && <ErrorNotice error={problem} />}
          <SegmentedControl
            aria-label={t('updates.title')}
            disabled={isSet || !may.allowed}
            value={state.channel}
            data={updateChannels.map((value) => ({ value, label: t(`updates.channel.${value}`) }))}
            onChange={(channel) => act(() => call('updates.setChannel', { channel }))}
          />
          <SetByOrganisation of={['updateChannel', 'updateFeed', 'updateKey']} />
          <p className="muted size-13 flush">
            {t(`updates.state.${state.state}`, { version: state.version })}
          </p>
          <Acts state={state} act={act} />
        </>
      )}
    </section>
  );
}
