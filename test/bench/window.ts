/** Runs the bench of the window, which Playwright drives (window.bench.ts), and takes its results over. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playwright } from '../tooling/end-to-end.ts';
import { results, type Result } from './measure.ts';

export async function inWindow(goals: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-bench-'));
  const file = join(folder, 'results.json');
  process.env['CLOSEOUT_BENCH_RESULTS'] = file;
  process.env['CLOSEOUT_BENCH_GOALS'] = goals.join(' ');
  await playwright('bench', ['--workers=1', '--retries=0']);
  if (existsSync(file)) results.push(...(JSON.parse(readFileSync(file, 'utf8')) as Result[]));
  else process.exitCode = 1;
  rmSync(folder, { recursive: true });
}
