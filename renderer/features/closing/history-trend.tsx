/** How the last days went, a bar a day: what was closed, and hollow what is known of the days still to be closed. */
import { useTranslation } from 'react-i18next';
import type { ClosingHistoryRow } from '#shared/contract/closing-day.ts';
import { addMoney, toDecimal, type Money } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { addDays } from '../../components/calendar-days.ts';
import { currencyLabel, formatDate, formatMoney, formatTenth } from '../../i18n/format.ts';
import { closedOf, differsIn, netOf, openNetOf } from './history-headline.tsx';
import type { HistoryLine } from './history-waiting.ts';

const MOST = 14;
/**
 * `net`: what was closed; null if the list has no close of the day. `waits`: the day, or a branch of it, is still to be closed. `open`:
 * what that comes to, as far as it is known.
 */
type Day = { date: string; net: Money | null; open: Money | null; differs: boolean; waits: boolean };

/** Null where nothing is of this currency. */
function sumIn(currency: string, amounts: readonly Money[]): Money | null {
  const own = amounts.filter((amount) => amount.currency === currency);
  return own.length === 0 ? null : own.reduce(addMoney, { minor: 0n, currency });
}

/**
 * The last two weeks up to the day that was closed last, in the currency of most of them. Branches of a day are one bar, and a
 * day without a close is a gap.
 */
function trendOf(
  rows: readonly ClosingHistoryRow[],
  late: NonNullable<TrendProps['late']>,
  lines: readonly HistoryLine[],
): Day[] {
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
    const open = waits ? sumIn(currency, openNetOf(lines, date)) : null;
    if (ofDay.length === 0) return { date, net: null, open, differs: false, waits };
    const net = sumIn(currency, ofDay.flatMap(netOf)) ?? { minor: 0n, currency };
    return { date, net, open, differs: ofDay.some(differsIn), waits };
  });
}

/** For drawing only. */
const drawn = (amount: Money | null): number =>
  amount === null ? 0 : Math.max(0, Number(toDecimal(amount)));

/** "17.7 + 46.8": what is closed and what is open; in words where the second is not known. */
function useFigure(): (day: Day) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  const thousands = (amount: Money) => formatTenth(drawn(amount) / 1_000, locale);
  return ({ net, open, waits }) => {
    if (net === null && open === null) return waits ? t('closing.history.trendNotClosed') : '—';
    const known = [net, open].flatMap((amount) => (amount === null ? [] : thousands(amount))).join(' + ');
    return waits && open === null ? `${known} · ${t('closing.history.trendPartly')}` : known;
  };
}

type TrendDayProps = {
  day: Day;
  /** What a person hears instead of the bar. */
  words: string;
  /** The largest of the days, for drawing. */
  most: number;
};

function TrendDay({ day, words, most }: TrendDayProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const figureOf = useFigure();
  const { date, net, open, differs, waits } = day;
  const height = (amount: Money) => ({ blockSize: `${(100 * drawn(amount)) / most}%` });
  return (
    <li
      data-differs={differs || undefined}
      data-waits={waits || undefined}
      title={`${formatDate(date, 'short', locale)}: ${words}`}
    >
      <span aria-hidden>{figureOf(day)}</span>
      <span className="trend-bar" aria-hidden>
        {open && <span className="bar-open" style={height(open)} />}
        {net && <span className="bar-part" style={height(net)} />}
      </span>
      <span>{formatDate(date, 'brief', locale)}</span>
      <span className="visually-hidden">
        {words}
        {differs && `, ${t('closing.history.trendDiffers')}`}
      </span>
    </li>
  );
}

/** What a person hears instead of the bar. */
function useWords(nothing: string): (day: Day) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  return ({ net, open, waits }) => {
    const notClosed =
      open === null
        ? t('closing.history.noClose')
        : `${t('closing.history.noClose')}: ${formatMoney(open, locale)}`;
    if (net === null) return waits ? notClosed : nothing;
    const rest = open === null ? t('closing.history.trendPartlyLong') : notClosed;
    return waits ? `${formatMoney(net, locale)}, ${rest}` : formatMoney(net, locale);
  };
}

/** What the bars mean, as far as there are any. */
function Keys({ days, nothing }: { days: readonly Day[]; nothing: string }) {
  const { t } = useTranslation();
  return (
    <>
      {days.some(({ net, differs }) => net !== null && !differs) && (
        <span className="trend-key">
          <span className="trend-swatch" data-closed aria-hidden />
          {t('closing.history.trendClosed')}
        </span>
      )}
      {days.some(({ differs }) => differs) && (
        <span className="trend-key">
          <span className="trend-swatch" aria-hidden />
          {t('closing.history.trendDiffers')}
        </span>
      )}
      {days.some(({ open }) => open !== null) && (
        <span className="trend-key">
          <span className="trend-swatch" data-open aria-hidden />
          {t('closing.history.trendNotClosed')}
        </span>
      )}
      {days.some(({ net, open, waits }) => net !== null && open === null && waits) && (
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
    </>
  );
}

type TrendProps = {
  rows: readonly ClosingHistoryRow[];
  /** All lines of the list, also those of days that nobody has begun to close. */
  lines?: readonly HistoryLine[];
  late?: readonly { businessDate: string }[];
  /** The list is of one PC: another may have closed the days that it lacks. */
  ofOnePc?: boolean;
};

export function HistoryTrend({ rows, lines = [], late = [], ofOnePc = false }: TrendProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nothing = t(ofOnePc ? 'closing.history.noCloseOfPc' : 'closing.calendar.missed');
  const wordsOf = useWords(nothing);
  const days = trendOf(rows, ofOnePc ? [] : late, lines);
  const most = Math.max(...days.map(({ net, open }) => drawn(net) + drawn(open)), 1);
  // One day is no course of days.
  if (days.filter(({ net }) => net !== null).length < 2) return null;
  const name = t('closing.history.trend', {
    currency: currencyLabel(days[0]?.net?.currency ?? '', locale.language),
  });
  return (
    <figure className="trend-figure">
      <figcaption>
        {name}
        <Keys days={days} nothing={nothing} />
      </figcaption>
      <ol className="trend" aria-label={name}>
        {days.map((day) => (
          <TrendDay key={day.date} day={day} words={wordsOf(day)} most={most} />
        ))}
      </ol>
    </figure>
  );
}
