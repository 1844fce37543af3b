import { expect, it } from 'vitest';
import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import { money } from '#shared/money/money.ts';
import { codeOf, must, withBench, type Bench } from '../operations/harness.ts';

const service = (bench: Bench) => bench.session().catalogue;
const making = (bench: Bench) => bench.session().making;
const tea = {
  what: 'product' as const,
  name: 'Mint tea',
  price: money(3_550n, 'EGP'),
  description: '',
  categoryIds: [],
};
const make = (bench: Bench, entry: CatalogueEntry = tea, despiteDouble = false) =>
  service(bench).make({ entry, despiteDouble });
const attempts = async (bench: Bench) =>
  must(await making(bench).attempts({ whats: ['product', 'category'] })).attempts;
/** How many the gateway has of this name, asked past the client. */
async function atGateway(bench: Bench, path: string, name: string): Promise<number> {
  const { dashboardUrl, secretKey } = bench.sandbox.live;
  const answer = await fetch(`${dashboardUrl}${path}?limit=500`, { headers: { authorization: secretKey } });
  const { body } = (await answer.json()) as { body: Record<string, unknown>[] };
  return body.filter((one) => one['productName'] === name || one['categoryName'] === name).length;
}

it('a product and a category are made, changed and deleted, and the lists show it', () =>
  withBench(async (bench) => {
    const made = must(await make(bench));
    if (made.kind !== 'done') throw new Error(made.kind);
    const row = async () =>
      must(await bench.session().kept.row({ name: 'products', key: made.key })).detail?.row;
    expect((await row())?.cells.price).toEqual({ is: 'money', money: money(3_550n, 'EGP') });
    const dearer = { ...tea, price: money(4_000n, 'EGP'), categoryIds: null };
    expect(must(await service(bench).change({ key: made.key, entry: dearer })).ending).toBe('done');
    expect((await row())?.cells.price).toEqual({ is: 'money', money: money(4_000n, 'EGP') });
    const wrong = await service(bench).delete({ what: 'product', key: made.key, typed: 'Mint' });
    expect(codeOf(wrong)).toBe('name-differs');
    const right = { what: 'product', key: made.key, typed: 'Mint tea' } as const;
    expect(must(await service(bench).delete(right)).ending).toBe('done');
    expect(await atGateway(bench, '/v2/products', 'Mint tea')).toBe(0);
    expect((await row())?.isGone).toBe(true);
    expect(must(await make(bench, { what: 'category', name: 'Teas' })).kind).toBe('done');
    expect(await atGateway(bench, '/v2/categories', 'Teas')).toBe(1);
  }));

it('one of the same name is asked about before anything is sent', () =>
  withBench(async (bench) => {
    must(await make(bench));
    const before = await bench.received('POST', '/v2/products');
    expect(must(await make(bench, { ...tea, name: ' mint TEA ' })).kind).toBe('double');
    expect(await bench.received('POST', '/v2/products')).toBe(before);
    expect(must(await make(bench, tea, true)).kind).toBe('done');
    expect(await atGateway(bench, '/v2/products', 'Mint tea')).toBe(2);
  }));

it('a price of nothing and a card number are refused, and nothing is sent', () =>
  withBench(async (bench) => {
    expect(codeOf(await make(bench, { ...tea, price: money(0n, 'EGP') }))).toBe('amount-not-understood');
    expect(codeOf(await make(bench, { ...tea, name: 'Tea 4111111111111111' }))).toBe('card-number');
    expect(codeOf(await make(bench, { ...tea, description: '4111 1111 1111 1111' }))).toBe('card-number');
    expect(await bench.received('POST', '/v2/products')).toBe(0);
  }));

it('what the gateway refuses is made by nobody and leaves no attempt', () =>
  withBench(async (bench) => {
    await bench.fault('POST', '/v2/products', { kind: 'status', status: 403 });
    expect((await make(bench)).ok).toBe(false);
    expect(await attempts(bench)).toEqual([]);
    expect(await atGateway(bench, '/v2/products', 'Mint tea')).toBe(0);
  }));

const lost = [
  ['before it arrived', { kind: 'drop-before' }, 0],
  ['after it was done', { kind: 'drop-after' }, 1],
  ['in the middle of its answer', { kind: 'nonsense' }, 0],
] as const;
for (const [when, fault, made] of lost)
  it(`an answer that is lost ${when} is not known, is sent once, and a person decides`, () =>
    withBench(async (bench) => {
      await bench.fault('POST', '/v2/products', fault);
      expect(must(await make(bench)).kind).toBe('not-known');
      const sent = await bench.received('POST', '/v2/products');
      const [attempt] = await attempts(bench);
      const attemptId = attempt?.attemptId ?? '';
      expect(attempt).toMatchObject({ name: 'Mint tea', absentAtMs: null });
      expect(codeOf(await making(bench).makeAgain({ attemptId }))).toBe('not-looked-for');
      expect(must(await make(bench)).kind).toBe('double');
      await bench.restart();
      must(await making(bench).look({ attemptId }));
      const isThere = (await atGateway(bench, '/v2/products', 'Mint tea')) > 0;
      expect((await attempts(bench)).length).toBe(isThere ? 0 : 1);
      if (!isThere) expect(must(await making(bench).makeAgain({ attemptId })).kind).toBe('done');
      expect(await atGateway(bench, '/v2/products', 'Mint tea')).toBe(1);
      expect(await bench.received('POST', '/v2/products')).toBe(sent + (isThere ? 0 : 1));
      expect(codeOf(await making(bench).makeAgain({ attemptId }))).toBe('not-looked-for');
      expect(made === 1 ? isThere : true).toBe(true);
    }));

it('after a list that could not be read whole it is not made again', () =>
  withBench(async (bench) => {
    await bench.fault('POST', '/v2/products', { kind: 'drop-before' });
    must(await make(bench));
    const attemptId = (await attempts(bench))[0]?.attemptId ?? '';
    await bench.fault('GET', '/v2/products', { kind: 'nonsense' }, 5);
    expect((await making(bench).look({ attemptId })).ok).toBe(false);
    expect(codeOf(await making(bench).makeAgain({ attemptId }))).toBe('not-looked-for');
  }));

it('a deletion without an answer is done if the list lacks it, and else not known', () =>
  withBench(async (bench) => {
    for (const [kind, ending] of [
      ['drop-before', 'not-known'],
      ['drop-after', 'done'],
    ] as const) {
      const made = must(await make(bench, tea, true));
      if (made.kind !== 'done') throw new Error(made.kind);
      await bench.fault('DELETE', '/v2/products', { kind });
      const gone = await service(bench).delete({ what: 'product', key: made.key, typed: 'Mint tea' });
      expect(must(gone).ending).toBe(ending);
    }
  }));
