/**
 * Today: one sentence, what each branch waits for, four figures, the last five events. On a PC of head office that sees every
 * branch, finance and administrators begin with the board of the chain.
 */
import { Button, Skeleton } from '@mantine/core';
import { IconCashRegister, IconRefresh } from '@tabler/icons-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Page } from '../../components/page.tsx';
import { NotSummed } from '../../components/sums.tsx';
import { TabStrip } from '../../components/tab-strip.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { useMay } from '../../people-store.ts';
import { useHeadOffice } from '../head-office/index.tsx';
import { Blockers } from './blockers.tsx';
import { BoardPage } from './board-page.tsx';
import { NoTerminals } from './no-terminals.tsx';
import { Recent } from './recent.tsx';
import { standsBetween } from './selectors.ts';
import { Sentence } from './sentence.tsx';
import { useToday } from './store.ts';
import { Tiles } from './tiles.tsx';
import './today.css';

export { OverdueBanner } from './overdue-banner.tsx';

const EVERY_MS = 60_000;

export function TodayPage() {
  const { t } = useTranslation();
  const [view, setView] = useState('chain');
  const seesAll = useHeadOffice(({ membership }) => membership?.branch === '');
  const may = useMay('reconcile');
  if (!seesAll || !may.allowed) return <OwnToday views={null} />;
  const views = (
    <TabStrip
      aria-label={t('today.board.view')}
      value={view}
      onChange={setView}
      data={[
        { value: 'chain', label: t('terminals.filter.allBranches') },
        { value: 'own', label: t('headOffice.thisPc') },
      ]}
    />
  );
  return view === 'chain' ? <BoardPage views={views} /> : <OwnToday views={views} />;
}

function OwnToday({ views }: { views: ReactNode }) {
  const { t } = useTranslation();
  const { today, error, busy, load, begin, readAll } = useToday();
  const refresh = useCallback(() => void load(), [load]);
  useEffect(() => {
    void load().then(begin);
    const timer = setInterval(() => void load(), EVERY_MS);
    return () => clearInterval(timer);
  }, [load, begin]);
  useRefreshKey(refresh);
  const readFirst = today !== null && standsBetween(today).some(({ what }) => what === 'terminalsToRead');
  return (
    <Page
      title={t('app.nav.today')}
      asOf={
        today
          ? {
              readAtMs: today.oldestReadAtMs,
              lastError: null,
              oldest: today.oldestReadAtMs !== today.newestReadAtMs,
            }
          : undefined
      }
      actions={
        <>
          {views}
          <Button
            variant={readFirst ? 'filled' : 'default'}
            leftSection={<IconRefresh size={16} />}
            loading={busy}
            onClick={() => void readAll()}
          >
            {t('terminals.actions.readAll')}
          </Button>
          <Button
            component={Link}
            href="/close"
            variant={readFirst || today?.terminalCount === 0 ? 'default' : 'filled'}
            leftSection={<IconCashRegister size={16} />}
          >
            {t('app.nav.close')}
          </Button>
        </>
      }
    >
      <div className="page-scroll today">
        {error && <ErrorNotice error={error} onRetry={refresh} />}
        {!today && !error && <Skeleton height={320} radius={10} />}
        {today &&
          (today.terminalCount === 0 ? (
            <NoTerminals />
          ) : (
            <>
              <Sentence today={today} />
              <Blockers today={today} />
              <Tiles today={today} />
              {today.notSummed.length > 0 && (
                <p className="today-not-summed">
                  <NotSummed totals={today.notSummed} />
                </p>
              )}
              <Recent events={today.recent} />
            </>
          ))}
      </div>
    </Page>
  );
}
