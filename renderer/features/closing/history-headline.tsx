/** The answer of the day history: what the closed days brought and what did not agree. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClockExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ClosingHistoryRow } from '#shared/contract/closing-day.ts';
import { sumByCurrency, type Money } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { MoneyList } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { hasHistoryFoot } from './history-foot.tsx';
import type { CalendarDay } from './history-store.ts';
import type { HistoryLine } from './history-waiting.ts';
import { formatDate } from '../../i18n/format.ts';

export const netOf = ({ netNow, sums }: ClosingHistoryRow): Money[] =>
  (netNow ?? sums?.net ?? []).map(({ amount }) => amount);
export const differsIn = ({ linesDiffering }: ClosingHistoryRow): boolean => (linesDiffering ?? 0) > 0;
export const closedOf = (rows: readonly ClosingHistoryRow[]) =>
  rows.filter(({ state }) => state === 'closed');

type HeadlineProps = {
  rows: readonly ClosingHistoryRow[];
  /** The days that nobody has begun to close, among the lines of the list. */
  lines?: readonly HistoryLine[];
  /** There are no older days than these. */
  whole: boolean;
  /** The days that are over and not closed. */
  late: readonly LateDay[];
  /** They are rows of the list, each with the way to close it. */
  listed: boolean;
};
type LateDay = { branchKey: string; businessDate: string; daysLate: number };

/** What the days of these that nobody has begun are known to come to, as the X says it. */
export const openNetOf = (lines: readonly HistoryLine[], businessDate: string): Money[] =>
  lines.filter((line) => line.waiting !== undefined && line.businessDate === businessDate).flatMap(netOf);

/** What the late days come to; null while one of them is not known. */
function toCloseIn(late: readonly LateDay[], lines: readonly HistoryLine[]): Money[] | null {
  const known = late.map((day) =>
    lines.find(
      ({ waiting, sums, branchKey, businessDate }) =>
        waiting !== undefined &&
        sums !== null &&
        branchKey === day.branchKey &&
        businessDate === day.businessDate,
    ),
  );
  const days = known.filter((line) => line !== undefined);
  return days.length < late.length ? null : sumByCurrency(days.flatMap(netOf));
}

/** How many days wait, how late the oldest is, and the money that waits with them. */
function NotClosed({ late, listed, lines = [] }: Pick<HeadlineProps, 'late' | 'listed' | 'lines'>) {
  const { t } = useTranslation();
  const counted = useCounted();
  const toClose = toCloseIn(late, lines);
  const oldest = Math.max(...late.map(({ daysLate }) => daysLate));
  return (
    <span className="inline-row history-late">
      <StateChip
        tone="late"
        icon={<IconClockExclamation size={16} />}
        label={`${t('closing.history.notClosed', counted(late.length))} ${t(late.length === 1 ? 'closing.history.itsLate' : 'closing.history.oldest', counted(oldest))}`}
      />
      {toClose !== null && toClose.length > 0 && (
        <span>
          <span className="muted">{t('closing.branches.toClose')}</span> <MoneyList values={toClose} strong />
        </span>
      )}
      {!listed && (
        <Button component={Link} href="/close/branches" size="compact-sm" variant="default">
          {t('closing.history.closeThem', counted(late.length))}
        </Button>
      )}
    </span>
  );
}

export function HistoryHeadline({ rows, lines, whole, late, listed }: HeadlineProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const closed = closedOf(rows);
  const differing = closed.filter(differsIn);
  const difference = sumByCurrency(differing.flatMap((row) => row.difference ?? []));
  return (
    <>
      {late.length > 0 && <NotClosed late={late} listed={listed} lines={lines ?? []} />}
      {!(late.length > 0 && whole && hasHistoryFoot(rows)) && (
        <span>
          {t(whole ? 'closing.history.answer' : 'closing.history.answerLast', counted(closed.length))}{' '}
          <MoneyList values={sumByCurrency(closed.flatMap(netOf))} strong />
        </span>
      )}
      <span className="muted inline-row">
        {differing.length === 0 ? (
          <>
            <IconCircleCheck size={16} aria-hidden className="good-icon" /> {t('closing.history.answerAgree')}
          </>
        ) : (
          <>
            <IconAlertTriangle size={16} aria-hidden />
            {t('closing.history.answerDiffer', counted(differing.length))}{' '}
            <span className="late-text">
              <MoneyList values={difference} signed />
            </span>
          </>
        )}
      </span>
    </>
  );
}

/** What the closed days of one month of one branch brought. */
export function MonthHeadline({ days }: { days: readonly CalendarDay[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const closed = days.filter(({ state }) => state === 'closed');
  if (closed.length === 0) return null;
  const differing = closed.filter(({ differs }) => differs);
  const [only, ...more] = differing;
  const net = sumByCurrency(closed.flatMap((day) => day.net.map(({ amount }) => amount)));
  return (
    <>
      <span>
        {t('closing.history.answerMonth', counted(closed.length))} <MoneyList values={net} strong />
      </span>
      {only && (
        <StateChip
          tone="late"
          icon={<IconAlertTriangle size={16} />}
          label={
            more.length === 0
              ? t('closing.history.monthDifferOn', { date: formatDate(only.businessDate, 'brief', locale) })
              : t('closing.history.monthDiffer', counted(differing.length))
          }
        />
      )}
    </>
  );
}
