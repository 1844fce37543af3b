/** In Practice the link opens on this PC only: said where it is shown to be handed on. */
import { useTranslation } from 'react-i18next';
import { useActiveProfile } from '../../app-store.ts';

export function PracticeLink({ address }: { address: string | null }) {
  const { t } = useTranslation();
  const isPractice = useActiveProfile()?.environment === 'practice';
  if (!isPractice || address === null) return null;
  return <p className="muted size-13 flush">{t('bills.practiceLink')}</p>;
}
