/** One import: where it came from, what it adds up to, its lines, and withdrawing it. */
import { Anchor, Skeleton } from '@mantine/core';
import { IconArrowBackUp, IconFileOff, IconRestore, IconScale } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { ImportView } from '#shared/contract/import-file.ts';
import { comparisonOf } from '#shared/domain/reconciliation.ts';
import { sumByCurrency } from '#shared/money/money.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { ColumnChoice, useChosenColumns } from '../../components/column-choice.tsx';
import { useCounted } from '../../components/counted.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState, NothingFits } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Fact } from '../../components/fact.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { FirstRows, ListFoot } from '../../components/list-foot.tsx';
import { MoneyList } from '../../components/money-text.tsx';
import { Page } from '../../components/page.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { SumFacts, SumTable } from './figures.tsx';
import './import.css';
import { Crumb } from './import-page.tsx';
import { StatusChip } from './list-columns.tsx';
import { openLines, useImports, useLines, type StoredLine } from './list-store.ts';
import { OutcomeText, useOutcome } from './outcome.tsx';
import { storedColumns } from './stored-columns.tsx';
import { StoredDrawer } from './stored-drawer.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';
import { useSpanText } from './texts.ts';

const NO_LINES: StoredLine[] = [];

/** Whether it counts, and who imported it when. */
function Standing({ view: { status, by, atMs } }: { view: ImportView }) {
  const { t } = useTranslation();
  return (
    <span className="close-day">
      <StatusChip status={status} t={t} />
      <span>
        <bdi>{by}</bdi> · <TimeText atMs={atMs} />
      </span>
    </span>
  );
}

/** Money of one way only is its net, which the headline says. */
const hasBothWays = (totals: ImportView['totals']): boolean =>
  totals.some(({ credit, debit }) => credit.minor !== 0n && debit.minor !== 0n);

function About({ view }: { view: ImportView }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const spanText = useSpanText();
  const { kind, leftOut, skipped, span, fileName, withdrawn, totals } = view;
  return (
    <>
      {withdrawn && (
        <div className="banner" role="status">
          <IconRestore size={18} />
          {t('import.withdrawn.banner', {
            by: withdrawn.by,
            at: formatDateTime(withdrawn.atMs, locale),
            reason: withdrawn.reason,
          })}
        </div>
      )}
      <div className="import-facts">
        <Fact label={t('import.fact.kind')}>{t(`import.kind.${kind}`)}</Fact>
        <Fact label={t('import.fact.days')}>{spanText(span, 'dated')}</Fact>
        {hasBothWays(totals) && <SumFacts totals={totals} kind={kind} />}
        {leftOut > 0 && <Fact label={t('import.fact.leftOut')}>{t('import.lines', counted(leftOut))}</Fact>}
        {skipped > 0 && <Fact label={t('import.fact.skipped')}>{counted(skipped).number}</Fact>}
        <Fact label={t('import.fact.file')}>
          <bdi>{fileName}</bdi>
        </Fact>
      </div>
      {totals.length > 1 && (
        <div className="import-facts-totals">
          <SumTable totals={totals} kind={kind} />
        </div>
      )}
    </>
  );
}

/** How much it brought, and by how many lines. */
function Answer({ view: { importId, lines, totals, status } }: { view: ImportView }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const outcome = useOutcome(importId);
  return (
    <>
      <span>
        {t('import.comeTo', counted(lines))} <MoneyList values={totals.map(({ net }) => net)} strong />
      </span>
      {outcome && <OutcomeText outcome={outcome} />}
      {outcome === null && status === 'whole' && (
        <StateChip tone="late" icon={<IconScale size={16} />} label={t('import.standing.not-compared')} />
      )}
    </>
  );
}

/** Starts a comparison and opens the page that shows its progress. Not shown once the import was compared. */
function CompareNow({ view: { importId, kind, status } }: { view: ImportView }) {
  const { t } = useTranslation();
  const may = useMay('reconcile');
  const [, navigate] = useLocation();
  const outcome = useOutcome(importId);
  if (outcome !== null || status !== 'whole') return null;
  const compare = () => {
    void orTell(call('reconciliation.run', {}));
    navigate(`/reconcile/${comparisonOf(kind)}`);
  };
  return (
    <GuardedButton guard={may} leftSection={<IconScale size={16} />} onClick={compare}>
      {t('reconciliation.run.first')}
    </GuardedButton>
  );
}

