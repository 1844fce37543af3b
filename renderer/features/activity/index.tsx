/** Activity: who did what and what became of it, whether the record is whole, and all of it as a file. Read-only. */
import { Button } from '@mantine/core';
import { IconFileExport, IconHistory, IconQuestionMark, IconShieldCheck } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { ALL_MOVEMENTS, type Activity, type RecordEntry } from '#shared/contract/activity.ts';
import { on } from '../../api/client.ts';
import { useLocale, useNowMs, useStatus } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { Page } from '../../components/page.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatCount, formatDayTime, sameDay } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { isGood, useActivityColumns } from './columns.tsx';
import { EntryDrawer } from './entry-drawer.tsx';
import { actionName, Filters } from './filters.tsx';
import { BrokenPcs, useOtherPcs } from '../head-office/index.tsx';
import { Findings } from './findings.tsx';
import { useActivity } from './store.ts';
import { useZColumns, Z_ISSUED } from './z-columns.tsx';
import './activity.css';

/** How many entries there are today or in this filter; with a plus while more can be read. */
function useHowMany() {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    rows: readonly Activity[],
    more: boolean,
    key: 'today' | 'found' | 'foundOf' | 'foundZs',
    what = '',
  ): string => {
    const number = `${formatCount(rows.length, locale)}${more ? '+' : ''}`;
    return t(`activity.${key}`, { count: rows.length, number, what });
  };
}

/** How many entries fit the filter, what they are where it is of one act, and of which time those are. */
function Found({ rows, more }: { rows: readonly Activity[]; more: boolean }) {
  const { t } = useTranslation();
  const action = useActivity(({ filter }) => filter.action);
  const locale = useLocale();
  const howMany = useHowMany();
  const [newest, oldest] = [rows[0], rows.at(-1)];
  return (
    <>
      {action === null
        ? howMany(rows, more, 'found')
        : howMany(rows, more, action === Z_ISSUED ? 'foundZs' : 'foundOf', actionName(t, action))}
      {newest && oldest && newest !== oldest && (
        <bdi className="muted">
          {formatDayTime(oldest.atMs, locale)} – {formatDayTime(newest.atMs, locale)}
        </bdi>
      )}
    </>
  );
}

/** How many acts there were today; the last one is the first row. */
function Headline({ rows, more }: { rows: readonly Activity[]; more: boolean }) {
  const { t } = useTranslation();
  const nowMs = useNowMs();
  const howMany = useHowMany();
  const counted = useCounted();
  const unknown = useStatus()?.unknownOperations ?? 0;
  const today = rows.filter(({ atMs }) => sameDay(atMs, nowMs));
  return (
    <span className="inline-row">
      {unknown > 0 && (
        <span className="inline-row unknown-text">
          <IconQuestionMark size={20} aria-hidden /> {t('activity.notKnown', counted(unknown))}
        </span>
      )}
      {howMany(today, more && today.length === rows.length, 'today')}
    </span>
  );
}

function Actions() {
  const { t } = useTranslation();
  const { busy, verify, exportAll } = useActivity();
  const mayExport = useMay('activity.export');
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShieldCheck size={16} />}
        loading={busy === 'verify'}
        onClick={() => void verify()}
      >
        {t('activity.verify.action')}
      </Button>
      <GuardedButton
        guard={mayExport}
        variant="default"
        leftSection={<IconFileExport size={16} />}
        loading={busy === 'export'}
        onClick={() => void exportAll()}
      >
        {t('activity.export.action')}
      </GuardedButton>
    </>
  );
}

export function ActivityPage() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { rows, next, filter, error, load, loadMore } = useActivity();
  const withPcs = useOtherPcs().length > 0;
  const [opened, setOpened] = useState<RecordEntry | null>(null);
  useEffect(() => void load(), [load]);
  const refresh = useCallback(() => void load(), [load]);
  useRefreshKey(refresh);
  // Also while the first page is on its way: what came in meanwhile may not be in it.
  useEffect(() => on('headOffice.news', refresh), [refresh]);
  const ofOneAct = filter.action !== null && filter.action !== ALL_MOVEMENTS;
  const figures = useZColumns(filter.action === Z_ISSUED);
  const columns = useActivityColumns({
    figures,
    withPcs,
    withAmounts: rows?.some(({ kind }) => kind === 'act') ?? false,
    ofOneAct,
    withOutcomes: !ofOneAct || (rows ?? []).some((row) => !isGood(row)),
  });
  const filtered = Object.values(filter).some((value) => value !== null && value !== '');
  const open = useMemo(
    () => (row: Activity) => (row.kind === 'entry' ? setOpened(row) : navigate(`/operations/${row.opId}`)),
    [navigate],
  );
  return (
    <Page
      title={t('activity.title')}
      headline={
        rows &&
        rows.length > 0 &&
        (filtered ? (
          <Found rows={rows} more={next !== null} />
        ) : (
          <Headline rows={rows} more={next !== null} />
        ))
      }
      actions={<Actions />}
    >
      <BrokenPcs />
      <Findings />
      <Filters />
      {error && <ErrorNotice error={error} onRetry={refresh} />}
      <DataGrid
        id="activity"
        label={t('activity.title')}
        rows={rows ?? []}
        columns={columns}
        getRowId={(row) => `${row.kind}-${(row.kind === 'entry' && row.pc?.id) || 'here'}-${row.seq}`}
        loading={rows === null && !error}
        onOpen={open}
        onEndReached={() => void loadMore()}
        empty={
          <EmptyState
            icon={<IconHistory size={32} />}
            title={filtered ? t('activity.empty.filtered') : t('activity.empty.title')}
            text={filtered ? t('activity.empty.filteredText') : t('activity.empty.text')}
          />
        }
      />
      {opened && <EntryDrawer entry={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}
