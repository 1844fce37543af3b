/** Days closed on this PC, and on others of head office: list or month, each day's Zs, and checking a Z file. */
import { Button, Select } from '@mantine/core';
import { IconCalendarOff, IconShieldCheck } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClosingBranch } from '#shared/contract/closing-day.ts';
import { Link, useLocation } from 'wouter';
import type { ClosingHistoryRow } from '#shared/contract/closing-day.ts';
import type { ZDocument } from '#shared/contract/closing-z.ts';
import { useLocale } from '../../app-store.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Page } from '../../components/page.tsx';
import { TabStrip } from '../../components/tab-strip.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { Calendar } from './calendar.tsx';
import { DayDrawer, issueOf } from './day-drawer.tsx';
import { useHistoryFeet } from './history-foot.tsx';
import { HistoryHeadline, MonthHeadline } from './history-headline.tsx';
import { HistoryTrend } from './history-trend.tsx';
import { historyColumns, withFeet } from './history-columns.tsx';
import { useHistory } from './history-store.ts';
import { waitingIn, waitingLines, type HistoryLine } from './history-waiting.ts';
import { useBranchSums } from './branch-sums.ts';
import { useClosing } from './store.ts';
import { PcChoice, useOtherPcs } from '../head-office/index.tsx';
import { OtherDayDrawer } from './other-day.tsx';
import { VerifyDialog } from './verify-dialog.tsx';
import { useBranchName } from './texts.tsx';

const NO_BRANCHES: ClosingBranch[] = [];
const listsWaiting = (pc: string | null): boolean => pc === null || pc === 'self';

/** The days to close first, then those that were closed. Of another PC nothing waits here. */
function useLines(isShown: boolean): HistoryLine[] {
  const { rows, branchKey, pc } = useHistory();
  const branches = useClosing((state) => state.branches) ?? NO_BRANCHES;
  // A list without any close is empty, and says where to begin.
  const isListed = isShown && listsWaiting(pc) && rows !== null && rows.length > 0;
  const waiting = useMemo(
    () => (isListed ? waitingIn(branches, branchKey) : NO_BRANCHES),
    [isListed, branches, branchKey],
  );
  const sums = useBranchSums(waiting);
  return useMemo(() => [...waitingLines(waiting, sums), ...(rows ?? [])], [waiting, sums, rows]);
}

type ListProps = { lines: HistoryLine[]; onOpen: (row: ClosingHistoryRow) => void };

function List({ lines, onOpen }: ListProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const name = useBranchName();
  const [, navigate] = useLocation();
  const chooseBranch = useClosing((state) => state.chooseBranch);
  const { rows, next, error, loadMore } = useHistory();
  const feetOf = useHistoryFeet();
  const foot = useMemo(
    () =>
      rows && next === null ? feetOf(rows, lines.filter(({ state }) => state !== 'closed').length) : null,
    [rows, next, lines, feetOf],
  );
  const closeDay = useCallback(
    ({ branchKey }: HistoryLine) => {
      chooseBranch(branchKey);
      navigate('/close/branches');
    },
    [chooseBranch, navigate],
  );
  const ofRows = useMemo(
    () => historyColumns(t, locale, name, lines, closeDay),
    [t, locale, name, lines, closeDay],
  );
  const columns = useMemo(() => withFeet(ofRows, foot?.feet), [ofRows, foot?.feet]);
  return (
    <DataGrid
      id="closings"
      label={t('closing.history.title')}
      rows={lines}
      columns={columns}
      footLines={foot?.lines ?? 1}
      getRowId={(row) => `${row.pc?.id ?? ''}/${row.closingId}`}
      loading={rows === null && !error}
      onOpen={(row) => (row.waiting === undefined ? onOpen(row) : closeDay(row))}
      onEndReached={() => void loadMore()}
      empty={
        <EmptyState
          icon={<IconCalendarOff size={32} />}
          title={t('closing.history.emptyTitle')}
          text={t('closing.history.emptyText')}
          action={
            <Button component={Link} href="/close">
              {t('app.nav.close')}
            </Button>
          }
        />
      }
    />
  );
}

type ChoiceProps = {
  branches: readonly ClosingBranch[];
  /** True if all branches together can be chosen. */
  withAll: boolean;
  value: string | null;
  onChoose: (branchKey: string | null) => void;
};

function BranchChoice({ branches, withAll, value, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const name = useBranchName();
  return (
    <Select
      size="xs"
      w={220}
      aria-label={t('terminals.column.branch')}
      data={[
        ...(withAll ? [{ value: '', label: t('terminals.filter.allBranches') }] : []),
        ...branches.map((branch) => ({ value: branch.branchKey, label: name(branch) })),
      ]}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChoose(chosen === '' ? null : chosen)}
    />
  );
}

function ViewChoice({ view }: { view: 'list' | 'month' }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <TabStrip
      aria-label={t('closing.history.view')}
      value={view}
      onChange={(value) => navigate(value === 'list' ? '/close/history' : '/close/calendar')}
      data={[
        { value: 'list', label: t('closing.history.list') },
        { value: 'month', label: t('closing.history.month') },
      ]}
    />
  );
}

type ActsProps = { view: 'list' | 'month'; onVerify: () => void };

