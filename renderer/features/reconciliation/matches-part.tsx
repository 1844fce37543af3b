/** The matches and their rules. Pairs by order id are listed only on demand. */
import { Button, Select } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconcileItem, ReconcileMatch } from '#shared/contract/reconciliation-items.ts';
import type { ComparisonSummary } from '#shared/contract/reconciliation-overview.ts';
import type { Comparison } from '#shared/domain/reconciliation.ts';
import { sumByCurrency, toDecimal } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { nameOf, sideText } from '../../components/exception-texts.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyList, MoneyText } from '../../components/money-text.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { formatCount, type Locale } from '../../i18n/format.ts';
import { useMatches } from './lists.ts';
import { MatchDrawer } from './match-drawer.tsx';
import { PartTabs } from './part-tabs.tsx';
import { RuleText, ruleText } from './rule-text.tsx';

const NO_ROWS: ReconcileMatch[] = [];
/** Its pairs are listed only when somebody chooses it: nothing is to be seen in them. */
const EXACT = 'order-id';
const sumsOf = (items: readonly ReconcileItem[]) => sumByCurrency(items.map(({ amount }) => amount));

function matchColumns(t: TFunction, comparison: Comparison, locale: Locale): GridColumn<ReconcileMatch>[] {
  const severalOf = (count: number) =>
    t('reconciliation.match.of', { count, number: formatCount(count, locale) });
  const named = ({ ours, theirs }: ReconcileMatch) => ours[0] ?? theirs[0];
  const side = (key: 'ours' | 'theirs'): GridColumn<ReconcileMatch> => ({
    id: key,
    header: sideText(t, key, comparison),
    width: 190,
    align: 'end',
    amounts: (match) => sumsOf(match[key]),
    render: (match) => (
      <>
        {match[key].length > 1 && <span className="muted">{severalOf(match[key].length)} </span>}
        <MoneyList values={sumsOf(match[key])} />
      </>
    ),
    text: (match) => sumsOf(match[key]).map(toDecimal).join(', '),
  });
  return [
    {
      id: 'name',
      header: t('reconciliation.column.reference'),
      width: 160,
      pinned: true,
      render: (match) => {
        const item = named(match);
        return <IdText value={item ? nameOf(item) : null} />;
      },
      text: (match) => {
        const item = named(match);
        return item ? nameOf(item) : '';
      },
    },
    side('ours'),
    side('theirs'),
    {
      id: 'difference',
      header: t('reconciliation.column.difference'),
      width: 130,
      align: 'end',
      render: ({ difference }) =>
        difference.minor === 0n ? '—' : <MoneyText value={difference} strong signed />,
      text: ({ difference }) => toDecimal(difference),
    },
    {
      id: 'rule',
      header: t('reconciliation.column.rule'),
      width: 220,
      flex: 1,
      render: (match) => <RuleText match={match} />,
      text: (match) => ruleText(t, match),
    },
  ];
}

type NoMatchesProps = { comparison: Comparison; exact: number; onExact: () => void };

/** `exact`: how many exact pairs the list passes over; they are a press away. */
function NoMatches({ comparison, exact, onExact }: NoMatchesProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <EmptyState
      icon={<IconChecks size={32} />}
      title={t('reconciliation.empty.matchesTitle')}
      text={t('reconciliation.empty.matchesText', { context: comparison })}
      action={
        exact > 0 && (
          <Button variant="default" onClick={onExact}>
            {t('reconciliation.showExact', counted(exact))}
          </Button>
        )
      }
    />
  );
}

export function MatchesPart({ summary }: { summary: ComparisonSummary }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { comparison, matched } = summary;
  const { query, rows, error, ask, begin, load, loadMore } = useMatches();
  const [opened, setOpened] = useState<ReconcileMatch | null>(null);
  useEffect(() => {
    const known = useMatches.getState();
    if (known.query.comparison !== comparison) begin({ comparison, rule: null, text: '' });
    else void known.load();
  }, [comparison, begin]);
  const { language, digits } = useLocale();
  const columns = useMemo(
    () => matchColumns(t, comparison, { language, digits }),
    [t, comparison, language, digits],
  );
  const exact = matched.find(({ rule }) => rule === EXACT)?.matches ?? 0;
  const isNarrowed = query.rule !== null || query.text !== '';
  return (
    <>
      <PartTabs summary={summary} part="matches" />
      <div className="toolbar">
        <SearchInput
          label={t('reconciliation.filter.text')}
          width={220}
          value={query.text}
          onChange={(text) => ask({ text }, 'soon')}
        />
        <Select
          size="xs"
          w={260}
          clearable
          aria-label={t('reconciliation.column.rule')}
          placeholder={t('reconciliation.filter.allRules', { context: comparison })}
          data={matched.map(({ rule, matches }) => ({
            value: rule,
            label: `${t(`reconciliation.rule.${rule}`)} · ${counted(matches).number}`,
          }))}
          value={query.rule}
          onChange={(rule) => ask({ rule })}
        />
        {query.rule === null && comparison !== 'bank' && (
          <span className="muted size-12">{t('reconciliation.exactHint')}</span>
        )}
      </div>
      {error && <ErrorNotice error={error} onRetry={() => void load()} />}
      <DataGrid
        id={`matches-${comparison}`}
        label={t('reconciliation.part.matches')}
        rows={rows ?? NO_ROWS}
        columns={columns}
        getRowId={({ matchId }) => matchId}
        loading={rows === null && !error}
        onOpen={setOpened}
        onEndReached={() => void loadMore()}
        empty={
          <NoMatches
            comparison={comparison}
            exact={isNarrowed ? 0 : exact}
            onExact={() => ask({ rule: EXACT })}
          />
        }
      />
      {opened && <MatchDrawer match={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
