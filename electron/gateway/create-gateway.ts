/** The gateway client: one object for one merchant in one environment. Keys are asked for at each call and never kept. */
import { createHash } from 'node:crypto';
import { gatewayError, inputError, type AppError, type GatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { toDecimal } from '#shared/money/money.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { Log } from '../log/log.ts';
import {
  decodeEligiblePage,
  decodeInstantRequest,
  decodeInstantRequests,
  decodeQuote,
  decodeSuggestions,
} from './endpoints/instant-settlement.ts';
import { decodeSettledPage, decodeWindows } from './endpoints/settlement.ts';
import { decodeTerminals, decodeTerminalTransactions } from './endpoints/terminals.ts';
import type { Obj } from './fields.ts';
import type { Gateway, MovementRequest } from './gateway.ts';
import { isAllowedHost } from './hosts.ts';
import { NumberText, writeLossless } from './json.ts';
import type { GatewayProfile, OperationName } from './profile.ts';
import { isSendableKey, networkError, readAnswer, type Answer } from './read.ts';
import { sendMovement } from './send-movement.ts';
import { readAcknowledgementAnswer, readInstantSettlementAnswer, readReversalAnswer } from './verdict.ts';

export type Credentials = { secretKey: string; apiKey: string | null; transferKey: string | null };
export type GatewayOptions = {
  profile: GatewayProfile;
  dashboardUrl: string;
  checkoutUrl: string;
  credentials: () => Promise<Result<Credentials, AppError>>;
  clock: Clock;
  log: Log;
  /** Told after every call: any HTTP answer is 'reached', however it was refused. */
  onOutcome(result: 'reached' | GatewayError): void;
};

type Query = Record<string, string | number | undefined>;
type Call = {
  path?: Record<string, string>;
  query?: Query;
  body?: unknown;
  signal?: AbortSignal | undefined;
};

const NETWORK: readonly GatewayError['code'][] = ['unreachable', 'tls', 'timeout', 'connection-lost'];

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');
/** Which key, without the key. */
const fingerprintOf = (secretKey: string) => sha256(secretKey).slice(0, 12);

export function createGateway(options: GatewayOptions): Gateway {
  const { profile, credentials, clock, log } = options;

  function urlOf(name: OperationName, { path = {}, query = {} }: Call): string {
    const operation = profile.operations[name];
    const base = operation.host === 'dashboard' ? options.dashboardUrl : options.checkoutUrl;
    const filled = operation.path.replace(/\{(\w+)\}/g, (_, part: string) =>
      encodeURIComponent(path[part] ?? ''),
    );
    const search = Object.entries(query).flatMap(([key, value]) =>
      value === undefined ? [] : [`${key}=${encodeURIComponent(value)}`],
    );
    return base.replace(/\/$/, '') + filled + (search.length > 0 ? `?${search.join('&')}` : '');
  }

  /** An id that is empty or a dot segment would make the path of another call; null when every id is one. */
  const badPart = ({ path = {} }: Call): string | null =>
    Object.entries(path).find(([, value]) => ['', '.', '..'].includes(value))?.[0] ?? null;

  async function read<T>(
    name: OperationName,
    call: Call,
    decode: (answer: Answer) => T | null,
  ): Promise<Result<T, GatewayError>> {
    if (badPart(call) !== null) return err(gatewayError('not-found', { local: 'id' }));
    const keys = await credentials();
    // A read without a key is refused here as the gateway would refuse it; the keychain's own error is shown elsewhere.
    if (!keys.ok) return err(gatewayError('key-refused', { local: keys.error.code }));
    const url = urlOf(name, call);
    if (!isAllowedHost(url)) return err(gatewayError('unreachable', { code: 'not-https' }));
    if (!isSendableKey(keys.value.secretKey))
      return err(gatewayError('key-refused', { local: 'characters' }));
    const operation = profile.operations[name];
    const answer = await readAnswer(
      {
        method: operation.method === 'GET' ? 'GET' : 'POST',
        url,
        headers: operation.credential === 'secret-key' ? { authorization: keys.value.secretKey } : {},
        onTerminal: call.path?.['terminalId'] !== undefined,
        ...(call.body !== undefined && { body: writeLossless(call.body) }),
      },
      clock,
      call.signal,
    );
    const result = answer.ok ? decoded(decode(answer.value), name) : answer;
    tell(result.ok ? null : result.error);
    if (!result.ok && result.error.code !== 'cancelled')
      log.warn('gateway-read-failed', { operation: name, code: result.error.code });
    return result;
  }

  const decoded = <T>(value: T | null, name: string): Result<T, GatewayError> =>
    value === null ? err(gatewayError('bad-answer', { where: name, problem: 'envelope' })) : ok(value);

  function tell(error: GatewayError | null): void {
    if (error?.code === 'cancelled') return;
    options.onOutcome(error && NETWORK.includes(error.code) ? error : 'reached');
  }

  async function build(name: OperationName, call: Call): Promise<Result<MovementRequest, AppError>> {
    const where = badPart(call);
    if (where !== null) return err(inputError('invalid', { where }));
    const keys = await credentials();
    if (!keys.ok) return keys;
    const url = urlOf(name, call);
    if (!isAllowedHost(url)) return err(inputError('host-not-https'));
    const body = new TextEncoder().encode(JSON.stringify(call.body));
    return ok({
      method: profile.operations[name].method === 'PUT' ? 'PUT' : 'POST',
      url,
      body,
      bodySha256: sha256(body),
      keyFingerprint: fingerprintOf(keys.value.secretKey),
    });
  }

  const body =
    <T>(decode: (body: Obj) => T | null) =>
    (answer: Answer) =>
      decode(answer.body);

  return {
    listTerminals: (signal) => read('terminals.list', { signal }, body(decodeTerminals)),
    readTerminalTransactions: (terminalId, signal) =>
      read('terminals.transactions', { path: { terminalId }, signal }, (answer) => {
        const reading = decodeTerminalTransactions(terminalId, answer.body);
        return reading && { reading, body: answer.text, serverAtMs: answer.serverAtMs };
      }),
    listWindows: (page, limit, signal) =>
      read(
        'settlement.windows',
        { query: { page, limit }, signal },
        body((b) => decodeWindows(b, page)),
      ),
    listSettled: ({ page, limit, branchIds, search }, signal) =>
      read(
        'settlement.transactions',
        {
          query: {
            page,
            limit,
            search: search || undefined,
            branchIds: branchIds.length > 0 ? branchIds.join(',') : undefined,
          },
          signal,
        },
        body((b) => decodeSettledPage(b, page)),
      ),
    listEligible: (page, limit, signal) =>
      read(
        'instant-settlement.eligible',
        { query: { page, limit }, signal },
        body((b) => decodeEligiblePage(b, page)),
      ),
    suggest: (target) =>
      read(
        'instant-settlement.suggestions',
        { body: { targetAmount: new NumberText(toDecimal(target)) } },
        body((b) => decodeSuggestions(b, target)),
      ),
    quote: (transactionIds) =>
      read('instant-settlement.fee-inquiry', { body: { transactionIds } }, body(decodeQuote)),
    listInstantRequests: (page, limit) =>
      read(
        'instant-settlement.list',
        { query: { page, limit } },
        body((b) => decodeInstantRequests(b, page)),
      ),
    readInstantRequest: (requestId) =>
      read(
        'instant-settlement.get',
        { path: { requestId } },
        body((b) => decodeInstantRequest(b['body'])),
      ),
    reachCheckout: async () => {
      const url = urlOf('checkout.reach', {});
      if (!isAllowedHost(url)) return err(gatewayError('unreachable', { code: 'not-https' }));
      try {
        // Any HTTP answer will do: the checkout host has no call that is free of effects and credentials.
        await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) }).then((answer) =>
          answer.body?.cancel(),
        );
        return ok(null);
      } catch (error) {
        return err(networkError(error));
      }
    },

    reversalOrderIdField: profile.reversalOrderIdField,
    buildReversal: (orderId) =>
      build('orders.reverse', { path: { orderId }, body: { apiOperation: 'REVERSAL' } }),
    buildAcknowledgement: (terminalId) => build('terminals.acknowledge', { path: { terminalId }, body: {} }),
    buildInstantSettlement: (transactionIds) =>
      build('instant-settlement.create', { body: { transactionIds } }),
    send: async (request, onMoment) => {
      const keys = await credentials();
      if (!keys.ok)
        return { kind: 'not-sent', error: gatewayError('key-refused', { local: keys.error.code }) };
      // Replaced since the request was built and stored: what leaves must be what the journal says.
      if (fingerprintOf(keys.value.secretKey) !== request.keyFingerprint) {
        return { kind: 'not-sent', error: gatewayError('key-refused', { local: 'key-replaced' }) };
      }
      const outcome = await sendMovement(request, onMoment, { clock, secretKey: keys.value.secretKey });
      tell(outcome.kind === 'answer' ? null : outcome.error);
      log.info('movement-sent', { method: request.method, outcome: outcome.kind });
      return outcome;
    },
    readReversalAnswer,
    readAcknowledgementAnswer,
    readInstantSettlementAnswer,
  };
}
