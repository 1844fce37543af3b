import { describe, expect, it } from 'vitest';
import { decodeEvents, decodeWebhook } from '#electron/gateway/endpoints/webhooks.ts';
import { expectAsked, object, withRecorder } from '../recorder.ts';

const WEBHOOK =
  '{"_id":"W-1","merchantId":"MID","name":"Shop","url":"https://shop.example/hook","headers":{"x-token":"t","n":1},"events":["pay","TRANSFERRED","chargeback"],"mode":"live","isActive":true,"createdAt":"2026-11-17T10:30:00.000Z","updatedAt":"2026-11-17T10:30:00.000Z","later":1}';

it('a webhook is read; unknown events are kept; its headers are not in what is kept', () => {
  const webhook = decodeWebhook(object(WEBHOOK));
  expect(webhook).toMatchObject({
    webhookId: 'W-1',
    url: 'https://shop.example/hook',
    headers: { 'x-token': 't' },
    events: [{ value: 'pay' }, { value: 'TRANSFERRED' }, { kind: 'unknown', raw: 'chargeback' }],
    mode: { kind: 'known', value: 'live' },
    isActive: true,
    createdAt: { kind: 'instant' },
  });
  expect(webhook?.raw).toContain('"later":1');
  expect(webhook?.raw).not.toContain('x-token');
  expect(decodeWebhook(object('{"_id":"W-1"}'))).toBeNull();
});

it('events match exactly: another case is another word', () =>
  expect(decodeEvents(object('{"body":["pay","PAY"]}'))).toEqual([
    { kind: 'known', value: 'pay' },
    { kind: 'unknown', raw: 'PAY' },
  ]));

describe('the calls', () => {
  it('list reads a bare array, and nothing else', async () => {
    await withRecorder(`[${WEBHOOK},{}]`, async ({ webhooks }, asked) => {
      expect(await webhooks.list()).toMatchObject({ value: { rows: [{ webhookId: 'W-1' }], unreadable: 1 } });
      expectAsked(asked, 'GET /v2/webhooks', null);
    });
    for (const [body, code] of [
      ['{"body":[]}', 'bad-answer'],
      ['{"status":"FAILURE"}', 'refused'],
      ['[{', 'bad-answer'],
    ] as const)
      await withRecorder(body, async ({ webhooks }) =>
        expect(await webhooks.list()).toMatchObject({ error: { code } }),
      );
  });
  it('create sends all fields, update only those given', () =>
    withRecorder(WEBHOOK, async ({ webhooks }, asked) => {
      const request = {
        name: 'Shop',
        url: 'https://shop.example/hook',
        events: ['pay', 'FAILED'],
        mode: 'test',
      } as const;
      expect(await webhooks.create(request)).toMatchObject({ value: { webhookId: 'W-1' } });
      expectAsked(asked.splice(0), 'POST /v2/webhooks', request);
      await webhooks.update('W-1', { isActive: false });
      expectAsked(asked, 'PUT /v2/webhooks/W-1', { isActive: false });
    }));
  it('delete and events', async () => {
    await withRecorder('', async ({ webhooks }, asked) => {
      expect((await webhooks.delete('W-1')).ok).toBe(true);
      expectAsked(asked, 'DELETE /v2/webhooks/W-1', null);
    });
    await withRecorder('{"body":["pay"]}', async ({ webhooks }, asked) => {
      expect(await webhooks.events()).toMatchObject({ value: [{ value: 'pay' }] });
      expectAsked(asked, 'GET /v2/webhooks/events', null);
    });
  });
});
