/** Each figure as a bar and as a line of its table. */
import { useTranslation } from 'react-i18next';
import type { Age, CurrencyFigures, Period, Span } from '#shared/contract/figures.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import type { SettledFilter } from '#shared/contract/settlement.ts';
import { addMoney, negated, type Money } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { MoneyText } from '../../components/money-text.tsx';
import {
  currencyLabel,
  formatBasisPoints,
  formatCount,
  formatDate,
  formatMoney,
  formatShort,
  formatTenth,
} from '../../i18n/format.ts';
import type { FigureRow } from './figure-card.tsx';
import { drawn, unitOf } from './unit.ts';

export type Shown = {
  figures: OutputOf<'figures.get'>;
  one: CurrencyFigures;
  span: Span;
  openSettled: (rows: Partial<SettledFilter>) => void;
  openUnsettled: (age: Age) => void;
  openEarly: (month: Period) => void;
};

const timeOf = ({ fromMs, untilMs }: Period): Partial<SettledFilter> => ({ fromMs, toMs: untilMs - 1 });
/** What a period without a transaction has in fees and net is known: nothing. */
const ofNone = (
  sum: { count: number; gross: Money | null } | undefined,
  amount: Money | null,
): Money | null => (amount === null && sum?.count === 0 && sum.gross ? { ...sum.gross, minor: 0n } : amount);
/** Null if one of them is not known. */
const sumOf = (amounts: readonly (Money | null)[]): Money | null =>
  amounts.reduce<Money | null>(
    (sum, amount) => (sum === null || amount === null ? null : addMoney(sum, amount)),
    amounts[0] ? { ...amounts[0], minor: 0n } : null,
  );
/** What is not paid out of the gross, with its minus: fees and the VAT on them. Gross and this are the net. */
const keptOf = (gross: Money | null, net: Money | null): Money | null =>
  gross && net && addMoney(net, negated(gross));
const countOf = (counts: readonly (number | undefined)[]): number =>
  counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
const amountOrDash = (amount: Money | null) => (amount === null ? '—' : <MoneyText value={amount} />);
/** The cells of a line whose amounts add up. */
const sumCells = (gross: Money | null, net: Money | null) =>
  [gross, keptOf(gross, net), net].map(amountOrDash);

/** How the pictures of one currency write dates, amounts and sentences. */
function useWords({ one, span }: Shown) {
  const { t } = useTranslation();
  const locale = useLocale();
  const currency = currencyLabel(one.currency, locale.language);
  const monthOf = ({ from }: Period) => formatDate(from, 'month', locale);
  return {
    t,
    monthOf,
    tickOfMonth: ({ from }: Period) => formatDate(from, 'tickMonth', locale),
    tickOf: ({ from }: Period) => formatDate(from, span === 'months' ? 'tickMonth' : 'tick', locale),
    nameOf: (period: Period): string => {
      if (span === 'months') return monthOf(period);
      if (span === 'days') return formatDate(period.from, 'short', locale);
      return t('figures.week', { day: formatDate(period.from, 'dated', locale) });
    },
    /** A bar in words, for a person who does not see it. */
    said: (name: string, ...parts: [string, string][]) =>
      `${name}: ${parts.map(([what, value]) => `${what} ${value}`).join(', ')}; ${t('figures.opens')}`,
    written: (amount: Money | null) => (amount === null ? '—' : formatMoney(amount, locale)),
    share: (basisPoints: number | null) =>
      basisPoints === null ? '—' : formatBasisPoints(basisPoints, locale),
    count: (value: number) => formatCount(value, locale),
    short: (value: number) => formatShort(value, locale),

    /** Draws the amounts of one picture in one unit. */
    scaleOf(amounts: readonly (Money | null)[]) {
      const unit = unitOf(amounts.map(drawn));
      return {
        unit: t(`figures.unit.${unit.name}`, { currency }),
        tickOf: (value: number) => formatShort(value / unit.size, locale),
        /** Gross as one bar: what is paid, and what is kept of it as a sliver. Without fees there is no sliver. */
        parts: (gross: Money | null, net: Money | null) => {
          const [of, paid] = [drawn(gross), drawn(net)];
          const label = (value: number) => (of === 0 ? '' : formatTenth(value / unit.size, locale));
          return {
            values: [
              { drawn: paid, label: label(paid) },
              { drawn: Math.max(0, of - paid), label: '' },
            ],
            whole: label(of),
          };
        },
        value: (amount: Money | null) => ({
          drawn: drawn(amount),
          // A missing amount has no bar, and no label.
          label: drawn(amount) === 0 ? '' : formatTenth(drawn(amount) / unit.size, locale),
        }),
      };
    },
  };
}
type Words = ReturnType<typeof useWords>;

