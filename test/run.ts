/**
 * The lanes of the proof (CONTRIBUTING says which is for what). `npm test` prepares the machine, runs the build, the static
 * checks, the unit and integration tests, and the short list of end-to-end tests, one after the other. Every lane ends with its
 * ten slowest tests and one line `N passed, N failed, N skipped` that counts every test; each static check counts as one.
 */
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { changedFiles, testsBeside } from './tooling/changed.ts';
import { one, slowest, sum, type Outcome } from './tooling/counts.ts';
import { deep, partOf, type Part } from './tooling/deep.ts';
import { build, endToEnd, playwright } from './tooling/end-to-end.ts';
import { prepareMachine } from './tooling/machine.ts';
import { bin, caches, heading, results, runWithKeychain } from './tooling/processes.ts';
import { SHORT_LIST } from './tooling/short-list.ts';
import { WITHOUT_SLOW_FILES } from './tooling/slow-files.ts';
import { checksOf, runChecks, wholeChecks } from './tooling/static-checks.ts';
import { useTemporaryFolder } from './tooling/temporary.ts';
import { unitTests, unitTestsBeside } from './tooling/unit.ts';

const USAGE =
  'node test/run.ts [--lane all|static|quick|unit|e2e|large|screens|deep|watch] [--changed] [--part i/n] [files]';
type Options = { changed: boolean; part: Part; files: string[] };
type Lane = (options: Options) => Promise<Outcome[]>;

/** The checks and the unit tests run at once: the unit tests take the time of the processor that the checks leave. */
async function besideUnitTests(
  args: readonly string[],
  others: () => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const [unit, outcomes] = await Promise.all([unitTestsBeside(args), others()]);
  return [...outcomes, unit];
}

async function quick({ changed }: Options): Promise<Outcome[]> {
  process.env[WITHOUT_SLOW_FILES] = '1';
  if (!changed) return besideUnitTests([], () => runChecks(wholeChecks(true)));
  const files = changedFiles();
  heading(`changed: ${files.length === 0 ? 'nothing' : files.join(', ')}`);
  const tests = testsBeside(files);
  const checks = () => runChecks(checksOf(files));
  return tests.length > 0 ? besideUnitTests(tests, checks) : checks();
}

const lanes: Record<string, Lane> = {
  all: async () => {
    // Before the rest, because a unit test packs it and the browser is served from it.
    const built = await build();
    // One after the other: a browser beside the unit tests waits as long as it gains, and meets every race.
    const checks = await runChecks(wholeChecks(false));
    const unit = await unitTests([]);
    process.env[SHORT_LIST] = '1';
    return [built, ...checks, unit, ...(built.failed === 0 ? await endToEnd([]) : [])];
  },
  static: () => runChecks(wholeChecks(false)),
  quick,
  unit: async ({ files }) => [await unitTests(files)],
  e2e: async ({ files }) => {
    const built = await build();
    return [built, ...(built.failed === 0 ? await endToEnd(files) : [])];
  },
  large: async () => [await build(), await playwright('large')],
  screens: async ({ files }) => [await build(), await playwright('screens', files)],
  deep: ({ part }) => deep(part),
  // Runs what a change touches, until it is ended.
  watch: async () => [one(await runWithKeychain(bin('vitest'), ['watch', '--standalone']))],
};

async function main(): Promise<number> {
  const { values, positionals: files } = parseArgs({
    allowPositionals: true,
    options: {
      lane: { type: 'string', default: 'all' },
      changed: { type: 'boolean', default: false },
      part: { type: 'string', default: '1/1' },
    },
  });
  const lane = lanes[values.lane];
  const part = partOf(values.part);
  if (lane === undefined || part === null) {
    console.error(USAGE);
    return 2;
  }
  process.env['NODE_COMPILE_CACHE'] ??= `${caches}/compiled`;
  for (const folder of [results, caches]) mkdirSync(folder, { recursive: true });
  const problem = values.lane === 'static' ? null : prepareMachine();
  if (problem !== null) console.error(problem);
  const { passed, failed, skipped, timings } = sum(
    problem === null ? await lane({ changed: values.changed, part, files }) : [one(false)],
  );
  if (timings.length > 0) heading(['the slowest tests', ...slowest(timings)].join('\n'));
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed === 0 ? 0 : 1;
}

const removeTemporaryFolder = useTemporaryFolder();
process.on('exit', removeTemporaryFolder);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
process.exitCode = await main();
