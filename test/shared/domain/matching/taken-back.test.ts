/** What a bank takes back is linked to its deposit, and to what that deposit paid. */
import { expect, it } from 'vitest';
import { foundAtBank, ours, theirs } from './items.ts';

const window = (itemId: string, minor = 10_000n) => ours({ itemId, minor, date: '2026-11-15' });
const deposit = (itemId: string, minor = 10_000n, text = '') =>
  theirs({ itemId, minor, text, date: '2026-11-16' });
const back = (itemId: string, minor: bigint, facts: Parameters<typeof theirs>[0] = {}) =>
  theirs({
    itemId,
    minor: -minor,
    text: 'RETURNED',
    date: '2026-11-18',
    foreign: true,
    bankEntry: 'returned',
    ...facts,
  });

it('a deposit that is matched and returned is an exception of its window and of both lines', () => {
  expect(foundAtBank([window('SW-1')], [deposit('in'), back('out', 10_000n)])).toEqual([
    ['deposit-returned', ['SW-1'], ['in', 'out']],
  ]);
});

it('a return that names the window is linked by the name, whatever else has its amount', () => {
  const lines = [
    deposit('a', 10_000n, 'ACQUIRER SW-100417'),
    deposit('b'),
    back('out', 10_000n, { text: 'RTN SW-100417' }),
  ];
  expect(foundAtBank([window('SW-100417'), window('SW-2')], lines)).toEqual([
    ['amount-date', ['SW-2'], ['b']],
    ['deposit-returned', ['SW-100417'], ['a', 'out']],
  ]);
});

it('a return with the reference of its deposit is linked, where the window has that reference, too', () => {
  const paid = ours({ itemId: 'SW-1', minor: 10_000n, reference: 'CIB-7' });
  const lines = [
    theirs({ itemId: 'in', minor: 10_000n, reference: 'CIB-7', date: '2026-11-16' }),
    back('out', 10_000n, { reference: 'CIB-7' }),
  ];
  expect(foundAtBank([paid], lines)).toEqual([['deposit-returned', ['SW-1'], ['in', 'out']]]);
});

it('a chargeback of a part stands with the window that it is taken from', () => {
  const lines = [
    deposit('in', 10_000n, 'ACQUIRER SW-100417'),
    back('out', 1_500n, { text: 'CHARGEBACK SW-100417', bankEntry: 'chargeback' }),
  ];
  expect(foundAtBank([window('SW-100417')], lines)).toEqual([['chargeback', ['SW-100417'], ['in', 'out']]]);
});

it('what may take back one of two deposits is linked to neither, and is shown', () => {
  const lines = [
    deposit('a'),
    theirs({ itemId: 'b', minor: 10_000n, date: '2026-11-17' }),
    back('out', 10_000n),
  ];
  expect(foundAtBank([window('SW-1')], lines)).toContainEqual(['deposit-returned', [], ['out']]);
});

it('a deposit of several windows stays matched, and what was taken back of it stands alone', () => {
  const lines = [deposit('in', 20_000n, 'ACQUIRER SW-100417 SW-100418'), back('out', 20_000n)];
  expect(foundAtBank([window('SW-100417'), window('SW-100418')], lines)).toEqual([
    ['deposit-returned', [], ['out']],
    ['sum', ['SW-100417', 'SW-100418'], ['in']],
  ]);
});

it('a deposit of nobody that is returned is one exception, and money that goes out otherwise is none', () => {
  const lines = [
    deposit('in', 777n),
    back('out', 777n),
    theirs({ itemId: 'rent', minor: -5n, foreign: true }),
  ];
  expect(foundAtBank([window('SW-1')], lines)).toEqual([
    ['deposit-returned', [], ['in', 'out']],
    ['left-out', [], ['rent']],
    ['missing-in-settlement', ['SW-1'], []],
  ]);
});

it('a return that comes before the deposit, or long after it, takes nothing back', () => {
  for (const date of ['2026-11-10', '2026-12-28'])
    expect(foundAtBank([window('SW-1')], [deposit('in'), back('out', 10_000n, { date })])).toEqual([
      ['amount-date', ['SW-1'], ['in']],
      ['deposit-returned', [], ['out']],
    ]);
});

it('what settles nothing is told apart, unless it may pay something', () => {
  const lines = [
    theirs({ itemId: 'fee', minor: -5n, foreign: true }),
    theirs({ itemId: 'in', minor: 10_000n, text: 'SOMEBODY', date: '2026-11-16' }),
    theirs({ itemId: 'other', minor: 333n, text: 'SOMEBODY', date: '2026-11-16' }),
  ];
  const bookingOf = ({ itemId }: { itemId: string }) =>
    itemId === 'fee' ? ('bank-fee' as const) : ('other-income' as const);
  expect(foundAtBank([window('SW-1')], lines, { bookingOf })).toEqual([
    ['bank-fee', [], ['fee']],
    ['missing-in-ours', [], ['in']],
    ['missing-in-settlement', ['SW-1'], []],
    ['other-income', [], ['other']],
  ]);
});
