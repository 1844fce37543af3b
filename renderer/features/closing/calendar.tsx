/** A month of closed, provisional, open and late days; arrows move, Enter opens. */
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClosingBranch } from '#shared/contract/closing-day.ts';
import type { Total } from '#shared/contract/terminals.ts';
import { useLocale } from '../../app-store.ts';
import { useAmountHead } from '../../components/amount-head.ts';
import { MoneyText, TotalsText } from '../../components/money-text.tsx';
import { formatCount, formatDate } from '../../i18n/format.ts';
import { directionOf } from '../../i18n/index.ts';
import {
  addDays,
  addMonths,
  dateAfterKey,
  monthOf,
  weeksOf,
  weekStartOf,
} from '../../components/calendar-days.ts';
import { DayStateChip, DiffersChip } from './closing-state.tsx';
import { useHistory, type CalendarDay } from './history-store.ts';
import { ZName } from './texts.tsx';

type AgainstProps = { date: string; net: Total[]; weekBefore: Total[] };

/** Against the same weekday of the week before, per currency; nothing if that day had none. */
function Against({ date, net, weekBefore }: AgainstProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const currencies = [...new Set([...net, ...weekBefore].map(({ amount }) => amount.currency))];
  const of = (totals: Total[], currency: string) =>
    totals.find(({ amount }) => amount.currency === currency)?.amount.minor ?? 0n;
  if (weekBefore.length === 0) return null;
  const day = formatDate(addDays(date, -7), 'brief', locale);
  return currencies.map((currency) => (
    <span key={currency} className="day-against" title={t('closing.calendar.weekBefore')}>
      <span aria-hidden className="muted">
        {t('closing.calendar.against', { day })}
      </span>{' '}
      <MoneyText value={{ minor: of(net, currency) - of(weekBefore, currency), currency }} signed />{' '}
      <span className="visually-hidden">{t('closing.calendar.weekBefore')}</span>
    </span>
  ));
}

type CellProps = {
  date: string | null;
  day: CalendarDay | undefined;
  focused: boolean;
  today: boolean;
  /** True for a day without a close between days that were closed. */
  missed: boolean;
  /** True for a day that is over, before the first one that was closed here. */
  before: boolean;
  /** It has not come yet. */
  future: boolean;
  onFocus: () => void;
  onOpen: () => void;
};

function Cell({ date, day, focused, today, missed, before, future, onFocus, onOpen }: CellProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (date === null) return <td className="day day-outside" />;
  const number = formatCount(Number(date.slice(8)), locale);
  const shown = day && day.state !== 'none' ? day : null;
  return (
    <td
      className="day"
      data-date={date}
      data-state={day?.state ?? 'none'}
      data-before={(before && shown === null) || undefined}
      data-future={future || undefined}
      tabIndex={focused ? 0 : -1}
      aria-current={today ? 'date' : undefined}
      onFocus={onFocus}
      onClick={onOpen}
    >
      <div className="day-head">
        <span className="day-number" aria-hidden>
          {number}
        </span>
        <span className="visually-hidden">{formatDate(date, 'day', locale)}</span>
        {shown && <DayStateChip state={shown.state} />}
        {missed && <span className="day-missed">{t('closing.calendar.missed')}</span>}
        {before && shown === null && (
          <span className="day-no-close visually-hidden">{t('closing.calendar.noClose')}</span>
        )}
      </div>
      {shown && shown.net.length > 0 && (
        <div className="day-figures">
          <TotalsText totals={shown.net} strong />
          <Against date={date} net={shown.net} weekBefore={shown.weekBefore} />
        </div>
      )}
      {shown && shown.number !== null && (
        <span className="day-z">
          <ZName number={shown.number} />
          {shown.differs && <DiffersChip />}
        </span>
      )}
    </td>
  );
}

type MonthHeadProps = {
  month: string;
  /** What the figures of the days are. */
  figures: string;
  /** Some of the days are grey, and are explained. */
  grey: boolean;
  atEnd: boolean;
  onBefore: () => void;
  onAfter: () => void;
};

