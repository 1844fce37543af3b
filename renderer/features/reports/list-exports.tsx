/** Lists that are being written: started here, followed by the core's events, told in the corner wherever somebody is by then. */
import { Button, Progress } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import type { EventOf, InputOf } from '#shared/contract/index.ts';
import type { Saved } from '#shared/contract/reports.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { orTell, tellError } from '../../components/tell-error.tsx';
import { formatCount } from '../../i18n/format.ts';
import { SavedNotice } from './saving.tsx';

type Progress = EventOf<'reports.exportProgress'>;
type ExportsState = {
  /** What was started in this window and has not ended, by its id. */
  running: Record<string, { title: string; progress: Progress | null }>;
  /** Answers why it could not be started, or null. */
  start: (input: InputOf<'reports.exportList'>) => Promise<AppError | null>;
};

/** A short one only says that it is saved. */
const SHOWN_AFTER_MS = 600;
const STAYS_MS = 20_000;
const noticeOf = (exportId: string) => `export-${exportId}`;
/** Ends that came before the answer that named them. */
const early = new Map<string, Progress>();

export const useExports = create<ExportsState>((set, get) => ({
  running: {},
  start: async (input) => {
    const answer = await call('reports.exportList', input);
    if (!answer.ok) return answer.error;
    const { exportId } = answer.value;
    const { title } = input.head;
    set({ running: { ...get().running, [exportId]: { title, progress: null } } });
    const ended = early.get(exportId);
    if (ended) follow(ended);
    else setTimeout(() => get().running[exportId] && showRunning(exportId, title), SHOWN_AFTER_MS);
    return null;
  },
}));

function Running({ exportId }: { exportId: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const progress = useExports(({ running }) => running[exportId]?.progress ?? null);
  const { rows = 0, totalRows = null } = progress ?? {};
  const number = (count: number) => formatCount(count, locale);
  return (
    <span className="stack-8">
      <Progress
        value={totalRows ? (100 * rows) / totalRows : 0}
        aria-label={t('reports.list.running')}
        transitionDuration={120}
      />
      <span className="row">
        <span data-testid="export-count">
          {totalRows === null
            ? t('reports.list.counting')
            : t('reports.list.progress', { rows: number(rows), total: number(totalRows) })}
        </span>
        <Button
          size="compact-sm"
          variant="default"
          className="push"
          onClick={() => void orTell(call('reports.cancelExport', { exportId }))}
        >
          {t('app.actions.cancel')}
        </Button>
      </span>
    </span>
  );
}

/** Words of an end: the notice lives outside the page that asked for it. */
function Word({ name }: { name: 'running' | 'saved' | 'cancelled' }) {
  const { t } = useTranslation();
  return <>{name === 'saved' ? t('reports.saved.title') : t(`reports.list.${name}`)}</>;
}

function showRunning(exportId: string, title: string): void {
  notifications.show({
    id: noticeOf(exportId),
    autoClose: false,
    withCloseButton: false,
    title: (
      <>
        <Word name="running" /> <bdi>{title}</bdi>
      </>
    ),
    message: <Running exportId={exportId} />,
  });
}

const closable = () => ({
  autoClose: STAYS_MS,
});
const showSaved = (saved: Saved) =>
  notifications.show({
    ...closable(),
    title: <Word name="saved" />,
    message: <SavedNotice saved={saved} />,
  });

function end(ended: NonNullable<Progress['ended']>): void {
  switch (ended.kind) {
    case 'saved':
      showSaved(ended.saved);
      return;
    case 'failed':
      tellError(ended.error);
      return;
    case 'cancelled':
      notifications.show({ ...closable(), message: <Word name="cancelled" /> });
  }
}

function follow(progress: Progress): void {
  const { exportId, ended } = progress;
  const { running } = useExports.getState();
  const mine = running[exportId];
  if (!mine) {
    // Of another window, or ours whose answer is still on its way.
    if (ended) early.set(exportId, progress);
    return;
  }
  if (!ended) return useExports.setState({ running: { ...running, [exportId]: { ...mine, progress } } });
  early.delete(exportId);
  const { [exportId]: _done, ...rest } = running;
  useExports.setState({ running: rest });
  notifications.hide(noticeOf(exportId));
  end(ended);
}
on('reports.exportProgress', follow);
