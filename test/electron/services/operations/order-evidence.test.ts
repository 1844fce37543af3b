import { expect, it } from 'vitest';
import type { ProfileContext } from '#electron/services/context.ts';
import type { GatewayTransaction } from '#electron/gateway/endpoints/transactions.ts';
import type { OperationRecord } from '#electron/journal/operation-record.ts';
import { readOrderEvidence } from '#electron/services/operations/movements/order/evidence.ts';
import { money } from '#shared/money/money.ts';
import { negativeRead, record, SENT_AT_MS } from '../../journal/record.ts';

const refund = record({
  kind: 'refund',
  evidenceBefore: { ...record().evidenceBefore, listedRowIds: ['pay', 'old'], saleRowId: 'pay' },
});
const made = (transactionId: string, changes: Partial<GatewayTransaction> = {}) => ({
  transactionId,
  orderId: 'order-1',
  merchantOrderId: null,
  operation: 'refund',
  status: 'SUCCESS',
  amount: money(12_050n, 'EGP'),
  createdAt: null,
  ...changes,
});
const pay = made('pay', { operation: 'pay' });

async function read(
  rows: ReturnType<typeof made>[],
  of: OperationRecord = refund,
  others: OperationRecord[] = [],
) {
  const page = { rows, unreadable: 0, page: 1, pages: 1, total: rows.length, serverAtMs: 5_000_000 };
  const context = {
    clock: { nowMs: () => SENT_AT_MS + 1 },
    gateway: { transactions: { list: async () => ({ ok: true, value: page }) } },
    db: { call: async () => others },
  } as unknown as ProfileContext;
  const answer = await readOrderEvidence(context, of, true);
  if (!answer.ok) throw new Error(answer.error.code);
  return { ...answer.value.evidence, madeId: answer.value.madeId };
}

it('a new refund of the amount proves it, and is named', async () => {
  expect(await read([pay, made('new')])).toMatchObject({ result: 'positive', madeId: 'new' });
});
it.each([
  ['that was there before', made('old')],
  ['of another kind', made('new', { operation: 'capture' })],
  ['that failed', made('new', { status: 'FAILED' })],
])('a transaction %s does not prove it', async (_, row) => {
  expect(await read([pay, row])).toMatchObject({ result: 'negative', madeId: null });
});
it.each([
  ['of another amount', made('new', { amount: money(12_051n, 'EGP') })],
  ['of another currency', made('new', { amount: money(12_050n, 'USD') })],
])('a transaction %s proves neither that it happened nor that it did not', async (_, row) => {
  expect(await read([pay, row])).toMatchObject({ result: 'inconclusive', madeId: null });
  const other = record({ ...refund, opId: 'other', state: 'SUCCEEDED', requestId: 'new' });
  expect((await read([pay, row], refund, [other])).result).toBe('negative');
});
it('a refund listed below zero is a refund', async () => {
  const row = made('new', { amount: money(-12_050n, 'EGP') });
  expect(await read([pay, row])).toMatchObject({ result: 'positive', madeId: 'new' });
});
it('one that another refund of ours has made, or may have made, does not prove it', async () => {
  const other = record({ ...refund, opId: 'other', state: 'SUCCEEDED', requestId: 'new' });
  expect((await read([pay, made('new')], refund, [other])).result).toBe('negative');
  const unknown = { ...other, state: 'RESOLVED_DONE' as const, requestId: null };
  expect((await read([pay, made('new')], refund, [unknown])).result).toBe('inconclusive');
  const another = { ...unknown, totals: [{ count: 1, amount: money(500n, 'EGP') }] };
  expect((await read([pay, made('new')], refund, [another])).result).toBe('positive');
});
it('a void of another amount than was confirmed proves nothing: neither that it happened nor that it did not', async () => {
  const undone = record({ ...refund, kind: 'void' });
  const row = made('new', { operation: 'void', amount: money(2_500n, 'EGP') });
  expect(await read([pay, row], undone)).toMatchObject({ result: 'inconclusive', madeId: null });
  const other = record({ ...undone, opId: 'other', state: 'SUCCEEDED', requestId: 'new' });
  expect((await read([pay, row], undone, [other])).result).toBe('negative');
  expect((await read([pay, { ...row, transactionId: 'old' }], undone)).result).toBe('negative');
});
it('one of the amount that is neither made nor failed proves nothing: it may still happen', async () => {
  expect(await read([pay, made('new', { status: 'PENDING' })])).toMatchObject({
    result: 'inconclusive',
    madeId: null,
  });
  const another = made('new', { status: 'PENDING', amount: money(500n, 'EGP') });
  expect((await read([pay, another])).result).toBe('inconclusive');
  expect(
    (await read([pay, { ...another, operation: 'void' }], record({ ...refund, kind: 'void' }))).result,
  ).toBe('inconclusive');
});
it('newer is what the gateway dates after its own date at the first read, whatever our clock says', async () => {
  const dated = (atMs: number) =>
    made('later', { orderId: 'order-9', createdAt: { kind: 'instant', atMs, raw: '' } });
  const followed = { ...refund, reads: [negativeRead(0, { serverAtMs: 4_000_000 })] };
  expect((await read([pay, dated(4_120_000)], followed)).newerData).toBe(false);
  expect((await read([pay, dated(4_120_001)], followed)).newerData).toBe(true);
  expect((await read([pay, dated(4_120_001)])).newerData).toBe(false);
});
