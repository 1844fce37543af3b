/** Each figure as a bar and as a line of its table. */
import { useTranslation } from 'react-i18next';
import type { Age, CurrencyFigures, Period, Span } from '#shared/contract/figures.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import type { SettledFilter } from '#shared/contract/settlement.ts';
import type { Money } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { MoneyText } from '../../components/money-text.tsx';
import {
  currencyLabel,
  formatBasisPoints,
  formatCount,
  formatDate,
  formatMoney,
  formatShort,
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
const amountOrDash = (amount: Money | null) => (amount === null ? '—' : <MoneyText value={amount} />);

/** The words and numbers of one set of pictures. */
export function useFigureRows({ figures, one, span, openSettled, openUnsettled, openEarly }: Shown) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { periods, months } = figures;
  const share = (basisPoints: number | null) =>
    basisPoints === null ? '—' : formatBasisPoints(basisPoints, locale);
  const tickOf = ({ from }: Period) => formatDate(from, span === 'months' ? 'tickMonth' : 'tick', locale);
  const nameOf = ({ from }: Period) => {
    if (span === 'months') return formatDate(from, 'month', locale);
    const day = formatDate(from, 'dated', locale);
    return span === 'weeks' ? t('figures.week', { day }) : day;
  };
  const said = (name: string, ...parts: [string, string][]) =>
    `${name}: ${parts.map(([what, value]) => `${what} ${value}`).join(', ')}; ${t('figures.opens')}`;
  const written = (amount: Money | null) => (amount === null ? '—' : formatMoney(amount, locale));

  /** Amounts of one picture in one unit. */
  function scaled(amounts: readonly (Money | null)[]) {
    const unit = unitOf(amounts.map(drawn));
    const currency = currencyLabel(one.currency, locale.language);
    return {
      unit: t(`figures.unit.${unit.name}`, { currency }),
      tickOf: (value: number) => formatShort(value / unit.size, locale),
      value: (amount: Money | null) => ({
        drawn: drawn(amount),
        // What is not there has no bar, and no label.
        label: drawn(amount) === 0 ? '' : formatShort(drawn(amount) / unit.size, locale),
      }),
    };
  }
  const gross = t('figures.series.gross');
  const net = t('figures.series.net');
  const count = (value: number) => formatCount(value, locale);

  const settledScale = scaled(one.settled.flatMap((sum) => [sum.gross, sum.net]));
  const settled = periods.map((period, at): FigureRow => {
    const sum = one.settled[at];
    const [ours, theirs] = [sum?.gross ?? null, sum?.net ?? null];
    const name = nameOf(period);
    return {
      name,
      bar: {
        key: period.from,
        tick: tickOf(period),
        values: [settledScale.value(ours), settledScale.value(theirs)],
        said: said(name, [gross, written(ours)], [net, written(theirs)]),
        open: () => openSettled(timeOf(period)),
      },
      cells: [
        count(sum?.count ?? 0),
        amountOrDash(ours),
        amountOrDash(sum?.fees ?? null),
        amountOrDash(theirs),
      ],
    };
  });
  const fees = periods.map((period, at): FigureRow => {
    const basisPoints = one.settled[at]?.feeShareBasisPoints ?? null;
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
        amountOrDash(one.settled[at]?.gross ?? null),
        amountOrDash(one.settled[at]?.fees ?? null),
        share(basisPoints),
      ],
    };
  });

  const branchScale = scaled(one.branches.flatMap((sum) => [sum.gross, sum.net]));
  const whole = { fromMs: periods[0]?.fromMs ?? null, toMs: (periods.at(-1)?.untilMs ?? 1) - 1 };
  const branches = one.branches.map((sum): FigureRow => {
    const name = sum.branchName ?? sum.branchId ?? t('figures.noBranch');
    return {
      name,
      bar: {
        key: sum.branchId ?? '',
        tick: name,
        values: [branchScale.value(sum.gross), branchScale.value(sum.net)],
        said: said(name, [gross, written(sum.gross)], [net, written(sum.net)]),
        open: () => openSettled({ ...whole, branchIds: sum.branchId === null ? [] : [sum.branchId] }),
      },
      cells: [count(sum.count), amountOrDash(sum.gross), amountOrDash(sum.fees), amountOrDash(sum.net)],
    };
  });

  const unsettledScale = scaled(one.unsettled.map(({ amount }) => amount));
  const unsettled = one.unsettled.map(({ age, amount, count: sales }): FigureRow => {
    const name = t(`figures.age.${age}`);
    return {
      name,
      bar: {
        key: age,
        tick: name,
        values: [unsettledScale.value(amount)],
        said: said(name, [t('figures.series.amount'), written(amount)]),
        open: () => openUnsettled(age),
      },
      cells: [count(sales), amountOrDash(amount)],
    };
  });

  const earlyScale = scaled(one.early.map(({ cost }) => cost));
  const early = months.map((month, at): FigureRow => {
    const sum = one.early[at];
    const name = formatDate(month.from, 'month', locale);
    return {
      name,
      bar: {
        key: month.from,
        tick: formatDate(month.from, 'tickMonth', locale),
        values: [earlyScale.value(sum && sum.requests > 0 ? sum.cost : null)],
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

  return {
    settled: { rows: settled, ...settledScale },
    fees: {
      rows: fees,
      unit: t('figures.unit.percent'),
      tickOf: (value: number) => formatShort(value, locale),
    },
    branches: { rows: branches, ...branchScale },
    unsettled: { rows: unsettled, ...unsettledScale },
    early: { rows: early, ...earlyScale },
  };
}
