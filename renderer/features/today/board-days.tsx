/** Branches by the last fourteen days: late is loud, what waits is quiet. A day opens its Z, or what is known of it. */
import { Table, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleArrowUp,
  IconCheck,
  IconClockExclamation,
  IconCloudOff,
  IconLockOpen,
  IconMinus,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Board, BoardBranch, BoardDay } from '#shared/contract/head-office.ts';
import { isLateDay, type BoardState } from '#shared/domain/head-office.ts';
import { useLocale } from '../../app-store.ts';
import { useBranchName } from '../../components/close-texts.tsx';
import { formatDate, formatList, formatMoney, formatZNumber } from '../../i18n/format.ts';
import type { OpenedZ } from './board-store.ts';
import type { BranchPart } from './branch-drawer.tsx';

const ICONS: Record<BoardState, ReactNode> = {
  closed: <IconCheck size={16} aria-hidden />,
  provisional: <IconCloudOff size={16} aria-hidden />,
  open: <IconLockOpen size={16} aria-hidden />,
  late: <IconClockExclamation size={16} aria-hidden />,
  unheard: <IconPlugConnectedX size={16} aria-hidden />,
  newer: <IconCircleArrowUp size={16} aria-hidden />,
  none: <IconMinus size={16} aria-hidden />,
};

type Acts = {
  onOpen: (branch: BoardBranch, part: BranchPart) => void;
  onOpenZ: (z: OpenedZ) => void;
};
type DayProps = Acts & { branch: BoardBranch; day: BoardDay };

/** In words: what the mark says, the Z, and by how much it differs. */
function useDayWords(): (branch: BoardBranch, day: BoardDay) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  const branchName = useBranchName();
  return (branch, { businessDate, state, close, difference, differing, why }) =>
    formatList(
      [
        branchName(branch),
        formatDate(businessDate, 'short', locale),
        t(`today.board.state.${state}`),
        ...(close ? [`Z ${formatZNumber(close.number)}`, close.pcName] : []),
        ...(why ? [t(`today.board.why.${why}`)] : []),
        ...(differing > 0
          ? [
              `${t('closing.column.difference')} ${difference.map((one) => formatMoney(one, locale)).join(' ')}`,
            ]
          : []),
      ],
      locale,
    );
}

function DayCell({ branch, day, onOpen, onOpenZ }: DayProps) {
  const words = useDayWords()(branch, day);
  const { state, close, differing } = day;
  const open = () => (close ? onOpenZ(close) : onOpen(branch, 'days'));
  return (
    <Table.Td className="board-day">
      <UnstyledButton
        className="board-mark"
        data-state={state}
        data-late={isLateDay(day, branch.today) || undefined}
        data-date={day.businessDate}
        title={words}
        aria-label={words}
        onClick={open}
      >
        {ICONS[state]}
        {differing > 0 && <IconAlertTriangle size={12} className="board-differs" aria-hidden />}
      </UnstyledButton>
    </Table.Td>
  );
}

/** Days that are open since before the first that is shown. */
function OpenBefore({ dates }: { dates: BoardBranch['openBefore'] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (dates.length === 0) return null;
  const named = dates.map((date) => formatDate(date, 'brief', locale));
  return (
    <div className="late-text size-12">
      <IconClockExclamation size={14} aria-hidden />{' '}
      {t('today.board.openBefore', { dates: formatList(named, locale) })}
    </div>
  );
}

/** A mark in the grid that is filled as late is so here. */
const isLateState = (branches: Board['branches'], state: BoardState): boolean =>
  branches.some(({ days, today }) => days.some((day) => day.state === state && isLateDay(day, today)));

/** What the marks mean: of those that are there. */
function Legend({ branches }: Pick<Board, 'branches'>) {
  const { t } = useTranslation();
  const days = branches.flatMap((branch) => branch.days);
  const states = (Object.keys(ICONS) as BoardState[]).filter((state) =>
    days.some((day) => day.state === state),
  );
  return (
    <p className="board-legend muted size-12">
      {states.map((state) => (
        <span key={state} className="inline-row">
          <span
            className="board-mark"
            data-state={state}
            data-late={isLateState(branches, state) || undefined}
          >
            {ICONS[state]}
          </span>
          {t(`today.board.state.${state}`)}
        </span>
      ))}
      {days.some(({ differing }) => differing > 0) && (
        <span className="inline-row">
          <IconAlertTriangle size={12} className="board-differs" aria-hidden />
          {t('closing.history.trendDiffers')}
        </span>
      )}
    </p>
  );
}

export function BoardDays({ board: { dates, branches }, ...acts }: Acts & { board: Board }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const branchName = useBranchName();
  return (
    <section className="card" aria-labelledby="board-days">
      <h2 id="board-days" className="today-heading">
        {t('today.board.days')}
      </h2>
      <Table className="close-table board-table" verticalSpacing={2} aria-labelledby="board-days">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('terminals.column.branch')}</Table.Th>
            {dates.map((date) => (
              <Table.Th
                key={date}
                className="board-day"
                title={formatDate(date, 'day', locale)}
                aria-current={date === dates.at(-1) ? 'date' : undefined}
              >
                {date === dates.at(-1) ? t('app.nav.today') : formatDate(date, 'weekdayShort', locale)}
                <br />
                {formatDate(date, 'brief', locale)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {branches.map((branch) => (
            <Table.Tr key={branch.branchKey} data-branch={branch.branchKey}>
              <Table.Th scope="row">
                <bdi>{branchName(branch)}</bdi>
                <OpenBefore dates={branch.openBefore} />
              </Table.Th>
              {branch.days.map((day) => (
                <DayCell key={day.businessDate} branch={branch} day={day} {...acts} />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Legend branches={branches} />
    </section>
  );
}
