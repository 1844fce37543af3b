/** Every call goes through here: one way for reads, one for writes, one for movements. Keeps no key. */
import { gatewayError, type AppError, type GatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Answer } from './answer.ts';
import { asNotOffered } from './errors.ts';
import { ask as askOnce } from './connection.ts';
import { addressOf, senderOf, tellOutcome, type GatewayOptions } from './gateway-options.ts';
import { isAllowedHost } from './hosts.ts';
import { buildMovement, sendBuilt } from './movement-calls.ts';
import type { MovementRequest, SendMoment, SendOutcome } from './movement.ts';
import type { Endpoint, MovementName, EndpointName, ReadName, WriteName } from './endpoint-table.ts';
import type { Obj } from './fields.ts';
import { inOurForm } from './shapes/apply.ts';
import { createCursors, emptyList, type Cursors } from './shapes/cursors.ts';
import { formOf, isOpen, type OpenName } from './shapes/forms.ts';
import { nothingLearnt } from './shapes/learnt-answers.ts';
import { networkError, readAnswer } from './read.ts';
import { badPart, payloadOf, type Call } from './request.ts';
import type { Authority } from './sender.ts';
import { notKnown, writeOnce } from './write.ts';

export type Read<T> = Promise<Result<T, GatewayError>>;
/** The error's `outcome` says whether the write may have happened all the same. */
export type Write<T> = Promise<Result<T, GatewayError>>;
export type Built = Promise<Result<MovementRequest, AppError>>;
type Decode<T> = (answer: Answer) => T | null;

export type Caller = {
  /** A read; `retry-policy.ts` says when it is retried. */
  readonly read: <T>(name: ReadName, call: Call, decode: Decode<T>) => Read<T>;
  /** An answer as it came, to learn from. `path`: another one than the table's. */
  readonly endpointOf: (name: EndpointName) => Endpoint;
  readonly sample: (name: OpenName, call: Call, path?: string) => Read<Obj>;
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
  /** The fingerprint of the key that signs for the checkout host. */
  readonly signingKey: () => Promise<Result<string, AppError>>;
};

/** How much is read of a page that only has to be there. */
const LARGEST_PAGE_BYTES = 64 * 1024;

export const createCaller = (given: GatewayOptions): Caller => {
  const options = { ...given, cursors: createCursors() };
  return callerOf(options);
};

type Options = GatewayOptions & { readonly cursors: Cursors };

function callerOf(options: Options): Caller {
  /** What a movement was built as: a refusal of it is remembered under that name. */
  const names = new WeakMap<MovementRequest, MovementName>();
  return {
    read: (name, call, decode) => read(options, name, call, decode),
    endpointOf: (name) => endpointOf(options, name),
    sample: (name, call, path) => sample(options, name, call, path),
    write: (name, call, decode) => write(options, name, call, decode),
    build: async (name, call) => {
      const built = await buildMovement(options, name, call);
      if (built.ok) names.set(built.value, name);
      return built;
    },
    send: (request, onMoment, mayLeave) =>
      sendBuilt(options, request, onMoment, mayLeave, names.get(request)),
    reachCheckout: () => reachCheckout(options),
    signingKey: () => senderOf(options).fingerprint(true),
  };
}

type Prepared = { endpoint: Endpoint; url: string; authority: Authority };

/** Checks what must hold before a byte leaves, so that its errors are found here and not at the gateway. */
function prepare(
  options: GatewayOptions,
  name: EndpointName,
  call: Call,
  path?: string,
): Result<Prepared, GatewayError> {
  if (badPart(call) !== null) return err(gatewayError('not-found', { local: 'id' }));
  const found = endpointOf(options, name);
  const endpoint = path === undefined ? found : { ...found, path };
  const url = addressOf(options, endpoint, call);
  if (!isAllowedHost(url)) return err(gatewayError('unreachable', { code: 'not-https' }));
  return ok({
    endpoint,
    url,
    authority: { credential: endpoint.credential, signedText: call.signedText },
  });
}

/** The endpoint as it is in the table, overruled, or found. */
function endpointOf({ endpoints, learnt = nothingLearnt }: GatewayOptions, name: EndpointName): Endpoint {
  const endpoint = endpoints.byName[name];
  const path = isOpen(name) && !endpoints.overruled.has(name) ? learnt.pathOf(name) : null;
  return path === null ? endpoint : { ...endpoint, path };
}

const decoded = <T>(value: T | null, where: string): Result<T, GatewayError> =>
  value === null ? err(gatewayError('bad-answer', { where, problem: 'envelope' })) : ok(value);

async function ask(options: GatewayOptions, name: ReadName, call: Call, path?: string): Read<Answer> {
  const prepared = prepare(options, name, call, path);
  if (!prepared.ok) return prepared;
  const { endpoint, url, authority } = prepared.value;
  const payload = await payloadOf(call);
  return readAnswer(
    {
      method: endpoint.method === 'GET' ? 'GET' : 'POST',
      url,
      headers: payload ? { 'content-type': payload.contentType } : {},
      onTerminal: call.path?.['terminalId'] !== undefined,
      expects: call.expects ?? (isOpen(name) ? 'open' : undefined),
      ownStatus: call.ownStatus,
      ...(payload && { body: payload.bytes }),
    },
    options.clock,
    call.signal,
    (request, signal) => senderOf(options).ask(request, authority, signal),
  );
}

