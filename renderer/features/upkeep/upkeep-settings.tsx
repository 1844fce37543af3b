/** Settings: how often lists are read by themselves, in which hours, and whether also while it is locked. */
import { NumberInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typedTimeOfDay } from '#shared/text/typed-time.ts';
import { call } from '../../api/client.ts';
import { useLocale, useNowMs, useSettings } from '../../app-store.ts';
import { orTell } from '../../components/tell-error.tsx';
import { formatTime } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { useUpkeep } from './store.ts';
import './upkeep.css';

const MOST_MINUTES = 120;
const keep = (change: object) => void orTell(call('app.settings.setShared', change));

/** Typed, and kept when the field is left. */
function Hour({ name, disabled }: { name: 'openFrom' | 'openTo'; disabled: boolean }) {
  const { t } = useTranslation();
  const kept = useSettings()[name];
  const [typed, setTyped] = useState<string | null>(null);
  const leave = () => {
    const time = typedTimeOfDay(typed ?? kept);
    if (time === null) return;
    if (time !== kept) keep({ [name]: time });
    setTyped(null);
  };
  return (
    <TextInput
      label={t(`upkeep.settings.${name}`)}
      dir="ltr"
      maxLength={5}
      error={typedTimeOfDay(typed ?? kept) === null && t('app.time.wrong')}
      value={typed ?? kept}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
      disabled={disabled}
      w={160}
    />
  );
}

/** Says in one sentence what automatic reading does now. */
function Now() {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const { state } = useUpkeep();
  if (!state) return null;
  const time = (atMs: number) => formatTime(atMs, nowMs, locale);
  return (
    <p className="muted size-13 flush">
      {state.rests !== null
        ? t(`upkeep.rests.${state.rests}`)
        : state.nextReadAtMs !== null && state.nextReadAtMs > nowMs
          ? t('upkeep.next', { time: time(state.nextReadAtMs) })
          : t('upkeep.soon')}{' '}
      {state.lastReadAtMs !== null && t('upkeep.last', { time: time(state.lastReadAtMs) })}
    </p>
  );
}

export function UpkeepSettings() {
  const { t } = useTranslation();
  const { readMinutes, readWhileLocked } = useSettings();
  const may = useMay('settings.app');
  const [typed, setTyped] = useState<string | number | null>(null);
  const leave = () => {
    const minutes = Number(typed);
    if (
      typed !== null &&
      typed !== '' &&
      Number.isInteger(minutes) &&
      minutes >= 0 &&
      minutes <= MOST_MINUTES
    )
      keep({ readMinutes: minutes });
    setTyped(null);
  };
  const off = readMinutes === 0;
  return (
    <section className="card stack" data-testid="upkeep-settings">
      <h2 className="card-title">{t('upkeep.settings.title')}</h2>
      {!may.allowed && <div className="muted">{may.reason}</div>}
      <Now />
      <Switch
        label={t('upkeep.settings.on')}
        description={t('upkeep.settings.onText')}
        checked={!off}
        disabled={!may.allowed}
        onChange={(event) => keep({ readMinutes: event.currentTarget.checked ? 5 : 0 })}
      />
      <div className="upkeep-hours">
        <NumberInput
          label={t('upkeep.settings.minutes')}
          value={typed ?? readMinutes}
          onChange={setTyped}
          onBlur={leave}
          onKeyDown={(event) => event.key === 'Enter' && leave()}
          min={1}
          max={MOST_MINUTES}
          allowDecimal={false}
          disabled={off || !may.allowed}
          w={260}
        />
        <Hour name="openFrom" disabled={off || !may.allowed} />
        <Hour name="openTo" disabled={off || !may.allowed} />
      </div>
      <Switch
        label={t('upkeep.settings.locked')}
        description={t('upkeep.settings.lockedText')}
        checked={readWhileLocked}
        disabled={off || !may.allowed}
        onChange={(event) => keep({ readWhileLocked: event.currentTarget.checked })}
      />
    </section>
  );
}
