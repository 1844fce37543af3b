import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { depositedOf } from '#shared/domain/deposits.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const entered = (depositId: string, minor: bigint, reference = '', receivedOn = '2026-11-18') => ({
  depositId,
  amount: egp(minor),
  reference,
  receivedOn,
});
const line = (lineId: string, minor: bigint, reference = '', bookedOn = '2026-11-18') => ({
  lineId,
  amount: egp(minor),
  reference,
  bookedOn,
});
const of = (...args: [Parameters<typeof depositedOf>[0], Parameters<typeof depositedOf>[1]]) => {
  const { deposited, confirmed } = depositedOf(...args, 'EGP');
  return [deposited?.minor ?? null, [...confirmed].sort()];
};

describe('what the bank got', () => {
  it('is nothing that is known before anything is entered or imported', () => {
    expect(of([], [])).toEqual([null, []]);
    expect(of([], [{ ...line('a', 500n), amount: { minor: 500n, currency: 'USD' } }])).toEqual([null, []]);
  });

  it('is counted once where somebody entered what the statement says, with or without its reference', () => {
    for (const reference of ['CIB-4471', 'cib 4471', '', 'another one'])
      expect(of([entered('1', 500n, reference)], [line('a', 500n, 'CIB 4471')])).toEqual([500n, ['1']]);
  });

  it('is of two equal deposits the one of the same reference that the statement confirms', () => {
    const both = [entered('1', 500n, 'CIB 1'), entered('2', 500n, 'CIB 2')];
    expect(of(both, [line('a', 500n, 'CIB 2')])).toEqual([1_000n, ['2']]);
  });

  it('is counted once where parts were entered of what is one line, and the other way round', () => {
    const parts = [entered('1', 300n), entered('2', 200n)];
    expect(of(parts, [line('a', 500n)])).toEqual([500n, ['1', '2']]);
    expect(of([entered('1', 500n)], [line('a', 300n), line('b', 200n)])).toEqual([500n, ['1']]);
    const named = [entered('1', 300n, 'R'), entered('2', 200n, 'R'), entered('3', 70n, 'S')];
    expect(of(named, [line('a', 500n, 'R')])).toEqual([570n, ['1', '2']]);
  });

  it('is both where their amounts differ', () => {
    expect(of([entered('1', 499n, 'R')], [line('a', 500n, 'R')])).toEqual([999n, []]);
  });

  it('is every line of the statement, and of what was entered never the same money a second time', () => {
    const amounts = fc.array(fc.tuple(fc.bigInt(1n, 9n), fc.constantFrom('', 'R', 'S')), { maxLength: 7 });
    fc.assert(
      fc.property(amounts, amounts, (some, others) => {
        const lines = others.map(([minor, reference], at) => line(`l${at}`, minor, reference));
        const said = lines.reduce((sum, { amount }) => sum + amount.minor, 0n);
        const own = some.map(([minor, reference], at) => entered(`d${at}`, minor, reference));
        const { deposited, confirmed } = depositedOf(own, lines, 'EGP');
        const sumOf = (isConfirmed: boolean) =>
          own
            .filter(({ depositId }) => confirmed.has(depositId) === isConfirmed)
            .reduce((sum, { amount }) => sum + amount.minor, 0n);
        expect(deposited?.minor ?? 0n).toBe(said + sumOf(false));
        // What is confirmed is money of the statement, and no more than it has.
        expect(sumOf(true) <= said).toBe(true);
        // Whoever enters exactly what the statement says changes nothing.
        const copied = lines.map(({ lineId, amount, reference }) => entered(lineId, amount.minor, reference));
        expect(depositedOf(copied, lines, 'EGP').deposited?.minor ?? 0n).toBe(said);
      }),
      { numRuns: 500 },
    );
  });
});
