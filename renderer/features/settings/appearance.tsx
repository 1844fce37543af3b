/** Settings: language, colours, digits. */
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useSettings } from '../../app-store.ts';
import { SetByOrganisation, useSetByOrganisation } from '../../components/set-by-organisation.tsx';
import { orTell } from '../../components/tell-error.tsx';

type Choice = { value: string; label: string };

function Choose({
  setting,
  label,
  value,
  data,
  onChange,
}: {
  setting: 'language' | 'theme' | 'digits';
  label: string;
  value: string;
  data: Choice[];
  onChange: (value: string) => void;
}) {
  const isSet = useSetByOrganisation(setting);
  return (
    <div className="setting-choice">
      <span className="setting-name">{label}</span>
      <SegmentedControl aria-label={label} value={value} data={data} onChange={onChange} disabled={isSet} />
      <SetByOrganisation of={setting} />
    </div>
  );
}

export function Appearance() {
  const { t } = useTranslation();
  const settings = useSettings();
  const set = (change: object) => void orTell(call('app.settings.set', change));
  return (
    <section className="card stack">
      <h2 className="card-title">{t('app.settings.appearance')}</h2>
      <Choose
        setting="language"
        label={t('app.settings.language')}
        value={settings.language}
        onChange={(language) => set({ language })}
        data={[
          { value: 'system', label: t('app.settings.system') },
          { value: 'en', label: 'English' },
          { value: 'ar', label: 'العربية' },
        ]}
      />
      <Choose
        setting="theme"
        label={t('app.settings.theme')}
        value={settings.theme}
        onChange={(theme) => set({ theme })}
        data={[
          { value: 'system', label: t('app.settings.system') },
          { value: 'light', label: t('app.theme.light') },
          { value: 'dark', label: t('app.theme.dark') },
        ]}
      />
      <Choose
        setting="digits"
        label={t('app.settings.digits')}
        value={settings.digits}
        onChange={(digits) => set({ digits })}
        data={[
          { value: 'latin', label: '123' },
          { value: 'arabic', label: '١٢٣' },
        ]}
      />
    </section>
  );
}
