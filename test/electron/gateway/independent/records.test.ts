/** Delivery records, resend and test of a webhook (§4.13, §2.10): the real client against the independent gateway. */
import { afterEach, describe, expect, it } from 'vitest';
import { verifyTransactionEvent } from '../verify.ts';
import { bench, credentialsOf, instant, lines, must, type Bench } from './client.ts';
import { emit, transactionEvent, transferEvent } from './deliveries.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { STARTED_AT_MS } from './state.ts';
import { HOOK } from './webhook-request.ts';

const receivers: Receiver[] = [];
afterEach(async () => void (await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))));

const AT = instant('2026-03-01T10:00:00.000Z');

async function receiving({ server }: Bench): Promise<Receiver> {
  const receiver = await startReceiver(server.state, 'https://hooks.example.com');
  receivers.push(receiver);
  return receiver;
}

describe('delivery records (§2.10)', () => {
  it('of a transaction hold every attempt, and never a custom header', async () => {
    const made = await bench();
    const { client, server, sent } = made;
    const receiver = await receiving(made);
    const { webhookId } = must(await client.webhooks.create(HOOK));
    receiver.answers.push({ status: 500, text: 'busy' });
    await emit(transactionEvent('pay', 'TX 1/2'), server.state);
    sent();
    const { rows, unreadable } = must(await client.webhooks.transactionRecords('TX 1/2'));
    expect(unreadable).toBe(0);
    expect(rows).toMatchObject([
      {
        recordId: '000000000000000000000002',
        resourceType: { kind: 'known', value: 'transaction' },
        resourceId: 'TX 1/2',
        webhookId,
        eventType: 'pay',
        mode: { value: 'live' },
        url: HOOK.url,
        status: { kind: 'known', value: 'delivered' },
        attempts: 2,
        responses: [
          { status: 500, body: 'busy', at: AT },
          { status: 200, body: null, at: AT },
        ],
        isServerWebhook: false,
        isTest: false,
        createdAt: AT,
      },
    ]);
    expect(JSON.parse(rows[0]?.payload ?? '')).toMatchObject({
      event: 'pay',
      data: { transactionId: 'TX 1/2' },
    });
    expect(JSON.stringify(rows)).not.toContain('canary-header-71');
    expect(receiver.received.map(({ headers }) => headers['x-shop'])).toEqual(
      Array(2).fill('canary-header-71'),
    );
    const requests = sent();
    expect(lines(requests)).toEqual(['dashboard GET /v2/webhooks/records/transaction/TX%201%2F2']);
    expect(credentialsOf(requests[0])).toEqual({ authorization: server.state.secretKey });
  });

  it('of a transfer and of a per-session address say what they are', async () => {
    const made = await bench();
    const { client, server } = made;
    await receiving(made);
    must(await client.webhooks.create(HOOK));
    await emit(transferEvent('TRANSFERRED', 'TR-1'), server.state);
    expect(must(await client.webhooks.transferRecords('TR-1')).rows).toMatchObject([
      { resourceType: { value: 'transfer' }, resourceId: 'TR-1', eventType: 'TRANSFERRED' },
    ]);
    await emit(transactionEvent('partial_refund', 'TX-3'), server.state, 'https://hooks.example.com/session');
    expect(must(await client.webhooks.transactionRecords('TX-3')).rows).toMatchObject([
      { webhookId: null, isServerWebhook: true, eventType: 'partial_refund' },
    ]);
    expect(must(await client.webhooks.transactionRecords('TX-none')).rows).toEqual([]);
  });

  it('need the permission, and are not there in test (§4.13)', async () => {
    const { client, server } = await bench();
    server.state.permissions.delete('webhook.view_webhook');
    expect(await client.webhooks.transactionRecords('TX-1')).toMatchObject({
      error: { code: 'permission-missing', httpStatus: 403 },
    });
    const inTest = await bench('test');
    const { webhookId } = must(await inTest.client.webhooks.create({ ...HOOK, mode: 'test' }));
    for (const answer of [
      await inTest.client.webhooks.transactionRecords('TX-1'),
      await inTest.client.webhooks.transferRecords('TR-1'),
      await inTest.client.webhooks.test(webhookId),
    ])
      expect(answer).toMatchObject({ error: { code: 'not-found', httpStatus: 404 } });
  });
});