function Acts({ view, onVerify }: ActsProps) {
  const { t } = useTranslation();
  return (
    <>
      <ViewChoice view={view} />
      <Button variant="default" leftSection={<IconShieldCheck size={16} />} onClick={onVerify}>
        {t('closing.verify.start')}
      </Button>
    </>
  );
}

type FilterProps = { view: 'list' | 'month'; shownBranch: ClosingBranch | undefined };

/** A month is of this PC alone. */
function Filters({ view, shownBranch }: FilterProps) {
  const branches = useClosing((state) => state.branches) ?? [];
  const { branchKey, showBranch, pc, showPc } = useHistory();
  const several = branches.length > 1;
  const withPcs = useOtherPcs().length > 0 && view === 'list';
  if (!several && !withPcs) return null;
  return (
    <div className="toolbar">
      {several && (
        <BranchChoice
          branches={branches}
          withAll={view === 'list'}
          value={view === 'list' ? (branchKey ?? '') : (shownBranch?.branchKey ?? null)}
          onChoose={showBranch}
        />
      )}
      {withPcs && <PcChoice value={pc} onChange={showPc} />}
    </div>
  );
}

/** Of this PC, or, read only, of another one. */
type OpenedDay = Pick<ClosingHistoryRow, 'closingId' | 'pc'> & { issue?: string };

function OpenedDrawer({ day: { closingId, pc, issue }, onClose }: { day: OpenedDay; onClose: () => void }) {
  return pc ? (
    <OtherDayDrawer key={closingId} closingId={closingId} pc={pc.id} pcName={pc.name} onClose={onClose} />
  ) : (
    <DayDrawer key={closingId} closingId={closingId} issue={issue} onClose={onClose} />
  );
}

/** The days that are over and not closed, of one branch or of all, oldest first. */
const lateIn = (branches: readonly ClosingBranch[], branchKey: string | null) =>
  branches
    .filter((branch) => branchKey === null || branch.branchKey === branchKey)
    .flatMap((branch) =>
      branch.openDays
        .filter(({ daysLate }) => daysLate > 0)
        .map(({ businessDate, daysLate }) => ({ branchKey: branch.branchKey, businessDate, daysLate })),
    )
    .sort((a, b) => (a.businessDate < b.businessDate ? -1 : 1));

type ListViewProps = ListProps & { late: ReturnType<typeof lateIn> };

/** How the last days went, and the days themselves. */
function ListView({ lines, late, onOpen }: ListViewProps) {
  const { rows, pc } = useHistory();
  return (
    <>
      {rows && <HistoryTrend rows={rows} lines={lines} late={late} ofOnePc={pc !== null} />}
      <List lines={lines} onOpen={onOpen} />
    </>
  );
}

export function HistoryPage({ view }: { view: 'list' | 'month' }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { branches, branchKey: lastChosen, loadBranches } = useClosing();
  const { branchKey, pc, error, rows, next, days, load } = useHistory();
  const lines = useLines(view === 'list');
  const [opened, setOpened] = useState<OpenedDay | null>(null);
  const [verifying, setVerifying] = useState(false);
  const refresh = useCallback(() => {
    void load();
    void loadBranches();
  }, [load, loadBranches]);
  useEffect(refresh, [refresh]);
  useRefreshKey(refresh);
  const openDay = (closingId: string, state: string) =>
    state === 'closed' || state === 'reopened'
      ? setOpened({ closingId, pc: null })
      : navigate(`/close/day/${closingId}`);
  const openOriginal = (z: ZDocument) => {
    setVerifying(false);
    setOpened({ closingId: z.closingId, pc: null, issue: issueOf(z) });
  };
  const hasClosed = rows?.some(({ state }) => state === 'closed');
  const late = lateIn(branches ?? [], branchKey);
  const byKey = (key: string | null) => branches?.find((branch) => branch.branchKey === key);
  // A month is of one branch: the one of the list, else the one that was closed last.
  const shownBranch = byKey(branchKey) ?? byKey(lastChosen) ?? branches?.[0];
  return (
    <Page
      title={t('closing.history.title')}
      headline={
        view === 'list'
          ? rows &&
            hasClosed && (
              <HistoryHeadline
                rows={rows}
                lines={lines}
                whole={next === null}
                late={late}
                listed={listsWaiting(pc)}
              />
            )
          : days && <MonthHeadline days={days} />
      }
      actions={<Acts view={view} onVerify={() => setVerifying(true)} />}
    >
      <Filters view={view} shownBranch={shownBranch} />
      {error && (
        <div className="pad">
          <ErrorNotice error={error} onRetry={refresh} />
        </div>
      )}
      {view === 'list' ? (
        <ListView
          lines={lines}
          late={late}
          onOpen={(row) => (row.pc ? setOpened(row) : openDay(row.closingId, row.state))}
        />
      ) : (
        shownBranch && <Calendar key={shownBranch.branchKey} branch={shownBranch} onOpen={openDay} />
      )}
      {opened && <OpenedDrawer day={opened} onClose={() => setOpened(null)} />}
      {verifying && <VerifyDialog onOpen={openOriginal} onClose={() => setVerifying(false)} />}
    </Page>
  );
}