function Acts({ view, onWithdraw }: { view: ImportView; onWithdraw: () => void }) {
  const { t } = useTranslation();
  const may = useMay('reconcile');
  return (
    <>
      <GuardedButton
        guard={may}
        variant="default"
        leftSection={<IconArrowBackUp size={16} className="mirror" />}
        onClick={onWithdraw}
      >
        {t('import.withdraw.action')}
      </GuardedButton>
      <CompareNow view={view} />
    </>
  );
}

/** The number and the sum of all lines, or of those that a search finds once all of them have been loaded. */
function Foot({ view }: { view: ImportView }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { rows, query, next } = useLines();
  const isSearched = query.text.trim() !== '';
  if (rows === null || (rows.length === 0 && !isSearched)) return null;
  if (isSearched && next !== null) return <FirstRows count={rows.length} />;
  return (
    <ListFoot
      count={t('import.lines', counted(isSearched ? rows.length : view.lines))}
      of={t('import.total.net')}
      sums={isSearched ? sumByCurrency(rows.map(({ amount }) => amount)) : view.totals.map(({ net }) => net)}
    />
  );
}

function Lines({ importId, kind }: { importId: string; kind: ImportView['kind'] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { rows, query, error, ask, loadMore } = useLines();
  const [opened, setOpened] = useState<StoredLine | null>(null);
  const all = useMemo(() => storedColumns(t, locale, kind), [t, locale, kind]);
  const columns = useChosenColumns('import-lines', all, rows ?? NO_LINES);
  if (error)
    return (
      <div className="pad">
        <ErrorNotice error={error} onRetry={() => openLines(importId)} />
      </div>
    );
  return (
    <>
      <div className="toolbar">
        <SearchInput
          label={t('import.standing.search')}
          width={240}
          maxLength={200}
          value={query.text}
          onChange={(text) => ask({ text }, 'soon')}
        />
        <div className="list-tools">
          <ColumnChoice gridId="import-lines" columns={all} />
        </div>
      </div>
      <DataGrid
        id="import-lines"
        label={t('import.stored.title')}
        rows={rows ?? NO_LINES}
        columns={columns}
        getRowId={({ lineNo }) => String(lineNo)}
        loading={rows === null}
        onOpen={setOpened}
        onEndReached={() => void loadMore()}
        empty={
          query.text.trim() === '' ? (
            <EmptyState
              icon={<IconFileOff size={32} />}
              title={t('import.filter.emptyTitle')}
              text={t('import.filter.emptyText')}
            />
          ) : (
            <NothingFits icon={<IconFileOff size={32} />} onClear={() => ask({ text: '' })} />
          )
        }
      />
      <StoredDrawer line={opened} kind={kind} onClose={() => setOpened(null)} />
    </>
  );
}

export function ImportedPage({ importId }: { importId: string }) {
  const { t } = useTranslation();
  const { rows: imports, kind, error, load, next, loadMore, showKind } = useImports();
  const [withdrawing, setWithdrawing] = useState(false);
  const refresh = useCallback(() => {
    void load();
    openLines(importId);
  }, [load, importId]);
  useEffect(refresh, [refresh]);
  useRefreshKey(refresh);
  const view = imports?.find((one) => one.importId === importId) ?? null;
  // An older one is further down the list, and one of another kind is not in it.
  useEffect(() => {
    if (imports === null || view !== null) return;
    if (next !== null) void loadMore();
    else if (kind !== null) showKind(null);
  }, [imports, view, next, kind, loadMore, showKind]);
  const nowhere = imports !== null && view === null && next === null && kind === null;
  return (
    <Page
      title={
        <Crumb>
          <Anchor component={Link} href="/reconcile/imports" inherit c="dimmed" fw={500}>
            {t('import.list.title')}
          </Anchor>
          <span className="muted">/</span>
          <bdi>{view?.source.name ?? ''}</bdi>
        </Crumb>
      }
      subtitle={view && <Standing view={view} />}
      headline={view && <Answer view={view} />}
      actions={view?.withdrawn === null && <Acts view={view} onWithdraw={() => setWithdrawing(true)} />}
    >
      {error && (
        <div className="pad">
          <ErrorNotice error={error} onRetry={refresh} />
        </div>
      )}
      {!view && !error && !nowhere && <Skeleton height={120} m={24} radius={10} />}
      {nowhere && (
        <EmptyState
          icon={<IconFileOff size={32} />}
          title={t('import.list.notHereTitle')}
          text={t('import.list.notHereText')}
        />
      )}
      {view && (
        <>
          <About view={view} />
          <Lines key={importId} importId={importId} kind={view.kind} />
          <Foot view={view} />
        </>
      )}
      {withdrawing && view && <WithdrawDialog view={view} onClose={() => setWithdrawing(false)} />}
    </Page>
  );
}
