/** In the band, on a PC that takes part: how head office stands. It leads to its part of Settings. */
import { IconBuilding, IconBuildingOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { isLate, useStandingWords } from './texts.ts';
import { useHeadOffice, useHeadOfficeOfProfile } from './store.ts';

export function HeadOfficeState() {
  useHeadOfficeOfProfile();
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { membership, standing } = useHeadOffice();
  const words = useStandingWords(true);
  if (!membership) return null;
  const text = t('headOffice.band', { state: words(standing) });
  const late = standing !== null && isLate(standing);
  return (
    <button type="button" className="band-button" title={text} onClick={() => navigate('/settings')}>
      {late ? <IconBuildingOff size={16} aria-hidden /> : <IconBuilding size={16} aria-hidden />}
      <span>{text}</span>
    </button>
  );
}
