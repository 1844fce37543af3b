/** Settlement: windows and their batches, settled transactions, figures. */
import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { PlaceTabs } from '../../frame/place-tabs.tsx';
import { OpeningNotice } from '../../components/opening-notice.tsx';
import { SettledTab } from './settled-tab.tsx';
import { emptyFilter, useSettlement } from './store.ts';
import { WindowsTab } from './windows-tab.tsx';

/** Its charts are half as large as all pages together, so they are read when they are shown. */
const FiguresTab = lazy(async () => ({ default: (await import('../figures/index.tsx')).FiguresTab }));

type PageProps = { tab: 'windows' | 'settled' | 'figures'; openKey?: string | null };

/** `openKey`: the settled transaction whose drawer is open. */
export function SettlementPage({ tab, openKey = null }: PageProps) {
  const [, navigate] = useLocation();
  const setFilter = useSettlement((state) => state.setFilter);
  const tabs = <PlaceTabs />;
  switch (tab) {
    case 'windows':
      return <WindowsTab tabs={tabs} />;
    case 'settled':
      return <SettledTab tabs={tabs} openKey={openKey} />;
    case 'figures':
      return (
        <Suspense fallback={<OpeningNotice />}>
          <FiguresTab
            tabs={tabs}
            onOpenSettled={(rows) => {
              setFilter({ ...emptyFilter, ...rows });
              navigate('/settlement/settled');
            }}
          />
        </Suspense>
      );
  }
}

/** The settled transactions with this in their reference or order, for who comes from another page. */
export const narrowSettledTo = (text: string): void =>
  useSettlement.getState().setFilter({ ...emptyFilter, text });
