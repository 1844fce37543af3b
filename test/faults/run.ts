/**
 * The whole campaign of "money that survives anything", by hand (`npm run faults`): one line of figures a measure, and for
 * every broken case the command that replays it. `--only R8` runs one measure, `--seed N` one case of it, `--count N` so many.
 */
import { parseArgs } from 'node:util';
import { campaigns, type Campaign } from './campaigns.ts';

const USAGE = `npm run faults -- [--only ${Object.keys(campaigns).join('|')}] [--seed N] [--count N]`;
const FIRST_SEED = 1;

function wholeNumber(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text)) throw new Error(USAGE);
  return Number(text);
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, seed: { type: 'string' }, count: { type: 'string' } },
  });
  const seed = wholeNumber(values.seed);
  const count = wholeNumber(values.count);
  const chosen = Object.entries<Campaign>(campaigns).filter(
    ([name]) => values.only === undefined || name === values.only,
  );
  if (chosen.length === 0) throw new Error(USAGE);
  let whole = true;
  for (const [, { whole: all, run }] of chosen) {
    // A seed alone replays that one case.
    const share = { seed: seed ?? FIRST_SEED, count: count ?? (seed === null ? all : 1) };
    const { line, broken } = await run(share);
    console.log(line);
    for (const one of broken) console.log(`  ${one}`);
    whole &&= broken.length === 0;
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
