/** Items that wait with nothing wrong: within the normal days, or of a time that no statement covers. */
import { Button } from '@mantine/core';
import { IconHourglass, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ComparisonSummary } from '#shared/contract/reconciliation-overview.ts';
import type { Comparison, RestReason } from '#shared/domain/reconciliation.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { sideText, sideWord } from '../../components/exception-texts.tsx';
import { FirstRows, ListFoot } from '../../components/list-foot.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { countOf } from '../../components/sum-parts.ts';
import { SearchInput } from '../../components/search-input.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { formatDate } from '../../i18n/format.ts';
import { expectedOf, totalsOfRows } from './counts.ts';
import { byClose, expectedColumns, reasonText } from './expected-columns.tsx';
import { closeLabel, WaitsForClose } from './go-to-close.tsx';
import { SideFacts } from './item-facts.tsx';
import { useExpected, type ExpectedRow } from './lists.ts';
import { PartTabs } from './part-tabs.tsx';
import { useReconciliation } from './store.ts';

const NO_ROWS: ExpectedRow[] = [];

/** The way to the close or the statement that it waits for. */
function WaitsForLink({ waitsFor }: { waitsFor: NonNullable<ExpectedRow['waitsFor']> }) {
  const { t } = useTranslation();
  const href = waitsFor.kind === 'close' ? '/close/branches' : '/reconcile/import';
  return (
    <Button component={Link} href={href} variant="default">
      {waitsFor.kind === 'close'
        ? closeLabel(t, waitsFor.branchName)
        : t('reconciliation.waitsFor.open.statement')}
    </Button>
  );
}

const useComparedOn = (): string | null =>
  useReconciliation(({ overview }) => overview?.result?.basis.today ?? null);

type DrawerProps = { row: ExpectedRow; comparison: Comparison; onClose: () => void };

function ExpectedDrawer({ row, comparison, onClose }: DrawerProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const today = useComparedOn();
  return (
    <SideDrawer
      opened
      onClose={onClose}
      title={t('reconciliation.part.expected')}
      acts={row.waitsFor && <WaitsForLink waitsFor={row.waitsFor} />}
    >
      <div className="reconcile-drawer">
        <p className="reconcile-why">
          {t(`reconciliation.expectedWhy.${row.reason}`)}
          {row.expectedBy !== null &&
            ` ${t('reconciliation.expectedBy', { date: formatDate(row.expectedBy, 'short', locale) })}`}
          {row.waitsFor && ` ${reasonText(t, row, { locale, today })}.`}
        </p>
        <SideFacts side={row.item.side} comparison={comparison} items={[row.item]} />
      </div>
    </SideDrawer>
  );
}

/** The close that the oldest that is listed waits for. */
function oldestClose(rows: readonly ExpectedRow[] | null): { branch: string; date: string } | null {
  const first = byClose(rows ?? []).find(({ waitsFor }) => waitsFor?.kind === 'close')?.waitsFor;
  if (first?.kind !== 'close' || first.branchName === null) return null;
  return { branch: first.branchName, date: first.date };
}

/** Each reason that something has: what is expected, what is left out, and what settles nothing. */
const reasonsOf = ({ expected, before, booked }: ComparisonSummary): RestReason[] => [
  ...new Set<RestReason>([
    ...expected.map(({ reason }) => reason),
    ...(before.ours.length + before.theirs.length > 0 ? (['before-start'] as const) : []),
    ...booked.map(({ kind }) => kind),
  ]),
];

