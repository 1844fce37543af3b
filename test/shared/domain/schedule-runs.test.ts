import { describe, expect, it } from 'vitest';
import { forecastOf, runsUntil } from '#shared/domain/schedule-runs.ts';
import { money } from '#shared/money/money.ts';

const at = (day: string) => Date.parse(`${day}T10:00:00Z`);
const days = (runs: number[]) => runs.map((atMs) => new Date(atMs).toISOString().slice(0, 10));

describe('runs', () => {
  it('on the 31st fall on the last day of a shorter month, and come back to the 31st', () =>
    expect(days(runsUntil(at('2027-01-31'), 'MONTHLY', at('2027-05-31')))).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ]));
  it('go over the end of a year and into a leap year', () =>
    expect(days(runsUntil(at('2027-12-30'), 'MONTHLY', at('2028-02-29')))).toEqual([
      '2027-12-30',
      '2028-01-30',
      '2028-02-29',
    ]));
  it('of a week are seven days apart', () =>
    expect(days(runsUntil(at('2027-01-01'), 'WEEKLY', at('2027-01-15')))).toEqual([
      '2027-01-01',
      '2027-01-08',
      '2027-01-15',
    ]));
  it('are none if the end comes first', () =>
    expect(runsUntil(at('2027-01-02'), 'WEEKLY', at('2027-01-01'))).toEqual([]));
});

describe('the forecast', () => {
  const EGP = (minor: bigint) => money(minor, 'EGP');
  const monthly = { nextMs: at('2027-01-10'), frequency: 'MONTHLY' as const, amount: EGP(100_000n) };
  const weekly = { nextMs: at('2027-01-04'), frequency: 'WEEKLY' as const, amount: EGP(10_000n) };
  const until = { currency: 'EGP', untilMs: at('2027-01-31') };
  it('names the first run that the balance does not bear, and what is missing then', () => {
    const found = forecastOf([monthly, weekly], { ...until, available: EGP(115_000n) });
    expect(found).toEqual({
      runs: 5,
      total: EGP(140_000n),
      short: { atMs: at('2027-01-11'), by: EGP(5_000n) },
    });
  });
  it('calls nothing short if the balance bears all, or was never read', () => {
    expect(forecastOf([monthly], { ...until, available: EGP(100_000n) }).short).toBeNull();
    expect(forecastOf([monthly], { ...until, available: null }).short).toBeNull();
  });
  it('leaves out another currency', () =>
    expect(forecastOf([{ ...monthly, amount: money(1n, 'USD') }], { ...until, available: null }).runs).toBe(
      0,
    ));
});
