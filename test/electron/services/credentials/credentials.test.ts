/** Payment API keys and allowed addresses, against the built-in gateway. */
import { expect, it } from 'vitest';
import { codeOf, must, withBench, type Bench } from '../operations/harness.ts';
import { saveCard } from '../saved-cards/save-card.ts';

const service = (bench: Bench) => bench.session().credentials;
const KEYS = '/v2/merchants/api-keys';
const LIST = '/v2/merchants/ip-allow-list';
const make = (bench: Bench, name: string, despiteDouble = false) =>
  service(bench).makeKey({ name, despiteDouble });
const remove = (bench: Bench, name: string, despiteUse = false) =>
  service(bench).deleteKey({ name, typed: name, despiteUse });
const keysOf = async (bench: Bench) => must(await service(bench).keys()).keys;
const attemptsOf = async (bench: Bench) =>
  must(await bench.session().making.attempts({ whats: ['api-key'] })).attempts;
async function recorded(bench: Bench): Promise<string[]> {
  const { db } = bench.session().context;
  const entries = await db.call('audit.entries', { after: 0, upTo: 1_000, limit: 1_000 });
  return entries.map(({ action }) => action);
}

it('a key is made, its value is entered and tried, and it is deleted only by a person who knows what stops', () =>
  withBench(async (bench) => {
    expect(must(await make(bench, 'Till')).kind).toBe('done');
    expect(await keysOf(bench)).toMatchObject([
      { name: 'Till', by: 'mona', use: 'not-known', deleted: null },
    ]);
    must(await service(bench).entered({ name: 'Till' }));
    expect((await keysOf(bench))[0]?.use).toBe('here');
    expect(must(await service(bench).tryKey({ name: 'Till' })).ending).toBe('no-card');
    expect(codeOf(await service(bench).deleteKey({ name: 'Till', typed: 'Til', despiteUse: true }))).toBe(
      'name-differs',
    );
    expect(codeOf(await remove(bench, 'Till'))).toBe('key-in-use');
    expect(await bench.received('PUT', KEYS)).toBe(1);
    expect(must(await remove(bench, 'Till', true)).ending).toBe('done');
    expect((await keysOf(bench))[0]?.deleted).toMatchObject({ by: 'mona' });
    // A new one of the same name begins anew.
    must(await make(bench, 'Till'));
    expect(await keysOf(bench)).toMatchObject([{ name: 'Till', use: 'not-known', deleted: null }]);
  }));

it('a saved card is read under the signature of the key in use', () =>
  withBench(async (bench) => {
    await saveCard(bench, 'C-7');
    must(await bench.session().savedCards.refresh());
    expect(must(await service(bench).tryKey({ name: 'Till' }))).toEqual({ ending: 'works', error: null });
    await bench.fault('GET', '/v3/cards/tokens', { kind: 'status', status: 401 });
    expect(must(await service(bench).tryKey({ name: 'Till' }))).toMatchObject({
      ending: 'refused',
      error: { code: 'key-refused' },
    });
  }));

it('a key of the same name is asked about, and one that the gateway refuses is not listed', () =>
  withBench(async (bench) => {
    must(await make(bench, 'Till'));
    expect(must(await make(bench, 'Till'))).toMatchObject({ kind: 'double', like: { name: 'Till' } });
    expect(await bench.received('PUT', KEYS)).toBe(1);
    expect(codeOf(await make(bench, 'Till', true))).toBe('refused');
    expect(codeOf(await make(bench, '4111 1111 1111 1111'))).toBe('card-number');
    expect(await keysOf(bench)).toHaveLength(1);
  }));

