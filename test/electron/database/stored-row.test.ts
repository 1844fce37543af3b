import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { migrate } from '#electron/database/migrate.ts';
import { resultsMigrations } from '#electron/database/migrations/index.ts';
import { decodeWire, encodeWire } from '#electron/database/repositories/settled-value.ts';
import { readStored } from '#electron/database/repositories/stored-row.ts';
import { instantRequestSchema } from '#shared/contract/instant-settlement.ts';
import { windowSchema } from '#shared/contract/settlement.ts';
import { settled, windowOf } from '../services/reconciliation/settled.ts';

const MUST: readonly string[] = ['transactionId', 'amount', 'raw'];
const without = (value: object, key: string): unknown =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));

it('a settled transaction that was stored before one of its fields was known is read, with that field empty', () => {
  const row = settled(1);
  const text = JSON.parse(encodeWire(row)) as object;
  for (const key of Object.keys(text).filter((name) => !MUST.includes(name)))
    expect(decodeWire(JSON.stringify(without(text, key)))).toEqual({
      ...row,
      [key]: null,
    });
  for (const key of MUST) expect(() => decodeWire(JSON.stringify(without(text, key)))).toThrow();
});

it('so is a settlement window, and one that was stored without batches has none', () => {
  const text = z.encode(windowSchema, windowOf('SW-1', 10_000n));
  for (const key of Object.keys(text).filter((name) => name !== 'windowId')) {
    const read = readStored(windowSchema, without(text, key));
    expect(read[key as keyof typeof read]).toEqual(key === 'batches' ? [] : null);
  }
});

it('so is a request as the first Closeout stored it', () => {
  const first = {
    requestId: 'IS-1',
    status: { kind: 'known', value: 'PENDING' },
    total: null,
    netTransfer: null,
    totalFees: null,
    vat: null,
    count: null,
    createdAt: null,
    history: [],
    declineReason: null,
    operationId: null,
  };
  expect(readStored(instantRequestSchema, first)).toMatchObject({
    totalNet: null,
    rateFee: null,
    flatFee: null,
  });
});

it('what reconciliation found before it knew what an item waits for is read as waiting for nothing in particular', () => {
  const db = new Sqlite(':memory:');
  migrate(db, resultsMigrations.slice(0, 1));
  db.exec(
    `INSERT INTO open_item VALUES (1, 'bank', 'ours', 'SW-1', NULL, 'not-covered', '2026-11-20', '2026-11-18', 100, 'EGP', '', '{}')`,
  );
  migrate(db, resultsMigrations);
  expect(db.prepare('SELECT reason, waits_for FROM open_item').get()).toEqual({
    reason: 'not-covered',
    waits_for: null,
  });
  db.close();
});

it('a line that an earlier Closeout matched is known by its match', () => {
  const db = new Sqlite(':memory:');
  migrate(db, resultsMigrations.slice(0, 4));
  const theirs = ['line', 'closing-row'].map((kind, at) => ({ itemId: `import-1:${at}`, source: { kind } }));
  db.prepare(
    `INSERT INTO found_match (run, number, comparison, rule, currency, difference_minor, search, ours, theirs)
     VALUES (1, 7, 'bank', 'window-id', 'EGP', 0, '', '[]', ?)`,
  ).run(JSON.stringify(theirs));
  migrate(db, resultsMigrations);
  expect(db.prepare('SELECT item_id, number FROM line_match').all()).toEqual([
    { item_id: 'import-1:0', number: 7 },
  ]);
  db.close();
});
