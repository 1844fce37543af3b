/** Every file of the corpus, against what a person reads in it: none wrong, and what is refused is refused by its name. */
import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import truth from '#test/fixtures/statements/corpus/truth.json' with { type: 'json' };
import { StatementError } from '#electron/statements/statement-error.ts';
import { fixture, preview } from './fixtures.ts';

type Truth = {
  format?: string;
  /** Day, minor units, currency, reference, description. */
  lines?: string[][];
  bad?: number;
  skipped?: number;
  warnings?: string[];
  refused?: string;
};
const wanted: Readonly<Record<string, Truth>> = truth;
const tally = new Map<string, { read: number; refused: number }>();

async function readOf(name: string): Promise<Truth> {
  try {
    const { file, lines, rows } = await preview(fixture(`corpus/${name}`));
    const { good, bad, skipped } = file.counts;
    // No line is dropped on the way.
    expect(good + bad + skipped).toBe(rows.length);
    return {
      format: file.format,
      lines: lines.map(([day, minor, currency, reference, , text]) => [
        day,
        minor,
        currency,
        reference,
        text,
      ]),
      bad,
      skipped,
      warnings: file.warnings.map(({ warning }) => warning),
    };
  } catch (error) {
    if (error instanceof StatementError) return { refused: error.error.code };
    throw error;
  }
}

describe('the corpus', () => {
  it('has a truth for each of its files', () => {
    const names = readdirSync(fixture('corpus'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'truth.json')
      .map(({ parentPath, name }) => `${parentPath.split(/[\\/]/).at(-1)}/${name}`);
    expect(names.sort()).toEqual(Object.keys(wanted).sort());
  });

  it.each(Object.keys(wanted))('%s is read as it is', async (name) => {
    const read = await readOf(name);
    expect(read).toEqual(wanted[name]);
    const folder = name.split('/')[0] ?? '';
    const counts = tally.get(folder) ?? { read: 0, refused: 0 };
    counts[read.refused === undefined ? 'read' : 'refused'] += 1;
    tally.set(folder, counts);
  });

  afterAll(() => {
    expect(Object.fromEntries([...tally].sort())).toEqual({
      bai2: { read: 4, refused: 0 },
      camt: { read: 13, refused: 1 },
      cfonb: { read: 2, refused: 0 },
      coda: { read: 3, refused: 0 },
      mt940: { read: 18, refused: 0 },
      ofx: { read: 7, refused: 0 },
      qif: { read: 3, refused: 0 },
      refused: { read: 0, refused: 14 },
    });
  });
});
