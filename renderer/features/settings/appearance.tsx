/** Settings: language, colours, digits. */
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useSettings } from '../../app-store.ts';
import { orTell } from '../../components/tell-error.tsx';

type Choice = { value: string; label: string };

function Choose({
  label,
  value,
  data,
  onChange,
}: {
  label: string;
  value: string;
  data: Choice[];
  onChange: (value: string) => void;
}) {
  return (
    <div className="setting-choice">
      <span className="setting-name">{label}</span>
      <SegmentedControl aria-label={label} value={value} data={data} onChange={onChange} />
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
