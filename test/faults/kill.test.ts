/** A share of the kills of R3 and R9: every tenth named step (`npm run faults -- --only R3` kills at each, round and round). */
import { expect, it } from 'vitest';
import { brokenIn } from './figure.ts';
import { kills } from './kill/campaign.ts';

it('a process killed at a step loses no intent, sends nothing again and tells nothing wrong (R3, R9)', async () => {
  expect(await brokenIn(kills, { seed: 1, count: 41, stride: 10 })).toEqual([]);
}, 240_000);
