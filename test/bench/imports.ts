/** A statement of 200,000 lines in every format: memory above that of rest, and its time beside that of 20,000 lines. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ImportFigures } from './import-one.ts';
import { figure } from './measure.ts';
import { benchFormats, writeStatement } from './statement-files.ts';

const run = promisify(execFile);
const TIMES = 3;
const [FEW, MANY] = [20_000, 200_000];

async function imported(path: string, lines: number): Promise<ImportFigures> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'import-one.ts'), path]);
  const figures = JSON.parse(stdout) as ImportFigures;
  if (figures.lines !== lines) throw new Error(`${path}: ${figures.lines} of ${lines} lines`);
  return figures;
}

/** In processor time: it says the same on a machine that does other things beside. */
export async function imports(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-bench-'));
  try {
    for (const format of benchFormats) {
      const [few, many] = [join(folder, `few.${format}`), join(folder, `many.${format}`)];
      await writeStatement(few, format, FEW);
      await writeStatement(many, format, MANY);
      const pairs: { few: ImportFigures; many: ImportFigures }[] = [];
      for (let time = 0; time < TIMES; time += 1)
        pairs.push({ few: await imported(few, FEW), many: await imported(many, MANY) });
      figure(
        { id: 'imports', name: `memory of 200,000 lines of ${format} above rest`, atMost: 300 },
        'MiB',
        pairs.map((pair) => pair.many.mib),
      );
      figure(
        {
          id: 'imports',
          name: `processor time of 200,000 lines of ${format} ÷ 20,000 (${(Math.min(...pairs.map((pair) => pair.many.cpuMs)) / 1_000).toFixed(1)} s)`,
          atMost: 11,
        },
        '',
        pairs.map((pair) => pair.many.cpuMs / pair.few.cpuMs),
      );
      rmSync(few);
      rmSync(many);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
