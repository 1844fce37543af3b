/**
 * `npm run bench`: ratios against a raw baseline in the same run (never absolute times). Today: a page of transactions
 * through the database worker beside the same SQL called directly, and a reversal beside a bare request.
 */
import { mkdtempSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openDatabase } from '../../electron/database/client.ts';
import { sendMovement } from '../../electron/gateway/send-movement.ts';
import { systemClock } from '../../electron/launch/system.ts';
import { startSandbox } from '../../electron/sandbox/start-sandbox.ts';

const PAIRS = 30;

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Pairs in turn, so that a machine that slows down slows both. */
async function ratio(name: string, raw: () => unknown, ours: () => Promise<unknown>): Promise<void> {
  const ratios: number[] = [];
  for (let pair = 0; pair < PAIRS + 3; pair += 1) {
    const base = await timed(raw);
    const product = await timed(ours);
    if (pair >= 3) ratios.push(product / base);
  }
  const sorted = ratios.toSorted((a, b) => a - b);
  console.log(
    `${name}: median ${median(ratios).toFixed(2)}, lowest ${sorted[0]?.toFixed(2) ?? ''}, highest ${sorted.at(-1)?.toFixed(2) ?? ''}`,
  );
}

async function settledPage(): Promise<void> {
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
  for (let from = 0; from < 50_000; from += 500) {
    await database.call('settlement.storeSettled', {
      rows: Array.from({ length: 500 }, (_, index) => row(from + index)),
      download: 'bench',
    });
  }
  const raw = new Sqlite(join(folder, 'cache.sqlite'), { readonly: true });
  const sql = raw.prepare(
    'SELECT value, settled_at_ms AS key, transaction_id FROM settled ORDER BY settled_at_ms DESC, transaction_id DESC LIMIT 101',
  );
  const filter = { text: '', branchIds: [], windowId: null, fromMs: null, toMs: null };
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

async function movement(): Promise<void> {
  const sandbox = await startSandbox({ terminals: 3, transactions: 30 });
  await fetch(`${sandbox.controlUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ match: { path: '/v3/payment/reversal/' }, fault: { kind: 'delay', ms: 100 } }),
  });
  const url = `${sandbox.live.dashboardUrl}/v3/payment/reversal/NONE`;
  const body = new TextEncoder().encode('{"apiOperation":"REVERSAL"}');
  const raw = () =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: sandbox.live.secretKey,
        'content-type': 'application/json',
        connection: 'close',
      };
      const outgoing = request(url, { method: 'PUT', agent: false, headers }, (answer) =>
        answer.resume().on('end', resolve),
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  await ratio('one movement on the wire ÷ a raw request on a new connection, at 100 ms', raw, () =>
    sendMovement({ method: 'PUT', url, body, bodySha256: '', keyFingerprint: '' }, () => {}, {
      clock: systemClock,
      secretKey: sandbox.live.secretKey,
    }),
  );
  await sandbox.stop();
}

await settledPage();
await movement();
