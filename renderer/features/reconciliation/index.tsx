/** Reconciliation: three comparisons, each with its headline, its lists, and the match by hand. */
import { Button, Skeleton } from '@mantine/core';
import { IconRefresh, IconTableImport } from '@tabler/icons-react';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Redirect, useLocation } from 'wouter';
import type { ReconciliationOverview } from '#shared/contract/reconciliation-overview.ts';
import type { Comparison } from '#shared/domain/reconciliation.ts';
import { comparisons } from '#shared/domain/reconciliation.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { Page } from '../../components/page.tsx';
import { TabStrip } from '../../components/tab-strip.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { useMay } from '../../people-store.ts';
import { ClosesLeftOut } from '../head-office/index.tsx';
import { Headline } from './headline.tsx';
import { ExceptionsPart } from './exceptions-part.tsx';
import { ExpectedPart } from './expected-part.tsx';
import { LearntPage } from './learnt-page.tsx';
import { useMatches } from './lists.ts';
import { MatchPage } from './match-page.tsx';
import { MatchesPart } from './matches-part.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { partsOf, type Part } from './part-tabs.tsx';
import { RulesPage } from './rules-page.tsx';
import { ProposalsPart } from './proposals-part.tsx';
import './reconciliation.css';
import { hasChangedSince, useReconciliation } from './store.ts';

export { ReconciliationSettings } from './settings.tsx';
export { comparisons };

/** The matches of the bank, only those that have this text. */
export const narrowBankMatchesTo = (text: string): void =>
  useMatches.getState().begin({ comparison: 'bank', rule: null, text });

type PageProps = { comparison: Comparison; part: Part; openKey: string | null };

function Tabs({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <TabStrip
      aria-label={t('app.nav.reconcile')}
      value={comparison}
      onChange={(value) => navigate(`/reconcile/${value}`)}
      data={comparisons.map((value) => ({ value, label: t(`reconciliation.comparison.${value}`) }))}
    />
  );
}

/** What is on screen is as old as the oldest of what it was made from; of the books nothing is read from anywhere. */
function asOfOf(comparison: Comparison, { result }: ReconciliationOverview) {
  if (!result || comparison === 'books') return undefined;
  const { settledReadAtMs, windowsReadAtMs } = result.basis;
  return { readAtMs: comparison === 'sales' ? settledReadAtMs : windowsReadAtMs, lastError: null };
}

/** Comparing again is the act of the page where something has changed since. */
function Actions({ comparison, part }: Pick<PageProps, 'comparison' | 'part'>) {
  const { t } = useTranslation();
  const may = useMay('reconcile');
  const { overview, progress, run } = useReconciliation();
  const isOutOfDate = useReconciliation(hasChangedSince);
  const compared = overview?.comparisons.find((one) => one.comparison === comparison)?.state === 'compared';
  return (
    <>
      {comparison !== 'sales' && (
        <Button
          variant="default"
          component={Link}
          href="/reconcile/imports"
          leftSection={<IconTableImport size={16} />}
        >
          {t('reconciliation.imports')}
        </Button>
      )}
      {compared && (
        <GuardedButton
          guard={may}
          variant={isOutOfDate && part !== 'proposals' ? 'filled' : 'default'}
          leftSection={<IconRefresh size={16} />}
          loading={progress !== null}
          onClick={() => void run()}
        >
          {t('reconciliation.run.again')}
        </GuardedButton>
      )}
    </>
  );
}

function ComparisonPage({ comparison, part, openKey }: PageProps) {
  const { t } = useTranslation();
  const { overview, error, enter, load, loadSettings } = useReconciliation();
  useEffect(() => {
    enter(comparison);
    void load();
    void loadSettings();
  }, [comparison, enter, load, loadSettings]);
  const refresh = useCallback(() => void load(), [load]);
  useRefreshKey(refresh);
  const summary = overview?.comparisons.find((one) => one.comparison === comparison);
  const asOf = overview ? asOfOf(comparison, overview) : undefined;
  return (
    <Page
      title={t('app.nav.reconcile')}
      {...(summary?.state === 'compared' && { asOf })}
      actions={
        <>
          <Tabs comparison={comparison} />
          <Actions comparison={comparison} part={part} />
        </>
      }
    >
      {error && <ErrorNotice error={error} onRetry={refresh} />}
      {!overview && !error && <Skeleton height={320} m={24} radius={10} />}
      {overview && summary && (
        <>
          {comparison !== 'bank' && <ClosesLeftOut />}
          <Headline summary={summary} overview={overview} isWaiting={part === 'expected'} />
          {summary.state === 'compared' ? (
            <>
              {part === 'exceptions' && <ExceptionsPart summary={summary} openKey={openKey} />}
              {part === 'proposals' && <ProposalsPart summary={summary} />}
              {part === 'expected' && <ExpectedPart summary={summary} />}
              {part === 'matches' && <MatchesPart summary={summary} />}
            </>
          ) : (
            <NothingYet {...summary} />
          )}
        </>
      )}
    </Page>
  );
}

type AddressProps = { comparison?: Comparison; part?: string | undefined; openKey?: string | undefined };

/** Without a comparison: the one that was looked at last. */
export function ReconcilePage({ comparison, part = 'exceptions', openKey }: AddressProps) {
  const last = useReconciliation((state) => state.comparison);
  if (comparison === undefined) return <Redirect to={`/reconcile/${last}`} />;
  if (part === 'match') return <MatchPage comparison={comparison} />;
  if (part === 'learnt' && comparison === 'bank') return <LearntPage />;
  if (part === 'rules' && comparison === 'bank') return <RulesPage />;
  const known = partsOf(comparison).find((name) => name === part);
  if (known === undefined) return <Redirect to={`/reconcile/${comparison}`} />;
  return <ComparisonPage comparison={comparison} part={known} openKey={openKey ?? null} />;
}
