/**
 * One request on one new connection, for everything that must not happen twice. It uses Node's own stack and HTTP/1.1, writes
 * the bytes once, and follows and repeats nothing. Chromium's stack is never used: it sends a request again by itself if a reused
 * connection drops. The connection is made first, so that a failure before it stands proves that no byte was written.
 */
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { gatewayError, type GatewayError } from '#shared/errors/app-error.ts';
import type { Clock } from '#shared/time/clock.ts';
import { withoutCards } from './cards.ts';
import { openConnection } from './connection.ts';
import { isAllowedHost } from './hosts.ts';
import type { SendMoment } from './movement.ts';
import type { HttpMethod } from './endpoint-table.ts';
import { networkError } from './read.ts';

/** The limit for the answer to a movement, which is stored. Other calls may set a larger one. */
const LARGEST_ANSWER_BYTES = 1024 * 1024;

export type OneShotRequest = {
  readonly method: HttpMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
};
type OneShotOptions = {
  clock: Clock;
  deadlineMs: number;
  largestAnswerBytes?: number;
  /** Asked when the connection is open, right before the first byte. If it answers no, nothing is sent. */
  mayLeave?: (() => boolean | Promise<boolean>) | undefined;
  ca?: string | undefined;
};
export type OneShotOutcome =
  | { kind: 'not-sent'; error: GatewayError }
  | { kind: 'no-answer'; error: GatewayError }
  | { kind: 'answer'; status: number; headers: IncomingHttpHeaders; body: string };

function readWhole(response: IncomingMessage, largestAnswerBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > largestAnswerBytes) response.destroy(new Error('answer too large'));
      chunks.push(chunk);
    });
    response.on('end', () =>
      response.complete ? resolve(Buffer.concat(chunks).toString('utf8')) : reject(new Error('terminated')),
    );
    response.on('error', reject);
    response.on('aborted', () => reject(new Error('terminated')));
  });
}

/** The length of the body. A method that may have a body says 0 if there is none. */
function bodyHeaders({ method, body }: OneShotRequest): Record<string, string | number> {
  if (body !== null) return { 'content-length': body.byteLength };
  return method === 'GET' || method === 'DELETE' ? {} : { 'content-length': 0 };
}

function exchange(
  socket: Socket,
  request: OneShotRequest,
  onMoment: (moment: SendMoment) => void,
  largestAnswerBytes: number,
): Promise<OneShotOutcome> {
  const url = new URL(request.url);
  return new Promise((resolve) => {
    const lost = (error: unknown) => {
      socket.destroy();
      const tooLarge = error instanceof Error && error.message === 'answer too large';
      resolve({
        kind: 'no-answer',
        error: tooLarge ? gatewayError('too-large') : withoutUnreachable(networkError(error)),
      });
    };
    const outgoing = httpRequest(
      {
        createConnection: () => socket,
        method: request.method,
        host: url.hostname,
        path: url.pathname + url.search,
        headers: {
          accept: 'application/json',
          ...request.headers,
          ...bodyHeaders(request),
          host: url.host,
          connection: 'close',
        },
      },
      (response) => {
        onMoment('answer-began');
        readWhole(response, largestAnswerBytes).then((whole) => {
          const body = withoutCards(whole);
          resolve({ kind: 'answer', status: response.statusCode ?? 0, headers: response.headers, body });
          socket.destroy();
        }, lost);
      },
    );
    outgoing.on('error', lost);
    // The socket may close without an error and without an answer.
    socket.once('close', () => lost(new Error('terminated')));
    outgoing.on('finish', () => onMoment('body-sent'));
    onMoment('headers-sent');
    outgoing.end(request.body ?? undefined);
  });
}

/** Once the connection stands, "unreachable" would claim too much: the connection was lost. */
const withoutUnreachable = (error: GatewayError): GatewayError =>
  error.code === 'unreachable' ? gatewayError('connection-lost', error.params) : error;

/** How long the permission to send is valid. A computer that slept may deliver it later, when it no longer applies. */
const LEAVE_HOLDS_MS = 2_000;

/** Sends once. Answers `not-sent` only if no byte of the request was written. */
export async function sendOneShot(
  request: OneShotRequest,
  onMoment: (moment: SendMoment) => void,
  { clock, deadlineMs, largestAnswerBytes = LARGEST_ANSWER_BYTES, mayLeave = () => true, ca }: OneShotOptions,
): Promise<OneShotOutcome> {
  if (!isAllowedHost(request.url))
    return { kind: 'not-sent', error: gatewayError('unreachable', { code: 'not-https' }) };
  let socket: Socket | null = null;
  const connecting = new AbortController();
  let cancelDeadline = () => {};
  const deadline = new Promise<OneShotOutcome>((resolve) => {
    cancelDeadline = clock.after(deadlineMs, () => {
      const standing = socket !== null;
      socket?.destroy();
      connecting.abort();
      resolve({ kind: standing ? 'no-answer' : 'not-sent', error: gatewayError('timeout') });
    });
  });
  const whole = (async (): Promise<OneShotOutcome> => {
    let connection: Socket;
    try {
      connection = await openConnection(new URL(request.url), { ca }, connecting.signal);
    } catch (error) {
      return { kind: 'not-sent', error: networkError(error) };
    }
    // The deadline has answered "not sent" already, and that must stay true.
    if (connecting.signal.aborted) {
      connection.destroy();
      return { kind: 'not-sent', error: gatewayError('timeout') };
    }
    // The far side may drop it while the permission is awaited. Without a listener that would end this whole process.
    connection.on('error', () => {});
    const askedAtMs = clock.nowMs();
    const may = (await mayLeave()) && clock.nowMs() - askedAtMs <= LEAVE_HOLDS_MS;
    // The permission may come after the deadline, which has answered "not sent" by then.
    if (!may || connecting.signal.aborted) {
      connection.destroy();
      return { kind: 'not-sent', error: gatewayError('timeout', { local: 'read-too-old' }) };
    }
    if (connection.destroyed) return { kind: 'not-sent', error: gatewayError('connection-lost') };
    socket = connection;
    onMoment('connected');
    return exchange(connection, request, onMoment, largestAnswerBytes);
  })();
  const outcome = await Promise.race([whole, deadline]);
  cancelDeadline();
  return outcome;
}
