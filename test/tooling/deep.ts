/**
 * `npm run deep`: what is too long for `npm test`. Unit tests of files named `*.deep.test.ts`; the end-to-end tests with those
 * tagged `@deep`, and every sweep in both languages; large files; the campaigns of test/faults at their full size. `--part i/n`
 * runs one of n shares, so that several machines divide the work; each writes a report.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { campaigns } from '../faults/campaigns.ts';
import type { Campaign } from '../faults/figure.ts';
import { one, seconds, type Outcome } from './counts.ts';
import { build, playwright } from './end-to-end.ts';
import { heading, results, root, runQuietly } from './processes.ts';
import { unitTests } from './unit.ts';

export type Part = { index: number; of: number };
type Job = { name: string; run: () => Promise<{ outcome: Outcome; said: string }> };

/** `2/3` is the second of three; null when it is no part. */
export function partOf(text: string): Part | null {
  const [, index, of] = (/^([1-9]\d?)\/([1-9]\d?)$/.exec(text) ?? []).map(Number);
  return index !== undefined && of !== undefined && index <= of ? { index, of } : null;
}

/** This part's seeds of a campaign; null when all of them go to another part. */
function shareOf(campaign: Campaign, turn: number, { index, of }: Part) {
  const { whole, leastApart = Number.POSITIVE_INFINITY } = campaign;
  if (whole < leastApart * of) return turn % of === index - 1 ? { seed: 1, count: whole } : null;
  const first = Math.round((whole * (index - 1)) / of);
  return { seed: 1 + first, count: Math.round((whole * index) / of) - first };
}

function campaignJobs(part: Part): Job[] {
  return Object.entries<Campaign>(campaigns).flatMap(([name, campaign], turn): Job[] => {
    const share = shareOf(campaign, turn, part);
    if (share === null) return [];
    const args = ['--only', name, '--seed', String(share.seed), '--count', String(share.count)];
    const command = { command: process.execPath, args: [join(root, 'test/faults/run.ts'), ...args] };
    const run = async () => {
      const { passed, said } = await runQuietly(command);
      return { outcome: one(passed), said };
    };
    return [{ name: `campaign ${name}, ${share.count} from seed ${share.seed}`, run }];
  });
}

const filesOf = (part: Part, folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .toSorted()
    .filter((_, turn) => turn % part.of === part.index - 1)
    .map((file) => join(folder, file));

function testJobs(part: Part): Job[] {
  const told = (outcome: Outcome) => ({
    outcome,
    said: outcome.timings.map(({ name, ms }) => `${seconds(ms)} ${name}`).join('\n'),
  });
  const unit = filesOf(part, 'test', '.deep.test.ts');
  const large = filesOf(part, 'test/e2e', '.large.ts');
  const job = (name: string, files: string[], run: () => Promise<Outcome>): Job[] =>
    files.length > 0 ? [{ name: `${name}: ${files.join(', ')}`, run: async () => told(await run()) }] : [];
  return [
    // Before the unit tests, because one of them packs it.
    { name: 'build', run: async () => told(await build()) },
    ...job('unit tests', unit, () => unitTests(unit)),
    {
      name: 'end-to-end tests',
      run: async () => told(await playwright('browser', [`--shard=${part.index}/${part.of}`])),
    },
    ...(part.index === 1
      ? [{ name: 'end-to-end on the stand-in', run: async () => told(await playwright('stand-in')) }]
      : []),
    ...job('large files', large, () => playwright('large', large)),
  ];
}

export async function deep(part: Part): Promise<Outcome[]> {
  process.env['CLOSEOUT_FULL'] = '1';
  const path = join(results, part.of === 1 ? 'deep.md' : `deep-${part.index}-of-${part.of}.md`);
  const report = [`# Deep run, part ${part.index} of ${part.of}`];
  const outcomes: Outcome[] = [];
  for (const { name, run } of [...testJobs(part), ...campaignJobs(part)]) {
    heading(name);
    const startedMs = performance.now();
    const { outcome, said } = await run();
    const { passed, failed } = outcome;
    const took = seconds(performance.now() - startedMs);
    if (said !== '') console.log(said);
    report.push(
      `\n## ${name}\n\n${passed} passed, ${failed} failed, in ${took}\n\n\`\`\`\n${said.trim()}\n\`\`\``,
    );
    // Written after every job: a run that is ended has its report so far.
    writeFileSync(path, `${report.join('\n')}\n`);
    outcomes.push(outcome);
  }
  heading(`the report: ${path}`);
  return outcomes;
}
