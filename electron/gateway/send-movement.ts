/**
 * The one-shot sender of movements (money-operations, "Wire rules"): Node's own stack, one new connection, HTTP/1.1, the
 * stored bytes written once, nothing followed, nothing repeated. The connection is made first and by itself, so that a
 * failure before it stands proves that no byte was written.
 */
import { createHash } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { gatewayError, type GatewayError } from '#shared/errors/app-error.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { MovementRequest, SendMoment, SendOutcome } from './gateway.ts';
import { isAllowedHost } from './hosts.ts';
import { isSendableKey, networkError } from './read.ts';

/** One deadline for the whole send (the longest a card-present network is known to take). */
export const SEND_DEADLINE_MS = 150_000;
const LARGEST_ANSWER_BYTES = 1024 * 1024;

export type SendOptions = { clock: Clock; secretKey: string; deadlineMs?: number; ca?: string };

function openConnection(url: URL, ca: string | undefined, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const secure = url.protocol === 'https:';
    const port = Number(url.port || (secure ? 443 : 80));
    const socket = secure
      ? connectTls({
          host,
          port,
          // A name only: an address is no server name (RFC 6066); the certificate is checked against `host` then.
          ...(isIP(host) === 0 && { servername: host }),
          rejectUnauthorized: true,
          ALPNProtocols: ['http/1.1'],
          ...(ca !== undefined && { ca }),
        })
      : connectTcp({ host, port });
    const giveUp = () => socket.destroy();
    signal.addEventListener('abort', giveUp);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      socket.off('error', reject);
      signal.removeEventListener('abort', giveUp);
      resolve(socket);
    });
    socket.once('error', reject);
    // A peer may close in the middle of the handshake without any error.
    socket.once('close', () => reject(new Error('other side closed')));
  });
}

function readWhole(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > LARGEST_ANSWER_BYTES) response.destroy(new Error('answer too large'));
      chunks.push(chunk);
    });
    response.on('end', () =>
      response.complete ? resolve(Buffer.concat(chunks).toString('utf8')) : reject(new Error('terminated')),
    );
    response.on('error', reject);
    response.on('aborted', () => reject(new Error('terminated')));
  });
}

function exchange(
  socket: Socket,
  request: MovementRequest,
  secretKey: string,
  onMoment: (moment: SendMoment) => void,
): Promise<SendOutcome> {
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
          host: url.host,
          authorization: secretKey,
          accept: 'application/json',
          'content-type': 'application/json',
          'content-length': request.body.byteLength,
          connection: 'close',
        },
      },
      (response) => {
        onMoment('answer-began');
        readWhole(response).then((body) => {
          const bodySha256 = createHash('sha256').update(body).digest('hex');
          resolve({ kind: 'answer', status: response.statusCode ?? 0, body, bodySha256 });
          socket.destroy();
        }, lost);
      },
    );
    outgoing.on('error', lost);
    // The socket may close without an error and without an answer.
    socket.once('close', () => lost(new Error('terminated')));
    outgoing.on('finish', () => onMoment('body-sent'));
    onMoment('headers-sent');
    outgoing.end(request.body);
  });
}

/** After the connection stands, "unreachable" would claim too much: it was lost. */
const withoutUnreachable = (error: GatewayError): GatewayError =>
  error.code === 'unreachable' ? gatewayError('connection-lost', error.params) : error;

/** Sends once. `not-sent` only when the connection never stood. */
export async function sendMovement(
  request: MovementRequest,
  onMoment: (moment: SendMoment) => void,
  { clock, secretKey, deadlineMs = SEND_DEADLINE_MS, ca }: SendOptions,
): Promise<SendOutcome> {
  if (!isAllowedHost(request.url))
    return { kind: 'not-sent', error: gatewayError('unreachable', { code: 'not-https' }) };
  if (!isSendableKey(secretKey))
    return { kind: 'not-sent', error: gatewayError('key-refused', { local: 'characters' }) };
  let socket: Socket | null = null;
  const connecting = new AbortController();
  let cancelDeadline = () => {};
  const deadline = new Promise<SendOutcome>((resolve) => {
    cancelDeadline = clock.after(deadlineMs, () => {
      const standing = socket !== null;
      socket?.destroy();
      connecting.abort();
      resolve({ kind: standing ? 'no-answer' : 'not-sent', error: gatewayError('timeout') });
    });
  });
  const whole = (async (): Promise<SendOutcome> => {
    let connection: Socket;
    try {
      connection = await openConnection(new URL(request.url), ca, connecting.signal);
    } catch (error) {
      return { kind: 'not-sent', error: networkError(error) };
    }
    // The deadline has already answered "not sent": that must stay true.
    if (connecting.signal.aborted) {
      connection.destroy();
      return { kind: 'not-sent', error: gatewayError('timeout') };
    }
    socket = connection;
    onMoment('connected');
    return exchange(connection, request, secretKey, onMoment);
  })();
  const outcome = await Promise.race([whole, deadline]);
  cancelDeadline();
  return outcome;
}
