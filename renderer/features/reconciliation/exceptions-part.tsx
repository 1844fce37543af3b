/** The exceptions that need somebody: the list, its filters and views, and acts on several at once. */
import { Button } from '@mantine/core';
import { IconCircleCheck, IconFilterOff } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import type { ComparisonSummary } from '#shared/contract/reconciliation-overview.ts';
import { useActiveProfile, useLocale } from '../../app-store.ts';
import { ColumnChoice, useChosenColumns } from '../../components/column-choice.tsx';
import { useCounted } from '../../components/counted.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { exceptionPath } from '../../components/exception-path.ts';
import { sideText } from '../../components/exception-texts.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { NotAllowed } from '../../components/not-allowed.tsx';
import { ViewsButton } from '../../components/views-button.tsx';
import { useMay } from '../../people-store.ts';
import { figuresOf } from './counts.ts';
import { DecisionDialog, type Decision } from './decision-dialog.tsx';
import { exceptionColumns } from './exception-columns.tsx';
import { ExceptionDrawer } from './exception-drawer.tsx';
import { ExceptionFilters } from './exception-filters.tsx';
import { emptyFilter, isNarrowed, showsOpenOnly, useExceptions, useTotals } from './lists.ts';
import { PartTabs } from './part-tabs.tsx';
import { SheetMenu } from './sheet-menu.tsx';
import { onlyTypeOf, TypeGroups } from './type-groups.tsx';
import { exceptionViews } from './views.ts';

const NO_ROWS: ReconcileException[] = [];

function NoExceptions({ summary }: { summary: ComparisonSummary }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { query, ask } = useExceptions();
  const { expected, waitingForClose } = figuresOf(summary);
  const coming = expected - waitingForClose;
  if (isNarrowed(query.filter) || !showsOpenOnly(query.filter))
    return (
      <EmptyState
        icon={<IconFilterOff size={32} />}
        title={t('reconciliation.empty.filteredTitle')}
        text={t('reconciliation.empty.filteredText')}
        action={
          <Button variant="default" onClick={() => ask({ filter: emptyFilter })}>
            {t('settlement.filter.clear')}
          </Button>
        }
      />
    );
  if (expected > 0)
    return (
      <EmptyState
        icon={<IconCircleCheck size={32} />}
        title={t('reconciliation.empty.noneTitle')}
        text={[
          waitingForClose > 0 && t('reconciliation.headline.waitClose', counted(waitingForClose)),
          coming > 0 && t('reconciliation.empty.waitingText', counted(coming)),
        ]
          .filter(Boolean)
          .join(' ')}
        action={
          <Button component={Link} href={`/reconcile/${summary.comparison}/expected`} variant="default">
            {t('reconciliation.empty.showExpected', counted(expected))}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      icon={<IconCircleCheck size={32} />}
      title={t('reconciliation.empty.noneTitle')}
      text={t('reconciliation.empty.allDoneText')}
    />
  );
}

/** Below the list: its sums, or how many are chosen and what can be done with them. */
function Foot({
  chosen,
  onDecide,
}: {
  chosen: ReconcileException[];
  onDecide: (decision: Decision) => void;
}) {
  const { t } = useTranslation();
  const counted = useCounted();
  const may = useMay('reconcile');
  const comparison = useExceptions(({ query }) => query.comparison);
  const totals = useTotals((state) => state.totals);
  if (chosen.length > 0)
    return (
      <footer className="page-foot foot-acts" data-testid="chosen">
        <strong>{t('reconciliation.chosen', counted(chosen.length))}</strong>
        <GuardedButton
          guard={may}
          size="compact-sm"
          variant="default"
          onClick={() => onDecide({ act: 'assign', exceptions: chosen })}
        >
          {t('reconciliation.act.assign')}
        </GuardedButton>
        <GuardedButton
          guard={may}
          size="compact-sm"
          variant="default"
          onClick={() => onDecide({ act: 'resolve', exceptions: chosen })}
        >
          {t('reconciliation.act.resolve')}
        </GuardedButton>
        <NotAllowed may={may} />
      </footer>
    );
  if (!totals || totals.count === 0) return null;
  return (
    <footer className="page-foot">
      <span>{t('reconciliation.count', counted(totals.count))}</span>
      {(['ours', 'theirs'] as const).map(
        (side) =>
          totals[side].length > 0 && (
            <span key={side}>
              <span className="muted">{sideText(t, side, comparison)}</span>{' '}
              <TotalsText totals={totals[side]} />
            </span>
          ),
      )}
    </footer>
  );
}

type ExceptionsProps = { summary: ComparisonSummary; openKey: string | null };

export function ExceptionsPart({ summary, openKey }: ExceptionsProps) {
  const { t } = useTranslation();
  const { comparison } = summary;
  const { language, digits } = useLocale();
  const [, navigate] = useLocation();
  const profile = useActiveProfile();
  const { query, rows, error, ask, begin, load, loadMore } = useExceptions();
  const [chosenKeys, setChosenKeys] = useState<string[]>([]);
  const [decision, setDecision] = useState<Decision | null>(null);
  useEffect(() => {
    const known = useExceptions.getState();
    if (known.query.comparison !== comparison) begin({ ...known.query, comparison, filter: emptyFilter });
    else void known.load();
  }, [comparison, begin]);
  const withState = !showsOpenOnly(query.filter);
  const only = onlyTypeOf(summary, query.filter);
  const all = useMemo(
    () => exceptionColumns(t, { comparison, locale: { language, digits }, withState, only }),
    [t, comparison, language, digits, withState, only],
  );
  const shown = rows ?? NO_ROWS;
  // A list that is empty with every filter off has nothing to filter.
  const hasAny = summary.exceptions.length > 0 || withState || isNarrowed(query.filter);
  const columns = useChosenColumns('exceptions', all, NO_ROWS);
  const chosen = shown.filter(({ key, state }) => state === 'open' && chosenKeys.includes(key));
  return (
    <>
      <PartTabs summary={summary} part="exceptions">
        {hasAny && profile && (
          <ViewsButton
            key={`${profile.id}/${comparison}`}
            of={exceptionViews(comparison)}
            profileId={profile.id}
            current={() => ({ filter: query.filter, sort: query.sort })}
            onTake={({ filter, sort }) => ask({ filter, sort })}
          />
        )}
        {hasAny && <ColumnChoice gridId="exceptions" columns={all} />}
        <SheetMenu comparison={comparison} />
      </PartTabs>
      <TypeGroups summary={summary} />
      {hasAny && <ExceptionFilters summary={summary} />}
      {error && <ErrorNotice error={error} onRetry={() => void load()} />}
      <DataGrid
        id={`exceptions-${comparison}`}
        label={t('reconciliation.part.exceptions')}
        rows={shown}
        columns={columns}
        getRowId={({ key }) => key}
        loading={rows === null && !error}
        onOpen={({ key }) => navigate(exceptionPath(comparison, key))}
        selectedIds={chosenKeys}
        onSelectedIdsChange={setChosenKeys}
        onEndReached={() => void loadMore()}
        empty={<NoExceptions summary={summary} />}
      />
      <Foot chosen={chosen} onDecide={setDecision} />
      {openKey !== null && (
        <ExceptionDrawer
          key={openKey}
          exceptionKey={openKey}
          onClose={() => navigate(exceptionPath(comparison))}
        />
      )}
      {decision && <DecisionDialog decision={decision} onClose={() => setDecision(null)} />}
    </>
  );
}
