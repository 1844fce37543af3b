/** The campaigns by the measure they prove: how many they do, from which seed, and the one line they end with. */
import { runKills } from './kill/campaign.ts';
import { runHistory } from './simulation/history.ts';
import { runModel } from './simulation/run-model.ts';
import { runWire } from './wire-campaign.ts';

export type Share = {
  /** The first seed; one case a seed. */
  seed: number;
  count: number;
  /** Ends early, between two cases; for a share that is bounded by time. */
  enough?: () => boolean;
};
export type Figure = { line: string; broken: string[] };
export type Campaign = { whole: number; run: (share: Share) => Promise<Figure> };

const number = (value: number) => value.toLocaleString('en-US');
export const replay = (only: string, seed: number) => `npm run faults -- --only ${only} --seed ${seed}`;

/** How many failing seeds are told before a campaign gives up. */
const MOST_TOLD = 10;

async function r8({ seed: first, count, enough }: Share): Promise<Figure> {
  const broken: string[] = [];
  let histories = 0;
  const sum = { confirmations: 0, sends: 0, executions: 0, crashes: 0, steps: 0 };
  for (let seed = first; seed < first + count && broken.length < MOST_TOLD && !enough?.(); seed += 1) {
    const history = await runHistory(seed);
    histories += 1;
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += history[key];
    // Now and then a history is lived twice: the same seed must be the same story.
    const again = count === 1 || seed % 50 === 0 ? await runHistory(seed) : history;
    if (again.hash !== history.hash) history.broken.push('the same seed gave another history');
    if (history.broken.length > 0) broken.push(`${history.broken.join('; ')}\n  ${replay('R8', seed)}`);
  }
  const { confirmations, sends, executions, crashes, steps } = sum;
  const line = `R8: ${number(histories)} histories, ${number(steps)} steps, ${number(crashes)} crashes, ${number(confirmations)} confirmations, ${number(sends)} sends, ${number(executions)} executions, ${broken.length} broken`;
  return { line, broken };
}

/** `count` is commands; a seed is one sequence of them. */
async function r6({ seed: first, count, enough }: Share): Promise<Figure> {
  const broken: string[] = [];
  const sum = { commands: 0, confirmations: 0, sends: 0 };
  for (let seed = first; sum.commands < count && broken.length < MOST_TOLD && !enough?.(); seed += 1) {
    const run = await runModel(seed);
    sum.commands += run.commands;
    sum.confirmations += run.confirmations;
    sum.sends += run.sends;
    if (run.broken !== null) broken.push(`${run.broken}\n  ${replay('R6', seed)}`);
  }
  const line = `R6: ${number(sum.commands)} commands, ${number(sum.confirmations)} confirmations, ${number(sum.sends)} sends, ${broken.length} broken`;
  return { line, broken };
}

export const campaigns = {
  R1: { whole: 10_000, run: (share) => runWire(share, (seed) => replay('R1', seed)) },
  R3: { whole: 10_000, run: (share) => runKills({ ...share, lanes: 2 }, (seed) => replay('R3', seed)) },
  R6: { whole: 1_000_000, run: r6 },
  R8: { whole: 100_000, run: r8 },
} as const satisfies Record<string, Campaign>;
