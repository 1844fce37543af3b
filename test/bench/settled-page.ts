/** A page of settled transactions through the database worker beside the same SQL called directly. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openDatabase } from '../../electron/database/client.ts';
import { ratio } from './measure.ts';

export async function settledPage(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-bench-'));
  const { database } = await openDatabase(
    new URL('../../electron/database/worker.ts', import.meta.url),
    folder,
  );
  const row = (index: number) => ({
    transactionId: `TX-${String(index).padStart(7, '0')}`,
    merchantOrderId: `NM-${index}`,
    refNumber: String(600_000_000_000 + index),
    terminalId: '30410001',
    branchId: 'BR-01',
    branchName: null,
    channel: 'pos',
    method: 'card',
    paymentType: 'SALE',
    entryMode: 'CHIP',
    amount: { minor: BigInt(index % 9_999), currency: 'EGP' },
    fee: null,
    vat: null,
    net: null,
    settlementDate: { kind: 'instant' as const, atMs: index * 1_000, raw: String(index) },
    createdAt: null,
    windowId: null,
    batchId: null,
    raw: '{}',
  });
  const { run } = await database.call('settlement.beginSync', {
    branchIds: [],
    anew: false,
    atMs: 0,
    anewAfterMs: 1,
  });
  for (let from = 0; from < 50_000; from += 500) {
    await database.call('settlement.storePage', {
      run,
      rows: Array.from({ length: 500 }, (_, index) => row(from + index)),
      pagesDone: 0,
      total: null,
    });
  }
  const raw = new Sqlite(join(folder, 'cache.sqlite'), { readonly: true });
  const sql = raw.prepare(
    'SELECT value, settled_at_ms AS key, transaction_id FROM settled ORDER BY settled_at_ms DESC, transaction_id DESC LIMIT 101',
  );
  const filter = {
    text: '',
    branchIds: [],
    paymentTypes: [],
    windowId: null,
    fromMs: null,
    toMs: null,
    early: null,
    odd: false,
  };
  await ratio(
    'a page of 100 of 50,000 settled rows through the worker ÷ raw SQL, JSON.parse and clone',
    () =>
      structuredClone((sql.all() as { value: string }[]).map((found) => JSON.parse(found.value) as unknown)),
    () =>
      database.call('settlement.settledPage', {
        filter,
        sort: { by: 'settlementDate', direction: 'desc' },
        after: null,
        limit: 100,
      }),
  );
  raw.close();
  await database.close();
}
