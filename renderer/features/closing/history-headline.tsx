/** The answer of the day history: what the closed days brought, what did not agree, and how the last days went. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClockExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ClosingHistoryRow } from '#shared/contract/closing-day.ts';
import { sumByCurrency, toDecimal, type Money } from '#shared/money/money.ts';
import { addDays } from '../../components/calendar-days.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { MoneyList } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { hasHistoryFoot } from './history-foot.tsx';
import type { CalendarDay } from './history-store.ts';
import { currencyLabel, formatDate, formatMoney, formatTenth } from '../../i18n/format.ts';

const netOf = ({ netNow, sums }: ClosingHistoryRow): Money[] =>
  (netNow ?? sums?.net ?? []).map(({ amount }) => amount);
const differsIn = ({ linesDiffering }: ClosingHistoryRow): boolean => (linesDiffering ?? 0) > 0;
const closedOf = (rows: readonly ClosingHistoryRow[]) => rows.filter(({ state }) => state === 'closed');

type HeadlineProps = {
  rows: readonly ClosingHistoryRow[];
  /** There are no older days than these. */
  whole: boolean;
  /** The days that are over and not closed. */
  late: readonly LateDay[];
  /** They are rows of the list, each with the way to close it. */
  listed: boolean;
};
type LateDay = { businessDate: string; daysLate: number };

/** How many days wait, and how late the oldest is. */
function NotClosed({ late, listed }: Pick<HeadlineProps, 'late' | 'listed'>) {
  const { t } = useTranslation();
  const counted = useCounted();
  const oldest = Math.max(...late.map(({ daysLate }) => daysLate));
  return (
    <span className="inline-row history-late">
      <StateChip
        tone="late"
        icon={<IconClockExclamation size={16} />}
        label={`${t('closing.history.notClosed', counted(late.length))} ${t(late.length === 1 ? 'closing.history.itsLate' : 'closing.history.oldest', counted(oldest))}`}
      />
      {!listed && (
        <Button component={Link} href="/close/branches" size="compact-sm" variant="default">
          {t('closing.history.closeThem', counted(late.length))}
        </Button>
      )}
    </span>
  );
}

