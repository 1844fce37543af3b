import { expect, test } from 'vitest';
import { typedTimeOfDay } from '#shared/text/typed-time.ts';

test('a time of day is read in either digits, with or without a leading zero', () => {
  expect(['7:05', '07:05', ' 23:59 ', '٠٧:٠٥', '\u200E۲۳:۰۰', '0:00'].map(typedTimeOfDay)).toEqual([
    ...['07:05', '07:05', '23:59', '07:05', '23:00', '00:00'],
  ]);
});

test('what is no time of a day is refused', () => {
  for (const text of ['', '24:00', '7', '7:5', '07:60', '7:05 PM', '-1:00', '7.05', '007:05'])
    expect([text, typedTimeOfDay(text)]).toEqual([text, null]);
});
