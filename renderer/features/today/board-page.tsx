/** Today on a PC that sees every branch: each branch as it stands now, and its last fourteen days. */
import { Anchor, Button, Skeleton } from '@mantine/core';
import {
  IconCircleArrowUp,
  IconBuildingStore,
  IconCircleCheck,
  IconClockExclamation,
  IconCloudDownload,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Board, BoardBranch } from '#shared/contract/head-office.ts';
import { isLateDay } from '#shared/domain/head-office.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { useBranchName } from '../../components/close-texts.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Page } from '../../components/page.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatDate, formatList, formatTime } from '../../i18n/format.ts';
import { OthersAsked } from '../approvals/index.tsx';
import { OtherDayDrawer } from '../closing/index.tsx';
import { BrokenPcs, useHeadOffice } from '../head-office/index.tsx';
import { BoardDays } from './board-days.tsx';
import { BoardNow } from './board-now.tsx';
import { BoardPlace } from './board-place.tsx';
import { useBoard, type OpenedZ } from './board-store.ts';
import { BranchDrawer, type BranchPart } from './branch-drawer.tsx';
import { isolated } from '../../i18n/isolated.ts';

const EVERY_MS = 60_000;

type Opened = { kind: 'branch'; branch: BoardBranch; part: BranchPart } | ({ kind: 'z' } & OpenedZ) | null;

/** Beside an icon or a button: no line begins between it and what comes next. */
const JOINER = '\u2060';
/** The same with a space. */
const GLUE = `${JOINER}\u00a0`;
const isApart = (text: string): boolean => text === '' || /^\s$/.test(text);

/** As far as this PC knows, and it knows of every day. */
const isNoneLate = ({ late, unheard, newer }: Board['sum']): boolean => late + unheard + newer === 0;

type HeadlineProps = Pick<Board, 'sum'> & {
  /** Head office is being read for the first time, so that nobody knows yet what is late. */
  isComing?: boolean;
  /** Opens a branch; null for one that is not on the page. */
  opening?: (branchKey: string) => (() => void) | null;
};

export function Headline({ sum, isComing = false, opening = () => null }: HeadlineProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { toCloseToday, late, unheard, newer, closedToday } = sum;
  const isGood = isNoneLate(sum);
  if (isGood && isComing) return null;
  return (
    <p className="today-sentence board-sentence" role="status" data-late={!isGood || undefined}>
      {late > 0 && (
        <>
          <IconClockExclamation size={20} aria-hidden />
          {GLUE}
          {t('today.board.late', counted(late))} <LateBranches sum={sum} opening={opening} />
        </>
      )}
      {unheard > 0 && (
        <>
          <IconPlugConnectedX size={20} aria-hidden />
          {GLUE}
          {t('today.board.unheard', counted(unheard))}{' '}
        </>
      )}
      {newer > 0 && (
        <>
          <IconCircleArrowUp size={20} aria-hidden />
          {GLUE}
          {t('today.board.newer', counted(newer))}{' '}
        </>
      )}
      {isGood && (
        <>
          <IconCircleCheck size={20} aria-hidden className="good-icon" />
          {GLUE}
          {t('today.board.noneLate')}{' '}
        </>
      )}
      {toCloseToday > 0 && (
        <span className="muted">
          {t('today.board.closedToday', {
            ...counted(toCloseToday),
            closed: counted(closedToday).number,
          })}
        </span>
      )}
    </p>
  );
}

/** Which branches are late, and since when. Of many they are seen in the days below. */
function LateBranches({ sum: { lateNamed }, opening }: Required<Omit<HeadlineProps, 'isComing'>>) {
  const { t } = useTranslation();
  const counted = useCounted();
  const locale = useLocale();
  const nameOf = useBranchName();
  if (lateNamed.length === 0) return null;
  // The oldest first: those of which nobody knows here since when are older than the board.
  const oldestFirst = lateNamed.toSorted((a, b) => (a.since ?? '').localeCompare(b.since ?? ''));
  const names = oldestFirst.map((late) => {
    const branch = isolated(nameOf(late));
    if (late.since === null) return branch;
    if (late.days === 0)
      return t('today.board.waitsOf', { branch, date: formatDate(late.since, 'brief', locale) });
    return t(late.provisional ? 'today.board.provisionalOf' : 'today.board.lateOf', {
      ...counted(late.days),
      branch,
      date: formatDate(late.since, 'brief', locale),
    });
  });
  const sentence = t('today.board.lateNamed', { names: formatList(names, locale) });
  const opened = oldestFirst.map(({ branchKey }) => opening(branchKey));
  return (
    <span className="muted">
      <Pressed
        sentence={sentence}
        parts={names.map((text, at) => ({ text, press: opened[at] ?? null }))}
      />{' '}
    </span>
  );
}

type PressedProps = { sentence: string; parts: { text: string; press: (() => void) | null }[] };

/** A sentence, of which some parts can be pressed. */
function Pressed({ sentence, parts: [part, ...others] }: PressedProps): ReactNode {
  const at = part ? sentence.indexOf(part.text) : -1;
  if (!part || at < 0) return sentence;
  const { text, press } = part;
  const [before, after] = [sentence.slice(0, at), sentence.slice(at + text.length)];
  return (
    <>
      {before}
      {press ? (
        <>
          {!isApart(before.slice(-1)) && JOINER}
          <Anchor component="button" type="button" inherit onClick={press}>
            {text}
          </Anchor>
          {!isApart(after.slice(0, 1)) && JOINER}
        </>
      ) : (
        text
      )}
      <Pressed sentence={after} parts={others} />
    </>
  );
}

