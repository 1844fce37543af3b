/** A merchant with 1,000,000 transactions: the download is stopped and goes on, each is stored once, and the list answers at once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '#electron/database/client.ts';
import type { GatewayTransaction } from '#electron/gateway/endpoints/transactions.ts';
import type { ProfileContext } from '#electron/services/context.ts';
import { downloadPayments } from '#electron/services/payments/download.ts';
import { NEWEST_FIRST, paymentFilterSchema } from '#shared/contract/payments.ts';
import { ok } from '#shared/errors/result.ts';
import { money } from '#shared/money/money.ts';
import { preparedWorkerUrl } from '../../../workers.ts';

const TOTAL = Number(process.env['CLOSEOUT_TRANSACTIONS'] ?? 1_000_000);
const EGP = 'EGP';
const everything = paymentFilterSchema.parse({});
/** A page of the list is two reads of an index: this is far above it on a busy machine, and far below a scan. */
const AT_ONCE_MS = 500;

/** The newest is number `TOTAL`; every tenth is the refund of the order before it. */
function transaction(n: number): GatewayTransaction {
  const isRefund = n % 10 === 0;
  return {
    transactionId: `TX-${n}`,
    orderId: `ORD-${isRefund ? n - 1 : n}`,
    merchantOrderId: `SHOP-${isRefund ? n - 1 : n}`,
    refNumber: null,
    terminalId: null,
    channel: 'online',
    method: 'card',
    operation: isRefund ? 'refund' : 'pay',
    status: 'SUCCESS',
    amount: money(100n, EGP),
    createdAt: { kind: 'instant', atMs: 1_700_000_000_000 + n * 1_000, raw: '' },
    raw: '{}',
  };
}

it(
  'they are downloaded with a stop between, each once, and listed and summed whole',
  { timeout: 1_800_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'closeout-many-'));
    const { database: db } = await openDatabase(preparedWorkerUrl, folder);
    let asked = 0;
    const list = async ({ page, limit }: { page: number; limit: number }, signal: AbortSignal) => {
      if (signal.aborted) return { ok: false, error: { kind: 'gateway', code: 'cancelled', params: {} } };
      asked += 1;
      const from = TOTAL - (page - 1) * limit;
      const rows = Array.from({ length: Math.max(0, Math.min(limit, from)) }, (_, at) =>
        transaction(from - at),
      );
      const pages = Math.ceil(TOTAL / limit);
      return ok({ rows, unreadable: 0, page, pages, total: TOTAL, serverAtMs: null });
    };
    const context = {
      db,
      gateway: { transactions: { list } },
      clock: { nowMs: () => 1_000 },
    } as unknown as ProfileContext;
    try {
      const stop = new AbortController();
      const onProgress = ({ rows }: { rows: number }) => rows >= TOTAL / 2 && stop.abort();
      const stopped = await downloadPayments(context, { anew: false }, { signal: stop.signal, onProgress });
      expect(stopped).toEqual(ok('cancelled'));
      const half = asked;
      const hooks = { signal: new AbortController().signal, onProgress: () => {} };
      expect(await downloadPayments(context, { anew: false }, hooks)).toEqual(ok('whole'));
      // It went on where it was: no page was asked for twice.
      expect(asked - half).toBe(Math.ceil(TOTAL / 500) - half);
      const sums = await db.call('payments.sums', { filter: everything, nowMs: 0 });
      const refunds = TOTAL / 10;
      expect(sums.count).toBe(TOTAL - refunds);
      expect((await db.call('payments.head', null)).sync).toMatchObject({ ended: 'whole', rows: TOTAL });
      expect(sums.sums[0]?.net).toEqual(money(BigInt(TOTAL - 2 * refunds) * 100n, EGP));
      const startMs = performance.now();
      const { rows } = await db.call('payments.page', {
        filter: everything,
        sort: NEWEST_FIRST,
        nowMs: 0,
        after: null,
        limit: 100,
      });
      expect(performance.now() - startMs).toBeLessThan(AT_ONCE_MS);
      expect(rows[0]?.key).toBe(`ORD-${TOTAL - 1}`);
    } finally {
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
