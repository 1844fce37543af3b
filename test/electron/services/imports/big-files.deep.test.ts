import { expect, it } from 'vitest';
import { must } from '../operations/harness.ts';
import { confirmed, previewed, withImports } from './bench.ts';

const LINES = 200_000;

function statement(): Buffer {
  const rows = ['Date,Description,Reference,Amount,Balance'];
  let balance = 1_000_000n;
  for (let n = 0; n < LINES; n += 1) {
    const minor = BigInt(((n * 7_919) % 90_001) + 1) * (n % 5 === 0 ? -1n : 1n);
    balance += minor;
    const day = new Date(Date.UTC(2024, 0, 1 + (n % 700))).toISOString().slice(0, 10);
    const text = (value: bigint) => {
      const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
      return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
    };
    rows.push(`${day},"Card sale, till ${n % 40}",R${n % 150_000},${text(minor)},${text(balance)}`);
  }
  return Buffer.from(rows.join('\n'));
}

it(
  '200,000 lines come in whole, and are known when they come again',
  () =>
    withImports(async (bench) => {
      const bytes = statement();
      const preview = await previewed(bench, 'year.csv', bytes, { name: 'Main' });
      expect(preview.counts).toEqual({ good: LINES, bad: 0, skipped: 1 });
      expect(preview.warnings).toEqual([]);
      expect(preview.balances[0]).toMatchObject({
        opening: { minor: 1_000_000n },
        difference: { minor: 0n },
      });
      const { uploadId, previewId } = preview;
      const { imports, context } = bench.session();
      const last = must(
        await imports.previewPage({
          uploadId,
          previewId,
          filter: 'good',
          cursor: String(LINES - 9),
          limit: 500,
        }),
      );
      expect(last.rows.at(-1)?.row).toBe(LINES + 1);
      expect(last.next).toBeNull();
      const stored = must(await confirmed(bench, preview));
      expect(stored.lines).toBe(LINES);
      const tail = await context.db.call('imports.lines', {
        importId: stored.importId,
        after: LINES - 5,
        limit: 10,
        text: '',
      });
      expect(tail.rows.map(({ lineNo }) => lineNo)).toEqual([
        LINES - 4,
        LINES - 3,
        LINES - 2,
        LINES - 1,
        LINES,
        LINES + 1,
      ]);
      const again = await previewed(bench, 'year.csv', bytes, { sourceId: stored.source.sourceId });
      expect(again.counts).toEqual({ good: 0, bad: 0, skipped: LINES + 1 });
    }),
  600_000,
);
