/** What every call goes through: url, credentials, one way for reads, one for writes, one for movements. Keeps no key. */
import { createHash } from 'node:crypto';
import { gatewayError, inputError, type AppError, type GatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { Log } from '../log/log.ts';
import type { Answer } from './answer.ts';
import { asNotOffered } from './errors.ts';
import { ask } from './connection.ts';
import { isAllowedHost } from './hosts.ts';
import type { MovementRequest, SendMoment, SendOutcome } from './movement.ts';
import type { GatewayOperation, MovementName, OperationName, ReadName, WriteName } from './endpoint-table.ts';
import type { GatewayProfile } from './profile.ts';
import { networkError, readAnswer } from './read.ts';
import { badPart, credentialHeaders, payloadOf, urlOf, type Call, type Credentials } from './request.ts';
import { sendMovement } from './send-movement.ts';
import { notKnown, writeOnce } from './write.ts';

export type GatewayOptions = {
  profile: GatewayProfile;
  dashboardUrl: string;
  checkoutUrl: string;
  credentials: () => Promise<Result<Credentials, AppError>>;
  clock: Clock;
  log: Log;
  /** How long the answer to a movement is waited for; 150 s when absent. */
  movementDeadlineMs?: number;
  /** Told after every call: any HTTP answer is 'reached', however it was refused. */
  onOutcome(result: 'reached' | GatewayError): void;
};

export type Read<T> = Promise<Result<T, GatewayError>>;
/** The error's `outcome` says whether the write may have happened all the same. */
export type Write<T> = Promise<Result<T, GatewayError>>;
export type Built = Promise<Result<MovementRequest, AppError>>;
type Decode<T> = (answer: Answer) => T | null;

export type Caller = {
  /** A read: retried where retry-policy.ts says so. */
  readonly read: <T>(name: ReadName, call: Call, decode: Decode<T>) => Read<T>;
  /** A write that moves no money itself: one attempt. */
  readonly write: <T>(name: WriteName, call: Call, decode: Decode<T>) => Write<T>;
  /** A movement's bytes, built and not sent. */
  readonly build: (name: MovementName, call: Call) => Built;
  readonly send: (
    request: MovementRequest,
    onMoment: (moment: SendMoment) => void,
    mayLeave?: () => boolean,
  ) => Promise<SendOutcome>;
  readonly reachCheckout: () => Read<null>;
};

/** Of a page that is only looked for: what comes after that is not read. */
const LARGEST_PAGE_BYTES = 64 * 1024;
const NETWORK: readonly GatewayError['code'][] = ['unreachable', 'tls', 'timeout', 'connection-lost'];

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');
/** Which key, without the key. */
const fingerprintOf = (key: string) => sha256(key).slice(0, 12);

export function createCaller(options: GatewayOptions): Caller {
  const { profile, credentials, clock, log } = options;
  const baseOf = ({ host }: GatewayOperation) =>
    host === 'dashboard' ? options.dashboardUrl : options.checkoutUrl;

  /** Everything that must hold before a byte leaves; its errors are found here, not at the gateway. */
  async function prepare(
    name: OperationName,
    call: Call,
  ): Promise<
    Result<{ operation: GatewayOperation; url: string; headers: Record<string, string> }, GatewayError>
  > {
    if (badPart(call) !== null) return err(gatewayError('not-found', { local: 'id' }));
    const operation = profile.operations[name];
    const url = urlOf(operation, baseOf(operation), call);
    let headers: Record<string, string> = {};
    if (operation.credential !== 'none') {
      const keys = await credentials();
      // A call without a key is refused here as the gateway would refuse it; the keychain's own error is shown elsewhere.
      if (!keys.ok) return err(gatewayError('key-refused', { local: keys.error.code }));
      const authorised = credentialHeaders(operation.credential, keys.value, call.signedText);
      if (!authorised.ok) return authorised;
      headers = authorised.value;
    }
    if (!isAllowedHost(url)) return err(gatewayError('unreachable', { code: 'not-https' }));
    return ok({ operation, url, headers });
  }

  const decoded = <T>(value: T | null, where: string): Result<T, GatewayError> =>
    value === null ? err(gatewayError('bad-answer', { where, problem: 'envelope' })) : ok(value);

  function tell(error: GatewayError | null): void {
    if (error?.code === 'cancelled') return;
    options.onOutcome(error && NETWORK.includes(error.code) ? error : 'reached');
  }

  async function read<T>(name: ReadName, call: Call, decode: Decode<T>): Read<T> {
    const prepared = await prepare(name, call);
    if (!prepared.ok) return prepared;
    const { operation, url, headers } = prepared.value;
    const payload = await payloadOf(call);
    const answer = await readAnswer(
      {
        method: operation.method === 'GET' ? 'GET' : 'POST',
        url,
        headers: payload ? { ...headers, 'content-type': payload.contentType } : headers,
        onTerminal: call.path?.['terminalId'] !== undefined,
        expects: call.expects,
        ownStatus: call.ownStatus,
        ...(payload && { body: payload.bytes }),
      },
      clock,
      call.signal,
    );
    const result = answer.ok
      ? decoded(decode(answer.value), name)
      : err(asNotOffered(answer.error, name, call.path !== undefined));
    tell(result.ok ? null : result.error);
    if (!result.ok && result.error.code !== 'cancelled')
      log.warn('gateway-read-failed', { operation: name, code: result.error.code });
    return result;
  }

  async function write<T>(name: WriteName, call: Call, decode: Decode<T>): Write<T> {
    const prepared = await prepare(name, call);
    if (!prepared.ok) return err({ ...prepared.error, outcome: 'not-applied' });
    const { operation, url, headers } = prepared.value;
    const payload = await payloadOf(call);
    const answer = await writeOnce(
      {
        method: operation.method,
        url,
        headers: payload ? { ...headers, 'content-type': payload.contentType } : headers,
        body: payload?.bytes ?? null,
      },
      call,
      clock,
    );
    const read = answer.ok ? decoded(decode(answer.value), name) : answer;
    // A whole answer that we cannot read: it was done, or it was not.
    const result = answer.ok && !read.ok ? err(notKnown(read.error)) : read;
    tell(result.ok ? null : result.error);
    if (!result.ok)
      log.warn('gateway-write-failed', {
        operation: name,
        code: result.error.code,
        outcome: result.error.outcome,
      });
    return result;
  }

  async function build(name: MovementName, call: Call): Built {
    const where = badPart(call);
    if (where !== null) return err(inputError('invalid', { where }));
    const keys = await credentials();
    if (!keys.ok) return keys;
    const operation: GatewayOperation = profile.operations[name];
    const hashed = operation.credential === 'service-hash';
    const key = hashed ? keys.value.paymentKey : keys.value.secretKey;
    if (!key) return err(gatewayError('key-refused', { local: 'payment-key-missing' }));
    const url = urlOf(operation, baseOf(operation), call);
    if (!isAllowedHost(url)) return err(inputError('host-not-https'));
    const body = (await payloadOf({ body: call.body ?? {} }))?.bytes ?? new Uint8Array();
    return ok({
      method: operation.method === 'PUT' ? 'PUT' : 'POST',
      url,
      body,
      bodySha256: sha256(body),
      keyFingerprint: fingerprintOf(key),
      ...(hashed && { signedText: call.signedText ?? '' }),
    });
  }

  async function send(
    request: MovementRequest,
    onMoment: (moment: SendMoment) => void,
    mayLeave?: () => boolean,
  ): Promise<SendOutcome> {
    const refused = (local: string): SendOutcome => ({
      kind: 'not-sent',
      error: gatewayError('key-refused', { local }),
    });
    const keys = await credentials();
    if (!keys.ok) return refused(keys.error.code);
    const { secretKey, paymentKey } = keys.value;
    const hashed = request.signedText !== undefined;
    if (hashed && !paymentKey) return refused('payment-key-missing');
    // Replaced since the request was built and stored: what leaves must be what the journal says.
    if (fingerprintOf(hashed ? (paymentKey ?? '') : secretKey) !== request.keyFingerprint)
      return refused('key-replaced');
    const outcome = await sendMovement(request, onMoment, {
      clock,
      mayLeave,
      ...(options.movementDeadlineMs !== undefined && { deadlineMs: options.movementDeadlineMs }),
      ...(hashed ? { paymentKey: paymentKey ?? '' } : { secretKey }),
    });
    tell(outcome.kind === 'answer' ? null : outcome.error);
    log.info('movement-sent', { method: request.method, outcome: outcome.kind });
    return outcome;
  }

  async function reachCheckout(): Read<null> {
    const operation = profile.operations['checkout.reach'];
    const url = urlOf(operation, baseOf(operation), {});
    if (!isAllowedHost(url)) return err(gatewayError('unreachable', { code: 'not-https' }));
    try {
      // Any HTTP answer will do: the checkout host has no call that is free of effects and credentials.
      await ask({
        method: 'GET',
        url,
        headers: {},
        signal: AbortSignal.timeout(10_000),
        largestAnswerBytes: LARGEST_PAGE_BYTES,
      });
      return ok(null);
    } catch (error) {
      return err(networkError(error));
    }
  }

  return { read, write, build, send, reachCheckout };
}
