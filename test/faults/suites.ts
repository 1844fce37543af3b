/** Measures whose cases are tests already: the same files, at their full size. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Campaign } from './figure.ts';

const root = resolve(import.meta.dirname, '../..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

/** `named`: only tests whose name has this in it. */
export const suites = (measure: string, files: readonly string[], named?: string): Campaign => ({
  whole: 1,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'closeout-suite-'));
    const file = join(folder, 'report.json');
    const only = named === undefined ? [] : ['-t', named];
    const args = ['run', ...files, ...only, '--reporter=json', `--outputFile=${file}`];
    const env = { ...process.env, CLOSEOUT_FULL: '1' };
    try {
      spawnSync(process.execPath, [vitest, ...args], {
        cwd: root,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const { testResults } = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
      const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
      const ran = tests.filter(({ status }) => status === 'passed' || status === 'failed');
      const again = `CLOSEOUT_FULL=1 npx vitest run ${[...files, ...only.map((one) => JSON.stringify(one))].join(' ')}`;
      const failed = ran.filter(({ status }) => status === 'failed');
      const unread = testResults.filter(({ assertionResults }) => assertionResults.length === 0);
      return {
        sum: { passed: ran.length - failed.length },
        met: ran.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
        broken: [
          ...failed.map(({ fullName, failureMessages: [first = ''] }) => `${fullName}: ${first}\n  ${again}`),
          ...unread.map(({ name, message = '' }) => `${name}: ${message}\n  ${again}`),
        ],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  tell: ({ sum, met, broken }) => [
    `${measure}: ${sum['passed'] ?? 0} checks held, ${broken.length} broken`,
    ...met.map((name) => `  held: ${name}`),
  ],
});
