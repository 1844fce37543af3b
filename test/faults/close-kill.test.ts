/** A share of the kills in closing the day: every third named step (`npm run faults -- --only closing` kills at each, round and round). */
import { expect, it } from 'vitest';
import { brokenIn } from './figure.ts';
import { closeKills } from './kill/close-campaign.ts';

it('a process killed in any act of a close leaves each row in one close and each Z number given once, and the close goes on', async () => {
  expect(await brokenIn(closeKills, { seed: 3, count: 16, stride: 3 })).toEqual([]);
}, 240_000);