/** What is shown was told before contact was lost. */
function Stale() {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const standing = useHeadOffice((state) => state.standing);
  if (!standing || standing.failure === null) return null;
  const time = formatTime(standing.failingSinceMs ?? nowMs, nowMs, locale);
  return (
    <div className="banner" data-tone="late" role="alert">
      <IconClockExclamation size={18} aria-hidden />
      <span>{t('today.board.stale', { time })}</span>
    </div>
  );
}

/** True while this PC reads what head office has for the first time: what is shown is a part of it. */
const useIsComing = () => useHeadOffice(({ standing }) => standing !== null && !standing.isWhole);

/** Over what has come so far. */
function Coming() {
  const { t } = useTranslation();
  const isComing = useIsComing();
  const hasSome = useBoard(({ board }) => (board?.sum.branches ?? 0) > 0);
  if (!isComing || !hasSome) return null;
  return (
    <div className="banner" role="status">
      <IconCloudDownload size={18} aria-hidden />
      <span>{t('today.board.coming')}</span>
    </div>
  );
}

/** Which part of a late branch its name opens. */
const latePart = ({ openBefore, days, today }: BoardBranch): BranchPart =>
  openBefore.length > 0 || days.some((day) => isLateDay(day, today)) ? 'days' : 'terminals';

/** What the filter leaves, if it leaves nothing. */
function NoneLeft({ board: { sum, only } }: { board: Board }) {
  const { t } = useTranslation();
  const { ask } = useBoard();
  // Branches, and what they told, can be missing.
  const isCertain = !useIsComing() && isNoneLate(sum);
  const late = isCertain ? 'noneLate' : 'noneKnownLate';
  const attention = isCertain ? 'noneAttention' : 'noneKnownAttention';
  return (
    <div className="card" role="status">
      <EmptyState
        icon={
          isCertain ? <IconCircleCheck size={32} className="good-icon" /> : <IconBuildingStore size={32} />
        }
        title={t(`today.board.${only === 'late' ? late : attention}`)}
        text={t('today.board.filterText')}
        action={
          <Button variant="default" onClick={() => void ask({ only: 'all', from: 0 })}>
            {t('today.board.showAll')}
          </Button>
        }
      />
    </div>
  );
}

function Shown({ board, onOpen }: { board: Board; onOpen: (opened: Opened) => void }) {
  const { t } = useTranslation();
  const isComing = useIsComing();
  if (board.sum.branches === 0)
    return (
      <EmptyState
        icon={isComing ? <IconCloudDownload size={32} /> : <IconBuildingStore size={32} />}
        title={t(isComing ? 'today.board.comingTitle' : 'today.board.emptyTitle')}
        text={t(isComing ? 'today.board.comingText' : 'today.board.emptyText')}
      />
    );
  const openBranch = (branch: BoardBranch, part: BranchPart) => onOpen({ kind: 'branch', branch, part });
  const opening = (branchKey: string) => {
    const branch = board.branches.find((one) => one.branchKey === branchKey);
    return branch ? () => openBranch(branch, latePart(branch)) : null;
  };
  return (
    <>
      <Headline sum={board.sum} isComing={isComing} opening={opening} />
      <OthersAsked />
      <BoardPlace board={board} />
      {board.only !== 'all' && board.filtered.branches === 0 ? (
        <NoneLeft board={board} />
      ) : (
        <BoardNow {...board} sum={board.filtered} onOpen={openBranch} />
      )}
      {board.found > 0 && (
        <BoardDays board={board} onOpen={openBranch} onOpenZ={(z) => onOpen({ kind: 'z', ...z })} />
      )}
    </>
  );
}

/** What a drawer says of a branch changes with the board below it. */
const asOfNow = (opened: BoardBranch, board: Board | null): BoardBranch =>
  board?.branches.find(({ branchKey }) => branchKey === opened.branchKey) ?? opened;

/** `views`: the switch between this and the PC's own Today. */
export function BoardPage({ views }: { views: ReactNode }) {
  const { t } = useTranslation();
  const { board, error, load, leave } = useBoard();
  const [opened, setOpened] = useState<Opened>(null);
  const refresh = useCallback(() => void load(), [load]);
  useEffect(() => {
    refresh();
    const timer = setInterval(refresh, EVERY_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  useEffect(() => leave, [leave]);
  useRefreshKey(refresh);
  const close = () => setOpened(null);
  return (
    <Page title={t('app.nav.today')} actions={views}>
      <div className="page-scroll today" data-part="board">
        <Stale />
        <Coming />
        <BrokenPcs />
        {error && <ErrorNotice error={error} onRetry={refresh} />}
        {!board && !error && <Skeleton height={320} radius={10} />}
        {board && <Shown board={board} onOpen={setOpened} />}
      </div>
      {opened?.kind === 'branch' && (
        <BranchDrawer branch={asOfNow(opened.branch, board)} part={opened.part} onClose={close} />
      )}
      {opened?.kind === 'z' && <OtherDayDrawer {...opened} onClose={close} />}
    </Page>
  );
}
