import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  businessDateOf,
  createDateFinder,
  datesOfMonth,
  daysBetween,
  endOfBusinessDate,
  isTimeZone,
  startOfBusinessDate,
} from '#shared/time/business-date.ts';

const cairo = (cutOff: string) => ({ timeZone: 'Africa/Cairo', cutOff });
const at = (iso: string) => Date.parse(iso);
const iso = (atMs: number) => new Date(atMs).toISOString();
const HOUR = 3_600_000;

describe('a business date', () => {
  it.each([
    ['2026-11-21T01:59:59.999Z', '2026-11-20'], // 03:59:59 in Cairo
    ['2026-11-21T02:00:00.000Z', '2026-11-21'],
    ['2026-11-21T21:59:00.000Z', '2026-11-21'], // a minute to midnight
    ['2026-11-22T01:59:59.999Z', '2026-11-21'],
  ])('with a cut-off of 04:00 in Cairo, %s is %s', (instant, date) =>
    expect(businessDateOf(at(instant), cairo('04:00'))).toBe(date),
  );

  it('begins with the night in summer time, too', () => {
    expect(iso(startOfBusinessDate('2026-07-01', cairo('04:00')))).toBe('2026-07-01T01:00:00.000Z');
    expect(iso(startOfBusinessDate('2026-01-01', cairo('04:00')))).toBe('2026-01-01T02:00:00.000Z');
  });
});

describe('the day on which Egypt goes to summer time (24 April 2026, 00:00 becomes 01:00)', () => {
  it('has 23 hours for a cut-off at midnight, which the day skips', () => {
    const midnight = cairo('00:00');
    expect(iso(startOfBusinessDate('2026-04-24', midnight))).toBe('2026-04-23T22:00:00.000Z');
    const length = endOfBusinessDate('2026-04-24', midnight) - startOfBusinessDate('2026-04-24', midnight);
    expect(length).toBe(23 * HOUR);
  });

  it('a cut-off inside the hour that is skipped is as far after the gap, and no instant is lost', () => {
    const half = cairo('00:30');
    expect(iso(startOfBusinessDate('2026-04-24', half))).toBe('2026-04-23T22:30:00.000Z'); // 01:30
    expect(businessDateOf(at('2026-04-23T22:29:59.999Z'), half)).toBe('2026-04-23');
    expect(businessDateOf(at('2026-04-23T22:30:00.000Z'), half)).toBe('2026-04-24');
  });

  it('with the default cut-off it is the business day before that is short', () => {
    const length =
      endOfBusinessDate('2026-04-23', cairo('04:00')) - startOfBusinessDate('2026-04-23', cairo('04:00'));
    expect(length).toBe(23 * HOUR);
  });
});

describe('the day on which Egypt leaves summer time (29 October 2026, 24:00 becomes 23:00)', () => {
  it('has 25 hours for a cut-off at midnight', () => {
    const midnight = cairo('00:00');
    const length = endOfBusinessDate('2026-10-29', midnight) - startOfBusinessDate('2026-10-29', midnight);
    expect(length).toBe(25 * HOUR);
    expect(iso(endOfBusinessDate('2026-10-29', midnight))).toBe('2026-10-29T22:00:00.000Z');
  });

  it('a cut-off inside the hour that comes twice is taken the first time, once', () => {
    const half = cairo('23:30');
    expect(iso(startOfBusinessDate('2026-10-29', half))).toBe('2026-10-29T20:30:00.000Z');
    // 23:15 for the second time is after the cut-off already.
    expect(businessDateOf(at('2026-10-29T21:15:00.000Z'), half)).toBe('2026-10-29');
    expect(businessDateOf(at('2026-10-29T20:29:59.999Z'), half)).toBe('2026-10-28');
    expect(businessDateOf(at('2026-10-29T21:30:00.000Z'), half)).toBe('2026-10-29');
  });
});

const zones = ['Africa/Cairo', 'Asia/Riyadh', 'Europe/London', 'America/St_Johns', 'Pacific/Apia'];
const instants = fc.integer({ min: at('2011-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') });
const cutOffs = fc
  .integer({ min: 0, max: 1439 })
  .map(
    (minutes) =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
  );

it('every instant is in exactly the date that begins at or before it and ends after it', () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...zones), cutOffs, (atMs, timeZone, cutOff) => {
      const day = { timeZone, cutOff };
      const date = businessDateOf(atMs, day);
      expect(startOfBusinessDate(date, day)).toBeLessThanOrEqual(atMs);
      expect(endOfBusinessDate(date, day)).toBeGreaterThan(atMs);
      expect(createDateFinder(day)(atMs)).toBe(date);
    }),
  );
});

it('dates are counted by the calendar, also over a change of the clocks', () => {
  expect(addDays('2026-10-29', 1)).toBe('2026-10-30');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(daysBetween('2026-04-20', '2026-04-27')).toBe(7);
  expect(daysBetween('2026-04-27', '2026-04-20')).toBe(-7);
  expect(datesOfMonth('2028-02').at(-1)).toBe('2028-02-29');
});

it.each([
  ['Africa/Cairo', true],
  ['UTC', true],
  ['Cairo', false],
  ['+02:00', false],
  ['', false],
  ['Africa/Nowhere', false],
])('the zone %s: known %s', (name, known) => expect(isTimeZone(name)).toBe(known));