describe('a resend (§4.13)', () => {
  async function failed() {
    const made = await bench();
    const receiver = await receiving(made);
    must(await made.client.webhooks.create(HOOK));
    receiver.answers.push(...Array.from({ length: 3 }, () => ({ status: 503, text: 'no' })));
    const [delivery] = await emit(transactionEvent('pay', 'TX-1'), made.server.state);
    made.sent();
    return { ...made, receiver, recordId: delivery?.record._id ?? '' };
  }

  it('has no body, sends the stored request again, and makes a record of its own', async () => {
    const { client, server, sent, receiver, recordId } = await failed();
    expect(must(await client.webhooks.resend(recordId))).toEqual({
      recordId: '000000000000000000000003',
      clonedFromRecordId: recordId,
      status: { kind: 'known', value: 'delivered' },
      attempts: 1,
      lastResponseStatus: 200,
    });
    const requests = sent();
    expect(lines(requests)).toEqual([`dashboard POST /v2/webhooks/records/${recordId}/resend`]);
    expect(requests[0]).toMatchObject({ body: '', headers: { 'content-length': '0' } });
    expect(requests[0]?.headers['content-type']).toBeUndefined();
    const [first, , , again] = receiver.received;
    expect(again).toEqual(first);
    expect(
      verifyTransactionEvent(
        again?.body ?? '',
        String(again?.headers['x-signature']),
        server.state.paymentApiKey,
      ),
    ).toEqual({ ok: true });
    const { rows } = must(await client.webhooks.transactionRecords('TX-1'));
    expect(rows.map(({ status, attempts }) => [status, attempts])).toMatchObject([
      [{ value: 'failed' }, 3],
      [{ value: 'delivered' }, 1],
    ]);
  });

  it('that fails again is an answer, not an error', async () => {
    const { client, receiver, recordId } = await failed();
    receiver.answers.push({ status: 500, text: '' });
    expect(must(await client.webhooks.resend(recordId))).toMatchObject({
      status: { value: 'failed' },
      attempts: 1,
      lastResponseStatus: 500,
    });
  });

  it('of the same record within 30 seconds is refused, after them taken (§8)', async () => {
    const { client, server, sent, recordId } = await failed();
    must(await client.webhooks.resend(recordId));
    server.state.nowMs = () => STARTED_AT_MS + 29_999;
    sent();
    expect(await client.webhooks.resend(recordId)).toMatchObject({
      error: { code: 'limit', httpStatus: 429, outcome: 'not-applied' },
    });
    expect(sent()).toHaveLength(1);
    server.plan(/resend/, { kind: 'answer', status: 429, headers: { 'retry-after': '1' }, body: {} });
    expect(await client.webhooks.resend(recordId)).toMatchObject({
      error: { code: 'too-soon', params: { seconds: 1 } },
    });
    expect(sent()).toHaveLength(1);
    server.state.nowMs = () => STARTED_AT_MS + 30_000;
    must(await client.webhooks.resend(recordId));
  });

  it('needs its permission', async () => {
    const { client, server, receiver, recordId } = await failed();
    server.state.permissions.delete('webhook.resend_webhook');
    expect(await client.webhooks.resend(recordId)).toMatchObject({
      error: { code: 'permission-missing', outcome: 'not-applied' },
    });
    expect(receiver.received).toHaveLength(3);
  });
});

describe('a test of a webhook (§4.13)', () => {
  it('has no body, and says what the endpoint answered', async () => {
    const made = await bench();
    const { client, server, sent } = made;
    const receiver = await receiving(made);
    const { webhookId } = must(await client.webhooks.create(HOOK));
    sent();
    receiver.answers.push({ status: 204, text: '' }, { status: 500, text: 'oops' });
    expect(must(await client.webhooks.test(webhookId))).toEqual({
      success: true,
      statusCode: 204,
      responseBody: null,
      latencyMs: 12,
    });
    // The endpoint failed, the call did not.
    expect(must(await client.webhooks.test(webhookId))).toMatchObject({
      success: false,
      statusCode: 500,
      responseBody: 'oops',
    });
    const requests = sent();
    expect(lines(requests)).toEqual(Array(2).fill(`dashboard POST /v2/webhooks/${webhookId}/test`));
    expect(requests[0]?.body).toBe('');
    expect(must(await client.webhooks.transactionRecords('TX-SAMPLE')).rows).toMatchObject([
      { isTest: true },
      { isTest: true },
    ]);
    const last = receiver.received.at(-1);
    const signature = String(last?.headers['x-signature']);
    expect(verifyTransactionEvent(last?.body ?? '', signature, server.state.paymentApiKey).ok).toBe(true);
  });
});
