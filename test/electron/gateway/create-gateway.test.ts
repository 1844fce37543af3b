import { afterEach, describe, expect, it } from 'vitest';
import { keychainError, type AppError, type GatewayError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { createGateway, type GatewayOptions } from '#electron/gateway/create-gateway.ts';
import type { MovementRequest, MovementVerdict, SendOutcome } from '#electron/gateway/gateway.ts';
import { defaultEndpoints } from '#electron/gateway/endpoint-overrides.ts';
import { systemClock } from '#electron/hosts/launch/system.ts';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { BUSY, control, EMPTY, FOREIGN, withGateway } from '../sandbox/gateway.ts';
import { CANARY, httpServer, rawServer } from './servers.ts';

const running: { close(): Promise<void> }[] = [];
afterEach(async () => void (await Promise.all(running.splice(0).map((server) => server.close()))));

/** No waiting between the tries of a read; a movement's deadline stays as long as it is. */
const retriesAtOnce = {
  ...systemClock,
  after: (delayMs: number, task: () => void) => systemClock.after(delayMs < 10_000 ? 0 : delayMs, task),
};

type Seen = { outcomes: ('reached' | GatewayError)[]; logged: string[] };

function gatewayOf(hosts: { dashboardUrl: string; checkoutUrl: string }, more: Partial<GatewayOptions> = {}) {
  const seen: Seen = { outcomes: [], logged: [] };
  const note = (event: string, facts?: Record<string, unknown>) =>
    void seen.logged.push(event + JSON.stringify(facts ?? {}));
  const gateway = createGateway({
    endpoints: defaultEndpoints,
    dashboardUrl: hosts.dashboardUrl,
    checkoutUrl: hosts.checkoutUrl,
    credentials: async () => ({ ok: true, value: { secretKey: CANARY, apiKey: null, transferKey: null } }),
    clock: retriesAtOnce,
    log: { info: note, warn: note, error: note },
    onOutcome: (result) => void seen.outcomes.push(result),
    ...more,
  });
  return { gateway, seen };
}
const withKeys = (access: SandboxAccess) =>
  gatewayOf(access, { credentials: async () => ({ ok: true, value: access }), clock: systemClock });
const onPort = (port: number) => ({
  dashboardUrl: `http://127.0.0.1:${port}`,
  checkoutUrl: `http://127.0.0.1:${port}`,
});

function must<T>(result: Result<T, AppError>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

describe('every call, against the built-in gateway', () => {
  it('reads', () =>
    withGateway(async ({ live }) => {
      const { gateway, seen } = withKeys(live);
      const terminals = must(await gateway.listTerminals());
      expect(terminals).toHaveLength(12);
      expect(terminals[0]).toMatchObject({ terminalId: BUSY, lastSeenAt: { kind: 'instant' } });

      const busy = must(await gateway.readTerminalTransactions(BUSY));
      expect(busy.reading.rows.length).toBeGreaterThan(0);
      expect(busy.reading.unreadable).toEqual([]);
      expect(busy.serverAtMs).not.toBeNull();
      expect(JSON.parse(busy.body)).toHaveProperty('body.response.terminalId', BUSY);
      expect(must(await gateway.readTerminalTransactions(EMPTY)).reading.rows).toEqual([]);

      const windows = must(await gateway.listWindows(1, 500));
      expect(windows.rows.length).toBeGreaterThan(0);
      expect(windows.rows[0]?.gross?.currency).toBe('EGP');
      const settled = must(await gateway.listSettled({ page: 1, limit: 5, branchIds: [] }));
      expect(settled).toMatchObject({ unreadable: 0, page: 1 });
      expect(settled.rows).toHaveLength(5);
      const branchId = settled.rows[0]?.branchId ?? '';
      const ofBranch = must(await gateway.listSettled({ page: 1, limit: 500, branchIds: [branchId] }));
      expect(new Set(ofBranch.rows.map((row) => row.branchId))).toEqual(new Set([branchId]));
      expect(must(await gateway.reachCheckout())).toBeNull();
      expect(new Set(seen.outcomes)).toEqual(new Set(['reached']));
    }));

  it('reads and asks for instant settlement', () =>
    withGateway(async ({ live }) => {
      const { gateway } = withKeys(live);
      const eligible = must(await gateway.listEligible(1, 500));
      expect(eligible.limits?.perRequest?.currency).toBe('EGP');
      const target = eligible.rows[0]?.amount;
      if (!target) throw new Error('nothing is eligible');
      const { above } = must(await gateway.suggest(target));
      const ids = above?.transactionIds ?? [];
      expect(ids.length).toBeGreaterThan(0);
      const offer = must(await gateway.quote(ids));
      expect(offer.total).toEqual(above?.total);
      expect(offer.count).toBe(ids.length);

      const request = must(await gateway.buildInstantSettlement(ids));
      const verdict = await sent(
        gateway.send(request, () => {}),
        gateway.readInstantSettlementAnswer,
      );
      expect(verdict).toMatchObject({ kind: 'succeeded', request: { status: { value: 'PENDING' } } });
      const requestId = verdict.kind === 'succeeded' ? (verdict.request?.requestId ?? '') : '';
      expect(must(await gateway.readInstantRequest(requestId)).requestId).toBe(requestId);
      const listed = must(await gateway.listInstantRequests(1, 500)).rows;
      expect(listed.map((row) => row.requestId)).toContain(requestId);
      expect(await gateway.readInstantRequest('IS-none')).toMatchObject({ error: { code: 'not-found' } });

      // The same sales again: they are taken, and nothing is claimed beyond what the gateway says.
      const again = await sent(
        gateway.send(request, () => {}),
        gateway.readInstantSettlementAnswer,
      );
      expect(again.kind).not.toBe('succeeded');
    }));

  it('reverses once, and is told the second time that it was done', () =>
    withGateway(async (sandbox) => {
      const { gateway } = withKeys(sandbox.live);
      const { reading } = must(await gateway.readTerminalTransactions(BUSY));
      const reversed = new Set(
        reading.rows.filter((row) => row.paymentType === 'REVERSAL').map((row) => row.merchantOrderId),
      );
      const orderId = reading.rows.find(
        (row) => row.paymentType === 'SALE' && !reversed.has(row.merchantOrderId),
      )?.merchantOrderId;
      if (!orderId) throw new Error('no sale');
      const request = must(await gateway.buildReversal(orderId));
      expect(new TextDecoder().decode(request.body)).toBe('{"apiOperation":"REVERSAL"}');
      expect(request.keyFingerprint).toMatch(/^[0-9a-f]{12}$/);
      const judge = (status: number, body: string) => gateway.readReversalAnswer(orderId, status, body);
      expect(
        await sent(
          gateway.send(request, () => {}),
          judge,
        ),
      ).toMatchObject({ kind: 'succeeded' });
      expect(
        await sent(
          gateway.send(request, () => {}),
          judge,
        ),
      ).toMatchObject({ kind: 'unknown', hint: 'already-done' });
      const after = must(await gateway.readTerminalTransactions(BUSY)).reading.rows;
      const rows = after.filter((row) => row.merchantOrderId === orderId);
      expect(rows.filter((row) => row.paymentType === 'REVERSAL')).toHaveLength(1);

      const unknown = must(await gateway.buildReversal('no such order/../1'));
      expect(
        await sent(
          gateway.send(unknown, () => {}),
          judge,
        ),
      ).toMatchObject({ kind: 'refused', error: { code: 'not-found' } });
    }));

  it('acknowledges, also nothing, and cannot do so for another merchant', () =>
    withGateway(async ({ live }) => {
      const { gateway } = withKeys(live);
      for (const terminalId of [BUSY, BUSY]) {
        const request = must(await gateway.buildAcknowledgement(terminalId));
        expect(new TextDecoder().decode(request.body)).toBe('{}');
        expect(
          await sent(
            gateway.send(request, () => {}),
            gateway.readAcknowledgementAnswer,
          ),
        ).toMatchObject({ kind: 'succeeded' });
        expect(must(await gateway.readTerminalTransactions(terminalId)).reading.rows).toEqual([]);
      }
      expect(await gateway.readTerminalTransactions(FOREIGN)).toMatchObject({
        error: { code: 'foreign-terminal', messages: { en: 'This terminal belongs to another merchant.' } },
      });
      const foreign = must(await gateway.buildAcknowledgement(FOREIGN));
      expect(
        await sent(
          gateway.send(foreign, () => {}),
          gateway.readAcknowledgementAnswer,
        ),
      ).toMatchObject({ kind: 'unknown', error: { outcome: 'unknown' } });
    }));

  it('acted and dropped is no answer; a wrong key is told on every read, terminals too', () =>
    withGateway(async (sandbox) => {
      const { gateway } = withKeys(sandbox.live);
      await control(sandbox, 'POST', '/faults', {
        match: { path: '/pos/ack/' },
        fault: { kind: 'drop-after' },
        times: 1,
      });
      const request = must(await gateway.buildAcknowledgement(BUSY));
      expect((await gateway.send(request, () => {})).kind).toBe('no-answer');
      expect(must(await gateway.readTerminalTransactions(BUSY)).reading.rows).toEqual([]);

      const wrong = gatewayOf(sandbox.live).gateway;
      for (const answer of [
        await wrong.listTerminals(),
        await wrong.readTerminalTransactions(BUSY),
        await wrong.listWindows(1, 1),
      ])
        expect(answer).toMatchObject({ ok: false, error: { code: 'key-refused' } });
    }));
});

async function sent(
  sending: Promise<SendOutcome>,
  judge: (status: number, body: string) => MovementVerdict,
): Promise<MovementVerdict> {
  const outcome = await sending;
  if (outcome.kind !== 'answer') throw new Error(outcome.kind);
  return judge(outcome.status, outcome.body);
}

describe('the key', () => {
  it('is in no error and no log line, whatever the gateway does', async () => {
    const faults: Parameters<typeof rawServer>[0][] = [
      (socket) => socket.resetAndDestroy(),
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{'),
      (socket) =>
        socket.end('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n'),
      (socket) => socket.end('junk'),
      (socket) => socket.end('HTTP/1.1 500 x\r\nContent-Length: 4\r\n\r\noops'),
    ];
    for (const fault of faults) {
      const server = await rawServer(fault);
      running.push(server);
      const { gateway, seen } = gatewayOf(onPort(server.port));
      const answers = [
        await gateway.listTerminals(),
        await gateway.readTerminalTransactions('T-1'),
        await gateway.send(must(await gateway.buildReversal('A-1')), () => {}),
      ];
      expect(server.received()).toContain(CANARY);
      expect(JSON.stringify([answers, seen])).not.toContain(CANARY);
    }
  });

  it('is not sent anywhere but where it belongs: a redirect is not followed by a read either', async () => {
    const elsewhere = await httpServer((_request, response) => response.end('{}'));
    const server = await httpServer((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${elsewhere.port}/` }).end(),
    );
    running.push(elsewhere, server);
    const { gateway } = gatewayOf(onPort(server.port));
    expect(await gateway.listTerminals()).toMatchObject({ error: { code: 'redirected' } });
    expect(must(await gateway.reachCheckout())).toBeNull();
    expect(elsewhere.requests()).toBe(0);
  });

  it('that cannot be had stops every call before anything is sent', async () => {
    const server = await httpServer((_request, response) => response.end('{}'));
    running.push(server);
    const lacking: Partial<GatewayOptions> = {
      credentials: async () => ({ ok: false, error: keychainError('key-missing') }),
    };
    const { gateway } = gatewayOf(onPort(server.port), lacking);
    expect(await gateway.listTerminals()).toMatchObject({ error: { code: 'key-refused' } });
    expect(await gateway.buildReversal('A-1')).toMatchObject({ error: { kind: 'keychain' } });
    const request: MovementRequest = must(await gatewayOf(onPort(server.port)).gateway.buildReversal('A-1'));
    expect((await gateway.send(request, () => {})).kind).toBe('not-sent');
    expect(server.requests()).toBe(0);
  });

  it('must be the one the movement was stored with: with another nothing is sent', async () => {
    const server = await httpServer((_request, response) => response.end('{}'));
    running.push(server);
    const request = must(await gatewayOf(onPort(server.port)).gateway.buildReversal('A-1'));
    const { gateway } = gatewayOf(onPort(server.port), {
      credentials: async () => ({
        ok: true,
        value: { secretKey: 'sk_test_another', apiKey: null, transferKey: null },
      }),
    });
    expect(await gateway.send(request, () => {})).toMatchObject({ kind: 'not-sent' });
    expect(server.requests()).toBe(0);
  });

  it('that was long in coming lets nothing leave on what was read before', async () => {
    const server = await httpServer((_request, response) => response.end('{}'));
    running.push(server);
    let waited = false;
    const { gateway } = gatewayOf(onPort(server.port), {
      credentials: async () => {
        waited = true;
        return { ok: true, value: { secretKey: CANARY, apiKey: null, transferKey: null } };
      },
    });
    const request = must(await gateway.buildReversal('A-1'));
    waited = false;
    expect(
      await gateway.send(
        request,
        () => {},
        () => !waited,
      ),
    ).toMatchObject({
      kind: 'not-sent',
      error: { params: { local: 'read-too-old' } },
    });
    expect(server.requests()).toBe(0);
  });

  it.each([`${CANARY}\n`, `${CANARY}ك`])(
    'that no header can carry is refused here: %j',
    async (secretKey) => {
      const server = await httpServer((_request, response) => response.end('{}'));
      running.push(server);
      const { gateway } = gatewayOf(onPort(server.port), {
        credentials: async () => ({ ok: true, value: { secretKey, apiKey: null, transferKey: null } }),
      });
      const answer = await gateway.listTerminals();
      expect(answer).toMatchObject({ error: { code: 'key-refused' } });
      expect(JSON.stringify(answer)).not.toContain(CANARY);
      expect(server.requests()).toBe(0);
    },
  );
});

describe('an id', () => {
  it('with any characters stays one part of the path', async () => {
    const paths: string[] = [];
    const server = await httpServer((request, response) => {
      paths.push(request.url ?? '');
      response.end('{}');
    });
    running.push(server);
    const { gateway } = gatewayOf(onPort(server.port));
    await gateway.readTerminalTransactions('../ack/1?x=<script>#');
    await gateway.send(must(await gateway.buildReversal('a/../b?c')), () => {});
    expect(paths).toEqual([
      '/v3/payment/pos/..%2Fack%2F1%3Fx%3D%3Cscript%3E%23/transactions',
      '/v3/payment/reversal/a%2F..%2Fb%3Fc',
    ]);
  });

  it.each(['', '.', '..'])('that is no part of a path is refused before anything is sent: %j', async (id) => {
    const server = await httpServer((_request, response) => response.end('{}'));
    running.push(server);
    const { gateway } = gatewayOf(onPort(server.port));
    expect(await gateway.readTerminalTransactions(id)).toMatchObject({ error: { code: 'not-found' } });
    expect(await gateway.buildReversal(id)).toMatchObject({ error: { kind: 'input', code: 'invalid' } });
    expect(await gateway.buildAcknowledgement(id)).toMatchObject({ error: { code: 'invalid' } });
    expect(server.requests()).toBe(0);
  });
});

describe('the outcome told', () => {
  it('is "reached" for any HTTP answer, the error where there was none, and nothing when cancelled', async () => {
    const server = await httpServer((_request, response) => response.writeHead(401).end('{}'));
    running.push(server);
    const refused = gatewayOf(onPort(server.port));
    await refused.gateway.listTerminals();
    expect(refused.seen.outcomes).toEqual(['reached']);

    const gone = await httpServer(() => {});
    await gone.close();
    const absent = gatewayOf(onPort(gone.port));
    await absent.gateway.listTerminals();
    await absent.gateway.send(must(await absent.gateway.buildReversal('A-1')), () => {});
    expect(absent.seen.outcomes).toMatchObject([{ code: 'unreachable' }, { code: 'unreachable' }]);

    const cancelled = gatewayOf(onPort(server.port));
    await cancelled.gateway.listTerminals(AbortSignal.abort());
    expect(cancelled.seen.outcomes).toEqual([]);
  });
});
