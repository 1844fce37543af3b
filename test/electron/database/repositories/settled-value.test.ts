import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeWire, encodeWire } from '#electron/database/repositories/settled-value.ts';
import { settledSchema, type SettledTransaction } from '#shared/contract/settlement.ts';

const row: SettledTransaction = {
  transactionId: 'TX-1',
  merchantOrderId: 'NM-1',
  refNumber: null,
  terminalId: '30410001',
  branchId: 'BR-01',
  branchName: null,
  channel: 'pos',
  method: 'card',
  paymentType: 'SALE',
  entryMode: null,
  amount: { minor: -(10n ** 29n), currency: 'KWD' },
  fee: { minor: 0n, currency: 'USD_VIRTUAL' },
  vat: null,
  net: { minor: 9_007_199_254_740_993n, currency: 'JPY' },
  settlementDate: { kind: 'instant', atMs: -1, raw: '1969-12-31' },
  createdAt: { kind: 'text', raw: 'yesterday' },
  windowId: null,
  batchId: 'B',
  raw: '{}',
};
const stored = JSON.parse(encodeWire(row)) as Record<string, unknown>;

const AMOUNTS = ['amount', 'fee', 'vat', 'net'];
const TIMES = ['settlementDate', 'createdAt'];
const money = fc.record(
  {
    minor: fc.constantFrom<unknown>(
      '12',
      '-0',
      '007',
      '',
      '-',
      '1.5',
      ' 1',
      '1\n',
      '1'.repeat(31),
      '٣',
      5,
      null,
    ),
    currency: fc.constantFrom<unknown>('EGP', 'JPY', 'XXX', 'egp', '', 'constructor', 818, null),
    more: fc.constantFrom<unknown>(1, null),
  },
  { requiredKeys: [] },
);
const time = fc.record(
  {
    kind: fc.constantFrom<unknown>('instant', 'text', 'day', 1, null),
    atMs: fc.constantFrom<unknown>(0, -5, 1.5, 2 ** 53, 1e300, '5', null),
    raw: fc.constantFrom<unknown>('', 'now', 7, null),
    more: fc.constant(1),
  },
  { requiredKeys: [] },
);
const change = fc.tuple(
  fc.constantFrom(...Object.keys(stored), 'unheardOf', ...AMOUNTS, ...TIMES),
  fc.oneof(money, time, fc.constantFrom<unknown>(null, '', 'x', 0, true, [], {}), fc.constant(undefined)),
);

const outcome = (read: () => SettledTransaction) => {
  try {
    return { row: read() };
  } catch (error) {
    return { error: String(error) };
  }
};

it('a stored row is read as it was written', () => {
  expect(decodeWire(encodeWire(row))).toStrictEqual(row);
});

const REQUIRED = ['transactionId', 'amount', 'raw'];
/** An earlier Closeout stored fewer keys; what may be null is null where the key is not there. */
const withLaterKeys = (text: string): unknown => {
  const later = Object.keys(stored).filter((key) => !REQUIRED.includes(key));
  return { ...Object.fromEntries(later.map((key) => [key, null])), ...(JSON.parse(text) as object) };
};

it('whatever a value holds, it is read, or refused, as the schema does', () => {
  const seen = { read: 0, refused: 0 };
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
      const text = JSON.stringify({ ...stored, ...Object.fromEntries(changes) });
      const wanted = outcome(() => settledSchema.parse(withLaterKeys(text)));
      expect(outcome(() => decodeWire(text))).toStrictEqual(wanted);
      seen['row' in wanted ? 'read' : 'refused'] += 1;
    }),
    { numRuns: 20_000, seed: 20_261_122 },
  );
  expect(Math.min(seen.read, seen.refused)).toBeGreaterThan(1_000);
});

it.each(['null', '[]', '5', '"x"', '{}'])('%s is refused', (text) => {
  expect(() => decodeWire(text)).toThrow();
});
