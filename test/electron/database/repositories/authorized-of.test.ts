import { expect, it } from 'vitest';
import { authorizedOf } from '#electron/database/repositories/closing/to-approve.ts';

const total = (
  kind: 'sale' | 'authorization',
  entryMode: string,
  count: number,
  minor: bigint,
  currency = 'EGP',
) => ({
  currency,
  paymentType: kind,
  entryMode,
  kind,
  count,
  amount: { minor, currency },
  adds: { minor: kind === 'sale' ? minor : 0n, currency },
});

it('what is authorised in a close is summed per currency over its entry modes, and nothing else is', () => {
  const totals = [
    total('sale', 'CHIP', 3, 90_000n),
    total('authorization', 'CHIP', 1, 1_525n),
    total('authorization', 'MANUAL', 1, 408_995n),
    total('authorization', 'CHIP', 1, 20_000n, 'USD'),
  ];
  expect(authorizedOf({ totals })).toEqual([
    { count: 2, amount: { minor: 410_520n, currency: 'EGP' } },
    { count: 1, amount: { minor: 20_000n, currency: 'USD' } },
  ]);
  expect(authorizedOf({ totals: totals.slice(0, 1) })).toEqual([]);
});
