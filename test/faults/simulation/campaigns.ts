/** R8: seeded histories of everything at once. R6: random commands against the model. Chains: histories of several PCs. */
import { eachSeed, MOST_TOLD, n, replay, type Campaign, type Figure, type Share } from '../figure.ts';
import { runChainHistory } from './chain/history.ts';
import { runHistory } from './history.ts';
import { runModel } from './run-model.ts';

async function runHistories(share: Share): Promise<Figure> {
  const broken: string[] = [];
  const sum = { histories: 0, confirmations: 0, sends: 0, executions: 0, crashes: 0, steps: 0 };
  await eachSeed(share, broken, async (seed) => {
    const history = await runHistory(seed);
    sum.histories += 1;
    for (const key of ['confirmations', 'sends', 'executions', 'crashes', 'steps'] as const)
      sum[key] += history[key];
    // Now and then a history is lived twice: the same seed must be the same story.
    const again = share.count === 1 || seed % 50 === 0 ? await runHistory(seed) : history;
    if (again.hash !== history.hash) history.broken.push('the same seed gave another history');
    if (history.broken.length > 0) broken.push(`${history.broken.join('; ')}\n  ${replay('R8', seed)}`);
  });
  return { sum, met: [], broken };
}

const CHAINS = 'head-office-chains';
const OF_A_CHAIN = [
  ...(['confirmations', 'sends', 'crashes', 'steps'] as const),
  ...(['cuts', 'restores', 'clones', 'serverRestores', 'takeOvers'] as const),
];

async function runChains(share: Share): Promise<Figure> {
  const broken: string[] = [];
  const sum: Record<string, number> = { histories: 0 };
  const add = (name: string, value: number) => void (sum[name] = (sum[name] ?? 0) + value);
  await eachSeed(share, broken, async (seed) => {
    const history = await runChainHistory(seed);
    add('histories', 1);
    for (const name of OF_A_CHAIN) add(name, history[name]);
    const again = share.count === 1 || seed % 50 === 0 ? await runChainHistory(seed) : history;
    if (again.hash !== history.hash) history.broken.push('the same seed gave another history');
    if (history.broken.length > 0) broken.push(`${history.broken.join('; ')}\n  ${replay(CHAINS, seed)}`);
  });
  return { sum, met: [], broken };
}

/** `count` is commands; a seed is one sequence of them. */
async function runModels({ seed: first, count, enough }: Share): Promise<Figure> {
  const broken: string[] = [];
  const sum = { commands: 0, confirmations: 0, sends: 0 };
  for (let seed = first; sum.commands < count && broken.length < MOST_TOLD && !enough?.(); seed += 1) {
    const run = await runModel(seed);
    sum.commands += run.commands;
    sum.confirmations += run.confirmations;
    sum.sends += run.sends;
    if (run.broken !== null) broken.push(`${run.broken}\n  ${replay('R6', seed)}`);
  }
  return { sum, met: [], broken };
}

export const histories: Campaign = {
  whole: 100_000,
  leastApart: 200,
  run: runHistories,
  tell: ({ sum, broken }) => [
    `R8: ${n(sum['histories'])} histories, ${n(sum['steps'])} steps, ${n(sum['crashes'])} crashes, ${n(sum['confirmations'])} confirmations, ${n(sum['sends'])} sends, ${n(sum['executions'])} executions, ${broken.length} broken`,
  ],
};
export const modelRuns: Campaign = {
  whole: 1_000_000,
  leastApart: 5_000,
  run: runModels,
  tell: ({ sum, broken }) => [
    `R6: ${n(sum['commands'])} commands, ${n(sum['confirmations'])} confirmations, ${n(sum['sends'])} sends, ${broken.length} broken`,
  ],
};
export const chains: Campaign = {
  whole: 10_000,
  also: ['head-office'],
  leastApart: 100,
  run: runChains,
  tell: ({ sum, broken }) => [
    `head office: ${n(sum['histories'])} histories of chains, ${n(sum['steps'])} steps, ${n(sum['crashes'])} crashes, ${n(sum['confirmations'])} confirmations, ${n(sum['sends'])} sends; ${n(sum['cuts'])} cuts, ${n(sum['restores'])} PCs and ${n(sum['serverRestores'])} servers restored, ${n(sum['clones'])} disks cloned, ${n(sum['takeOvers'])} claims taken over: ${broken.length} broken`,
  ],
};
