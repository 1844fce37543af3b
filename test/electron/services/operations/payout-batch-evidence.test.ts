import { expect, it } from 'vitest';
import type { ProfileContext } from '#electron/services/context.ts';
import { readBatchEvidence } from '#electron/services/operations/movements/payout-batch/evidence.ts';
import { money } from '#shared/money/money.ts';
import { record, SENT_AT_MS } from '../../journal/record.ts';

const before = { readAtMs: 1, listedRowIds: [], saleRowId: null, snapshotId: null, requestIds: [] };
const sent = (name: string, amount: number) => ({
  merchantTransferId: name,
  method: 'wallet',
  recipientName: 'Mona',
  recipientNumber: '01001234567',
  amount,
});
const body = new TextEncoder().encode(
  JSON.stringify({ batchName: 'ours', transfers: [sent('ours-1', 120.5), sent('ours-2', 0.1)] }),
);
const batch = record({ kind: 'payout-batch', orderId: 'ours', body, evidenceBefore: before });
const row = (merchantTransferId: string, minor: bigint, batchId: string | null = 'TB-1') => ({
  transferId: `t-${merchantTransferId}`,
  merchantTransferId,
  batchId,
  amount: money(minor, 'EGP'),
  createdAt: null,
});
const whole = [row('ours-2', 10n), row('ours-1', 12_050n)];

/** Each list is a page. */
async function read(...pages: ReturnType<typeof row>[][]) {
  const context = {
    clock: { nowMs: () => SENT_AT_MS + 1 },
    gateway: {
      payouts: {
        listTransfers: async ({ page }: { page: number }) => ({
          ok: true,
          value: {
            rows: pages[page - 1] ?? [],
            unreadable: 0,
            page,
            pages: pages.length,
            total: null,
            serverAtMs: 5_000_000,
          },
        }),
      },
    },
  } as unknown as ProfileContext;
  const answer = await readBatchEvidence(context, batch, true);
  if (!answer.ok) throw new Error(answer.error.code);
  return { result: answer.value.evidence.result, madeId: answer.value.madeId };
}

it('each of its transfers with its amount proves a batch, also on several pages, and names it', async () => {
  expect(await read(whole)).toEqual({ result: 'positive', madeId: 'TB-1' });
  expect(await read(whole.slice(0, 1), whole.slice(1))).toEqual({ result: 'positive', madeId: 'TB-1' });
  expect(await read([row('ours-1', 12_050n, null), row('ours-2', 10n, null)])).toEqual({
    result: 'positive',
    madeId: null,
  });
});
it('none of its transfers is not there', async () => {
  expect(await read([row('another-1', 12_050n)])).toEqual({ result: 'negative', madeId: null });
});
it('some of them, another amount, or transfers of two batches prove neither that it was made nor that it was not', async () => {
  const nothing = { result: 'inconclusive', madeId: null };
  expect(await read(whole.slice(1))).toEqual(nothing);
  expect(await read([row('ours-1', 12_050n), row('ours-2', 11n)])).toEqual(nothing);
  expect(await read([row('ours-1', 12_050n), row('ours-2', 10n, 'TB-2')])).toEqual(nothing);
});
