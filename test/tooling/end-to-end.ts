/** The built app in a browser and on the desktop host, by Playwright, with the counts and times of its report. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { one, type Outcome, type Timing } from './counts.ts';
import { findElectronRuntime } from './machine.ts';
import { bin, heading, results, root, runWithKeychain, runQuietly } from './processes.ts';

type Run = { projectName: string; status: string; results: { duration: number }[] };
type Spec = { title: string; file: string; tests: Run[] };
type Suite = { specs: Spec[]; suites?: Suite[] };
type Report = {
  suites: Suite[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

const timingsOf = ({ specs, suites = [] }: Suite): Timing[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, results }) => ({
      name: `${projectName}, ${file}: ${title}`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  ),
  ...suites.flatMap(timingsOf),
];

const secondTries = ({ specs, suites = [] }: Suite): string[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName }) => `${projectName}, ${file}: ${title}`),
  ),
  ...suites.flatMap(secondTries),
];

/**
 * A report without a failure does not hide that the runner ended badly. A test that passed at its second try counts as failed,
 * unless `aSecondTryCounts`: there it counts as passed and is named, because the fault may be of a machine that is busy.
 */
export async function playwright(
  projects: string | readonly string[],
  args: readonly string[] = [],
  { aSecondTryCounts = false } = {},
): Promise<Outcome> {
  const named = [projects].flat();
  heading(`end-to-end: ${named.join(', ')}`);
  const path = join(results, 'e2e.json');
  rmSync(path, { force: true });
  const exitedWell = await runWithKeychain(bin('playwright'), [
    'test',
    ...named.map((project) => `--project=${project}`),
    ...args,
  ]);
  if (!existsSync(path)) return one(false);
  const { stats, suites } = JSON.parse(readFileSync(path, 'utf8')) as Report;
  const again = suites.flatMap(secondTries);
  if (again.length > 0) heading(['passed at the second try only', ...again].join('\n  '));
  const failed = stats.unexpected + (aSecondTryCounts ? 0 : stats.flaky);
  return {
    passed: stats.expected + (aSecondTryCounts ? stats.flaky : 0),
    failed: exitedWell ? failed : Math.max(failed, 1),
    skipped: stats.skipped,
    timings: suites.flatMap(timingsOf),
  };
}

/** Set for the unit tests: the app is built and in use by others, so no test may build it again. */
export const BUILT_APP = 'CLOSEOUT_TEST_BUILT_APP';

export async function build(): Promise<Outcome> {
  const { passed, said } = await runQuietly({
    command: bin('electron-vite'),
    args: ['build', '--logLevel', 'warn'],
  });
  heading(`build: ${passed ? 'passed' : 'failed'}`);
  if (passed) process.env[BUILT_APP] = '1';
  else console.log(said);
  return one(passed);
}

/** The built app on each host that can run here, in one run; only the files that have one of the names, if there are any. */
export async function endToEnd(names: readonly string[]): Promise<Outcome[]> {
  // Whoever runs a few files looks for what is wrong with them.
  const options = { aSecondTryCounts: names.length === 0 };
  const hosts = ['browser', 'stand-in'];
  if (findElectronRuntime(root) !== null) return [await playwright([...hosts, 'desktop'], names, options)];
  heading(
    'end-to-end: desktop, skipped, because the Electron runtime is not installed (npx install-electron)',
  );
  return [await playwright(hosts, names, options), { passed: 0, failed: 0, skipped: 1, timings: [] }];
}
