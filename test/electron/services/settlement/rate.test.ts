import { expect, it } from 'vitest';
import { createRate } from '#electron/services/settlement/rate.ts';
import { testClock } from '../../sandbox/gateway.ts';

it('the rate is that of the last seconds, and not told before it can be known', () => {
  const clock = testClock();
  const rate = createRate(clock);
  expect(rate(0)).toBeNull();
  clock.forward(100);
  expect(rate(500)).toBeNull();
  clock.forward(900);
  expect(rate(1_000)).toBe(1_000);
  clock.forward(30_000);
  expect(rate(1_300)).toBe(10);
});

it('a clock that is put back tells no rate', () => {
  const clock = testClock();
  const rate = createRate(clock);
  rate(0);
  clock.forward(1_000);
  expect(rate(100)).toBe(100);
  clock.forward(-60_000);
  expect(rate(200)).toBeNull();
});
