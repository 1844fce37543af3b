import { expect, test } from 'vitest';
import { settledSum } from '#renderer/features/figures/settled-sum.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const period = (count: number, gross: bigint, net: bigint | null) => ({
  count,
  gross: egp(gross),
  net: net === null ? null : egp(net),
  fees: null,
  notSummed: null,
  feeShareBasisPoints: null,
});

test('gross, net and what was kept of all periods', () => {
  const settled = [period(2, 10_000n, 9_700n), period(0, 0n, null), period(1, -500n, -500n)];
  expect(settledSum({ currency: 'EGP', settled })).toEqual({
    gross: egp(9_500n),
    net: egp(9_200n),
    kept: egp(300n),
  });
});

test('no net is made up where the gateway gives none for a period with rows', () => {
  const settled = [period(2, 10_000n, 9_700n), period(1, 300n, null)];
  expect(settledSum({ currency: 'EGP', settled })).toEqual({ gross: egp(10_300n), net: null, kept: null });
  expect(settledSum({ currency: 'EGP', settled: [] })).toEqual({
    gross: egp(0n),
    net: egp(0n),
    kept: egp(0n),
  });
});
