import { describe, expect, it } from 'vitest';
import { decodeDeliveryRecords } from '#electron/gateway/endpoints/webhook-records.ts';
import { expectAsked, object, withRecorder } from '../recorder.ts';

const RECORD =
  '{"_id":"R-1","resourceType":"transaction","resourceId":"TX-1","webhookId":null,"eventType":"refund","mode":"live","url":"https://shop.example","status":"retrying","attempts":2,"payload":{"event":"refund","data":{"amount":20.50}},"responses":[{"status":500,"body":"oops","date":"2026-11-17T10:30:00.000Z"},{"status":0,"body":"ECONNREFUSED"}],"isServerWebhook":true,"isTest":false,"createdAt":"2026-11-17T10:30:00.000Z"}';

describe('a delivery record', () => {
  it('is read with every attempt, its payload as it was sent', () =>
    expect(decodeDeliveryRecords(object(`{"success":true,"body":[${RECORD},{"_id":"R-2"}]}`))).toMatchObject({
      rows: [
        {
          recordId: 'R-1',
          resourceId: 'TX-1',
          webhookId: null,
          status: { kind: 'known', value: 'retrying' },
          attempts: 2,
          payload: '{"event":"refund","data":{"amount":20.50}}',
          responses: [
            { status: 500, body: 'oops', at: { kind: 'instant' } },
            { status: 0, body: 'ECONNREFUSED', at: null },
          ],
          isServerWebhook: true,
          isTest: false,
        },
      ],
      unreadable: 1,
    }));
  it('is not read from an answer that says it is no success', () =>
    expect(decodeDeliveryRecords(object('{"success":false,"body":[]}'))).toBeNull());
});

describe('the calls', () => {
  it('read the records of a transaction and of a transfer', () =>
    withRecorder('{"success":true,"body":[]}', async ({ webhooks }, asked) => {
      await webhooks.transactionRecords('TX-1');
      expectAsked(asked.splice(0), 'GET /v2/webhooks/records/transaction/TX-1', null);
      await webhooks.transferRecords('TR-1');
      expectAsked(asked, 'GET /v2/webhooks/records/transfer/TR-1', null);
    }));
  it.each(['failed', 'FAILED'])('resend answers with a new record, also one that %s', (status) =>
    withRecorder(
      `{"recordId":"R-2","clonedFromRecordId":"R-1","status":"${status}","attempts":1,"lastResponseStatus":500}`,
      async ({ webhooks }, asked) => {
        expect(await webhooks.resend('R-1')).toMatchObject({
          value: { recordId: 'R-2', clonedFromRecordId: 'R-1', attempts: 1, lastResponseStatus: 500 },
        });
        expectAsked(asked, 'POST /v2/webhooks/records/R-1/resend', null);
      },
    ),
  );
  it('test says whether the receiver took it', () =>
    withRecorder(
      '{"success":false,"statusCode":503,"responseBody":"busy","latencyMs":41}',
      async ({ webhooks }, asked) => {
        expect(await webhooks.test('W-1')).toEqual({
          ok: true,
          value: { success: false, statusCode: 503, responseBody: 'busy', latencyMs: 41 },
        });
        expectAsked(asked, 'POST /v2/webhooks/W-1/test', null);
      },
    ));
  it('without the permission name it; on the test environment they are not found', async () => {
    const body = '{"status":"FAILURE","messages":{"en":"The permission webhook.view_webhook is missing."}}';
    await withRecorder({ status: 403, body }, async ({ webhooks }) =>
      expect(await webhooks.transactionRecords('TX-1')).toMatchObject({
        error: { code: 'permission-missing', params: { permission: 'webhook.view_webhook' } },
      }),
    );
    await withRecorder({ status: 404, body: '{}' }, async ({ webhooks }) =>
      expect(await webhooks.test('W-1')).toMatchObject({ error: { code: 'not-found' } }),
    );
  });
});
