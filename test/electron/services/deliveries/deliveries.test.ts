import { expect, it } from 'vitest';
import { codeOf, must } from '../operations/harness.ts';
import { eventually } from '../../sandbox/listener.ts';
import {
  collect,
  deliveries,
  ended,
  paysOut,
  rowsOf,
  statesOf,
  textIn,
  told,
  withShop,
  workOf,
} from './shop.ts';
import { aPerson } from '../a-person.ts';

const failed = async (shop: Parameters<typeof deliveries>[0], toWebhook: string | null = null) =>
  must(await deliveries(shop).failed({ toWebhook })).count;

it('deliveries of payments and transfers are collected into one list, with what was sent and answered', () =>
  withShop(async (shop) => {
    await told(shop, 1, 200);
    await paysOut(shop);
    await collect(shop);
    expect(await workOf(shop)).toMatchObject({ what: 'collect', ended: 'whole', error: null, missing: [] });
    const rows = await rowsOf(shop);
    expect(
      rows.map((row) => [textIn(row, 'event'), textIn(row, 'aboutKind'), textIn(row, 'toWebhook')]),
    ).toEqual([
      ['pay', 'transaction', 'Our server'],
      ['INITIATED', 'transfer', 'Our server'],
    ]);
    const key = rows[0]?.key ?? '';
    const { detail } = must(await shop.bench.session().kept.row({ name: 'deliveries', key }));
    const lines = detail?.lines.map(({ part, name, cell }) => [
      part,
      name,
      cell?.is === 'text' ? cell.text : cell?.is,
    ]);
    expect(lines?.slice(0, 2)).toEqual([
      ['answers', '200', 'time'],
      ['answers', 'itSaid', 'as it was answered'],
    ]);
    expect(JSON.stringify(lines)).toContain('merchantOrderId');
    expect(JSON.stringify(detail)).not.toContain('a-token-of-our-server');
    // A second collection adds nothing.
    await collect(shop);
    expect(await rowsOf(shop)).toHaveLength(2);
  }));

it('what was never downloaded is named as missing, and an empty list is read all the same', () =>
  withShop(async (shop) => {
    await shop.bench.fault('GET', '/v2/transfers', { kind: 'status', status: 403 }, 9);
    must(await deliveries(shop).collect({ days: 7 }));
    expect(await ended(shop, 0)).toMatchObject({ ended: 'whole', missing: ['payments', 'transfers'] });
    const filter = { text: '', words: {} };
    const summary = must(await shop.bench.session().kept.summary({ name: 'deliveries', filter }));
    expect(summary.read.readAtMs).not.toBeNull();
  }));

it('a key without the permission ends the collection with its name, and what was collected stays', () =>
  withShop(async (shop) => {
    await told(shop, 2, 200);
    await collect(shop);
    await shop.bench.fault('GET', '/v2/webhooks/records', { kind: 'status', status: 403 }, 9);
    must(await deliveries(shop).collect({ days: 7 }));
    expect(await ended(shop, 0)).toMatchObject({ ended: 'failed', error: { code: 'permission-missing' } });
    expect(await rowsOf(shop)).toHaveLength(2);
  }));

it('one that failed is sent again once, and is failed no more', () =>
  withShop(async (shop) => {
    await told(shop, 1, 500);
    await collect(shop);
    expect(await statesOf(shop)).toEqual(['failed']);
    expect([await failed(shop), await failed(shop, 'Our server'), await failed(shop, 'Another')]).toEqual([
      1, 1, 0,
    ]);
    shop.listener.answer(200);
    const before = shop.listener.received.length;
    const key = (await rowsOf(shop))[0]?.key ?? '';
    expect(must(await deliveries(shop).resend({ key })).ending).toBe('delivered');
    expect(shop.listener.received.length).toBe(before + 1);
    expect(shop.listener.received.at(-1)?.text).toBe(shop.listener.received[0]?.text);
    expect((await statesOf(shop)).toSorted()).toEqual(['delivered', 'failed']);
    expect(await failed(shop)).toBe(0);
    // Within half a minute the gateway refuses it, and says for how long.
    expect(codeOf(await deliveries(shop).resend({ key }))).toBe('too-soon');
    expect(codeOf(await deliveries(shop).resend({ key: 'nobody' }))).toBe('invalid');
  }));

