/** The bridge of one settlement window: why the deposit is not what was sold. */
import { Anchor, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconBolt, IconInfoCircle } from '@tabler/icons-react';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { BridgeView } from '#shared/contract/bridge.ts';
import { earlySubject, readSubject, type BridgeSubject } from '#shared/domain/bridge-subject.ts';
import { bridgePath } from '../../components/bridge-path.ts';
import { useCounted } from '../../components/counted.ts';
import { Crumbs } from '../../components/crumbs.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText, TotalsText } from '../../components/money-text.tsx';
import { Page } from '../../components/page.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { ClosesLeftOut } from '../head-office/index.tsx';
import { ExportMenu } from '../reports/index.tsx';
import './bridge.css';
import { Deposits } from './deposits.tsx';
import { LineDrawer } from './line-drawer.tsx';
import { BridgeLines } from './lines.tsx';
import { useBridge } from './store.ts';
import { standingOf, toneOfVerdict, Verdict } from './verdict.tsx';

/** The warnings that a reader must know before trusting the figures. */
function Warnings({ view }: { view: BridgeView }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { of, isOpen, gatewayDiffers, gatewayNet, otherCurrencies, unnamedPayouts, paidIn } = view;
  return (
    <>
      {isOpen && of !== 'early' && (
        <div className="banner" role="status">
          <IconInfoCircle size={18} />
          {t('bridge.stillOpen')}
        </div>
      )}
      {!isOpen && gatewayNet && gatewayDiffers && gatewayDiffers.minor !== 0n && (
        <div className="banner" data-tone="late" role="status">
          <IconAlertTriangle size={18} />
          <span>
            {t(of === 'early' ? 'bridge.early.gatewayDiffers' : 'bridge.gatewayDiffers')}{' '}
            <MoneyText value={gatewayNet} strong /> (
            <MoneyText value={gatewayDiffers} signed />)
          </span>
        </div>
      )}
      {unnamedPayouts.length > 0 && (
        <div className="banner" role="status">
          <IconBolt size={18} />
          <span>
            {t('bridge.unnamedPayouts', counted(unnamedPayouts.length))}{' '}
            {unnamedPayouts.map(({ requestId, amount }) => (
              <Anchor
                key={requestId}
                component={Link}
                href={bridgePath(earlySubject(requestId))}
                className="before-text"
              >
                <IdText value={requestId} /> <MoneyText value={amount} />
              </Anchor>
            ))}
          </span>
        </div>
      )}
      {paidIn !== null && standingOf(view) !== 'together' && (
        <div className="banner" role="status">
          <IconInfoCircle size={18} />
          <span>
            {t('bridge.paidIn')}{' '}
            <Anchor component={Link} href={bridgePath(paidIn)}>
              {t('bridge.toTogether')}
            </Anchor>
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

const Windows = ({ ids }: { ids: readonly string[] }) =>
  ids.map((id) => (
    <span key={id} className="muted">
      {' · '}
      <IdText value={id} />
    </span>
  ));

/** The window, the payout with its windows, or the early payout that it is of. */
function SubjectName({ subject, view }: { subject: BridgeSubject; view: BridgeView | null }) {
  switch (subject.of) {
    case 'window':
      return <IdText value={subject.windowId} />;
    case 'early':
      return <IdText value={subject.requestId} />;
    case 'payout':
      return (
        <>
          <IdText value={subject.bankReference} /> <Windows ids={view?.windowIds ?? []} />
        </>
      );
    case 'together':
      return (
        <>
          <IdText value={subject.windowId} />{' '}
          <Windows ids={view?.windowIds.filter((id) => id !== subject.windowId) ?? []} />
        </>
      );
  }
}

export function BridgePage({ subject }: { subject: string }) {
  const { t } = useTranslation();
  const { view: loaded, error, load } = useBridge();
  const read = useCallback(() => void load(subject), [load, subject]);
  useEffect(read, [read]);
  useRefreshKey(read);
  const view = loaded?.subject === subject ? loaded : null;
  const named = readSubject(subject);
  const isEarly = named.of === 'early';
  return (
    <Page
      title={
        <Crumbs
          href={isEarly ? '/instant' : '/settlement'}
          place={t(isEarly ? 'app.nav.instant' : 'app.nav.settlement')}
        >
          {t(`bridge.titleOf.${named.of}`)}
        </Crumbs>
      }
      subtitle={<SubjectName subject={named} view={view} />}
      asOf={view?.settledRead}
      headline={view && <Verdict view={view} />}
      tone={view ? toneOfVerdict(view) : undefined}
      actions={
        view && (
          <ExportMenu
            source={{ list: 'bridge', subject }}
            title={t('bridge.title')}
            filter={[t('reports.list.filter.window', { id: subject })]}
            columns={[]}
          />
        )
      }
    >
      {error && <ErrorNotice error={error} onRetry={read} />}
      {!view && !error && <Skeleton height={320} m={24} radius={10} />}
      {view && (
        <>
          {named.of !== 'early' && <ClosesLeftOut />}
          <Warnings view={view} />
          <div className="page-scroll">
            <div className="bridge">
              <BridgeLines view={view} />
              <Deposits view={view} />
            </div>
          </div>
          <LineDrawer />
        </>
      )}
    </Page>
  );
}
