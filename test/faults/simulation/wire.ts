/**
 * The network between the services and the simulated gateway: it delays, drops, executes late and answers nonsense. What the
 * product builds, decodes and judges is the product's own code; only the bytes' way is simulated.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { readAnswerText } from '#electron/gateway/answer.ts';
import { createCaller, type Caller } from '#electron/gateway/caller.ts';
import type { GatewayOptions } from '#electron/gateway/gateway-options.ts';
import { createGateway } from '#electron/gateway/create-gateway.ts';
import { instantSettlementCalls } from '#electron/gateway/endpoints/instant-settlement.ts';
import { payoutCalls } from '#electron/gateway/endpoints/payouts.ts';
import { terminalCalls } from '#electron/gateway/endpoints/terminals.ts';
import { tokenCalls } from '#electron/gateway/endpoints/tokens.ts';
import { transactionCalls } from '#electron/gateway/endpoints/transactions.ts';
import { errorOfStatus } from '#electron/gateway/errors.ts';
import type { Gateway, MovementRequest, SendMoment, SendOutcome } from '#electron/gateway/gateway.ts';
import { defaultEndpoints } from '#electron/gateway/endpoint-overrides.ts';
import type { Call } from '#electron/gateway/request.ts';
import { gatewayError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';
import type { Scheduler } from './scheduler.ts';
import { nonsense, type Answer, type World } from './world.ts';

/** How bad the network and the gateway are now; shares of all requests. */
export type Weather = {
  readsFail: number;
  notConnected: number;
  /** Of a movement that arrived: not carried out and no answer; carried out and no answer; carried out late. */
  droppedBefore: number;
  droppedAfter: number;
  late: number;
  latestMs: number;
  refused: number;
  nonsense: number;
};
export const clear: Weather = {
  readsFail: 0,
  notConnected: 0,
  droppedBefore: 0,
  droppedAfter: 0,
  late: 0,
  latestMs: 0,
  refused: 0,
  nonsense: 0,
};

/** One movement's request line on the wire. */
export type WireSend = {
  sendId: number;
  /** The human confirmation it came from; null: nobody asked for it. */
  confirmation: number | null;
  url: string;
  body: string;
  bodySha256: string;
  atMs: number;
};

/** Which human confirmation the code runs under: it follows every promise the confirmation leads to. */
export const confirming = new AsyncLocalStorage<number>();
export const DASHBOARD = 'https://gateway.example';
const DEADLINE_MS = 150_000;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

export type WireOptions = {
  scheduler: Scheduler;
  world: World;
  weather: () => Weather;
  /** Called at the first byte of a movement, before anything is done with it. */
  onFirstByte: (send: WireSend) => void;
  onRead: (nowMs: number) => void;
  /** Where it is kept what a reading of this computer was shown. */
  truthAt?: World['truthAt'];
};

