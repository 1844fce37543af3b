/** A share of the kills of R3 and R9: every fifth named step (`npm run faults -- --only R3` kills at each, round and round). */
import { expect, it } from 'vitest';
import { replay } from './campaigns.ts';
import { runKills } from './kill/campaign.ts';

it('a process killed at a step loses no intent, sends nothing again and tells nothing wrong (R3, R9)', async () => {
  const share = { seed: 1, count: 23, stride: 5 };
  const { line, broken } = await runKills(share, (seed) => replay('R3', seed));
  console.log(line);
  expect(broken).toEqual([]);
}, 240_000);
