/** P2 and P12: a process that opens a profile, reads what the first list shows and ends, with many rows and with none. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosenSize, copyFolder } from './folders.ts';
import { figure, ratiosOf } from './measure.ts';

const LAUNCHES = 20;
type Launch = { ms: number; mib: number };

/** From before the process to its first page, and the memory that it then has. It ends later: the cache is checked beside its work. */
export async function launch(folder: string): Promise<Launch> {
  const start = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'open-and-read.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const ms = performance.now() - start;
  await ended;
  return { ms, mib: Number(said) / 1_048_576 };
}

export async function launches(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'closeout-bench-'));
  const size = chosenSize();
  const many = copyFolder(size, join(root, 'many'));
  const none = copyFolder('0', join(root, 'none'));
  await launch(many);
  const measured: Record<'none' | 'again' | 'many', Launch>[] = [];
  for (let pair = 0; pair < LAUNCHES; pair += 1)
    measured.push({ none: await launch(none), many: await launch(many), again: await launch(none) });
  rmSync(root, { recursive: true, force: true });
  ratiosOf(
    { id: 'P2', name: `a process up to its first page, ${size} rows ÷ none`, atMost: 1.1 },
    measured.map(({ none: a, again: b, many: c }) => ({ baseline: a.ms, again: b.ms, product: c.ms })),
  );
  figure(
    { id: 'P12', name: `its memory then, ${size} rows ÷ none`, atMost: 1.3 },
    '',
    measured.map((pair) => pair.many.mib / pair.none.mib),
  );
  figure(
    { id: 'P12', name: `memory of the process with ${size} rows` },
    'MiB',
    measured.map((pair) => pair.many.mib),
  );
}
