import { expect, it } from 'vitest';
import type { ProfileContext } from '#electron/services/context.ts';
import { readChargeEvidence } from '#electron/services/operations/movements/charge/evidence.ts';
import { money } from '#shared/money/money.ts';
import { record, SENT_AT_MS } from '../../journal/record.ts';

const before = {
  readAtMs: SENT_AT_MS,
  listedRowIds: [],
  saleRowId: 'x-before',
  snapshotId: null,
  requestIds: [],
};
const charge = record({ kind: 'charge', orderId: 'ours', evidenceBefore: before });
const AMOUNT = 12_050n;
type Row = {
  transactionId: string;
  merchantOrderId: string;
  operation: string;
  status: string | null;
  minor: bigint;
};
const row = (facts: Partial<Row> = {}): Row => ({
  transactionId: 'x-1',
  merchantOrderId: 'ours',
  operation: 'pay',
  status: 'SUCCESS',
  minor: AMOUNT,
  ...facts,
});
const old = row({ transactionId: 'x-before', merchantOrderId: 'another' });

/** The gateway's pages, and how many of them were asked for. */
async function read(pages: readonly Row[][], unreadable = 0) {
  let asked = 0;
  const list = async ({ page }: { page: number }) => {
    asked += 1;
    const rows = (pages[page - 1] ?? []).map(({ minor, ...rest }) => ({
      ...rest,
      amount: money(minor, 'EGP'),
      createdAt: null,
    }));
    return { ok: true, value: { rows, unreadable, page, pages: pages.length, serverAtMs: 5_000_000 } };
  };
  const context = {
    clock: { nowMs: () => SENT_AT_MS + 1 },
    gateway: { transactions: { list } },
  } as unknown as ProfileContext;
  const answer = await readChargeEvidence(context, charge, true);
  if (!answer.ok) throw new Error(answer.error.code);
  const { evidence, madeId } = answer.value;
  const { result, complete, originalListed } = evidence;
  return { result, complete, originalListed, madeId, asked };
}

it('a payment with our name and amount proves it, and no further page is read', async () => {
  expect(await read([[row()], [old]])).toMatchObject({ result: 'positive', madeId: 'x-1', asked: 1 });
});
it('it is looked for to the end of the list', async () => {
  const others = [row({ merchantOrderId: 'another' })];
  expect(await read([others, [old], [row({ transactionId: 'x-9' })]])).toMatchObject({
    result: 'positive',
    madeId: 'x-9',
    asked: 3,
  });
});
it('a payment of another name is not ours', async () => {
  expect(await read([[row({ merchantOrderId: 'another' })], [old]])).toMatchObject({
    result: 'negative',
    madeId: null,
    originalListed: true,
  });
});
it.each([
  ['another amount', { minor: 11_950n }],
  ['a status that is not final', { status: 'PENDING' }],
  ['another operation', { operation: 'authorize' }],
])('our name with %s proves neither that it happened nor that it did not', async (_, facts) => {
  expect((await read([[row(facts), old]])).result).toBe('inconclusive');
});
it('a payment of our name that failed was not made', async () => {
  expect((await read([[row({ status: 'FAILED' }), old]])).result).toBe('negative');
});
it('a list without what was newest before the charge is not the whole one', async () => {
  expect(await read([[row({ merchantOrderId: 'another' })]])).toMatchObject({
    result: 'negative',
    originalListed: false,
  });
});
it('a row that cannot be read may be ours', async () => {
  expect(await read([[old]], 1)).toMatchObject({ result: 'negative', complete: false });
});