/** By reason: how many and how much on each side; one press lists only them. */
function Reasons({ summary }: { summary: ComparisonSummary }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { query, ask } = useExpected();
  const reasons = reasonsOf(summary);
  // With one reason, its count and its sum are those of the list, and its foot says them.
  if (query.reason === null && reasons.length <= 1) return null;
  return (
    <ul className="type-groups" aria-label={t('closing.column.reason')}>
      <li>
        <button
          type="button"
          className="type-group"
          aria-pressed={query.reason === null}
          onClick={() => ask({ reason: null })}
        >
          {t('reconciliation.allReasons')}
        </button>
      </li>
      {reasons.map((reason) => (
        <li key={reason}>
          <button
            type="button"
            className="type-group"
            aria-pressed={query.reason === reason}
            onClick={() => ask({ reason: query.reason === reason ? null : reason })}
          >
            <span>{t(`reconciliation.expectedReason.${reason}`)}</span>
            {expectedOf(summary, reason).map(({ side, totals }) => (
              <span key={side}>
                <strong>{counted(countOf(totals)).number}</strong> {sideWord(t, side, summary.comparison)}{' '}
                <TotalsText totals={totals} />
              </span>
            ))}
            {query.reason === reason && <IconX size={12} aria-hidden />}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Their count and their sums: of the list, or of what a search finds once all of it is here. */
function Foot({ summary }: { summary: ComparisonSummary }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { query, rows, next } = useExpected();
  const isSearched = query.text.trim() !== '';
  if (isSearched && rows !== null && next !== null) return <FirstRows count={rows.length} />;
  const shown = isSearched ? totalsOfRows(rows ?? []) : expectedOf(summary, query.reason);
  if (shown.length === 0 && !isSearched) return null;
  const all = countOf(shown.flatMap(({ totals }) => totals));
  return (
    // What is closed and what is settled are not counted together.
    <ListFoot {...(shown.length < 2 && { count: t('reconciliation.expectedCount', counted(all)) })}>
      {shown.map(({ side, totals }) => (
        <span key={side}>
          {shown.length > 1 && counted(countOf(totals)).number}{' '}
          <span className="muted">
            {shown.length > 1 ? sideWord(t, side, summary.comparison) : sideText(t, side, summary.comparison)}
          </span>{' '}
          <TotalsText totals={totals} />
        </span>
      ))}
    </ListFoot>
  );
}

/** The rows in the order of the list, and whether one of them says by when it is expected. */
function useShown(rows: ExpectedRow[] | null) {
  const shown = useMemo(() => rows && byClose(rows), [rows]);
  return { shown, hasDue: rows?.some(({ expectedBy }) => expectedBy !== null) ?? true };
}

const areAllOnTime = ({ expected }: ComparisonSummary): boolean =>
  expected.every(({ reason }) => reason === 'within-days');

export function ExpectedPart({ summary }: { summary: ComparisonSummary }) {
  const { t } = useTranslation();
  const { comparison } = summary;
  const { language, digits } = useLocale();
  const { query, rows, error, ask, begin, load, loadMore } = useExpected();
  const [opened, setOpened] = useState<ExpectedRow | null>(null);
  useEffect(() => {
    const known = useExpected.getState();
    if (known.query.comparison !== comparison) begin({ comparison, reason: null, text: '' });
    else void known.load();
  }, [comparison, begin]);
  const today = useComparedOn();
  const [first, second] = expectedOf(summary, query.reason);
  const side = second ? null : (first?.side ?? null);
  const { shown, hasDue } = useShown(rows);
  const waitsForClose = summary.expected.some(
    ({ reason }) => reason === 'day-open' && (query.reason === null || query.reason === reason),
  );
  const columns = useMemo(
    () => expectedColumns(t, { comparison, side, hasDue, today, locale: { language, digits } }),
    [t, comparison, side, hasDue, today, language, digits],
  );
  return (
    <>
      <PartTabs summary={summary} part="expected" />
      {waitsForClose && (
        <div className="found-line">
          <WaitsForClose oldest={oldestClose(rows)} />
        </div>
      )}
      <div className="toolbar">
        <SearchInput
          label={t('reconciliation.filter.text')}
          width={220}
          value={query.text}
          onChange={(text) => ask({ text }, 'soon')}
        />
        <Reasons summary={summary} />
        {areAllOnTime(summary) && <span className="muted size-12">{t('reconciliation.expectedHint')}</span>}
      </div>
      {error && <ErrorNotice error={error} onRetry={() => void load()} />}
      <DataGrid
        id={`expected-${comparison}`}
        label={t('reconciliation.part.expected')}
        rows={shown ?? NO_ROWS}
        columns={columns}
        getRowId={({ item }) => `${item.side}/${item.itemId}`}
        loading={rows === null && !error}
        onOpen={setOpened}
        onEndReached={() => void loadMore()}
        empty={
          <EmptyState
            icon={<IconHourglass size={32} />}
            title={t('reconciliation.empty.expectedTitle')}
            text={t('reconciliation.empty.expectedText')}
          />
        }
      />
      <Foot summary={summary} />
      {opened && <ExpectedDrawer row={opened} comparison={comparison} onClose={() => setOpened(null)} />}
    </>
  );
}