export function HistoryHeadline({ rows, whole, late, listed }: HeadlineProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const closed = closedOf(rows);
  const differing = closed.filter(differsIn);
  const difference = sumByCurrency(differing.flatMap((row) => row.difference ?? []));
  return (
    <>
      {late.length > 0 && <NotClosed late={late} listed={listed} />}
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
  const counted = useCounted();
  const closed = days.filter(({ state }) => state === 'closed');
  if (closed.length === 0) return null;
  const differing = closed.filter(({ differs }) => differs).length;
  const net = sumByCurrency(closed.flatMap((day) => day.net.map(({ amount }) => amount)));
  return (
    <>
      <span>
        {t('closing.history.answerMonth', counted(closed.length))} <MoneyList values={net} strong />
      </span>
      {differing > 0 && (
        <StateChip
          tone="late"
          icon={<IconAlertTriangle size={16} />}
          label={t('closing.history.monthDiffer', counted(differing))}
        />
      )}
    </>
  );
}

const MOST = 14;
/** `net` is null for a day of which the list has no close; `waits` says that the day, or a branch of it, is still to be closed. */
type Day = { date: string; net: Money | null; differs: boolean; waits: boolean };

/**
 * The last two weeks up to the day that was closed last, in the currency of most of them. Branches of a day are one bar, and a
 * day without a close is a gap.
 */
function trendOf(rows: readonly ClosingHistoryRow[], late: NonNullable<TrendProps['late']>): Day[] {
  const closed = closedOf(rows);
  const currencies = closed.flatMap((row) => netOf(row).map(({ currency }) => currency));
  const countOf = (currency: string) => currencies.filter((one) => one === currency).length;
  const currency = [...new Set(currencies)].sort((a, b) => countOf(b) - countOf(a))[0];
  if (currency === undefined) return [];
  const waiting = [...late, ...rows.filter(({ state }) => state !== 'closed')];
  const closedDates = new Set(closed.map(({ businessDate }) => businessDate));
  const last = [...closedDates].sort().at(-1) ?? '';
  const dates = Array.from({ length: MOST }, (_, at) => addDays(last, at + 1 - MOST));
  const first = dates.findIndex((date) => closedDates.has(date));
  return dates.slice(first).map((date) => {
    const ofDay = closed.filter(({ businessDate }) => businessDate === date);
    const waits = waiting.some(({ businessDate }) => businessDate === date);
    if (ofDay.length === 0) return { date, net: null, differs: false, waits };
    const minor = ofDay
      .flatMap(netOf)
      .reduce((sum, amount) => (amount.currency === currency ? sum + amount.minor : sum), 0n);
    return { date, net: { minor, currency }, differs: ofDay.some(differsIn), waits };
  });
}

/** For drawing only. */
const drawn = (amount: Money | null): number =>
  amount === null ? 0 : Math.max(0, Number(toDecimal(amount)));

type TrendDayProps = {
  day: Day;
  /** What a person hears instead of the bar. */
  words: string;
  /** The largest of the days, for drawing. */
  most: number;
};

function TrendDay({ day: { date, net, differs, waits }, words, most }: TrendDayProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const figure = net === null ? '—' : formatTenth(drawn(net) / 1_000, locale);
  return (
    <li
      data-differs={differs || undefined}
      data-waits={waits || undefined}
      title={`${formatDate(date, 'short', locale)}: ${words}`}
    >
      <span aria-hidden>
        {net === null && waits ? t('closing.history.trendNotClosed') : figure}
        {net !== null && waits && ` · ${t('closing.history.trendPartly')}`}
      </span>
      <span className="trend-bar" aria-hidden>
        {net && <span className="bar-part" style={{ blockSize: `${(100 * drawn(net)) / most}%` }} />}
      </span>
      <span>{formatDate(date, 'brief', locale)}</span>
      <span className="visually-hidden">
        {words}
        {differs && `, ${t('closing.history.trendDiffers')}`}
      </span>
    </li>
  );
}

type TrendProps = {
  rows: readonly ClosingHistoryRow[];
  late?: readonly Pick<LateDay, 'businessDate'>[];
  /** The list is of one PC: another may have closed the days that it lacks. */
  ofOnePc?: boolean;
};

export function HistoryTrend({ rows, late = [], ofOnePc = false }: TrendProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const days = trendOf(rows, ofOnePc ? [] : late);
  const nothing = t(ofOnePc ? 'closing.history.noCloseOfPc' : 'closing.calendar.missed');
  const most = Math.max(...days.map(({ net }) => drawn(net)), 1);
  // One day is no course of days.
  if (days.filter(({ net }) => net !== null).length < 2) return null;
  const name = t('closing.history.trend', {
    currency: currencyLabel(days[0]?.net?.currency ?? '', locale.language),
  });
  const words = ({ net, waits }: Day) => {
    if (net !== null)
      return `${formatMoney(net, locale)}${waits ? `, ${t('closing.history.trendPartlyLong')}` : ''}`;
    return waits ? t('closing.history.noClose') : nothing;
  };
  return (
    <figure className="trend-figure">
      <figcaption>
        {name}
        {days.some(({ differs }) => differs) && (
          <span className="trend-key">
            <span className="trend-swatch" aria-hidden />
            {t('closing.history.trendDiffers')}
          </span>
        )}
        {days.some(({ net, waits }) => net !== null && waits) && (
          <span className="trend-key">
            <span className="late-text">{t('closing.history.trendPartly')}:</span>
            {t('closing.history.trendPartlyLong')}
          </span>
        )}
        {days.some(({ net, waits }) => net === null && !waits) && (
          <span className="trend-key">
            <span aria-hidden>—</span>
            {nothing}
          </span>
        )}
      </figcaption>
      <ol className="trend" aria-label={name}>
        {days.map((day) => (
          <TrendDay key={day.date} day={day} words={words(day)} most={most} />
        ))}
      </ol>
    </figure>
  );
}
