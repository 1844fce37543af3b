/** Settlement: windows and their batches, settled transactions. */
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { SettledTab } from './settled-tab.tsx';
import { emptyFilter, useSettlement } from './store.ts';
import { WindowsTab } from './windows-tab.tsx';

export function SettlementPage({ tab }: { tab: 'windows' | 'settled' }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const tabs = (
    <SegmentedControl
      aria-label={t('settlement.tabs.label')}
      value={tab}
      onChange={(value) => navigate(value === 'settled' ? '/settlement/settled' : '/settlement')}
      data={[
        { value: 'windows', label: t('settlement.tabs.windows') },
        { value: 'settled', label: t('settlement.tabs.settled') },
      ]}
    />
  );
  return tab === 'windows' ? <WindowsTab tabs={tabs} /> : <SettledTab tabs={tabs} />;
}

/** The settled transactions with this in their reference or order, for who comes from another page. */
export const narrowSettledTo = (text: string): void =>
  useSettlement.getState().setFilter({ ...emptyFilter, text });
