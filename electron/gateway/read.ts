/** One read over HTTP: Node's fetch, bounded in time and size, never redirected, retried by retry-policy.ts. */
import { gatewayError, type GatewayError } from '#shared/errors/app-error.ts';
import { err, type Result } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';
import { readAnswerText, type Answer, type AnswerForm } from './answer.ts';
import { errorOfStatus } from './errors.ts';
import { retryDelayMs } from './retry-policy.ts';

export const READ_DEADLINE_MS = 30_000;
const LARGEST_ANSWER_BYTES = 64 * 1024 * 1024;

export type ReadRequest = AnswerForm & {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** The call names a terminal: a 401 means it belongs to another merchant (§4.10). */
  readonly onTerminal: boolean;
};
type Attempt = Promise<Result<Answer, GatewayError>>;

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER))/;

/** Why a connection failed, from the error below fetch's. Never carries headers, so never a key. */
export function networkError(cause: unknown): GatewayError {
  const inner = (cause as { cause?: unknown }).cause ?? cause;
  const code = (inner as { code?: string }).code ?? '';
  const message = String((inner as Error).message ?? '');
  if (message.includes('redirect')) return gatewayError('redirected');
  if (TLS_CODE.test(code)) return gatewayError('tls', { code });
  if (
    ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'HPE_INVALID_CONSTANT'].includes(code) ||
    /terminated|other side closed/.test(message)
  ) {
    return gatewayError('connection-lost', { code });
  }
  if (/^(UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT|ETIMEDOUT)$/.test(code)) return gatewayError('timeout');
  if (code.startsWith('HPE_')) return gatewayError('not-a-gateway', { code });
  return gatewayError('unreachable', { code: code || 'unknown' });
}

async function readBounded(response: Response): Promise<string | null> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > LARGEST_ANSWER_BYTES) return null;
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8').decode(Buffer.concat(chunks));
}

async function attempt(request: ReadRequest, signal: AbortSignal | undefined): Attempt {
  const deadline = AbortSignal.timeout(READ_DEADLINE_MS);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: {
        accept: request.expects === 'csv' ? 'text/csv' : 'application/json',
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...request.headers,
      },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      ...(request.body !== undefined && { body: request.body }),
    });
    const text = await readBounded(response);
    if (text === null) return err(gatewayError('too-large'));
    if (!response.ok) return err(errorOfStatus(response.status, text, response.headers, request.onTerminal));
    const serverAtMs = Date.parse(response.headers.get('date') ?? '');
    return readAnswerText(response.status, text, Number.isNaN(serverAtMs) ? null : serverAtMs, request);
  } catch (error) {
    if (signal?.aborted) return err(gatewayError('cancelled'));
    if (deadline.aborted) return err(gatewayError('timeout'));
    return err(networkError(error));
  }
}

/** Ends after `delayMs`, or at once when cancelled. */
function waited(delayMs: number, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      signal?.removeEventListener('abort', done);
      cancel();
      resolve();
    };
    const cancel = clock.after(delayMs, done);
    if (signal?.aborted) done();
    else signal?.addEventListener('abort', done);
  });
}

/** Reads once, and again where the policy says so. Cancelled by `signal`, also while it waits. */
export async function readAnswer(request: ReadRequest, clock: Clock, signal?: AbortSignal): Attempt {
  for (let tries = 1; ; tries += 1) {
    const answer = await attempt(request, signal);
    if (answer.ok) return answer;
    const delayMs = retryDelayMs(answer.error, tries);
    if (delayMs === null) return answer;
    await waited(delayMs, clock, signal);
    if (signal?.aborted) return err(gatewayError('cancelled'));
  }
}
