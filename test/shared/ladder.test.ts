import { describe, expect, it } from 'vitest';
import { defaultLimits, levelOf, limitNameOf, limitsOf, type LadderAction } from '#shared/domain/ladder.ts';
import { movementKinds } from '#shared/domain/operation.ts';
import { money } from '#shared/money/money.ts';

const egp = (minor: bigint) => [money(minor, 'EGP')];
const level = (action: LadderAction, amounts = egp(100n)) =>
  levelOf(action, { amounts, limits: defaultLimits });

describe('the ladder', () => {
  it.each([
    [{ do: 'read' }, 'L0'],
    [{ do: 'export' }, 'L0'],
    [{ do: 'close-day' }, 'L1'],
    [{ do: 'move', kind: 'acknowledgement' }, 'L1'],
    [{ do: 'change-people' }, 'L2'],
    [{ do: 'acknowledge-unreadable' }, 'L2'],
    [{ do: 'move', kind: 'reversal' }, 'L2'],
    [{ do: 'move', kind: 'instant-settlement' }, 'L2'],
    [{ do: 'move', kind: 'refund' }, 'L2'],
    [{ do: 'move', kind: 'void' }, 'L2'],
    [{ do: 'move', kind: 'capture' }, 'L2'],
    [{ do: 'move', kind: 'payout' }, 'L2'],
    [{ do: 'send-again', kind: 'acknowledgement' }, 'L2'],
    [{ do: 'send-again', kind: 'reversal' }, 'L2'],
    [{ do: 'resolve', kind: 'payout' }, 'L2'],
    [{ do: 'write-off' }, 'L2'],
    [{ do: 'make-key' }, 'L2'],
    [{ do: 'add-addresses' }, 'L2'],
    [{ do: 'delete-key' }, 'L3'],
    [{ do: 'make-schedule' }, 'L3'],
    [{ do: 'first-transfer' }, 'L3'],
    [{ do: 'change-recipient' }, 'L3'],
    [{ do: 'send-again', kind: 'payout' }, 'L3'],
    [{ do: 'move', kind: 'payout-batch' }, 'L3'],
    [{ do: 'send-again', kind: 'payout-batch' }, 'L3'],
    [{ do: 'resolve', kind: 'payout-batch' }, 'L2'],
    [{ do: 'restrict-addresses' }, 'L3'],
    [{ do: 'close-with-large-difference' }, 'L3'],
    [{ do: 'close-over-unknown' }, 'L3'],
    [{ do: 'reopen-close' }, 'L3'],
  ] as const)('%j with a small amount is %s', (action, wanted) => expect(level(action)).toBe(wanted));

  it.each([
    ['reversal', 1_000_000n],
    ['instant-settlement', 5_000_000n],
    ['refund', 1_000_000n],
    ['void', 1_000_000n],
    ['capture', 1_000_000n],
    ['payout', 1_000_000n],
  ] as const)('%s needs a second person above %s piastres, not at it', (kind, limit) => {
    const verbs =
      kind === 'payout' ? (['move', 'resolve'] as const) : (['move', 'send-again', 'resolve'] as const);
    for (const verb of verbs) {
      expect(level({ do: verb, kind }, egp(limit))).toBe('L2');
      expect(level({ do: verb, kind }, egp(limit + 1n))).toBe('L3');
    }
  });

  it('a write-off needs a second person above EGP 100.00, in another currency, and of an amount that is not known', () => {
    expect(level({ do: 'write-off' }, egp(10_000n))).toBe('L2');
    for (const amounts of [egp(10_001n), [money(1n, 'USD')], []])
      expect(level({ do: 'write-off' }, amounts)).toBe('L3');
  });

  it('a currency without a limit, and an amount that is not known, need a second person', () => {
    for (const kind of movementKinds.filter((one) => limitNameOf[one] !== null)) {
      expect(level({ do: 'move', kind }, [money(1n, 'USD')])).toBe('L3');
      expect(level({ do: 'move', kind }, [])).toBe('L3');
      expect(level({ do: 'move', kind }, [...egp(1n), money(1n, 'USD')])).toBe('L3');
    }
  });

  it('a limit of nothing means always two', () => {
    const limits = { ...defaultLimits, reversal: [] };
    expect(levelOf({ do: 'move', kind: 'reversal' }, { amounts: egp(1n), limits })).toBe('L3');
  });
});

it('the limit that an act is held against can be named', () => {
  expect(limitsOf({ do: 'write-off' }, defaultLimits)).toEqual(egp(10_000n));
  expect(limitsOf({ do: 'resolve', kind: 'payout' }, defaultLimits)).toEqual(egp(1_000_000n));
  expect(limitsOf({ do: 'send-again', kind: 'acknowledgement' }, defaultLimits)).toEqual([]);
  expect(limitsOf({ do: 'reopen-close' }, defaultLimits)).toEqual([]);
});
