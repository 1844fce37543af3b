/** Format, lint, types and import rules, side by side. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { one, seconds, type Outcome } from './counts.ts';
import { bin, caches, heading, root, runQuietly, type Command } from './processes.ts';

type Check = Command & { name: string };

const cache = (name: string) => join(caches, name);
const check = (name: string, program: string, args: string[]): Check => ({
  name,
  command: bin(program),
  args,
});

const format = (files: readonly string[]) =>
  check('format', 'oxfmt', ['--check', '--no-error-on-unmatched-pattern', ...files]);
/** The rules that others have made, and the types. */
const lint = (files: readonly string[]) => check('lint and types', 'oxlint', [...files]);
/** The rules that only this project has (eslint.config.js). */
const houseRules = (files: readonly string[], cached: boolean) =>
  check('house rules', 'eslint', [
    ...['--max-warnings', '0', '--no-warn-ignored', '--no-error-on-unmatched-pattern', ...files],
    ...(cached ? ['--cache', '--cache-strategy', 'content', '--cache-location', cache('eslint')] : []),
  ]);
/** For a few changed files: lint looks only at the files that it is given, and a change can break the types of others. */
const types: Check = {
  name: 'types',
  command: process.execPath,
  args: [
    join(root, 'node_modules/typescript-7/bin/tsc'),
    ...['--noEmit', '--incremental', '--tsBuildInfoFile', cache('types.tsbuildinfo')],
  ],
};
const importRules = check('import rules', 'depcruise', [
  ...['--config', '.dependency-cruiser.cjs', 'electron', 'renderer', 'shared'],
]);

/**
 * The longest comes first. A house rule looks at types, so a change in one file can make a finding in another: `cached` misses
 * those, and `npm run check` and `npm test` look at every file.
 */
export const wholeChecks = (cached: boolean): Check[] => [
  lint([]),
  houseRules(['electron', 'renderer', 'shared'], cached),
  format(['.']),
  importRules,
];
const LINTED = /\.(ts|tsx|js|mjs|cjs)$/;
export const checksOf = (changed: readonly string[]): Check[] => {
  const linted = changed.filter((file) => LINTED.test(file));
  return [
    types,
    ...(linted.length > 0 ? [lint(linted), houseRules(linted, true)] : []),
    ...(changed.length > 0 ? [format(changed)] : []),
    importRules,
  ];
};

/** As many at a time as there are cores. Each tells its findings when it ends, and counts as one test. */
export async function runChecks(checks: readonly Check[]): Promise<Outcome[]> {
  const waiting = [...checks];
  const outcomes: Outcome[] = [];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const startedMs = performance.now();
      const { passed, said } = await runQuietly(next);
      heading(`${next.name}: ${passed ? 'passed' : 'failed'} (${seconds(performance.now() - startedMs)})`);
      if (!passed) console.log(said);
      outcomes.push(one(passed));
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), checks.length) }, lane));
  return outcomes;
}
