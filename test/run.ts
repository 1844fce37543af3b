/**
 * The whole proof in one command (`npm test`): prepares the machine, then format, lint, types, import rules, unit and
 * integration tests, the build, and the end-to-end suite on each host that can run here. Ends with one line
 * `N passed, N failed, N skipped` that counts every test; each static check counts as one.
 * `--only static|unit|e2e|large|screens` runs a part; the last two only so.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findElectronRuntime, prepareMachine, withKeychain } from './tooling/machine.ts';

type Counts = { passed: number; failed: number; skipped: number };
const parts = ['static', 'unit', 'e2e', 'large', 'screens'] as const;
type Part = (typeof parts)[number];

const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

function run(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): boolean {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env }).status === 0;
}
function runWithKeychain(command: string, args: string[]): boolean {
  const wrapped = withKeychain(command, args);
  return run(wrapped.command, wrapped.args, wrapped.env);
}
const heading = (text: string) => console.log(`\n— ${text}`);
const one = (passed: boolean): Counts => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 });

const staticChecks: [name: string, command: string, args: string[]][] = [
  ['format', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['lint', 'eslint', ['--max-warnings', '0', '.']],
  ['types', 'tsc', ['--noEmit']],
  ['import rules', 'depcruise', ['--config', '.dependency-cruiser.cjs', 'electron', 'renderer', 'shared']],
];

/** A runner's report, or one failure when it ended without writing one. */
function counted(file: string, exitedWell: boolean, read: (json: never) => Counts): Counts {
  const path = join(results, file);
  if (!existsSync(path)) return one(false);
  const counts = read(JSON.parse(readFileSync(path, 'utf8')) as never);
  return exitedWell || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

type UnitReport = {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
};
type UnitFile = UnitReport['testResults'][number];
const sum = (counts: Counts[]): Counts => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
  skipped: counts.reduce((total, { skipped }) => total + skipped, 0),
});

function countsOfFile({ status, assertionResults }: UnitFile): Counts {
  const of = (wanted: string) => assertionResults.filter((test) => test.status === wanted).length;
  const [passed, failed] = [of('passed'), of('failed')];
  // A file that failed as a whole counts, too.
  const whole = status !== 'passed' && failed === 0 ? 1 : 0;
  return { passed, failed: failed + whole, skipped: assertionResults.length - passed - failed };
}
/** None of its tests failed, and it did not end: its process was ended by a signal. */
const wasEnded = ({ status, assertionResults }: UnitFile): boolean =>
  status !== 'passed' && assertionResults.every((test) => test.status !== 'failed');

/** Null: it ended without a report, or badly with nothing in the report that says why. */
function vitest(name: string, files: string[]): UnitFile[] | null {
  const path = join(results, name);
  rmSync(path, { force: true });
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${path}`, ...files];
  const exitedWell = runWithKeychain(bin('vitest'), args);
  if (!existsSync(path)) return null;
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as UnitReport;
  return exitedWell || testResults.some(({ status }) => status !== 'passed') ? testResults : null;
}

/**
 * The runtime can end a test's process by a signal of its own (nodejs/node#62393, #64500). Such files, and only they, are run
 * once more, and said; what fails a test is never run again.
 */
function unit(): Counts {
  heading('unit and integration tests');
  const files = vitest('unit.json', []);
  if (!files) return one(false);
  const ended = files.filter(wasEnded);
  const rest = files.filter((file) => !wasEnded(file)).map(countsOfFile);
  if (ended.length === 0) return sum(rest);
  heading(`once more, because the runtime ended by a signal: ${ended.map(({ name }) => name).join(', ')}`);
  const again = vitest(
    'unit-again.json',
    ended.map(({ name }) => name),
  );
  return sum([...rest, ...(again?.map(countsOfFile) ?? [one(false)])]);
}

function playwright(project: string): Counts {
  const report = join(results, 'e2e.json');
  rmSync(report, { force: true });
  const exitedWell = runWithKeychain(bin('playwright'), ['test', '--project', project]);
  type Report = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };
  return counted('e2e.json', exitedWell, ({ stats }: Report) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }));
}

function build(): Counts {
  heading('build');
  return one(run(bin('electron-vite'), ['build', '--logLevel', 'warn']));
}

function endToEnd(): Counts[] {
  const built = build();
  if (built.failed > 0) return [built];
  heading('end-to-end, browser host');
  const browser = playwright('browser');
  if (findElectronRuntime(root) === null) {
    heading(
      'end-to-end, desktop host: skipped, because the Electron runtime is not installed (npx install-electron)',
    );
    return [built, browser, { passed: 0, failed: 0, skipped: 1 }];
  }
  heading('end-to-end, desktop host');
  return [built, browser, playwright('desktop')];
}

function runPart(part: Part): Counts[] {
  switch (part) {
    case 'static':
      return staticChecks.map(([name, command, args]) => {
        heading(name);
        return one(run(bin(command), args));
      });
    case 'unit':
      return [unit()];
    case 'e2e':
      return endToEnd();
    case 'large':
    case 'screens':
      return [build(), playwright(part)];
  }
}

function main(): number {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const only = parts.find((part) => part === values.only);
  if (values.only !== undefined && only === undefined) {
    console.error(`--only takes one of: ${parts.join(', ')}`);
    return 2;
  }
  mkdirSync(results, { recursive: true });
  const problem = only === 'static' ? null : prepareMachine();
  if (problem !== null) console.error(problem);
  const chosen: Part[] = only ? [only] : ['static', 'unit', 'e2e'];
  const counts = problem === null ? chosen.flatMap(runPart) : [one(false)];
  const { passed, failed, skipped } = sum(counts);
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = main();
