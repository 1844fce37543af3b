/** The bridge of one settlement window: why the deposit is not what was sold. */
import { Anchor, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { BridgeView } from '#shared/contract/bridge.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText, TotalsText } from '../../components/money-text.tsx';
import { Page } from '../../components/page.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import './bridge.css';
import { Deposits } from './deposits.tsx';
import { LineDrawer } from './line-drawer.tsx';
import { BridgeLines } from './lines.tsx';
import { useBridge } from './store.ts';

/** What a reader must know before trusting the figures. */
function Warnings({ view }: { view: BridgeView }) {
  const { t } = useTranslation();
  const { isOpen, gatewayDiffers, gatewayNet, otherCurrencies } = view;
  return (
    <>
      {isOpen && (
        <div className="banner" role="status">
          <IconInfoCircle size={18} />
          {t('bridge.stillOpen')}
        </div>
      )}
      {!isOpen && gatewayNet && gatewayDiffers && gatewayDiffers.minor !== 0n && (
        <div className="banner" data-tone="late" role="status">
          <IconAlertTriangle size={18} />
          <span>
            {t('bridge.gatewayDiffers')} <MoneyText value={gatewayNet} strong /> (
            <MoneyText value={gatewayDiffers} signed />)
          </span>
        </div>
      )}
      {otherCurrencies.length > 0 && (
        <div className="banner">
          <IconInfoCircle size={18} />
          <span>
            {t('bridge.otherCurrencies')} <TotalsText totals={otherCurrencies} strong />
          </span>
        </div>
      )}
    </>
  );
}

export function BridgePage({ windowId }: { windowId: string }) {
  const { t } = useTranslation();
  const { view: loaded, error, load } = useBridge();
  const read = useCallback(() => void load(windowId), [load, windowId]);
  useEffect(read, [read]);
  useRefreshKey(read);
  const view = loaded?.windowId === windowId ? loaded : null;
  return (
    <Page
      title={
        <span style={{ display: 'inline-flex', alignItems: 'baseline', gap: 10 }}>
          <Anchor component={Link} href="/settlement" inherit c="dimmed" fw={500}>
            {t('app.nav.settlement')}
          </Anchor>
          <span className="muted">/</span>
          {t('bridge.title')}
        </span>
      }
      subtitle={<IdText value={windowId} />}
      asOf={view?.settledRead}
    >
      {error && <ErrorNotice error={error} onRetry={read} />}
      {!view && !error && <Skeleton height={320} m={24} radius={10} />}
      {view && (
        <>
          <Warnings view={view} />
          <div className="bridge">
            <BridgeLines view={view} />
            <Deposits view={view} />
          </div>
          <LineDrawer />
        </>
      )}
    </Page>
  );
}
