/**
 * The whole campaign of "money that survives anything", by hand (`npm run faults`): one line of figures a measure, and for
 * every broken case the command that replays it. `--only R8` runs one measure, `--seed N` one case of it, `--count N` so many.
 */
import { parseArgs } from 'node:util';
import { availableParallelism } from 'node:os';
import { campaigns } from './campaigns.ts';
import { MOST_TOLD, type Campaign, type Figure } from './figure.ts';
import { FIGURE, runInLanes } from './lanes.ts';

const USAGE =
  'npm run faults -- [--only R1 … R15, closing, head-office, learnt, settled-sync] [--seed N] [--count N] [--lanes N]';
const FIRST_SEED = 1;

function wholeNumber(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,10}$/.test(text)) throw new Error(USAGE);
  return Number(text);
}
const minutes = (ms: number) => `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      seed: { type: 'string' },
      count: { type: 'string' },
      lanes: { type: 'string' },
      // One lane's share; it answers its figure instead of telling it.
      part: { type: 'boolean' },
    },
  });
  const seed = wholeNumber(values.seed);
  const count = wholeNumber(values.count);
  const lanes = wholeNumber(values.lanes) ?? Math.min(8, availableParallelism());
  const { only, part } = values;
  const chosen = Object.entries<Campaign>(campaigns).filter(
    ([name, { also }]) => only === undefined || name === only || also?.includes(only),
  );
  if (chosen.length === 0) throw new Error(USAGE);
  let whole = true;
  for (const [name, { whole: all, leastApart = Number.POSITIVE_INFINITY, run, tell }] of chosen) {
    // A seed alone replays that one case.
    const share = { seed: seed ?? FIRST_SEED, count: count ?? (seed === null ? all : 1) };
    const startedMs = performance.now();
    const apart = !part && lanes > 1 && share.count >= leastApart * lanes;
    const figure: Figure = apart ? await runInLanes(name, share, lanes) : await run(share);
    if (part) {
      console.log(FIGURE + JSON.stringify(figure));
      continue;
    }
    for (const line of tell(figure)) console.log(line);
    console.log(`  ${name} took ${minutes(performance.now() - startedMs)}`);
    for (const one of figure.broken.slice(0, MOST_TOLD)) console.log(`  ${one}`);
    whole &&= figure.broken.length === 0;
  }
  return whole;
}

main().then(
  (whole) => process.exit(whole ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);
