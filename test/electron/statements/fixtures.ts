/** Statements as banks write them, and what this project reads from them. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportMapping, ImportReading } from '#shared/contract/import-file.ts';
import type { ImportKind } from '#shared/domain/statement.ts';
import { inspectFile } from '#electron/statements/inspect.ts';
import { previewFile } from '#electron/statements/preview.ts';
import { Stage, type StagedRow } from '#electron/statements/stage.ts';

export const fixture = (name: string) => join(import.meta.dirname, '../../fixtures/statements', name);
export const bytesOfFixture = (name: string) => readFileSync(fixture(name));
const folder = mkdtempSync(join(tmpdir(), 'closeout-statements-'));
let files = 0;
export function fileOf(content: string | Uint8Array): string {
  files += 1;
  const path = join(folder, `file-${files}`);
  writeFileSync(path, content);
  return path;
}

export const THIS_YEAR = 2026;
const nothing: ImportReading = { encoding: null, delimiter: null, sheet: null, headerRow: null };
export const inspect = (path: string, reading: Partial<ImportReading> = {}) =>
  inspectFile(path, { ...nothing, ...reading }, THIS_YEAR, () => {});

/** The mapping as it was guessed; throws where a part of it must be chosen. */
export async function guessOf(path: string, asked: Partial<ImportReading> = {}) {
  const { table } = await inspect(path, asked);
  if (!table) return { reading: null, mapping: null };
  const { bookedOn, amount, currency, rest } = table.guess;
  if (bookedOn === null || amount === null) throw new Error('not guessed');
  const mapping: ImportMapping = {
    ...rest,
    bookedOn,
    amount,
    currency: currency ?? { kind: 'fixed', code: 'EGP' },
  };
  return { reading: table.reading, mapping };
}

export type Read = {
  readonly file: Awaited<ReturnType<typeof previewFile>>;
  readonly rows: StagedRow[];
  /** The good lines, in short: day, minor units with sign, currency, reference, order id, description. */
  readonly lines: (readonly [string, string, string, string, string, string])[];
  readonly skipped: (readonly [number, string | null])[];
  readonly bad: (readonly [number, string])[];
};

export async function preview(
  path: string,
  {
    kind = 'bank',
    known = [] as string[],
    change = (mapping: ImportMapping) => mapping,
    asked = {},
  }: {
    kind?: ImportKind;
    known?: string[];
    change?: (mapping: ImportMapping) => ImportMapping;
    asked?: Partial<ImportReading>;
  } = {},
): Promise<Read> {
  const { reading, mapping } = await guessOf(path, asked);
  files += 1;
  const stage = new Stage(join(folder, `stage-${files}`));
  const input = { kind, reading, mapping: mapping && change(mapping), knownRows: null };
  const isKnown = (keys: string[]) => Promise.resolve(keys.map((key) => known.includes(key)));
  const file = await previewFile(path, stage, input, THIS_YEAR, isKnown, () => {});
  const { rows } = stage.page('all', 0, 10_000);
  stage.close();
  return {
    file,
    rows,
    lines: rows.flatMap(({ state, line }) =>
      state === 'good' && line
        ? [
            [
              line.bookedOn,
              line.minor,
              line.currency,
              line.reference,
              line.orderId,
              line.description,
            ] as const,
          ]
        : [],
    ),
    skipped: rows.filter(({ state }) => state === 'skipped').map(({ row, reason }) => [row, reason] as const),
    bad: rows.flatMap(({ row, problems }) =>
      problems.map(({ field, problem }) => [row, `${field}: ${problem}`] as const),
    ),
  };
}
