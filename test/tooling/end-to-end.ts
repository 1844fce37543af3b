/** The built app in a browser and on the desktop host, by Playwright, with the counts and times of its report. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { one, type Outcome, type Timing } from './counts.ts';
import { findElectronRuntime } from './machine.ts';
import { bin, heading, results, root, runWithKeychain, runQuietly } from './processes.ts';

type Run = { projectName: string; results: { duration: number }[] };
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

/** A report without a failure does not hide that the runner ended badly. */
export async function playwright(
  projects: string | readonly string[],
  args: readonly string[] = [],
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
  const failed = stats.unexpected + stats.flaky;
  return {
    passed: stats.expected,
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
  const hosts = ['browser', 'stand-in'];
  if (findElectronRuntime(root) !== null) return [await playwright([...hosts, 'desktop'], names)];
  heading(
    'end-to-end: desktop, skipped, because the Electron runtime is not installed (npx install-electron)',
  );
  return [await playwright(hosts, names), { passed: 0, failed: 0, skipped: 1, timings: [] }];
}
