/** The tabs of the open place: pages at the same level. */
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { TabStrip } from '../components/tab-strip.tsx';
import { tabOf } from './places.tsx';

export function PlaceTabs() {
  const { t } = useTranslation();
  const [path, navigate] = useLocation();
  const open = tabOf(path);
  if (!open) return null;
  return (
    <TabStrip
      aria-label={t('app.nav.tabs')}
      value={open.tab.path}
      onChange={(value) => navigate(value)}
      data={open.tabs.map((tab) => ({ value: tab.path, label: t(tab.text) }))}
    />
  );
}
