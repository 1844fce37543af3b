import { describe, expect, it } from 'vitest';
import {
  addsOf,
  createKindFinder,
  foldWord,
  kindOf,
  noVocabulary,
  pairsOf,
  proposalOf,
  sumRows,
  wordKey,
  type Kind,
  type PairRow,
} from '#shared/domain/kinds/index.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const row = (rowId: string, kind: Kind, minor: bigint, more: Partial<PairRow> = {}): PairRow => ({
  rowId,
  kind,
  orderId: 'O-1',
  refNumber: 'R-1',
  terminalId: 'T1',
  minor,
  currency: 'EGP',
  ...more,
});

describe('a word', () => {
  it.each([
    ['SALE', 'sale'],
    ['Purchase', 'sale'],
    ['captured', 'sale'],
    ['بيع', 'sale'],
    ['PRE-AUTH', 'authorization'],
    ['pre_auth', 'authorization'],
    [' Return ', 'refund'],
    ['إرجاع', 'refund'],
    ['ارجاع', 'refund'],
    ['بَيْعـ', 'sale'],
    ['CANCELLED', 'void'],
    ['إلغاء', 'void'],
    ['PURCHASE_REVERSAL', 'reversal'],
    ['sale-reversal', 'reversal'],
    ['معكوسة', 'reversal'],
    ['debit', 'unknown'],
    ['CREDIT', 'unknown'],
    ['', 'unknown'],
    [null, 'unknown'],
    ['x'.repeat(10_000), 'unknown'],
  ] as const)('%s is a %s in any case, with any separators', (word, kind) => {
    expect(kindOf(word, 100n, noVocabulary)).toBe(kind);
  });

  it('of a sale with a negative amount is not known, until a person says what it is', () => {
    expect(kindOf('SALE', -100n, noVocabulary)).toBe('unknown');
    const said = new Map([[wordKey(foldWord('sale'), 'minus'), 'refund' as const]]);
    expect(kindOf('Sale', -100n, said)).toBe('refund');
    expect(kindOf('Sale', 100n, said)).toBe('sale');
  });

  it('with both signs in one answer is two things, and neither is known; the rows of other words are', () => {
    const answer = [
      { word: 'SALE', minor: 100n },
      { word: 'sale', minor: -30n },
      { word: 'REFUND', minor: -5n },
      { word: 'refund', minor: 5n },
    ];
    expect(answer.map(createKindFinder(answer, noVocabulary))).toEqual([
      'unknown',
      'unknown',
      'refund',
      'refund',
    ]);
    const said = new Map([
      [wordKey('sale', 'plus'), 'sale' as const],
      [wordKey('sale', 'minus'), 'refund' as const],
    ]);
    expect(answer.map(createKindFinder(answer, said))).toEqual(['sale', 'refund', 'refund', 'refund']);
  });

  it('that is not known is proposed by its name, by the sales its rows are of, or by its sign', () => {
    const facts = { count: 3, wholeOfSales: 0, partOfSales: 0, sign: 'plus' as const };
    expect(proposalOf({ ...facts, word: 'CARD_RETURN' })).toEqual({ kind: 'refund', reason: 'name' });
    expect(proposalOf({ ...facts, word: 'X7', wholeOfSales: 2 })).toEqual({
      kind: 'reversal',
      reason: 'undoes-sales',
    });
    expect(proposalOf({ ...facts, word: 'X7', partOfSales: 1 })).toEqual({
      kind: 'refund',
      reason: 'part-of-sales',
    });
    expect(proposalOf({ ...facts, word: 'sale', sign: 'minus' })).toEqual({
      kind: 'refund',
      reason: 'negative',
    });
    expect(proposalOf({ ...facts, word: null })).toEqual({ kind: 'sale', reason: 'positive' });
  });
});

describe('what a row adds', () => {
  it.each([
    ['sale', 100n, 100n],
    ['authorization', 100n, 0n],
    ['refund', 100n, -100n],
    ['refund', -100n, -100n],
    ['void', 100n, -100n],
    ['void', -100n, -100n],
    ['reversal', -100n, -100n],
    ['unknown', 100n, 0n],
  ] as const)('%s of %s adds %s', (kind, minor, adds) => {
    expect(addsOf(kind, minor, true)).toBe(adds);
  });
  it('a void or a reversal of a sale that is not known here adds nothing', () => {
    expect(addsOf('void', 100n, false)).toBe(0n);
    expect(addsOf('reversal', -100n, false)).toBe(0n);
  });
});

describe('a pair', () => {
  const sale = row('s', 'sale', 100n);
  it('is found by order and reference, on the same terminal, in the same currency, for the whole amount', () => {
    const pairs = (more: Partial<PairRow>) => [...pairsOf([row('v', 'void', 100n, more)], [sale])];
    expect(pairs({})).toEqual([['v', 's']]);
    expect(pairs({ terminalId: null })).toEqual([['v', 's']]);
    expect(pairs({ minor: -100n })).toEqual([['v', 's']]);
    expect(pairs({ refNumber: null })).toEqual([['v', 's']]);
    expect(pairs({ terminalId: 'T2' })).toEqual([]);
    expect(pairs({ currency: 'USD' })).toEqual([]);
    expect(pairs({ orderId: 'O-2' })).toEqual([]);
    expect(pairs({ refNumber: 'R-2' })).toEqual([]);
    expect(pairs({ minor: 50n })).toEqual([]);
    expect(pairs({ orderId: null, refNumber: null })).toEqual([]);
  });
  it('takes a sale once: of two reversals of one sale the second undoes nothing', () => {
    const both = [row('r1', 'reversal', 100n), row('r2', 'reversal', 100n)];
    expect([...pairsOf(both, [sale])]).toEqual([['r1', 's']]);
  });
  it('parts of a sale are taken by refunds, never more than there is; a refund larger than its sale stays one', () => {
    const refunds = [row('a', 'refund', 60n), row('b', 'refund', 60n), row('c', 'refund', 40n)];
    expect([...pairsOf(refunds, [sale])]).toEqual([
      ['a', 's'],
      ['c', 's'],
    ]);
    expect(sumRows([{ rowId: 'x', kind: 'refund', amount: egp(500n), undoes: null }]).net).toEqual([
      { count: 1, amount: egp(-500n) },
    ]);
  });
});

it('sums are apart by currency, and say what they lack; voids of sales that nobody knows subtract nothing', () => {
  const rows = [
    { rowId: 's', kind: 'sale' as const, amount: egp(28_395n), undoes: null },
    { rowId: 'r', kind: 'reversal' as const, amount: egp(28_395n), undoes: 's' },
    { rowId: 'q', kind: 'unknown' as const, amount: egp(-12_000n), undoes: null },
    { rowId: 'd', kind: 'sale' as const, amount: { minor: 5n, currency: 'USD' }, undoes: null },
    ...[24_940n, 24_940n, 24_940n, 24_940n, 24_940n].map((minor, at) => ({
      rowId: `v${at}`,
      kind: 'void' as const,
      amount: egp(minor),
      undoes: null,
    })),
  ];
  expect(sumRows(rows)).toEqual({
    net: [
      { count: 8, amount: egp(0n) },
      { count: 1, amount: { minor: 5n, currency: 'USD' } },
    ],
    sales: [
      { count: 1, amount: egp(28_395n) },
      { count: 1, amount: { minor: 5n, currency: 'USD' } },
    ],
    returns: [{ count: 6, amount: egp(-28_395n) }],
    undone: [{ count: 1, amount: egp(28_395n) }],
    notSummed: [{ count: 1, amount: egp(12_000n) }],
  });
});
