/** Every call goes through here: one way for reads, one for writes, one for movements. Keeps no key. */
import { gatewayError, type AppError, type GatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Answer } from './answer.ts';
import { asNotOffered } from './errors.ts';
import { ask } from './connection.ts';
import { addressOf, tellOutcome, type GatewayOptions } from './gateway-options.ts';
import { isAllowedHost } from './hosts.ts';
import { buildMovement, sendBuilt } from './movement-calls.ts';
import type { MovementRequest, SendMoment, SendOutcome } from './movement.ts';
import type { Endpoint, MovementName, EndpointName, ReadName, WriteName } from './endpoint-table.ts';
import { networkError, readAnswer } from './read.ts';
import { badPart, credentialHeaders, payloadOf, type Call } from './request.ts';
import { notKnown, writeOnce } from './write.ts';

export type Read<T> = Promise<Result<T, GatewayError>>;
/** The error's `outcome` says whether the write may have happened all the same. */
export type Write<T> = Promise<Result<T, GatewayError>>;
export type Built = Promise<Result<MovementRequest, AppError>>;
type Decode<T> = (answer: Answer) => T | null;

export type Caller = {
  /** A read; `retry-policy.ts` says when it is retried. */
  readonly read: <T>(name: ReadName, call: Call, decode: Decode<T>) => Read<T>;
  /** A write that moves no money itself; it is tried once. */
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

/** How much is read of a page that only has to be there. */
const LARGEST_PAGE_BYTES = 64 * 1024;

export const createCaller = (options: GatewayOptions): Caller => ({
  read: (name, call, decode) => read(options, name, call, decode),
  write: (name, call, decode) => write(options, name, call, decode),
  build: (name, call) => buildMovement(options, name, call),
  send: (request, onMoment, mayLeave) => sendBuilt(options, request, onMoment, mayLeave),
  reachCheckout: () => reachCheckout(options),
});

/** Checks everything that must hold before a byte leaves, so that its errors are found here and not at the gateway. */
async function prepare(
  options: GatewayOptions,
  name: EndpointName,
  call: Call,
): Promise<Result<{ operation: Endpoint; url: string; headers: Record<string, string> }, GatewayError>> {
  if (badPart(call) !== null) return err(gatewayError('not-found', { local: 'id' }));
  const operation = options.profile.operations[name];
  const url = addressOf(options, operation, call);
  let headers: Record<string, string> = {};
  if (operation.credential !== 'none') {
    const keys = await options.credentials();
    // Refused as the gateway would refuse it. The keychain's own error is shown elsewhere.
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

async function read<T>(options: GatewayOptions, name: ReadName, call: Call, decode: Decode<T>): Read<T> {
  const prepared = await prepare(options, name, call);
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
    options.clock,
    call.signal,
  );
  const result = answer.ok
    ? decoded(decode(answer.value), name)
    : err(asNotOffered(answer.error, name, call.path !== undefined));
  tellOutcome(options, result.ok ? null : result.error);
  if (!result.ok && result.error.code !== 'cancelled')
    options.log.warn('gateway-read-failed', { operation: name, code: result.error.code });
  return result;
}

async function write<T>(options: GatewayOptions, name: WriteName, call: Call, decode: Decode<T>): Write<T> {
  const prepared = await prepare(options, name, call);
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
    options.clock,
  );
  const read = answer.ok ? decoded(decode(answer.value), name) : answer;
  // We cannot read the whole answer: the write happened, or it did not.
  const result = answer.ok && !read.ok ? err(notKnown(read.error)) : read;
  tellOutcome(options, result.ok ? null : result.error);
  if (!result.ok)
    options.log.warn('gateway-write-failed', {
      operation: name,
      code: result.error.code,
      outcome: result.error.outcome,
    });
  return result;
}

async function reachCheckout(options: GatewayOptions): Read<null> {
  const operation = options.profile.operations['checkout.reach'];
  const url = addressOf(options, operation, {});
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
