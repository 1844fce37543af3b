/** A seeded share of R6, R8 and of the histories of chains (`npm run faults` runs them whole). */
import { expect, it } from 'vitest';
import { brokenIn } from './figure.ts';
import { chains, histories, modelRuns } from './simulation/campaigns.ts';
import { runChainHistory } from './simulation/chain/history.ts';
import { runHistory } from './simulation/history.ts';

/** As many cases as fit; how many that is on this machine is no assertion. */
const within = (ms: number) => {
  const end = performance.now() + ms;
  return () => performance.now() > end;
};

it('no simulated history of clicks, faults and crashes breaks an invariant (R8)', async () => {
  expect(await brokenIn(histories, { seed: 1, count: 2_000, enough: within(20_000) })).toEqual([]);
}, 120_000);

it('the same seed is the same history', async () => {
  const [first, second] = [await runHistory(7), await runHistory(7)];
  expect(second.hash).toBe(first.hash);
  expect((await runHistory(8)).hash).not.toBe(first.hash);
});

it('no sequence of commands sends more than was confirmed, or leaves the model (R6)', async () => {
  expect(await brokenIn(modelRuns, { seed: 1, count: 10_000, enough: within(10_000) })).toEqual([]);
}, 120_000);

it('no simulated history of PCs that share a head office breaks what holds among them', async () => {
  expect(await brokenIn(chains, { seed: 1, count: 300, enough: within(12_000) })).toEqual([]);
}, 120_000);

it('the same seed is the same history of a chain', async () => {
  const [first, second] = [await runChainHistory(7), await runChainHistory(7)];
  expect(second.hash).toBe(first.hash);
});
