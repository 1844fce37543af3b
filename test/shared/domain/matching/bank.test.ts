/** What a bank writes of a window, and which window is meant. */
import { describe, expect, it } from 'vitest';
import { found, foundAtBank, ours, theirs } from './items.ts';

const bank = { comparison: 'bank' as const };
const windowOf = (itemId: string, minor: bigint, date = '2026-11-15') => ours({ itemId, minor, date });
const lineOf = (itemId: string, minor: bigint, text: string, date = '2026-11-16') =>
  theirs({ itemId, minor, text, date });

describe('a line names a window', () => {
  const windows = [windowOf('SW-100417', 10_000n), windowOf('SW-200518', 10_000n)];
  it.each([
    ['as it is', 'SETTLEMENT SW-100417 OF TODAY'],
    ['in small letters, with a space', 'settlement sw 100417'],
    ['with zeros in front', 'SETTLEMENT SW-00100417'],
    ['glued to other letters', 'REFSW100417EG'],
    ['cut by two characters', 'SETTLEMENT SW-1004'],
    ['cut at its beginning', 'SETTLEMENT 100417'],
  ])('%s', (_how, text) => {
    expect(found(windows, [lineOf('x', 10_000n, text)], bank)).toContainEqual([
      'reference',
      ['SW-100417'],
      ['x'],
    ]);
  });

  it('in one of its other references', () => {
    const line = { ...lineOf('x', 10_000n, 'TRANSFER'), references: 'BANK-77\nSW-100417' };
    expect(found(windows, [line], bank)).toContainEqual(['reference', ['SW-100417'], ['x']]);
  });

  it('and not one whose number is a part of its own', () => {
    const names = found([windowOf('SW-10041', 10_000n)], [lineOf('x', 9_000n, 'SW-100417')], bank);
    expect(names).toContainEqual(['missing-in-ours', [], ['x']]);
  });

  it('and none, where a name that is cut could be of two', () => {
    const two = [windowOf('SW-100417', 10_000n), windowOf('SW-100418', 20_000n)];
    const kinds = found(two, [lineOf('x', 5_000n, 'SETTLEMENT SW-10041')], bank).map(([kind]) => kind);
    expect(kinds).not.toContain('window');
  });

  it('with another amount: one exception of both, also where the name stands in the text', () => {
    expect(found([windowOf('SW-100417', 10_000n)], [lineOf('x', 9_700n, 'BATCH SW-100417')], bank)).toEqual([
      ['amount-under', ['SW-100417'], ['x']],
    ]);
  });

  it('a second time: the first is a match, the second a duplicate', () => {
    const twice = [
      lineOf('x', 10_000n, 'SW-100417', '2026-11-16'),
      lineOf('y', 10_000n, 'SW-100417', '2026-11-17'),
    ];
    expect(found([windowOf('SW-100417', 10_000n)], twice, bank)).toEqual([
      ['duplicate', [], ['y']],
      ['reference', ['SW-100417'], ['x']],
    ]);
  });

  it('and is taken back: the window is not paid', () => {
    const both = [
      lineOf('x', 10_000n, 'SW-100417'),
      lineOf('y', -10_000n, 'RETURNED SW-100417', '2026-11-18'),
    ];
    expect(found([windowOf('SW-100417', 10_000n)], both, bank)).toEqual([
      ['amount-under', ['SW-100417'], ['x', 'y']],
    ]);
  });

  it('keeps its amount from being taken by another window', () => {
    const both = [windowOf('SW-100417', 10_000n), windowOf('SW-200518', 9_700n)];
    expect(found(both, [lineOf('x', 9_700n, 'BATCH SW-100417')], bank)).toContainEqual([
      'amount-under',
      ['SW-100417'],
      ['x'],
    ]);
  });
});

describe('one deposit for several windows', () => {
  const windows = [
    windowOf('SW-100417', 712_345n, '2026-11-10'),
    windowOf('SW-100418', 598_761n, '2026-11-12'),
    windowOf('SW-100419', 433_210n, '2026-11-15'),
  ];
  it('that names all of them is matched', () => {
    expect(found(windows, [lineOf('x', 1_311_106n, 'SW-100417 AND SW-100418')], bank)).toContainEqual([
      'sum',
      ['SW-100417', 'SW-100418'],
      ['x'],
    ]);
  });

  it('that names one of them is matched before it is too much for it, also where their days are apart', () => {
    expect(found(windows, [lineOf('x', 1_744_316n, 'SW-100419')], bank)).toEqual([
      ['sum', ['SW-100417', 'SW-100418', 'SW-100419'], ['x']],
    ]);
  });

  it('of twelve parts is found, and none where two choices make it', () => {
    const amounts = Array.from({ length: 12 }, (_, at) => 100_003n + BigInt(at * at * 7_919));
    const many = amounts.map((minor, at) => windowOf(`SW-3000${10 + at}`, minor));
    const sum = amounts.reduce((a, b) => a + b, 0n);
    expect(foundAtBank(many, [lineOf('x', sum, 'ACQUIRER')]).map(([kind]) => kind)).toEqual(['day']);
    const spread = many.map((one, at) => ({ ...one, date: at % 2 === 0 ? '2026-11-15' : '2026-11-16' }));
    expect(foundAtBank(spread, [lineOf('x', sum, 'ACQUIRER')]).map(([kind]) => kind)).toEqual(['sum']);
    const equal = [...spread, windowOf('SW-400001', 5_000n), windowOf('SW-400002', 5_000n)];
    const kinds = foundAtBank(equal, [lineOf('x', sum + 5_000n, 'ACQUIRER')]).map(([kind]) => kind);
    expect(kinds).not.toContain('sum');
  });
});

it('a deposit of somebody else is not taken for its amount, and one of a known payer is', () => {
  const windows = [1, 2, 3, 4].map((at) => windowOf(`SW-10041${at}`, BigInt(10_000 + at * 777)));
  const named = windows
    .slice(0, 3)
    .map(({ itemId, amount }, at) => lineOf(`x${at}`, amount.minor, `ACQUIRER ${itemId}`));
  const cash = lineOf('cash', 13_108n, 'CASH DEPOSIT ATM');
  const other = lineOf('other', 13_108n, 'ACQUIRER OF SOMEBODY ELSE');
  const payer = lineOf('payer', 13_108n, 'ACQUIRER');
  expect(found(windows, [...named, cash], bank)).toContainEqual(['missing-in-ours', [], ['cash']]);
  expect(found(windows, [...named, cash, other, payer], bank)).toContainEqual([
    'amount-date',
    ['SW-100414'],
    ['payer'],
  ]);
});

it('amount and day alone match nothing, while nobody knows who pays', () => {
  expect(found([windowOf('SW-100417', 10_000n)], [lineOf('x', 10_000n, 'ACQUIRER')], bank)).toEqual([
    ['missing-in-ours', [], ['x']],
    ['missing-in-settlement', ['SW-100417'], []],
  ]);
});

it('a line is not of a window that comes after it', () => {
  const kinds = found(
    [windowOf('SW-100417', 10_000n, '2026-11-19')],
    [lineOf('x', 10_000n, '', '2026-11-16')],
    bank,
  );
  expect(kinds.map(([kind]) => kind)).not.toContain('amount-date');
});
