/**
 * A whole run of reconciliation, 1,000,000 rows of closes × as many settled transactions, beside the one bare join that finds
 * the exact matches; and how long the main process could not answer meanwhile. CLOSEOUT_BENCH_ROWS makes it smaller.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { reconciliationIn } from '../../electron/database/reconciliation-client.ts';
import { openSource } from '../../electron/database/repositories/reconciliation/run/source.ts';
import { figure, ratiosOf, type Pair } from './measure.ts';
import { fillProfile } from './reconciliation-profile.ts';
import { databaseWorkerUrl } from './workers.ts';

const ROWS = Number(process.env['CLOSEOUT_BENCH_ROWS'] ?? 1_000_000);
const PAIRS = 3;

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
  const { ended } = reconciliationIn(databaseWorkerUrl, folder)(Date.UTC(2027, 0, 3), () => {});
  const ending = await ended;
  const ms = performance.now() - start;
  const cpuMs = cpuSince(cpu);
  delay.disable();
  if (ending.kind !== 'done') throw new Error(JSON.stringify(ending));
  return { ms, cpuMs, longestDelayMs: delay.max / 1e6 };
}

export async function reconciliation(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-bench-'));
  try {
    await fillProfile(databaseWorkerUrl, folder, ROWS);
    const pairs: Pair[] = [];
    const costs: number[] = [];
    const delays: number[] = [];
    for (let pair = 0; pair < PAIRS + 1; pair += 1) {
      const bare = bareJoin(folder);
      const run = await wholeRun(folder);
      const again = bareJoin(folder);
      // The first pair fills the caches of the system for both.
      if (pair === 0) continue;
      pairs.push({ baseline: bare.ms, again: again.ms, product: run.ms });
      costs.push(run.cpuMs / bare.cpuMs);
      delays.push(run.longestDelayMs);
    }
    const run = `a run of reconciliation over ${ROWS} × ${ROWS} rows`;
    ratiosOf({ id: 'P16', name: `${run} ÷ the bare join`, atMost: 1.5 }, pairs);
    figure({ id: 'P16', name: 'the same in processor time' }, '', costs);
    figure({ id: 'P16', name: `the longest delay of the main process in ${run}`, atMost: 50 }, 'ms', delays);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
