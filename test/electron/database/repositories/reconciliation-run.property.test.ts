/** What the database finds by itself and what the rules find come to the same as the rules alone, in whichever order rows came. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byRules, left } from './reconciliation-found.ts';
import { fill, history, type History } from './reconciliation-histories.ts';

const SEED = 20_261_121;

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-run-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const one = { order: 'W-1', reference: 'R-1', minor: 10_000n, type: 'SALE', day: 0 };
const theirs = { ...one, fee: null, terminal: 'T1', currency: 'EGP' };
const line = { ...one, currency: 'EGP', isWithdrawn: false };
const twice = (keys: readonly string[]) => keys.filter((key) => key.includes('duplicate'));

it('a sale without an order that is there twice by the reference of one in an exact pair', () => {
  const sales = [{ ...one, order: null }, one, { ...one, order: null }];
  const all: History = { sales, rows: [theirs], lines: [], places: [1, 2, 3, 4], from: null };
  const [found, rules] = inFolder((folder) => {
    fill(folder, all);
    return [left(folder).sales, byRules(folder, all).sales];
  });
  expect(found.exceptions).toEqual(rules?.exceptions);
  expect(twice(found.exceptions)).toHaveLength(2);
});

it.each([
  [
    'sales',
    [one, { ...one, order: null }, { ...one, order: 'W-2' }],
    [line],
    ['books:ours:duplicate:row-1', 'books:ours:duplicate:row-2'],
  ],
  [
    'lines',
    [one],
    [
      line,
      { ...line, order: null },
      { ...line, order: 'W-2' },
      { ...line, order: 'W-3', reference: 'R-2' },
      { ...line, order: 'W-4', minor: 9_000n },
      { ...line, order: null, currency: 'USD' },
    ],
    [
      'books:theirs:duplicate:counts:2',
      'books:theirs:duplicate:counts:3',
      'books:theirs:missing-in-ours:counts:4',
      'books:theirs:missing-in-ours:counts:5',
      'books:theirs:missing-in-ours:counts:6',
    ],
  ],
])(
  'books: %s with the reference and amount of one in an exact pair are there twice',
  (_, sales, lines, keys) => {
    const all: History = { sales, rows: [theirs], lines, places: [1, 2, 3, 4], from: null };
    const [found, rules] = inFolder((folder) => {
      fill(folder, all);
      return [left(folder).books, byRules(folder, all).books];
    });
    expect(found.exceptions).toEqual(keys);
    expect(rules?.exceptions).toEqual(keys);
  },
);

it('any closes, settled transactions and imported sales', () => {
  const sum = (parts: unknown): number =>
    (parts as { matches: number }[]).reduce((all, { matches }) => all + matches, 0);
  fc.assert(
    fc.property(history, (all) => {
      const other = { ...all, places: [...all.places].reverse() };
      const { found, rules } = inFolder((folder) => {
        fill(folder, all);
        return { found: left(folder), rules: byRules(folder, all) };
      });
      for (const comparison of ['sales', 'books'] as const) {
        const { exceptions, expected, before, sums } = found[comparison];
        const { from, beforeSum, matches, ...keys } = rules[comparison] ?? {
          from: null,
          beforeSum: null,
          matches: 0,
          exceptions: [],
          expected: [],
          before: [],
        };
        expect({ exceptions, expected, before }).toEqual(keys);
        if (rules[comparison]) expect(sums?.before).toMatchObject({ from, ...beforeSum });
        expect(sum(sums?.matched)).toBe(matches);
      }
      const again = inFolder((folder) => {
        fill(folder, other);
        return left(folder);
      });
      expect(again).toEqual(found);
    }),
    { seed: SEED, numRuns: 30 },
  );
});

it('closes that other PCs made come to what they come to on the PC that made them all', () => {
  const others = fc.array(fc.boolean(), { minLength: 9, maxLength: 9 });
  fc.assert(
    fc.property(history, others, (all, are) => {
      const found = [() => false, (day: number) => are[day] === true].map((isOther) =>
        inFolder((folder) => {
          fill(folder, all, isOther);
          return left(folder);
        }),
      );
      expect(found[1]).toEqual(found[0]);
    }),
    { seed: SEED, numRuns: 40 },
  );
});
