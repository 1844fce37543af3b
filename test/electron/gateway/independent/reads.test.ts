/** §5, §7: what a read makes of every refusal, and how often it asks. */
import { describe, expect, it } from 'vitest';
import { bench, lines } from './client.ts';
import { TERMINAL } from './seed.ts';

/** "Error body shape: not shown" (§7): the fact must be the same whatever the body says it with. */
const SHAPES: Record<string, (status: number, message: string) => unknown> = {
  message: (_status, message) => ({ message }),
  messages: (_status, message) => ({
    error: { cause: message },
    messages: { en: message },
    status: 'FAILURE',
  }),
  'error text': (status, message) => ({ statusCode: status, error: message }),
  'nested error': (_status, message) => ({ error: { message } }),
};

describe.each(Object.entries(SHAPES))('with an error body of the shape "%s"', (_name, shape) => {
  it('a wrong secret key is a refused key', async () => {
    const { client, server, sent, outcomes } = await bench('live', { secretKey: 'sk_live_other' });
    server.state.errorBody = shape;
    expect(await client.listWindows(1, 5)).toMatchObject({ error: { code: 'key-refused', httpStatus: 401 } });
    expect(sent()).toHaveLength(1);
    expect(outcomes).toEqual(['reached']);
  });

  it('an address that is not on the list is told as that', async () => {
    const { client, server, sent } = await bench();
    server.state.errorBody = shape;
    server.state.addressAllowList = ['203.0.113.7'];
    for (const answer of [
      await client.listWindows(1, 5),
      await client.readTerminalTransactions(TERMINAL),
      await client.listSettled({ page: 1, limit: 1, branchIds: [] }),
    ])
      expect(answer).toMatchObject({ error: { code: 'address-not-allowed', httpStatus: 403 } });
    expect(sent()).toHaveLength(3);
    server.state.addressAllowList = ['127.0.0.1'];
    expect(await client.listWindows(1, 5)).toMatchObject({ ok: true });
  });

  it('a terminal that does not exist is not found', async () => {
    const { client, server } = await bench();
    server.state.errorBody = shape;
    expect(await client.readTerminalTransactions('1')).toMatchObject({ error: { code: 'not-found' } });
  });
});

describe('a read', () => {
  it.each([502, 503, 504])('is asked again twice after %i, after 300 and 1,200 ms', async (status) => {
    const { client, server, sent, waits } = await bench();
    server.plan(/windows/, { kind: 'answer', status, text: '<html>' }, 9);
    expect(await client.listWindows(1, 5)).toMatchObject({ error: { code: 'server', httpStatus: status } });
    expect(sent()).toHaveLength(3);
    expect(waits).toEqual([300, 1_200]);
  });

  it.each(['drop-before', 'cut'] as const)('is asked again when the connection ends (%s)', async (kind) => {
    const { client, server, sent } = await bench();
    server.plan(/windows/, { kind }, 2);
    expect(await client.listWindows(1, 5)).toMatchObject({ ok: true });
    expect(sent()).toHaveLength(3);
  });

  it.each([
    [400, 'refused'],
    [401, 'key-refused'],
    [403, 'permission-missing'],
    [404, 'not-offered'],
    [409, 'conflict'],
    [429, 'limit'],
    [500, 'server'],
  ])('is not asked again after %i', async (status, code) => {
    const { client, server, sent } = await bench();
    server.plan(/windows/, { kind: 'answer', status, body: { message: 'no' } }, 9);
    expect(await client.listWindows(1, 5)).toMatchObject({ error: { code, httpStatus: status } });
    expect(sent()).toHaveLength(1);
  });

  it.each([
    ['2', 2, [2_000, 2_000]],
    ['5', 5, [5_000, 5_000]],
    ['6', 6, []],
  ])('told to come back in %s s does so only when that is soon', async (wait, seconds, expected) => {
    const { client, server, waits, sent } = await bench();
    const headers = { 'retry-after': wait };
    server.plan(/windows/, { kind: 'answer', status: 429, headers, body: { message: 'slow' } }, 9);
    expect(await client.listWindows(1, 5)).toMatchObject({
      error: { code: 'too-soon', params: { seconds } },
    });
    expect(waits).toEqual(expected);
    expect(sent()).toHaveLength(expected.length + 1);
  });

  it('of a gateway that is not there is tried once more', async () => {
    const { client, server, waits, outcomes } = await bench();
    await server.close();
    expect(await client.listWindows(1, 5)).toMatchObject({ error: { code: 'unreachable' } });
    expect(waits).toEqual([300]);
    expect(outcomes).toMatchObject([{ code: 'unreachable' }]);
  });

  it('that is redirected goes nowhere, and the key with it', async () => {
    const { client, server, sent } = await bench();
    const location = `${server.checkoutUrl}/v3/payment/settlement/windows`;
    server.plan(/dashboard|windows/, { kind: 'answer', status: 307, headers: { location } });
    expect(await client.listWindows(1, 5)).toMatchObject({ error: { code: 'redirected' } });
    expect(lines(sent())).toHaveLength(1);
  });

  it.each(['{"body":[', '<html>', '[]', '{"body":{}}', '""', ''])(
    'does not take %j for a list',
    async (text) => {
      const { client, server } = await bench();
      server.plan(/windows/, { kind: 'answer', status: 200, text });
      expect((await client.listWindows(1, 5)).ok).toBe(false);
    },
  );

  it('never shows a key in an error or a log line', async () => {
    const { client, server, logged } = await bench();
    const answers: unknown[] = [];
    for (const status of [400, 401, 403, 404, 500])
      for (const text of ['{}', 'junk', JSON.stringify({ message: 'no' })]) {
        server.plan(/windows/, { kind: 'answer', status, text });
        answers.push(await client.listWindows(1, 5));
      }
    const { secretKey, apiKey, transferApiKey } = server.state;
    for (const key of [secretKey, apiKey, transferApiKey])
      expect(JSON.stringify([answers, logged])).not.toContain(key);
  });
});