it('those that failed are sent again one after another, each once, and what was taken meanwhile is passed', () =>
  withShop(async (shop) => {
    await told(shop, 3, 500);
    await collect(shop);
    expect(await failed(shop)).toBe(3);
    // Somebody else sends the first one again.
    shop.listener.answer(200);
    const first = (await rowsOf(shop))[0]?.key ?? '';
    const { live } = shop.bench.sandbox;
    const headers = { authorization: live.secretKey };
    await fetch(`${live.dashboardUrl}/v2/webhooks/records/${first}/resend`, { method: 'POST', headers });
    const before = await shop.bench.received('POST', '/resend');
    must(await deliveries(shop).resendFailed({ toWebhook: null }));
    expect(await ended(shop)).toMatchObject({ ended: 'whole', done: 3, total: 3, delivered: 2, passed: 1 });
    expect((await shop.bench.received('POST', '/resend')) - before).toBe(2);
    expect(await failed(shop)).toBe(0);
  }));

it('over a limit it waits as long as the gateway says, with the reason, and then goes on', () =>
  withShop(async (shop) => {
    await told(shop, 2, 500);
    await collect(shop);
    shop.listener.answer(200);
    await shop.bench.fault('POST', '/resend', { kind: 'status', status: 429 });
    must(await deliveries(shop).resendFailed({ toWebhook: null }));
    await eventually(async () => (await workOf(shop))?.waitsUntilMs, 'the wait');
    expect(await workOf(shop)).toMatchObject({ ended: null, done: 0 });
    expect((await workOf(shop))?.error?.code).toBe('limit');
    expect(await ended(shop, 10_000)).toMatchObject({ ended: 'whole', delivered: 2, error: null });
  }));

it('a person stops it between two, and the rest stay failed', () =>
  withShop(async (shop) => {
    await told(shop, 2, 500);
    await collect(shop);
    shop.listener.answer(200);
    must(await deliveries(shop).resendFailed({ toWebhook: null }));
    // The clock stands still, so the second one waits for its turn.
    await eventually(async () => (await workOf(shop))?.done === 1, 'the first one');
    must(await deliveries(shop).stopWork());
    expect(await ended(shop, 0)).toMatchObject({ ended: 'stopped', done: 1, delivered: 1 });
    expect(await failed(shop)).toBe(1);
  }));

it('a server that still does not take it ends as not taken, and stays one failure', () =>
  withShop(async (shop) => {
    await told(shop, 1, 500);
    await collect(shop);
    must(await deliveries(shop).resendFailed({ toWebhook: null }));
    expect(await ended(shop)).toMatchObject({ ended: 'whole', notTaken: 1, delivered: 0 });
    expect(await statesOf(shop)).toEqual(['failed', 'failed']);
    expect(await failed(shop)).toBe(1);
  }));

it.each([
  ['dropped before', { kind: 'drop-before' }, 'not-known', 0],
  ['dropped after', { kind: 'drop-after' }, 'delivered', 1],
  ['dropped inside', { kind: 'body', text: '{"recordId":"a' }, 'delivered', 1],
  ['nonsense', { kind: 'nonsense' }, 'delivered', 1],
  ['a server error', { kind: 'status', status: 500 }, 'not-known', 0],
  ['late', { kind: 'delay', ms: 20 }, 'delivered', 1],
])('an answer %s: the server is told once at most, and the ending is right', (_, fault, ending, told200) =>
  withShop(async (shop) => {
    await told(shop, 1, 500);
    await collect(shop);
    shop.listener.answer(200);
    const before = shop.listener.received.length;
    const key = (await rowsOf(shop))[0]?.key ?? '';
    await shop.bench.fault('POST', '/resend', fault);
    expect(must(await deliveries(shop).resend({ key })).ending).toBe(ending);
    expect(shop.listener.received.length - before).toBe(told200);
    expect(await shop.bench.received('POST', '/resend')).toBe(1);
  }),
);

it('the bell counts what failed, is not told anew while it is sent again, and is quiet once all was taken', () =>
  withShop(async (shop) => {
    const failing = async () => must(await deliveries(shop).failing());
    await told(shop, 2, 500);
    await collect(shop);
    const before = await failing();
    expect(before.count).toBe(2);
    must(await deliveries(shop).resendFailed({ toWebhook: null }));
    await ended(shop);
    expect(await failing()).toEqual(before);
    shop.listener.answer(200, 'ok');
    shop.bench.clock.forward(31_000);
    must(await deliveries(shop).resendFailed({ toWebhook: null }));
    await ended(shop);
    expect((await failing()).count).toBe(0);
  }));

it('while nobody who may do it is signed in, nothing is sent again, and then it goes on', () => {
  const { presence, come, go } = aPerson();
  return withShop(async (shop) => {
    await told(shop, 2, 500);
    await collect(shop);
    shop.listener.answer(200, 'ok');
    const before = shop.listener.received.length;
    go();
    must(await deliveries(shop).resendFailed({ toWebhook: null }));
    await eventually(async () => (await workOf(shop))?.isPaused === true, 'the pause');
    expect(shop.listener.received.length).toBe(before);
    come();
    expect(await ended(shop)).toMatchObject({ ended: 'whole', delivered: 2, isPaused: false });
  }, presence);
});
