/** Settlement: windows and their batches, settled transactions, figures. */
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { FiguresTab } from '../figures/index.tsx';
import { SettledTab } from './settled-tab.tsx';
import { emptyFilter, useSettlement } from './store.ts';
import { WindowsTab } from './windows-tab.tsx';

const PATHS = {
  windows: '/settlement',
  settled: '/settlement/settled',
  figures: '/settlement/figures',
} as const;

export function SettlementPage({ tab }: { tab: keyof typeof PATHS }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const setFilter = useSettlement((state) => state.setFilter);
  const tabs = (
    <SegmentedControl
      aria-label={t('settlement.tabs.label')}
      value={tab}
      onChange={(value) => navigate(PATHS[value])}
      data={[
        { value: 'windows', label: t('settlement.tabs.windows') },
        { value: 'settled', label: t('settlement.tabs.settled') },
        { value: 'figures', label: t('settlement.tabs.figures') },
      ]}
    />
  );
  switch (tab) {
    case 'windows':
      return <WindowsTab tabs={tabs} />;
    case 'settled':
      return <SettledTab tabs={tabs} />;
    case 'figures':
      return (
        <FiguresTab
          tabs={tabs}
          onOpenSettled={(rows) => {
            setFilter({ ...emptyFilter, ...rows });
            navigate(PATHS.settled);
          }}
        />
      );
  }
}

/** The settled transactions with this in their reference or order, for who comes from another page. */
export const narrowSettledTo = (text: string): void =>
  useSettlement.getState().setFilter({ ...emptyFilter, text });
