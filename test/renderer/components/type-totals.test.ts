import { expect, it } from 'vitest';
import type { Report } from '#shared/contract/closing-z.ts';
import type { Kind } from '#shared/domain/kinds/index.ts';
import { typeTotals } from '#renderer/components/type-totals.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const total = (
  paymentType: string,
  kind: Kind | null,
  count: number,
  size: bigint,
  adds: bigint | null,
): Report['totals'][number] => ({
  currency: 'EGP',
  paymentType,
  entryMode: 'CHIP',
  kind,
  count,
  amount: egp(size),
  adds: adds === null ? null : egp(adds),
});
const amounts = (lines: readonly { amount: { minor: bigint } }[]) => lines.map(({ amount }) => amount.minor);

it('the net is what the lines above it come to, and authorisations stand below it', () => {
  const [egyptian] = typeTotals([
    total('AUTH', 'authorization', 2, 4_105_20n, 0n),
    total('REFUND', 'refund', 1, 10_00n, -10_00n),
    total('SALE', 'sale', 3, 100_00n, 100_00n),
    total('???', 'unknown', 1, 7_00n, 0n),
  ]);
  expect(amounts(egyptian?.inNet ?? [])).toEqual([100_00n, -10_00n]);
  expect(egyptian?.net).toEqual({ count: 4, amount: egp(90_00n) });
  expect(amounts(egyptian?.notInNet ?? [])).toEqual([4_105_20n, 7_00n]);
});

it('voids of one type, of which some undo no sale that is known here, are a line of each', () => {
  const [egyptian] = typeTotals([total('VOID', 'void', 3, 30_00n, -20_00n)]);
  expect(egyptian?.inNet).toMatchObject([{ count: 3, amount: egp(-20_00n) }]);
  expect(egyptian?.notInNet).toMatchObject([{ count: null, amount: egp(10_00n) }]);
});

it('a report of before kinds were known has its lines and no net', () => {
  const [egyptian] = typeTotals([total('SALE', null, 3, 100_00n, null)]);
  expect(egyptian).toMatchObject({ inNet: [{ amount: egp(100_00n) }], net: null, notInNet: [] });
});

it('currencies are never mixed', () => {
  const usd = { ...total('SALE', 'sale', 1, 5_00n, 5_00n), currency: 'USD' };
  expect(typeTotals([total('SALE', 'sale', 1, 1_00n, 1_00n), usd]).map(({ currency }) => currency)).toEqual([
    'EGP',
    'USD',
  ]);
});
