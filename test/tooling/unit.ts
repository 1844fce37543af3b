/** Unit and integration tests by Vitest, with the counts and times of its report. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { one, sum, type Outcome } from './counts.ts';
import { bin, heading, results, root, runBesideWithKeychain, runWithKeychain } from './processes.ts';
import { adviceOnSlowFiles } from './slow-files.ts';

type Test = { fullName: string; status: string; duration?: number | null };
export type UnitFile = {
  name: string;
  status: string;
  startTime: number;
  endTime: number;
  assertionResults: Test[];
};

type Run = (command: string, args: string[]) => Promise<boolean>;

const shortName = (file: UnitFile) => relative(root, file.name).replaceAll('\\', '/');

function outcomeOf(file: UnitFile): Outcome {
  const { status, assertionResults: tests } = file;
  const of = (wanted: string) => tests.filter((test) => test.status === wanted).length;
  const [passed, failed] = [of('passed'), of('failed')];
  // A file that failed as a whole counts, too.
  const whole = status !== 'passed' && failed === 0 ? 1 : 0;
  return {
    passed,
    failed: failed + whole,
    skipped: tests.length - passed - failed,
    timings: tests.map(({ fullName, duration }) => ({
      name: `${shortName(file)}: ${fullName}`,
      ms: duration ?? 0,
    })),
  };
}

/** None of its tests failed, and it did not end: its process was ended by a signal. */
const wasEnded = ({ status, assertionResults }: UnitFile): boolean =>
  status !== 'passed' && assertionResults.every((test) => test.status !== 'failed');

/** Null: it ended without a report, or badly with nothing in the report that says why. */
async function vitest(run: Run, report: string, args: readonly string[]): Promise<UnitFile[] | null> {
  const path = join(results, report);
  rmSync(path, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
  const exitedWell = await run(bin('vitest'), ['run', ...reporters, ...args]);
  if (!existsSync(path)) return null;
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as { testResults: UnitFile[] };
  return exitedWell || testResults.some(({ status }) => status !== 'passed') ? testResults : null;
}

/**
 * Runs the files that `args` choose. The runtime can end a test's process by a signal of its own (runtime-flags.ts). Such files,
 * and only they, run once more, and the output says so; a test that fails never runs again.
 */
export async function unitTests(args: readonly string[], run: Run = runWithKeychain): Promise<Outcome> {
  heading('unit and integration tests');
  const files = await vitest(run, 'unit.json', args);
  if (!files) return one(false);
  const times = files.map((file) => ({ name: shortName(file), ms: file.endTime - file.startTime }));
  for (const line of adviceOnSlowFiles(times)) console.log(line);
  const ended = files.filter(wasEnded);
  const rest = files.filter((file) => !wasEnded(file)).map(outcomeOf);
  if (ended.length === 0) return sum(rest);
  const names = ended.map(({ name }) => name);
  heading(`once more, because the runtime ended by a signal: ${names.join(', ')}`);
  const again = await vitest(run, 'unit-again.json', names);
  return sum([...rest, ...(again?.map(outcomeOf) ?? [one(false)])]);
}

/** Runs next to other lanes, which have priority. */
export const unitTestsBeside = (args: readonly string[]): Promise<Outcome> =>
  unitTests(args, runBesideWithKeychain);