/** Gross and net of each period. */
function settledRows({ figures, one, openSettled }: Shown, words: Words) {
  const { t, said, written, nameOf, tickOf, count } = words;
  const scale = words.scaleOf(one.settled.flatMap((sum) => [sum.gross, sum.net]));
  const rows = figures.periods.map((period, at): FigureRow => {
    const sum = one.settled[at];
    const [gross, net] = [sum?.gross ?? null, sum?.net ?? null];
    const name = nameOf(period);
    return {
      name,
      bar: {
        key: period.from,
        tick: tickOf(period),
        ...scale.parts(gross, net),
        said: said(
          name,
          [t('figures.series.gross'), written(gross)],
          [t('figures.series.net'), written(net)],
        ),
        open: () => openSettled(timeOf(period)),
      },
      cells: [count(sum?.count ?? 0), ...sumCells(gross, ofNone(sum, net))],
    };
  });
  const sums = figures.periods.map((_, at) => one.settled[at]);
  const gross = sumOf(sums.map((sum) => sum?.gross ?? null));
  const net = sumOf(sums.map((sum) => ofNone(sum, sum?.net ?? null)));
  const total = [count(countOf(sums.map((sum) => sum?.count))), ...sumCells(gross, net)];
  return { rows, total, ...scale };
}

/** The fees of each period as a share of its gross. */
function feeRows({ figures, one, openSettled }: Shown, { t, said, share, short, nameOf, tickOf }: Words) {
  const rows = figures.periods.map((period, at): FigureRow => {
    const sum = one.settled[at];
    const basisPoints = sum?.feeShareBasisPoints ?? null;
    const name = nameOf(period);
    return {
      name,
      bar: {
        key: period.from,
        tick: tickOf(period),
        values: [{ drawn: (basisPoints ?? 0) / 100, label: basisPoints === null ? '' : share(basisPoints) }],
        said: said(name, [t('figures.series.share'), share(basisPoints)]),
        open: () => openSettled(timeOf(period)),
      },
      cells: [
        amountOrDash(sum?.gross ?? null),
        amountOrDash(ofNone(sum, sum?.fees ?? null)),
        share(basisPoints),
      ],
    };
  });
  return { rows, unit: t('figures.unit.percent'), tickOf: short };
}

/** Gross and net of each branch, over all periods. */
function branchRows({ figures: { periods }, one, openSettled }: Shown, words: Words) {
  const { t, said, written, count } = words;
  const scale = words.scaleOf(one.branches.flatMap((sum) => [sum.gross, sum.net]));
  const whole = { fromMs: periods[0]?.fromMs ?? null, toMs: (periods.at(-1)?.untilMs ?? 1) - 1 };
  const rows = one.branches.map((sum): FigureRow => {
    const name = sum.branchName ?? sum.branchId ?? t('figures.noBranch');
    return {
      name,
      bar: {
        key: sum.branchId ?? '',
        tick: name,
        ...scale.parts(sum.gross, sum.net),
        said: said(
          name,
          [t('figures.series.gross'), written(sum.gross)],
          [t('figures.series.net'), written(sum.net)],
        ),
        open: () => openSettled({ ...whole, branchIds: sum.branchId === null ? [] : [sum.branchId] }),
      },
      cells: [count(sum.count), ...sumCells(sum.gross, sum.net)],
    };
  });
  const gross = sumOf(one.branches.map((sum) => sum.gross));
  const net = sumOf(one.branches.map((sum) => sum.net));
  const total = [count(countOf(one.branches.map((sum) => sum.count))), ...sumCells(gross, net)];
  return { rows, total, ...scale };
}

/** Sales that are not settled yet, by their age. */
function unsettledRows({ one, openUnsettled }: Shown, words: Words) {
  const { t, said, written, count } = words;
  const scale = words.scaleOf(one.unsettled.map(({ amount }) => amount));
  const rows = one.unsettled.map(({ age, amount, count: sales }): FigureRow => {
    const name = t(`figures.age.${age}`);
    return {
      name,
      bar: {
        key: age,
        tick: name,
        values: [scale.value(amount)],
        said: said(name, [t('figures.series.amount'), written(amount)]),
        open: () => openUnsettled(age),
      },
      cells: [count(sales), amountOrDash(amount)],
    };
  });
  const total = [
    count(countOf(one.unsettled.map((part) => part.count))),
    amountOrDash(sumOf(one.unsettled.map(({ amount }) => amount))),
  ];
  return { rows, total, ...scale };
}

/** The cost of early money, by month. */
function earlyRows({ figures, one, openEarly }: Shown, words: Words) {
  const { t, said, written, share, count } = words;
  const scale = words.scaleOf(one.early.map(({ cost }) => cost));
  const rows = figures.months.map((month, at): FigureRow => {
    const sum = one.early[at];
    const name = words.monthOf(month);
    return {
      name,
      bar: {
        key: month.from,
        tick: words.tickOfMonth(month),
        values: [scale.value(sum && sum.requests > 0 ? sum.cost : null)],
        said: said(name, [t('figures.series.cost'), written(sum?.cost ?? null)]),
        open: () => openEarly(month),
      },
      cells: [
        count(sum?.requests ?? 0),
        amountOrDash(sum?.total ?? null),
        amountOrDash(sum?.cost ?? null),
        share(sum?.costShareBasisPoints ?? null),
      ],
    };
  });
  return { rows, ...scale };
}

/** The words and numbers of the pictures of one currency. */
export function useFigureRows(shown: Shown) {
  const words = useWords(shown);
  return {
    settled: settledRows(shown, words),
    fees: feeRows(shown, words),
    branches: branchRows(shown, words),
    unsettled: unsettledRows(shown, words),
    early: earlyRows(shown, words),
  };
}
