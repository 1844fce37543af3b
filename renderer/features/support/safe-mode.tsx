/** The banner of safe mode, and the way to the gateway. */
import { Button } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useStatus } from '../../app-store.ts';
import { orTell } from '../../components/tell-error.tsx';
import { useMay } from '../../people-store.ts';

export function SafeMode() {
  const { t } = useTranslation();
  const isOn = useStatus()?.safeMode ?? false;
  const may = useMay('settings.app').allowed;
  if (!isOn) return null;
  return (
    <div className="banner" data-tone="late" role="status">
      <IconLifebuoy size={18} aria-hidden />
      <span>
        <strong>{t('support.safeMode.title')}</strong> {t('support.safeMode.text')}
      </span>
      {may && (
        <Button
          size="compact-sm"
          variant="default"
          className="push"
          onClick={() => void orTell(call('support.connect', {}))}
        >
          {t('support.safeMode.connect')}
        </Button>
      )}
    </div>
  );
}
