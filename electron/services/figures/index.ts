/** The use cases of figures: sums of what is on this PC, and the rows behind those that no other list shows. */
import { ages, type Age, type CurrencyFigures, type Period, type Span } from '#shared/contract/figures.ts';
import type { OutputOf, VerbsOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import { addMoney, shareInBasisPoints, totalsOf, type Money } from '#shared/money/money.ts';
import { defaultBranchSettings } from '#shared/domain/closing.ts';
import { businessDaysOf } from '#shared/domain/reconciliation-settings.ts';
import { businessDateOf, isTimeZone } from '#shared/time/business-date.ts';
import type { ProfileContext } from '../context.ts';
import type { ClosedRow } from '../../database/repositories/closing/closed-sales.ts';
import type { Total } from '#shared/domain/kinds/index.ts';
import type { EarlySum, SettledSum } from '../../database/repositories/figures.ts';
import { readPlace } from '../cursor.ts';
import { createAges, periodsOf } from './periods.ts';
import { unsettledSales } from './unsettled.ts';

const boundsOf = (periods: readonly Period[]) =>
  periods.map(({ fromMs, untilMs }, key) => ({ key, fromMs, untilMs }));
const plus = (a: Money | null, b: Money | null): Money | null => (a && b ? addMoney(a, b) : (a ?? b));

type Sum = Pick<SettledSum, 'count' | 'gross' | 'fees' | 'net' | 'notSummed'>;
const bothTotals = (a: Total | null, b: Total | null): Total | null =>
  a && b ? { count: a.count + b.count, amount: addMoney(a.amount, b.amount) } : (a ?? b);
const nothingOf = (currency: string): Sum => ({
  count: 0,
  gross: { minor: 0n, currency },
  fees: null,
  net: null,
  notSummed: null,
});
const sumOf = (sums: readonly Sum[], currency: string): Sum =>
  sums.reduce(
    (sum, { count, gross, fees, net, notSummed }) => ({
      count: sum.count + count,
      gross: addMoney(sum.gross, gross),
      fees: plus(sum.fees, fees),
      net: plus(sum.net, net),
      notSummed: bothTotals(sum.notSummed, notSummed),
    }),
    nothingOf(currency),
  );
const picked = ({ count, gross, fees, net, notSummed }: Sum): Sum => ({ count, gross, fees, net, notSummed });

type Facts = { periods: readonly Period[]; months: readonly Period[]; ageOf: (date: string) => Age };
type Rows = { settled: readonly SettledSum[]; early: readonly EarlySum[]; unsettled: readonly ClosedRow[] };

function branchesOf(sums: readonly SettledSum[], currency: string): CurrencyFigures['branches'] {
  const ids = [...new Set(sums.map(({ branchId }) => branchId))];
  return ids
    .map((branchId) => {
      const own = sums.filter((sum) => sum.branchId === branchId);
      return { branchId, branchName: own[0]?.branchName ?? null, ...picked(sumOf(own, currency)) };
    })
    .sort((a, b) => (a.gross.minor === b.gross.minor ? 0 : a.gross.minor < b.gross.minor ? 1 : -1));
}

/** All rows are of this currency. */
function figuresOf(currency: string, rows: Rows, { periods, months, ageOf }: Facts): CurrencyFigures {
  return {
    currency,
    settled: periods.map((_, key) => {
      const sum = sumOf(
        rows.settled.filter((one) => one.key === key),
        currency,
      );
      return { ...sum, feeShareBasisPoints: sum.fees && shareInBasisPoints(sum.fees, sum.gross) };
    }),
    branches: branchesOf(rows.settled, currency),
    unsettled: ages.map((age) => {
      const own = rows.unsettled.filter(({ businessDate }) => ageOf(businessDate) === age);
      const [total] = totalsOf(own);
      return { age, count: own.length, amount: total?.amount ?? { minor: 0n, currency } };
    }),
    early: months.map((_, key) => {
      const sum = rows.early.find((one) => one.key === key);
      const zero = { minor: 0n, currency };
      const { requests = 0, total = zero, cost = zero } = sum ?? {};
      return { requests, total, cost, costShareBasisPoints: shareInBasisPoints(cost, total) };
    }),
  };
}

export function createFiguresService({ db, clock }: ProfileContext) {
  /** The one of the branches if they agree; else the default of closes. */
  async function zone(): Promise<string> {
    const zones = await db.call('figures.zones', null);
    const [one] = zones;
    return zones.length === 1 && one !== undefined && isTimeZone(one) ? one : defaultBranchSettings.timeZone;
  }
  const agesOn = async (today: string) =>
    createAges(today, businessDaysOf(await db.call('reconciliation.settings', null)));
  const todayIn = (timeZone: string) => businessDateOf(clock.nowMs(), { timeZone, cutOff: '00:00' });

  async function get({ span }: { span: Span }): Promise<Result<OutputOf<'figures.get'>, AppError>> {
    const timeZone = await zone();
    const today = todayIn(timeZone);
    const periods = periodsOf(span, today, timeZone);
    const months = periodsOf('months', today, timeZone);
    const sums = await db.call('figures.sums', { periods: boundsOf(periods), months: boundsOf(months) });
    const unsettled = await unsettledSales(db, today);
    const ageOf = await agesOn(today);
    const codes = [
      ...sums.settled.map(({ gross }) => gross.currency),
      ...sums.early.map(({ cost }) => cost.currency),
      ...unsettled.map(({ amount }) => amount.currency),
    ];
    const currencies = [...new Set(codes)].sort().map((currency) => {
      const rows: Rows = {
        settled: sums.settled.filter(({ gross }) => gross.currency === currency),
        early: sums.early.filter(({ cost }) => cost.currency === currency),
        unsettled: unsettled.filter(({ amount }) => amount.currency === currency),
      };
      return figuresOf(currency, rows, { periods, months, ageOf });
    });
    const { note: _settled, ...settledRead } = sums.settledRead;
    const { note: _requests, ...requestsRead } = sums.requestsRead;
    return ok({ timeZone, today, periods, months, currencies, settledRead, requestsRead });
  }

  return {
    get,

    /** The cursor is how many rows came before: they are looked for anew each time, in one order. */
    async unsettled({ currency, age, cursor, limit }) {
      const place = readPlace(cursor);
      if (!place.ok) return place;
      const after = place.value;
      const today = todayIn(await zone());
      const ageOf = await agesOn(today);
      const rows = (await unsettledSales(db, today)).filter(
        (row) => row.amount.currency === currency && ageOf(row.businessDate) === age,
      );
      const page = rows.slice(after, after + limit);
      return ok({ rows: page, next: rows.length > after + limit ? String(after + limit) : null });
    },
  } satisfies VerbsOf<'figures'>;
}
