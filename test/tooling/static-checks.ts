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

/** Unchanged files are not looked at again. */
const prettier = (files: readonly string[]) =>
  check('format', 'prettier', [
    ...['--check', '--log-level', 'warn', '--ignore-unknown', '--no-error-on-unmatched-pattern'],
    ...['--cache', '--cache-strategy', 'content', '--cache-location', cache('prettier'), ...files],
  ]);
const eslint = (files: readonly string[], cached: boolean) =>
  check('lint', 'eslint', [
    ...['--max-warnings', '0', '--no-warn-ignored', '--no-error-on-unmatched-pattern', ...files],
    ...(cached ? ['--cache', '--cache-strategy', 'content', '--cache-location', cache('eslint')] : []),
  ]);
/** By TypeScript 7, which takes a third of the time; lint and the import rules still need the interface of TypeScript 6. */
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
 * The longest comes first. Lint rules look at types, so a change in one file can make a finding in another: `cached` misses
 * those, and `npm run check` and `npm test` lint every file.
 */
export const wholeChecks = (cached: boolean): Check[] => [
  eslint(['.'], cached),
  types,
  prettier(['.']),
  importRules,
];
const LINTED = /\.(ts|tsx|js|mjs|cjs)$/;
export const checksOf = (changed: readonly string[]): Check[] => {
  const linted = changed.filter((file) => LINTED.test(file));
  return [
    types,
    ...(linted.length > 0 ? [eslint(linted, true)] : []),
    ...(changed.length > 0 ? [prettier(changed)] : []),
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