export function createWire(options: WireOptions) {
  const { scheduler, world, weather, onFirstByte, onRead, truthAt = world.truthAt } = options;
  const { rng } = scheduler;
  const soon = () => 5 + rng.int(400);

  function answerRead(name: string, call: Call): Answer {
    const nowMs = scheduler.worldMs;
    switch (name) {
      case 'terminals.list':
        return world.terminals();
      case 'terminals.transactions':
        return world.list(call.path?.['terminalId'] ?? '', nowMs);
      case 'instant-settlement.eligible':
        return world.listEligible();
      case 'instant-settlement.list':
        return world.listRequests(nowMs);
      case 'instant-settlement.fee-inquiry':
        return world.quote((call.body as { transactionIds: string[] }).transactionIds);
      case 'tokens.get':
        return world.orders.card(call.path?.['token'] ?? '');
      case 'payouts.fee-inquiry':
        return world.orders.costs(call.body as { amount: { text: string } });
      case 'payouts.get-batch':
        return world.orders.batch(call.path?.['batchId'] ?? '', nowMs);
      case 'transactions.list':
      case 'payouts.list-transfers': {
        const { page, limit, search } = call.query as { page: number; limit: number; search?: string };
        return name === 'transactions.list'
          ? world.orders.list(search, page, limit, nowMs)
          : world.orders.listTransfers(page, limit, nowMs);
      }
      default:
        return { status: 404, body: '' };
    }
  }

  const read: Caller['read'] = async (name, call, decode) => {
    onRead(scheduler.worldMs);
    await scheduler.sleep(soon());
    const fails = rng.chance(weather().readsFail);
    const { status, body } = fails ? rng.pick(nonsense) : answerRead(name, call);
    const serverAtMs = scheduler.worldMs;
    const terminalId = call.path?.['terminalId'] ?? '';
    // Now: a sale of this same millisecond that comes after the answer is not in it.
    const truth = world.outstanding(terminalId, serverAtMs - world.lagMs);
    await scheduler.sleep(soon());
    // The product takes its clock's time as soon as it has the answer.
    truthAt.set(`${terminalId} ${scheduler.nowMs()}`, truth);
    if (fails && rng.chance(0.5)) return err(gatewayError('connection-lost'));
    if (status !== 200) return err(errorOfStatus(status, body, null, false));
    const read = readAnswerText(status, body, serverAtMs, {});
    if (!read.ok) return read;
    const decoded = decode(read.value);
    return decoded === null ? err(gatewayError('bad-answer', { where: name })) : { ok: true, value: decoded };
  };

  /** What becomes of a movement that has arrived; null: no answer will come. */
  function arrive(sendId: number, path: string, body: string): Answer | null {
    const { droppedBefore, droppedAfter, late, latestMs, refused, nonsense: broken } = weather();
    const act = () => world.execute(sendId, path, body, scheduler.worldMs);
    if (rng.chance(droppedBefore)) return null;
    if (rng.chance(refused)) return world.refuse(path, body, scheduler.worldMs);
    if (rng.chance(late)) {
      scheduler.after(
        rng.int(latestMs),
        () => {
          scheduler.note(`late ${sendId} ${act().status}`);
        },
        true,
      );
      return rng.chance(0.5) ? null : rng.pick(nonsense);
    }
    if (rng.chance(broken)) {
      if (rng.chance(0.5)) act();
      return rng.pick(nonsense);
    }
    const answer = act();
    return rng.chance(droppedAfter) ? null : answer;
  }

  async function send(
    request: MovementRequest,
    onMoment: (moment: SendMoment) => void,
    mayLeave: () => boolean = () => true,
  ): Promise<SendOutcome> {
    await scheduler.sleep(soon());
    if (!mayLeave()) return { kind: 'not-sent', error: gatewayError('timeout', { local: 'read-too-old' }) };
    if (rng.chance(weather().notConnected))
      return { kind: 'not-sent', error: gatewayError('unreachable', { code: 'ECONNREFUSED' }) };
    onMoment('connected');
    await scheduler.sleep(rng.int(3));
    onMoment('headers-sent');
    const sendId = ++world.sends;
    const { url } = request;
    const body = new TextDecoder().decode(request.body);
    onFirstByte({
      sendId,
      confirmation: confirming.getStore() ?? null,
      url,
      body,
      bodySha256: createHash('sha256').update(body).digest('hex'),
      atMs: scheduler.worldMs,
    });
    scheduler.note(`wire ${sendId} ${url} ${body}`);
    onMoment('body-sent');
    // The bytes are with the network now: they arrive even if the process is gone by then, and its answer finds nobody.
    const { life } = scheduler;
    const outcome = await new Promise<Answer | null>((resolve) => {
      scheduler.after(
        soon(),
        () => {
          const answer = arrive(sendId, new URL(url).pathname, body);
          scheduler.note(`arrived ${sendId} ${answer?.status ?? 'none'}`);
          const delayMs = answer || rng.chance(0.6) ? soon() : DEADLINE_MS;
          if (life === scheduler.life) scheduler.after(delayMs, () => resolve(answer));
        },
        true,
      );
    });
    if (outcome === null) return { kind: 'no-answer', error: gatewayError('connection-lost') };
    onMoment('answer-began');
    await scheduler.sleep(rng.int(30));
    const bodySha256 = createHash('sha256').update(outcome.body).digest('hex');
    return { kind: 'answer', ...outcome, bodySha256 };
  }

  return function gateway(): Gateway {
    const gatewayOptions: GatewayOptions = {
      endpoints: defaultEndpoints,
      dashboardUrl: DASHBOARD,
      checkoutUrl: DASHBOARD,
      credentials: async () => ({
        ok: true,
        value: {
          secretKey: 'sk_live_simulated',
          apiKey: null,
          paymentKey: 'pk_live_simulated',
          transferKey: null,
        },
      }),
      clock: { nowMs: scheduler.nowMs, after: (delayMs, task) => scheduler.after(delayMs, task) },
      log: silent,
      onOutcome: () => {},
    };
    const caller: Caller = { ...createCaller(gatewayOptions), read, send };
    const whole = createGateway(gatewayOptions);
    return {
      ...whole,
      ...terminalCalls(caller),
      ...instantSettlementCalls(caller),
      tokens: { ...whole.tokens, ...tokenCalls(caller) },
      transactions: transactionCalls(caller),
      payouts: { ...whole.payouts, ...payoutCalls(caller) },
      send,
    };
  };
}
