import { expect, test, vi } from 'vitest';
import { cannot, Unmet } from '#electron/conformance/check.ts';
import { isChosen, runChecks } from '#electron/conformance/run.ts';
import { benchOf, checkOf } from './checks.ts';

test('a check that throws anything does not end the run', async () => {
  const checks = [
    checkOf('one', { run: async () => Promise.reject(new TypeError('x is not a function')) }),
    checkOf('two', { run: async () => Promise.reject(new Unmet('status 404', 'GET /x → 200')) }),
    checkOf('three', { run: async () => cannot('needs --terminal') }),
    checkOf('four'),
  ];
  const { results } = await runChecks(checks, benchOf());
  expect(results.map(({ verdict, came, why }) => [verdict, came ?? why])).toEqual([
    ['does not hold', 'TypeError: x is not a function'],
    ['does not hold', 'GET /x → 200'],
    ['could not be checked', 'needs --terminal'],
    ['holds', null],
  ]);
});

test('a write is not even tried without --allow-writes', async () => {
  const run = vi.fn(async () => undefined);
  const write = checkOf('makes something', { kind: 'write', run });
  expect((await runChecks([write], benchOf())).results[0]?.verdict).toBe('could not be checked');
  expect(run).not.toHaveBeenCalled();
  expect((await runChecks([write], benchOf('--allow-writes'))).results[0]?.verdict).toBe('holds');
});

test('a safe check cannot make anything without --allow-writes either', async () => {
  const maker = vi.fn(async () => 1);
  const check = checkOf('reads', { run: async (bench) => void (await bench.make('a thing', maker)) });
  const { results } = await runChecks([check], benchOf());
  expect(results[0]).toMatchObject({
    verdict: 'could not be checked',
    why: 'needs --allow-writes to make a thing',
  });
  expect(maker).not.toHaveBeenCalled();
});

test('a check of live is not tried in test', async () => {
  const { results } = await runChecks([checkOf('windows', { mode: 'live' })], benchOf('--mode', 'test'));
  expect(results[0]?.why).toBe('is said of live only');
});

test('when making something fails, the first asker fails and the others could not be checked', async () => {
  const maker = vi.fn(async () => Promise.reject(new Unmet('success', 'POST /x → 404')));
  const asks = (fact: string) =>
    checkOf(fact, { run: async (bench) => void (await bench.make('a link', maker)) });
  const { results } = await runChecks([asks('first'), asks('second')], benchOf('--allow-writes'));
  expect(results.map(({ verdict }) => verdict)).toEqual(['does not hold', 'could not be checked']);
  expect(results[1]?.why).toContain('needs a link, and making it failed');
  expect(maker).toHaveBeenCalledTimes(1);
});

test('what an assumed way cannot make breaks nothing that needs it', async () => {
  const maker = async () => Promise.reject(new Unmet('success', 'POST /x → 404'));
  const check = checkOf('pays', { run: async (bench) => void (await bench.makeAsAssumed('a card', maker)) });
  const { results } = await runChecks([check], benchOf('--allow-writes'));
  expect(results[0]?.verdict).toBe('could not be checked');
});

test('what was made is taken away, the newest first, and what stays is told', async () => {
  const done: string[] = [];
  const check = checkOf('makes', {
    run: async (bench) => {
      bench.later('first', async () => done.push('first'));
      bench.later('second', async () => Promise.reject(new Error('404')));
      bench.later('third', async () => done.push('third'));
    },
  });
  const { leftBehind } = await runChecks([check], benchOf('--allow-writes'));
  expect(done).toEqual(['third', 'first']);
  expect(leftBehind).toEqual(['second: 404']);
});

test('keys of the options and of the run stand in no result', async () => {
  const run = async (bench: ReturnType<typeof benchOf>) => {
    bench.hide('made-later');
    throw new Unmet(
      'no sk_live_1 here',
      'made-later sk_live_1 {"hash":"abc","token":"t-1"} 4111111111111111 a%20b',
    );
  };
  const { results } = await runChecks(
    [checkOf('leaks', { run })],
    benchOf('--secret-key', 'sk_live_1', '--api-key', 'a b'),
  );
  const text = JSON.stringify(results);
  for (const secret of ['sk_live_1', 'made-later', 'abc', 't-1', '4111111111111111', 'a%20b'])
    expect(text).not.toContain(secret);
});

test('a gateway that does not answer does not hold', async () => {
  const check = checkOf('reads', {
    run: async (bench) => void (await bench.ask('GET', '/x', { key: null })),
  });
  const { results } = await runChecks([check], benchOf());
  expect(results[0]).toMatchObject({ verdict: 'does not hold', expected: 'an answer to GET /x' });
});

test('--only chooses a section with its sub-sections, or words of a fact', () => {
  const check = checkOf('A sixth webhook is rejected', { section: '§4.13' });
  expect([null, '§4', '§4.13', 'sixth WEBHOOK'].map((only) => isChosen(check, only))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['§4.1', '§5', 'seventh'].map((only) => isChosen(check, only))).toEqual([false, false, false]);
});
