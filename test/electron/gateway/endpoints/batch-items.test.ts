import { expect, it } from 'vitest';
import { decodeBatchItems } from '#electron/gateway/endpoints/batch-items.ts';
import { egp, expectAsked, object, withRecorder } from '../recorder.ts';

const ITEM =
  '{"_id":"BI-1","batchId":"B-1","name":"Mona","amount":55.50,"currency":"EGP","dueDate":null,"status":"FAILED","createdAt":"2026-11-17 10:30:00.000000+00:00"}';

it('an item is read; one without an id or an amount is counted', () =>
  expect(
    decodeBatchItems(
      object(`{"body":[${ITEM},${ITEM.replace('_id', 'id')},${ITEM.replace('55.50', 'true')}]}`),
      1,
    ),
  ).toMatchObject({ rows: [{ batchItemId: 'BI-1', amount: egp(5550n), status: 'FAILED' }], unreadable: 2 }));

it.each([
  ['by itself', ITEM],
  ['in an envelope', `{"body":${ITEM},"message":"ok"}`],
])('a correction is answered with the item %s', (_name, body) =>
  withRecorder(body, async ({ batchItems }, asked) => {
    const answer = await batchItems.update('BI-1', {
      description: 'Fees',
      total: egp(5550n),
      dueAtMs: null,
      extraFees: [{ name: 'Late', flatFee: egp(50n), ratePercent: '0' }],
      items: [{ description: 'Hat', unitPrice: egp(5550n), quantity: 1 }],
    });
    expect(answer).toMatchObject({ value: { batchItemId: 'BI-1' } });
    expectAsked(asked, 'PUT /v2/batch-item/BI-1', {
      batchItem: {
        description: 'Fees',
        totalAmount: 55.5,
        dueDate: null,
        extraFees: [{ name: 'Late', flatFee: 0.5, rate: 0 }],
        items: [{ description: 'Hat', unitPrice: 55.5, quantity: 1, subTotal: 55.5 }],
      },
    });
  }),
);

it('items are listed by batch, and dropped', async () => {
  await withRecorder('{"body":[]}', async ({ batchItems }, asked) => {
    await batchItems.list({ page: 1, limit: 20, batchId: 'B-1' });
    expectAsked(asked, 'GET /v2/batch-item?page=1&limit=20&batchId=B-1', null);
  });
  await withRecorder('{"message":"Deleted"}', async ({ batchItems }, asked) => {
    expect((await batchItems.delete('BI-1')).ok).toBe(true);
    expectAsked(asked, 'DELETE /v2/batch-item/BI-1', null);
  });
});
