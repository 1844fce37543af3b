import { expect, it } from 'vitest';
import type { ProfileContext } from '#electron/services/context.ts';
import { readPayoutEvidence } from '#electron/services/operations/movements/payout/evidence.ts';
import { money } from '#shared/money/money.ts';
import { record, SENT_AT_MS } from '../../journal/record.ts';

const before = { readAtMs: 1, listedRowIds: [], saleRowId: null, snapshotId: null, requestIds: [] };
const payout = record({ kind: 'payout', orderId: 'ours', evidenceBefore: before });
const transfer = (merchantTransferId: string, minor = 12_050n) => ({
  transferId: 't-1',
  merchantTransferId,
  amount: money(minor, 'EGP'),
  createdAt: null,
});

async function read(...rows: ReturnType<typeof transfer>[]) {
  const page = { rows, unreadable: 0, page: 1, pages: 1, total: rows.length, serverAtMs: 5_000_000 };
  const context = {
    clock: { nowMs: () => SENT_AT_MS + 1 },
    gateway: { payouts: { listTransfers: async () => ({ ok: true, value: page }) } },
  } as unknown as ProfileContext;
  const answer = await readPayoutEvidence(context, payout, true);
  if (!answer.ok) throw new Error(answer.error.code);
  return { result: answer.value.evidence.result, madeId: answer.value.madeId };
}

it('a transfer with our name and amount proves it, and is named', async () => {
  expect(await read(transfer('ours'))).toEqual({ result: 'positive', madeId: 't-1' });
});
it('a transfer of another name does not', async () => {
  expect(await read(transfer('another'))).toEqual({ result: 'negative', madeId: null });
});
it('a transfer with our name and another amount proves nothing: neither that it happened nor that it did not', async () => {
  expect(await read(transfer('ours', 11_950n))).toEqual({ result: 'inconclusive', madeId: null });
});