it.each([
  ['before', { kind: 'drop-before' }],
  ['after', { kind: 'drop-after' }],
  ['nonsense', { kind: 'nonsense' }],
  ['a server error', { kind: 'status', status: 500 }],
])('an answer that is lost %s leaves a question for a person, and nothing is sent again', (_, fault) =>
  withBench(async (bench) => {
    await bench.fault('PUT', KEYS, fault);
    expect(must(await make(bench, 'Till')).kind).toBe('not-known');
    const [attempt] = await attemptsOf(bench);
    expect(attempt).toMatchObject({ name: 'Till', possible: { key: 'Till' } });
    const attemptId = attempt?.attemptId ?? '';
    // No list can say that it is not there, so a look never allows to make it again.
    must(await bench.session().making.look({ attemptId }));
    expect(codeOf(await bench.session().making.makeAgain({ attemptId }))).toBe('not-looked-for');
    expect(must(await make(bench, 'Till'))).toMatchObject({ kind: 'double' });
    expect(await bench.received('PUT', KEYS)).toBe(1);
    must(await bench.session().making.takePossible({ attemptId, key: 'Till' }));
    expect(await attemptsOf(bench)).toEqual([]);
    expect(await keysOf(bench)).toMatchObject([{ name: 'Till' }]);
  }),
);

it('a deletion without an answer is said, and the key stays in the list', () =>
  withBench(async (bench) => {
    must(await make(bench, 'Till'));
    await bench.fault('PUT', KEYS, { kind: 'drop-after' });
    expect(must(await remove(bench, 'Till')).ending).toBe('not-known');
    expect((await keysOf(bench))[0]?.deleted).toBeNull();
    expect(codeOf(await remove(bench, 'Made elsewhere'))).toBe('not-found');
    expect(await recorded(bench)).toEqual(
      expect.arrayContaining(['making.done', 'making.delete-not-known', 'making.delete-refused']),
    );
  }));

const save = (bench: Bench, before: string[], after: string[], despiteOwn = true) =>
  service(bench).saveAddresses({ before, after, despiteOwn });
const listOf = async (bench: Bench) => must(await service(bench).addresses()).addresses;

it('the list of addresses is replaced as a whole and read again', () =>
  withBench(async (bench) => {
    expect(must(await service(bench).addresses())).toEqual({ addresses: [], own: null });
    const list = ['127.0.0.0/8', '203.0.113.7'];
    expect(must(await save(bench, [], list))).toEqual({ ending: 'done', addresses: list });
    expect(await listOf(bench)).toEqual(list);
    expect(must(await save(bench, list, ['127.0.0.1'])).ending).toBe('done');
    expect(await recorded(bench)).toContain('addresses.changed');
  }));

it('nothing is sent of a list that nobody confirmed', () =>
  withBench(async (bench) => {
    expect(codeOf(await save(bench, [], ['127.0.0.1'], false))).toBe('shuts-out');
    expect(codeOf(await save(bench, [], ['127.0.0.1', 'shop.example.com']))).toBe('address-not-understood');
    must(await save(bench, [], ['127.0.0.1']));
    // Somebody else changed it: what was confirmed was a change of another list.
    expect(codeOf(await save(bench, [], ['127.0.0.1', '203.0.113.7']))).toBe('list-changed');
    expect(await bench.received('PUT', LIST)).toBe(1);
    // An empty list allows this PC, too.
    expect(must(await save(bench, ['127.0.0.1'], [], false)).ending).toBe('done');
  }));

it('a list without this PC is told to have shut it out', () =>
  withBench(async (bench) => {
    expect(must(await save(bench, [], ['203.0.113.7']))).toEqual({ ending: 'shut-out', addresses: null });
  }));

it.each([
  ['before', { kind: 'drop-before' }, 'not-saved', 0],
  ['after', { kind: 'drop-after' }, 'done', 1],
  ['nonsense', { kind: 'nonsense' }, 'done', 1],
])('an answer that is lost %s is settled by what the gateway lists', (_, fault, ending, length) =>
  withBench(async (bench) => {
    await bench.fault('PUT', LIST, fault);
    expect(must(await save(bench, [], ['127.0.0.1'])).ending).toBe(ending);
    expect(await listOf(bench)).toHaveLength(length);
    expect(await bench.received('PUT', LIST)).toBe(1);
  }),
);
