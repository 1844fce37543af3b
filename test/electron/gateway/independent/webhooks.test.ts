/** Webhooks (§4.13, §2.9): the real client against the independent gateway. */
import { describe, expect, it } from 'vitest';
import { bench, bodyOf, credentialsOf, instant, lines, must } from './client.ts';
import { HOOK } from './webhook-request.ts';

const AT = instant('2026-03-01T10:00:00.000Z');

describe('a webhook', () => {
  it('is created with the fields of §4.13, and comes back by itself', async () => {
    const { client, server, sent } = await bench();
    const hook = must(await client.webhooks.create(HOOK));
    expect(hook).toMatchObject({
      webhookId: '000000000000000000000001',
      merchantId: 'MID-7-100',
      name: 'Books',
      url: 'https://hooks.example.com/gateway?x=1',
      headers: { 'X-Shop': 'canary-header-71' },
      events: [{ value: 'pay' }, { value: 'refund' }, { value: 'TRANSFERRED' }],
      mode: { value: 'live' },
      isActive: true,
      createdAt: AT,
      updatedAt: AT,
    });
    expect(hook.raw).not.toContain('canary-header-71');
    const requests = sent();
    expect(lines(requests)).toEqual(['dashboard POST /v2/webhooks']);
    expect(credentialsOf(requests[0])).toEqual({ authorization: server.state.secretKey });
    expect(bodyOf(requests[0])).toEqual(HOOK);
  });

  it('with the optional fields left out has none of them on the wire', async () => {
    const { client, sent } = await bench();
    const { headers: _headers, isActive: _active, ...least } = HOOK;
    expect(must(await client.webhooks.create(least))).toMatchObject({ headers: {}, isActive: true });
    expect(bodyOf(sent()[0])).toEqual(least);
  });

  it('is listed with those of both modes: the answer is an array', async () => {
    const { client, sent } = await bench();
    expect(must(await client.webhooks.list())).toEqual({ rows: [], unreadable: 0 });
    must(await client.webhooks.create(HOOK));
    must(await client.webhooks.create({ ...HOOK, mode: 'test' }));
    sent();
    const { rows, unreadable } = must(await client.webhooks.list());
    expect(rows.map(({ mode }) => mode)).toMatchObject([{ value: 'live' }, { value: 'test' }]);
    expect(unreadable).toBe(0);
    expect(lines(sent())).toEqual(['dashboard GET /v2/webhooks']);
  });

  it('is changed in the fields sent only', async () => {
    const { client, sent } = await bench();
    const { webhookId } = must(await client.webhooks.create(HOOK));
    sent();
    expect(must(await client.webhooks.update(webhookId, { isActive: false }))).toMatchObject({
      isActive: false,
      name: 'Books',
      events: [{ value: 'pay' }, { value: 'refund' }, { value: 'TRANSFERRED' }],
    });
    const requests = sent();
    expect(lines(requests)).toEqual([`dashboard PUT /v2/webhooks/${webhookId}`]);
    expect(requests[0]?.body).toBe('{"isActive":false}');
  });

  it.each([
    ['no body', undefined],
    ['an object', '{"message":"Deleted"}'],
    ['the webhook', '{"_id":"1","url":"https://hooks.example.com"}'],
    ['true', 'true'],
    ['null', 'null'],
  ])('is deleted with no body, whatever is answered (%s; the body is not shown)', async (_name, text) => {
    const { client, server, sent } = await bench();
    const { webhookId } = must(await client.webhooks.create(HOOK));
    sent();
    if (text !== undefined) server.plan(/DELETE/, { kind: 'answer', status: 200, text });
    expect(await client.webhooks.delete(webhookId)).toMatchObject({ ok: true });
    const requests = sent();
    expect(lines(requests)).toEqual([`dashboard DELETE /v2/webhooks/${webhookId}`]);
    expect(requests[0]?.body).toBe('');
    if (text === undefined) expect(must(await client.webhooks.list()).rows).toEqual([]);
  });

  it('that is refused by status of any kind changed nothing (§7: not stated)', async () => {
    for (const status of [400, 403, 409, 422]) {
      const { client, server, sent } = await bench();
      server.state.webhookRejectionStatus = status;
      for (let count = 1; count <= 5; count += 1) must(await client.webhooks.create(HOOK));
      sent();
      const sixth = await client.webhooks.create(HOOK);
      expect(sixth).toMatchObject({ ok: false, error: { httpStatus: status, outcome: 'not-applied' } });
      const other = must(await client.webhooks.create({ ...HOOK, mode: 'test' }));
      expect(await client.webhooks.update(other.webhookId, { mode: 'live' })).toMatchObject({
        error: { httpStatus: status, outcome: 'not-applied' },
      });
      const wrong = await client.webhooks.create({ ...HOOK, mode: 'test', url: 'https://192.168.1.5/x' });
      expect(wrong.ok).toBe(false);
      expect(must(await client.webhooks.list()).rows).toHaveLength(6);
      expect(sent().length).toBeLessThanOrEqual(5);
    }
  });

  it('is created, changed and deleted once, whatever becomes of the connection', async () => {
    for (const kind of ['drop-before', 'drop-after'] as const) {
      const { client, server, sent } = await bench();
      const { webhookId } = must(await client.webhooks.create(HOOK));
      sent();
      server.plan(/webhooks/, { kind }, 9);
      for (const answer of [
        await client.webhooks.create(HOOK),
        await client.webhooks.update(webhookId, { name: 'x' }),
        await client.webhooks.delete(webhookId),
        await client.webhooks.test(webhookId),
        await client.webhooks.resend('0'),
      ])
        expect(answer).toMatchObject({ error: { code: 'connection-lost', outcome: 'unknown' } });
      expect(sent()).toHaveLength(5);
    }
  });
});
