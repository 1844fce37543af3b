/**
 * A whole run of reconciliation, 1,000,000 rows of closes × as many settled transactions, beside the one bare join that finds
 * the exact matches; and how long the main process could not answer meanwhile. CLOSEOUT_BENCH_ROWS makes it smaller.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { reconciliationIn } from '../../electron/database/reconciliation-client.ts';
import { openSource } from '../../electron/database/repositories/reconciliation/run/source.ts';
import { median } from './measure.ts';
import { fillProfile } from './reconciliation-profile.ts';

const ROWS = Number(process.env['CLOSEOUT_BENCH_ROWS'] ?? 1_000_000);
const PAIRS = 3;
const workerUrl = new URL('../../electron/database/worker.ts', import.meta.url);

const BARE_JOIN = `SELECT COUNT(*) AS count, SUM(r.amount_minor) AS minor FROM journal.closing_row AS r JOIN main.settled AS s
  ON s.merchant_order_id = r.merchant_order_id AND s.amount_minor = r.amount_minor AND s.currency = r.currency
  WHERE r.standing = 1`;

/** Of all threads: what it costs, also on a machine that does other things beside. */
function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** With the settings that a run has. */
function bareJoin(folder: string): { ms: number; cpuMs: number; count: number } {
  const { source } = openSource(folder);
  const start = performance.now();
  const cpu = process.cpuUsage();
  const { count } = source.prepare(BARE_JOIN).get() as { count: number };
  const ms = performance.now() - start;
  const cpuMs = cpuSince(cpu);
  source.close();
  return { ms, cpuMs, count };
}

async function wholeRun(folder: string): Promise<{ ms: number; cpuMs: number; longestDelayMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const start = performance.now();
  const cpu = process.cpuUsage();
  delay.enable();
  const { ended } = reconciliationIn(workerUrl, folder)(Date.UTC(2027, 0, 3), () => {});
  const ending = await ended;
  const ms = performance.now() - start;
  const cpuMs = cpuSince(cpu);
  delay.disable();
  if (ending.kind !== 'done') throw new Error(JSON.stringify(ending));
  return { ms, cpuMs, longestDelayMs: delay.max / 1e6 };
}

/** What this machine does to a process that has nothing to do. */
async function idleDelay(forMs: number): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await setTimeout(Math.min(forMs, 20_000));
  delay.disable();
  return delay.max / 1e6;
}

export async function reconciliation(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-bench-'));
  try {
    await fillProfile(workerUrl, folder, ROWS);
    const ratios: number[] = [];
    const costs: number[] = [];
    const delays: number[] = [];
    const idle: number[] = [];
    let last = '';
    for (let pair = 0; pair < PAIRS + 1; pair += 1) {
      const bare = bareJoin(folder);
      const run = await wholeRun(folder);
      delays.push(run.longestDelayMs);
      idle.push(await idleDelay(run.ms));
      // The first pair fills the caches of the system for both.
      if (pair > 0) {
        ratios.push(run.ms / bare.ms);
        costs.push(run.cpuMs / bare.cpuMs);
      }
      last = `${(run.ms / 1000).toFixed(1)} s, the join ${(bare.ms / 1000).toFixed(1)} s for ${bare.count} pairs`;
    }
    const sorted = ratios.toSorted((a, b) => a - b);
    console.log(
      `a run over ${ROWS} × ${ROWS} rows ÷ the bare join of exact matches: median ${median(ratios).toFixed(2)}, lowest ${sorted[0]?.toFixed(2) ?? ''}, highest ${sorted.at(-1)?.toFixed(2) ?? ''} (at most 3); the last run ${last}`,
    );
    console.log(
      `  the same in processor time: median ${median(costs).toFixed(2)}; longest delay of the main process meanwhile: ${Math.max(...delays).toFixed(1)} ms (below 50), idle for as long ${Math.max(...idle).toFixed(1)} ms`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
