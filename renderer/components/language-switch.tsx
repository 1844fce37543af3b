/** The two languages, each in its own words. */
import { SegmentedControl, type SegmentedControlProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { useLocale } from '../app-store.ts';
import { useSetByOrganisation } from './set-by-organisation.tsx';
import { orTell } from './tell-error.tsx';

export function LanguageSwitch(props: Pick<SegmentedControlProps, 'size' | 'className'>) {
  const { t } = useTranslation();
  const { language } = useLocale();
  if (useSetByOrganisation('language')) return null;
  return (
    <SegmentedControl
      {...props}
      aria-label={t('app.settings.language')}
      value={language}
      onChange={(value) => void orTell(call('app.settings.set', { language: value === 'ar' ? 'ar' : 'en' }))}
      data={[
        { value: 'en', label: 'English' },
        { value: 'ar', label: 'العربية' },
      ]}
    />
  );
}
