import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Webhook } from '#shared/contract/webhooks.ts';
import { codeOf, must, withBench, type Bench } from '../operations/harness.ts';

const service = (bench: Bench) => bench.session().webhooks;
const SECRET = 'a-token-of-our-server';
const hook: Webhook = {
  name: 'Our server',
  url: 'https://shop.example.com/hooks',
  events: ['pay', 'refund'],
  mode: 'live',
  isActive: true,
  headers: { 'X-Token': SECRET },
};
const make = (bench: Bench, given: Partial<Webhook> = {}, despiteDouble = false) =>
  service(bench).make({ webhook: { ...hook, ...given }, despiteDouble });
async function made(bench: Bench, given: Partial<Webhook> = {}): Promise<string> {
  const answer = must(await make(bench, given));
  if (answer.kind !== 'done') throw new Error(answer.kind);
  return answer.key;
}
type AtGateway = {
  _id: string;
  name: string;
  isActive: boolean;
  headers: Record<string, string>;
  url: string;
};
async function atGateway({ sandbox: { live } }: Bench): Promise<AtGateway[]> {
  const headers = { authorization: live.secretKey };
  return (await (await fetch(`${live.dashboardUrl}/v2/webhooks`, { headers })).json()) as AtGateway[];
}
const textOf = async (bench: Bench, key: string, column: 'headers' | 'webhookState' | 'events') => {
  const { detail } = must(await bench.session().kept.row({ name: 'webhooks', key }));
  const cell = detail?.row.cells[column];
  return cell?.is === 'text' ? cell.text : null;
};
/** All bytes of the profile's files. */
const bytesIn = (folder: string): Buffer[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? bytesIn(path) : [readFileSync(path)];
  });

it('a webhook is made, changed, paused and deleted, and the list shows it', () =>
  withBench(async (bench) => {
    const key = await made(bench);
    expect(await textOf(bench, key, 'events')).toBe('pay, refund');
    expect(must(await service(bench).room())).toEqual({ test: 0, live: 1 });
    const change = { url: 'https://shop.example.com/v2' };
    expect(must(await service(bench).change({ key, change })).ending).toBe('done');
    // What was not sent stays as it was.
    expect((await atGateway(bench))[0]).toMatchObject({
      ...change,
      headers: { 'X-Token': SECRET },
      isActive: true,
    });
    expect(must(await service(bench).change({ key, change: { isActive: false } })).ending).toBe('done');
    expect(await textOf(bench, key, 'webhookState')).toBe('paused');
    expect(codeOf(await service(bench).delete({ key, typed: 'Our' }))).toBe('name-differs');
    expect(must(await service(bench).delete({ key, typed: 'Our server' })).ending).toBe('done');
    expect(await atGateway(bench)).toEqual([]);
    expect(must(await service(bench).room())).toEqual({ test: 0, live: 0 });
  }));

it('values of headers reach the gateway and no file, an attempt without an answer included', () =>
  withBench(async (bench) => {
    const key = await made(bench);
    expect((await atGateway(bench))[0]?.headers).toEqual({ 'X-Token': SECRET });
    expect(await textOf(bench, key, 'headers')).toBe('X-Token: ••••');
    await bench.fault('POST', '/v2/webhooks', { kind: 'drop-before' });
    expect(must(await make(bench, { url: 'https://shop.example.com/other' })).kind).toBe('not-known');
    const all = () => bench.session().making.attempts({ whats: ['webhook'] });
    const attemptId = must(await all()).attempts[0]?.attemptId ?? '';
    bench.clock.forward(1_000);
    must(await bench.session().making.look({ attemptId }));
    // Without the values it would be another webhook: it is not made again, and the attempt stays for a person.
    expect(codeOf(await bench.session().making.makeAgain({ attemptId }))).toBe('headers-not-kept');
    expect(must(await all()).attempts).toHaveLength(1);
    await bench.restart((folder) => {
      expect(bytesIn(folder).filter((bytes) => bytes.includes(SECRET))).toHaveLength(0);
    });
  }));

it.each([
  ['a private address', { url: 'https://10.0.0.1/' }, 'address-not-public'],
  ['no https', { url: 'http://shop.example.com/' }, 'address-not-public'],
  ['no event', { events: [] }, 'nothing-selected'],
  ['a card number', { name: 'Till 4111111111111111' }, 'card-number'],
  ['a header of the delivery itself', { headers: { 'X-Signature': 'x' } }, 'invalid'],
])('%s is refused, and nothing is sent', (_, given, code) =>
  withBench(async (bench) => {
    const before = await bench.received('POST', '/v2/webhooks');
    expect(codeOf(await make(bench, given as Partial<Webhook>))).toBe(code);
    expect(await bench.received('POST', '/v2/webhooks')).toBe(before);
  }),
);

it('one that tells the same address in the same mode is asked about before anything is sent', () =>
  withBench(async (bench) => {
    await made(bench);
    const again = { name: 'Another name' };
    expect(must(await make(bench, again))).toMatchObject({ kind: 'double', like: { name: 'Our server' } });
    expect(must(await make(bench, { ...again, mode: 'test' })).kind).toBe('done');
    expect(must(await make(bench, again, true)).kind).toBe('done');
  }));

it('a sixth one in a mode is refused by the gateway, and leaves no attempt', () =>
  withBench(async (bench) => {
    for (const number of [1, 2, 3, 4, 5]) await made(bench, { url: `https://shop.example.com/${number}` });
    expect((await make(bench)).ok).toBe(false);
    expect(must(await bench.session().making.attempts({ whats: ['webhook'] })).attempts).toEqual([]);
    expect(must(await service(bench).room())).toEqual({ test: 0, live: 5 });
  }));

it('a change whose answer is lost is not known, and the list shows what came of it', () =>
  withBench(async (bench) => {
    const key = await made(bench);
    await bench.fault('PUT', '/v2/webhooks', { kind: 'drop-after' });
    expect(must(await service(bench).change({ key, change: { isActive: false } })).ending).toBe('not-known');
    expect(await textOf(bench, key, 'webhookState')).toBe('paused');
  }));

it('a sample that no server takes is said to be so; one that was not listed cannot be tried', () =>
  withBench(async (bench) => {
    const key = await made(bench);
    const tried = must(await service(bench).test({ key }));
    expect(tried.delivered).toBe(false);
    expect(codeOf(await service(bench).test({ key: 'nobody' }))).toBe('invalid');
  }));