function MonthHead({ month, figures, grey, atEnd, onBefore, onAfter }: MonthHeadProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <div className="calendar-head">
      <ActionIcon variant="default" size={32} aria-label={t('closing.calendar.before')} onClick={onBefore}>
        <IconChevronLeft size={18} className="mirror" />
      </ActionIcon>
      <h2 aria-live="polite">{formatDate(`${month}-01`, 'month', locale)}</h2>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t('closing.calendar.after')}
        disabled={atEnd}
        onClick={onAfter}
      >
        <IconChevronRight size={18} className="mirror" />
      </ActionIcon>
      <span className="muted">
        {figures}
        {grey && <span className="grey-days">{` · ${t('closing.calendar.greyDays')}`}</span>}
      </span>
    </div>
  );
}

function Weekdays({ start }: { start: ReturnType<typeof weekStartOf> }) {
  const locale = useLocale();
  const weekdays = Array.from({ length: 7 }, (_, index) =>
    addDays(start === 'saturday' ? '2026-11-21' : '2026-11-23', index),
  );
  return (
    <thead>
      <tr>
        {weekdays.map((weekday) => (
          <th key={weekday} scope="col">
            {formatDate(weekday, 'weekday', locale)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/**
 * The days that are over and on which nobody worked here. Of those before the first day that somebody did, nothing is known, and
 * nobody missed them.
 */
function missedIn(days: readonly CalendarDay[], today: string): ReadonlySet<string | null> {
  const begun = days.findIndex(({ state }) => state !== 'none');
  const later = begun < 0 ? [] : days.slice(begun);
  return new Set(
    later
      .filter(({ state, businessDate }) => state === 'none' && businessDate < today)
      .map((day) => day.businessDate),
  );
}

const amountsOf = (days: readonly CalendarDay[]) =>
  days.flatMap(({ net, weekBefore }) => [...net, ...weekBefore].map(({ amount }) => amount));

/** True if the month begins with grey days: past days before the first close on this PC. */
const hasGrey = ([first]: readonly CalendarDay[], today: string): boolean =>
  first?.state === 'none' && first.businessDate < today;

/** Where a day stands to the one that is worked on. */
const whenOf = (day: string | null, today: string, missed: ReadonlySet<string | null>) => ({
  today: day === today,
  missed: missed.has(day),
  before: day !== null && day < today && !missed.has(day),
  future: day !== null && day > today,
});

type CalendarProps = { branch: ClosingBranch; onOpen: (closingId: string, state: string) => void };

export function Calendar({ branch, onOpen }: CalendarProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { days, loadMonth } = useHistory();
  const [date, setDate] = useState(branch.businessDate);
  const moved = useRef(false);
  const grid = useRef<HTMLTableElement>(null);
  const month = monthOf(date);
  const start = weekStartOf(locale.language, branch.settings.timeZone);
  const { branchKey, businessDate } = branch;
  useEffect(() => void loadMonth(branchKey, month), [loadMonth, branchKey, month]);
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus();
    moved.current = false;
  }, [date]);
  const dayOf = (wanted: string | null) => days?.find((day) => day.businessDate === wanted);
  const open = (wanted: string | null) => {
    const day = dayOf(wanted);
    if (day && day.closingId !== null) onOpen(day.closingId, day.state);
  };
  const missed = missedIn(days ?? [], businessDate);
  const name = formatDate(`${month}-01`, 'month', locale);
  const { className, amountHead } = useAmountHead(amountsOf(days ?? []));
  const go = (target: string) => setDate(target > businessDate ? businessDate : target);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return open(date);
    }
    const target = dateAfterKey(date, event.key, start, directionOf(locale.language) === 'rtl');
    if (target === null) return;
    event.preventDefault();
    moved.current = true;
    go(target);
  };
  return (
    <div className="page-scroll">
      <MonthHead
        month={month}
        figures={amountHead(t('closing.calendar.figures'))}
        grey={hasGrey(days ?? [], businessDate)}
        atEnd={month >= monthOf(businessDate)}
        onBefore={() => setDate(`${addMonths(month, -1)}-01`)}
        onAfter={() => go(`${addMonths(month, 1)}-01`)}
      />
      <table ref={grid} className={`calendar ${className}`} role="grid" aria-label={name}>
        <Weekdays start={start} />
        <tbody onKeyDown={onKeyDown}>
          {weeksOf(month, start).map((week) => (
            <tr key={week.find((day) => day !== null) ?? ''}>
              {week.map((day, index) => (
                <Cell
                  key={day ?? index}
                  date={day}
                  day={dayOf(day)}
                  focused={day === date}
                  {...whenOf(day, businessDate, missed)}
                  onFocus={() => day !== null && setDate(day)}
                  onOpen={() => open(day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
