/** Settlement windows: the next one, all of them as a time line, and below it as a grid with how each stands at the bank. */
import { Button } from '@mantine/core';
import { IconCalendarOff, IconRefresh } from '@tabler/icons-react';
import { useCallback, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../app-store.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import type { ListedWindow } from '#shared/contract/settlement.ts';
import { useCounted } from '../../components/counted.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useIsWide } from '../../components/is-wide.ts';
import { MoneyList } from '../../components/money-text.tsx';
import { NotRead } from '../../components/not-read.tsx';
import { useFirstLoad } from '../../components/opening.ts';
import { Page } from '../../components/page.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { ExportMenu } from '../reports/index.tsx';
import { NextWindowStrip } from './next-window.tsx';
import './settlement.css';
import { useSettlement } from './store.ts';
import { sumOfWindows, windowAmounts, windowColumns } from './window-columns.tsx';
import { WindowDrawer } from './window-drawer.tsx';
import { WindowLine } from './window-line.tsx';
import { unexplainedOf, WindowsHeadline } from './windows-headline.tsx';

const NO_WINDOWS: ListedWindow[] = [];

/** Reads what is stored, and asks the gateway where it never was. */
function firstLoad(): void {
  const { loadWindows, refreshWindows } = useSettlement.getState();
  void loadWindows().then(() => {
    if (useSettlement.getState().windows?.read.readAtMs === null) void refreshWindows();
  });
}

function NoWindows({ liveOnly, read }: Pick<OutputOf<'settlement.windows'>, 'liveOnly' | 'read'>) {
  const { t } = useTranslation();
  if (!liveOnly && read.readAtMs === null) return <NotRead {...read} />;
  const which = liveOnly ? 'liveOnly' : 'windows';
  return (
    <EmptyState
      icon={<IconCalendarOff size={32} />}
      title={t(`settlement.empty.${which}Title`)}
      text={t(`settlement.empty.${which}Text`)}
    />
  );
}

/** How many windows are listed, and what they come to: every term, so that they add up to the net. */
function Foot({ windows }: { windows: ListedWindow[] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <>
      <span>{t('settlement.windowCount', counted(windows.length))}</span>
      {windowAmounts.map((name) => {
        const sums = sumOfWindows(windows, name);
        return (
          sums && (
            <span key={name}>
              <span className="muted">{t(`settlement.column.${name}`)}</span>{' '}
              <MoneyList values={sums} strong={name === 'net'} />
            </span>
          )
        );
      })}
    </>
  );
}

export function WindowsTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation();
  const { language, digits } = useLocale();
  const { windows, openedWindowId, error, refreshing, loadWindows, refreshWindows, openWindow } =
    useSettlement();
  useFirstLoad(firstLoad);
  const refresh = useCallback(() => void refreshWindows(), [refreshWindows]);
  useRefreshKey(refresh);
  const list = windows?.windows ?? NO_WINDOWS;
  const opened = list.find(({ windowId }) => windowId === openedWindowId) ?? null;
  const isWide = useIsWide();
  const columns = useMemo(
    () => windowColumns(t, { language, digits }, list, isWide),
    [t, language, digits, list, isWide],
  );
  const next = windows?.next ?? null;
  return (
    <Page
      title={t('app.nav.settlement')}
      asOf={windows?.read}
      footer={list.length > 0 ? <Foot windows={list} /> : undefined}
      headline={list.length > 0 && <WindowsHeadline windows={list} />}
      tone={unexplainedOf(list).length > 0 ? 'bad' : undefined}
      actions={
        <>
          {list.length > 0 && (
            <ExportMenu
              source={{ list: 'windows' }}
              title={t('settlement.windowsList')}
              columns={[]}
              count={list.length}
            />
          )}
          {tabs}
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={refreshing}
            onClick={refresh}
          >
            {t('app.actions.refresh')}
          </Button>
        </>
      }
    >
      {error && <ErrorNotice error={error} onRetry={() => void loadWindows()} />}
      {windows && list.length === 0 ? (
        <NoWindows {...windows} />
      ) : (
        <>
          {next && <NextWindowStrip next={next} onOpen={() => openWindow(next.windowId)} />}
          {list.length > 0 && <WindowLine windows={list} onOpen={openWindow} />}
          <DataGrid
            id="windows"
            label={t('settlement.tabs.windows')}
            rows={list}
            columns={columns}
            getRowId={(row) => row.windowId}
            loading={windows === null && !error}
            onOpen={(row) => openWindow(row.windowId)}
            empty={null}
          />
        </>
      )}
      <WindowDrawer window={opened} onClose={() => openWindow(null)} />
    </Page>
  );
}