async function sample(options: GatewayOptions, name: OpenName, call: Call, path?: string): Read<Obj> {
  const answer = await ask(options, name, call, path);
  const result = answer.ok
    ? ok(answer.value.body)
    : err(
        asNotOffered(
          answer.error,
          { operation: name, ...endpointOf(options, name) },
          call.path !== undefined,
        ),
      );
  tellOutcome(options, result.ok ? null : result.error);
  return result;
}

async function read<T>(options: Options, name: ReadName, call: Call, decode: Decode<T>): Read<T> {
  const turned = isOpen(name) ? options.cursors.turn(name, shapeOf(options, name), call) : call;
  // The page before was the last: there is no cursor to ask with.
  if (turned === null) return decoded(decode(endOfList(name)), name);
  const answer = await ask(options, name, turned);
  const result = answer.ok
    ? readAnswerOf(options, name, call, answer.value, decode)
    : err(
        asNotOffered(
          answer.error,
          { operation: name, ...endpointOf(options, name) },
          call.path !== undefined,
        ),
      );
  tellOutcome(options, result.ok ? null : result.error, name);
  if (!result.ok && result.error.code !== 'cancelled')
    options.log.warn('gateway-read-failed', { operation: name, code: result.error.code });
  return result;
}

const shapeOf = ({ learnt = nothingLearnt }: GatewayOptions, name: OpenName) => learnt.shapeOf(name);
const endOfList = (name: ReadName): Answer => ({
  body: isOpen(name) ? emptyList(formOf(name)) : {},
  rows: [],
  text: '',
  serverAtMs: null,
});

/** Rows, and not one can be read: the list is of another form, and not an empty one. */
function isNothingReadable(value: unknown): boolean {
  const { rows, unreadable } = value as { rows?: unknown; unreadable?: unknown };
  return Array.isArray(rows) && rows.length === 0 && typeof unreadable === 'number' && unreadable > 0;
}

/** An answer that the document leaves open is put into our own form first. */
function readAnswerOf<T>(
  options: Options,
  name: ReadName,
  call: Call,
  answer: Answer,
  decode: Decode<T>,
): Result<T, GatewayError> {
  if (!isOpen(name)) return decoded(decode(answer), name);
  const { learnt = nothingLearnt, log } = options;
  if (learnt.isRefused()) return err(gatewayError('form-changed', { operation: name, problem: 'file' }));
  const shape = learnt.shapeOf(name);
  const page = Number(call.query?.['page'] ?? 1);
  const read = inOurForm(formOf(name), shape, answer.body, page);
  const rows = read.ok ? decode({ ...answer, body: read.body }) : null;
  const value = rows !== null && page === 1 && isNothingReadable(rows) ? null : rows;
  const noisy = read.ok ? read.noisy : 0;
  if (noisy > 0) log.warn('amounts-with-float-noise', { operation: name, noisy });
  if (read.ok) options.cursors.keep(name, shape, call, read.body);
  if (value !== null) {
    learnt.heard(name, 'read');
    return ok(value);
  }
  const problem = read.ok ? 'no-row' : read.problem;
  learnt.heard(name, problem);
  return err(gatewayError(shape === null ? 'other-form' : 'form-changed', { operation: name, problem }));
}

async function write<T>(options: GatewayOptions, name: WriteName, call: Call, decode: Decode<T>): Write<T> {
  const prepared = prepare(options, name, call);
  if (!prepared.ok) return err({ ...prepared.error, outcome: 'not-applied' });
  const { endpoint, url, authority } = prepared.value;
  const payload = await payloadOf(call);
  const answer = await writeOnce(
    {
      method: endpoint.method,
      url,
      headers: payload ? { 'content-type': payload.contentType } : {},
      body: payload?.bytes ?? null,
    },
    call,
    options.clock,
    (request, limits) => senderOf(options).write(request, authority, limits),
  );
  const read = answer.ok ? decoded(decode(answer.value), name) : answer;
  // We cannot read the whole answer: the write happened, or it did not.
  const result = answer.ok && !read.ok ? err(notKnown(read.error)) : read;
  tellOutcome(options, result.ok ? null : result.error, name);
  if (!result.ok)
    options.log.warn('gateway-write-failed', {
      operation: name,
      code: result.error.code,
      outcome: result.error.outcome,
    });
  return result;
}

async function reachCheckout(options: GatewayOptions): Read<null> {
  const endpoint = options.endpoints.byName['checkout.reach'];
  const url = addressOf(options, endpoint, {});
  if (!isAllowedHost(url)) return err(gatewayError('unreachable', { code: 'not-https' }));
  try {
    // Any HTTP answer will do: the checkout host has no call that is free of effects and credentials.
    await askOnce({
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
