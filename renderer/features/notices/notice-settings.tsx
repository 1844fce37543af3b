/** When a cut-off is told, and whether the operating system tells, too. */
import { NumberInput, SegmentedControl, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { holdLengths, type HoldDays } from '#shared/domain/payment.ts';
import { call } from '../../api/client.ts';
import { useSettings, useStatus } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { SetByOrganisation, useSetByOrganisation } from '../../components/set-by-organisation.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { useMay } from '../../people-store.ts';
import { askBrowser, browserPermission } from './tell.ts';

const EARLIEST = 5;
const LATEST = 720;

/** The gateway says nowhere how long a hold lasts, so a person does. */
function HoldLength({ days, disabled }: { days: HoldDays; disabled: boolean }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const label = t('notices.settings.holdDays');
  return (
    <div className="stack-8">
      <strong className="size-13">{label}</strong>
      <SegmentedControl
        className="at-start"
        aria-label={label}
        value={String(days)}
        data={holdLengths.map((length) => ({
          value: String(length),
          label: t('notices.settings.days', counted(length)),
        }))}
        onChange={(value) => {
          const holdDays = holdLengths.find((length) => String(length) === value);
          if (holdDays) void orTell(call('app.settings.setShared', { holdDays }));
        }}
        disabled={disabled}
      />
      <span className="muted size-13">{t('notices.settings.holdText')}</span>
    </div>
  );
}

export function NoticeSettings() {
  const { t } = useTranslation();
  const { systemNotices, cutOffWarningMinutes, holdDays } = useSettings();
  const inBrowser = useStatus()?.host === 'browser';
  const may = useMay('settings.app');
  const minutesAreSet = useSetByOrganisation('cutOffWarningMinutes');
  const systemIsSet = useSetByOrganisation('systemNotices');
  const [permission, setPermission] = useState(browserPermission);
  const [typed, setTyped] = useState<string | number | null>(null);
  const refused = inBrowser && (permission === 'denied' || permission === 'unsupported');

  const allow = async (wanted: boolean) => {
    const given = wanted && inBrowser ? await askBrowser() : permission;
    setPermission(given);
    await orTell(
      call('app.settings.setShared', { systemNotices: wanted && (!inBrowser || given === 'granted') }),
    );
  };
  const keepMinutes = () => {
    const minutes = Number(typed);
    if (typed !== null && Number.isInteger(minutes) && minutes >= EARLIEST && minutes <= LATEST)
      void orTell(call('app.settings.setShared', { cutOffWarningMinutes: minutes }));
    setTyped(null);
  };
  return (
    <section className="card stack">
      <h2 className="card-title">{t('notices.title')}</h2>
      {!may.allowed && <div className="muted">{may.reason}</div>}
      <NumberInput
        label={t('notices.settings.minutes')}
        value={typed ?? cutOffWarningMinutes}
        onChange={setTyped}
        onBlur={keepMinutes}
        onKeyDown={(event) => event.key === 'Enter' && keepMinutes()}
        min={EARLIEST}
        max={LATEST}
        allowDecimal={false}
        maw={260}
        disabled={!may.allowed || minutesAreSet}
      />
      <SetByOrganisation of="cutOffWarningMinutes" />
      <HoldLength days={holdDays} disabled={!may.allowed} />
      <Switch
        label={t('notices.settings.system')}
        description={t(refused ? 'notices.settings.refused' : 'notices.settings.systemText')}
        checked={systemNotices && (!inBrowser || permission === 'granted')}
        disabled={refused || !may.allowed || systemIsSet}
        onChange={(event) => void allow(event.currentTarget.checked)}
      />
      <SetByOrganisation of="systemNotices" />
    </section>
  );
}
