import { expect, test } from 'vitest';
import { settingChanges } from '#electron/audit/setting-changes.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });

test('a changed setting is told with what it was and is; amounts as decimals, others as they are', () => {
  const before = { language: 'en', minutes: 5, tolerance: [], roles: ['cashier'], on: false };
  expect(
    settingChanges(before, {
      language: 'ar',
      minutes: 5,
      tolerance: [egp(5_000n)],
      roles: ['cashier', 'manager'],
      on: true,
    }),
  ).toEqual({
    changed: {
      language: { from: 'en', to: 'ar' },
      tolerance: { from: [], to: ['EGP 50.00'] },
      roles: { from: ['cashier'], to: ['cashier', 'manager'] },
      on: { from: false, to: true },
    },
  });
});

test('what is not among the settings after is not told, and the same amounts are no change', () => {
  expect(settingChanges({ a: [egp(1n)], b: 1 }, { a: [egp(1n)] })).toEqual({ changed: {} });
});
