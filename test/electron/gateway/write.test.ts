import { afterEach, describe, expect, it } from 'vitest';
import { createGateway } from '#electron/gateway/create-gateway.ts';
import { defaultEndpoints } from '#electron/gateway/endpoint-overrides.ts';
import { systemClock } from '#electron/hosts/launch/system.ts';
import { KEYS, withRecorder } from './recorder.ts';
import { rawServer, type RawServer } from './servers.ts';

const running: RawServer[] = [];
afterEach(async () => void (await Promise.all(running.splice(0).map((server) => server.close()))));

const failure = (en: string) => JSON.stringify({ status: 'FAILURE', error: {}, messages: { en, ar: 'لا' } });

function gatewayOn(port: number, seen: string[] = []) {
  const url = `http://127.0.0.1:${port}`;
  const note = (event: string, facts?: Record<string, unknown>) =>
    void seen.push(event + JSON.stringify(facts ?? {}));
  return createGateway({
    endpoints: defaultEndpoints,
    dashboardUrl: url,
    checkoutUrl: url,
    credentials: async () => ({ ok: true, value: KEYS }),
    clock: systemClock,
    log: { info: note, warn: note, error: note },
    onOutcome: (result) => void seen.push(JSON.stringify(result)),
  });
}

describe('a write', () => {
  it.each<[string, Parameters<typeof rawServer>[0]]>([
    ['reset', (socket) => socket.resetAndDestroy()],
    ['closed', (socket) => socket.end()],
    ['cut', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{"_id":"W')],
    ['junk', (socket) => socket.end('this is not http\r\n\r\n')],
    ['502', (socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 2\r\n\r\n{}')],
    ['503', (socket) => socket.end('HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 2\r\n\r\n{}')],
  ])('whose answer is %s is not known, is not tried again, and leaks no key', async (_name, fault) => {
    const server = await rawServer(fault);
    running.push(server);
    const seen: string[] = [];
    const answer = await gatewayOn(server.port, seen).catalogue.createCategory({ categoryName: 'Hats' });
    expect(answer).toMatchObject({ ok: false, error: { outcome: 'unknown' } });
    expect(server.requests()).toBe(1);
    expect(server.connections()).toBe(1);
    expect(JSON.stringify([answer, seen])).not.toMatch(/_test_recorded/);
  });

  it('that cannot connect is proven not applied', async () => {
    expect(await gatewayOn(1).catalogue.createCategory({ categoryName: 'Hats' })).toMatchObject({
      error: { code: 'unreachable', outcome: 'not-applied' },
    });
  });

  it.each([
    [400, 'refused'],
    [401, 'key-refused'],
    [403, 'permission-missing'],
    [404, 'not-found'],
    [409, 'conflict'],
    [415, 'refused'],
    [422, 'refused'],
    [429, 'limit'],
  ])('refused with %i is %s and not applied, in one request', (status, code) =>
    withRecorder({ status, body: failure('No.') }, async ({ catalogue }, asked) => {
      expect(await catalogue.deleteProduct('P-1')).toMatchObject({
        error: { code, outcome: 'not-applied', messages: { en: 'No.', ar: 'لا' } },
      });
      expect(asked).toHaveLength(1);
    }),
  );

  it('refused with HTTP 200 and FAILURE is not applied', () =>
    withRecorder(failure('No.'), async ({ catalogue }) =>
      expect(await catalogue.createCategory({ categoryName: 'Hats' })).toMatchObject({
        error: { code: 'refused', outcome: 'not-applied' },
      }),
    ));

  it.each([
    ['a page', { body: '<html></html>', type: 'text/html' }, 'not-a-gateway'],
    ['nothing', { body: '' }, 'not-a-gateway'],
    ['another shape', { body: '{"body":[]}' }, 'bad-answer'],
    ['a redirect', { status: 307, body: '', headers: { location: '/other' } }, 'redirected'],
    ['a page of 403', { status: 403, body: '<html></html>' }, 'permission-missing'],
    ['a server error', { status: 500, body: failure('Oops') }, 'server'],
    ['408', { status: 408, body: failure('Late') }, 'refused'],
  ])('answered with %s is not known', (_name, said, code) =>
    withRecorder(said, async ({ catalogue }, asked) => {
      expect(await catalogue.createCategory({ categoryName: 'Hats' })).toMatchObject({
        error: { code, outcome: 'unknown' },
      });
      expect(asked).toHaveLength(1);
    }),
  );

  it('that names a waiting time says how long', () =>
    withRecorder(
      { status: 429, body: failure('Wait'), headers: { 'retry-after': '12' } },
      async ({ webhooks }, asked) => {
        expect(await webhooks.resend('R-1')).toMatchObject({
          error: { code: 'too-soon', params: { seconds: 12 }, outcome: 'not-applied' },
        });
        expect(asked).toHaveLength(1);
      },
    ));

  it('whose answer has no body to read is done when it says nothing, and not when it says a page', async () => {
    for (const body of ['', '{}', '{"message":"Deleted"}', '[]'])
      await withRecorder(body, async ({ webhooks }) => expect((await webhooks.delete('W-1')).ok).toBe(true));
    await withRecorder({ status: 204, body: '' }, async ({ webhooks }) =>
      expect(await webhooks.delete('W-1')).toEqual({ ok: true, value: { messages: null } }),
    );
    await withRecorder('<html>log in</html>', async ({ webhooks }) =>
      expect(await webhooks.delete('W-1')).toMatchObject({ error: { outcome: 'unknown' } }),
    );
  });

  it('by GET is tried once, too', async () => {
    const server = await rawServer((socket) => socket.resetAndDestroy());
    running.push(server);
    expect(await gatewayOn(server.port).customers.save('C-9')).toMatchObject({
      error: { outcome: 'unknown' },
    });
    expect(server.requests()).toBe(1);
  });
});

describe('a key that is not there', () => {
  const none = { secretKey: KEYS.secretKey, apiKey: null, transferKey: null };
  it('stops what needs it before anything is sent', () =>
    withRecorder(
      '{}',
      async ({ sessions, tokens }, asked) => {
        const amount = { minor: 100n, currency: 'EGP' };
        const owner = { merchantId: 'MID', customerReference: 'C' };
        expect(await sessions.create({ amount, order: 'A', merchantId: 'MID' })).toMatchObject({
          error: { code: 'key-refused', params: { local: 'api-key-missing' }, outcome: 'not-applied' },
        });
        for (const answer of [
          await tokens.checkoutGet('T', owner),
          await tokens.checkoutDelete('T', owner),
          await tokens.buildPayment({ ...owner, orderReference: 'A', amount, token: 'T' }),
        ])
          expect(answer).toMatchObject({
            error: { code: 'key-refused', params: { local: 'payment-key-missing' } },
          });
        expect(asked).toEqual([]);
      },
      none,
    ));

  it('stops no public read', () =>
    withRecorder(
      '{"data":[],"total":0}',
      async ({ discounts }, asked) => {
        expect((await discounts.active({ merchantId: 'MID' })).ok).toBe(true);
        expect(asked[0]?.headers).not.toHaveProperty('authorization');
      },
      { secretKey: 'ü', apiKey: null, transferKey: null },
    ));
});

it.each(['', '.', '..', '\ud800'])('an id that is no part of a path is refused here: %j', (id) =>
  withRecorder('{}', async ({ webhooks, sessions, orders }, asked) => {
    expect(await webhooks.delete(id)).toMatchObject({ error: { code: 'not-found', outcome: 'not-applied' } });
    expect(await sessions.get(id)).toMatchObject({ error: { code: 'not-found' } });
    expect(await orders.buildVoid({ orderId: id })).toMatchObject({ error: { code: 'invalid' } });
    expect(asked).toEqual([]);
  }),
);
