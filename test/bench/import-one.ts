/**
 * A process of the benches: reads a statement through the worker that the product has, as an import does (inspect, preview, and every
 * line that would be stored), and says as JSON its processor time, and its memory above what it has before.
 */
import type { ImportMapping } from '../../shared/contract/import-file.ts';
import type { Result } from '../../shared/errors/result.ts';
import { openReader, type Reader } from '../../electron/statements/client.ts';
import type { LinesPage } from '../../electron/statements/protocol.ts';
import { statementWorkerUrl } from './workers.ts';

export type ImportFigures = { readonly mib: number; readonly cpuMs: number; readonly lines: number };

const unread = { encoding: null, delimiter: null, sheet: null, headerRow: null };
const PAGE = 500;

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

async function readWhole(reader: Reader): Promise<number> {
  const { table } = valueOf(await reader.inspect(unread));
  let mapping: ImportMapping | null = null;
  if (table) {
    const { bookedOn, amount, currency, rest } = table.guess;
    if (bookedOn === null || amount === null) throw new Error('not guessed');
    mapping = { ...rest, bookedOn, amount, currency: currency ?? { kind: 'fixed', code: 'EGP' } };
  }
  const input = { kind: 'bank' as const, reading: table?.reading ?? null, mapping, knownRows: null };
  const { counts } = valueOf(await reader.preview(input, async (keys) => keys.map(() => false)));
  let lines = 0;
  for (let after: number | null = 0; after !== null;) {
    const page: LinesPage = valueOf(await reader.lines(after, PAGE));
    lines += page.count;
    after = page.next;
  }
  if (lines !== counts.good) throw new Error(`${lines} of ${counts.good} lines`);
  return lines;
}

const [path = ''] = process.argv.slice(2);
const idle = process.memoryUsage.rss();
let most = idle;
const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
const before = process.cpuUsage();
const reader = openReader(statementWorkerUrl, { path, stagePath: `${path}.stage`, thisYear: 2026 }, () => {});
const lines = await readWhole(reader);
const { user, system } = process.cpuUsage(before);
clearInterval(watch);
await reader.end();
const figures: ImportFigures = {
  mib: (most - idle) / 1_048_576,
  cpuMs: (user + system) / 1_000,
  lines,
};
console.log(JSON.stringify(figures));
