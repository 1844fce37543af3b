/** Figures: settlement over time in pictures, and the same in tables one key away. */
import '@mantine/charts/styles.css';
import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Age, Period } from '#shared/contract/figures.ts';
import type { SettledFilter } from '#shared/contract/settlement.ts';
import { addTotals } from '#shared/domain/kinds/index.ts';
import { useLocale } from '../../app-store.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Page } from '../../components/page.tsx';
import { NotSummed } from '../../components/sums.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { currencyLabel, formatZone } from '../../i18n/format.ts';
import { FiguresHeadline } from './headline.tsx';
import { FigureCards } from './cards.tsx';
import { EarlyDrawer } from './early-drawer.tsx';
import './figures.css';
import { useFigures } from './store.ts';
import { UnsettledDrawer } from './unsettled-drawer.tsx';

type Opened = { kind: 'unsettled'; age: Age } | { kind: 'early'; month: Period } | null;
type FiguresProps = { tabs: ReactNode; onOpenSettled: (rows: Partial<SettledFilter>) => void };

function Choices({ currencies, shown }: { currencies: string[]; shown: string | null }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { span, asTables, figures, setSpan, setCurrency, toggleTables } = useFigures();
  return (
    <div className="toolbar">
      <SegmentedControl
        size="xs"
        aria-label={t('figures.span.label')}
        value={span}
        onChange={setSpan}
        data={(['days', 'weeks', 'months'] as const).map((value) => ({
          value,
          label: t(`figures.span.${value}`),
        }))}
      />
      {currencies.length > 1 && shown !== null && (
        <SegmentedControl
          size="xs"
          aria-label={t('figures.currency')}
          value={shown}
          onChange={setCurrency}
          data={currencies.map((code) => ({ value: code, label: currencyLabel(code, locale.language) }))}
        />
      )}
      <span className="muted size-12 figures-basis">
        {t('figures.local')}
        {figures && <> · {t('figures.zone', { zone: formatZone(figures.timeZone, locale) })}</>}
        {span === 'weeks' && <> {t('figures.weeks')}</>}
      </span>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className="push"
        leftSection={asTables ? <IconChartBar size={16} /> : <IconTable size={16} />}
        rightSection={<kbd dir="ltr">T</kbd>}
        onClick={toggleTables}
      >
        {t(asTables ? 'figures.charts' : 'figures.table')}
      </Button>
    </div>
  );
}

export function FiguresTab({ tabs, onOpenSettled }: FiguresProps) {
  const { t } = useTranslation();
  const { figures, error, span, currency, asTables, load, toggleTables } = useFigures();
  const [opened, setOpened] = useState<Opened>(null);
  const refresh = useCallback(() => void load(), [load]);
  useEffect(refresh, [refresh]);
  useRefreshKey(refresh);
  useHotkeys([['T', toggleTables, { usePhysicalKeys: true }]]);
  const one =
    figures?.currencies.find((each) => each.currency === currency) ?? figures?.currencies[0] ?? null;
  const close = () => setOpened(null);
  return (
    <Page
      title={t('app.nav.settlement')}
      asOf={figures?.settledRead}
      headline={one && <FiguresHeadline one={one} span={span} />}
      actions={tabs}
    >
      <Choices
        currencies={figures?.currencies.map((each) => each.currency) ?? []}
        shown={one?.currency ?? null}
      />
      <div className="page-scroll">
        {error && <ErrorNotice error={error} onRetry={refresh} />}
        {!figures && !error && <Skeleton height={320} radius={10} />}
        {figures && !one && (
          <EmptyState
            icon={<IconChartBar size={32} />}
            title={t('figures.empty.title')}
            text={t('figures.empty.text')}
          />
        )}
        {one && <NotSummed totals={addTotals([one.settled.flatMap(({ notSummed }) => notSummed ?? [])])} />}
        {figures && one && (
          <FigureCards
            figures={figures}
            one={one}
            span={span}
            asTables={asTables}
            openSettled={onOpenSettled}
            openUnsettled={(age) => setOpened({ kind: 'unsettled', age })}
            openEarly={(month) => setOpened({ kind: 'early', month })}
          />
        )}
      </div>
      {one && opened?.kind === 'unsettled' && (
        <UnsettledDrawer currency={one.currency} age={opened.age} onClose={close} />
      )}
      {one && opened?.kind === 'early' && (
        <EarlyDrawer currency={one.currency} month={opened.month} onClose={close} />
      )}
    </Page>
  );
}
