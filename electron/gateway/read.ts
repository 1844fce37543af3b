/** One read over HTTP: bounded in time and size, never redirected, retried by retry-policy.ts. */
import { gatewayError, type GatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';
import { withoutCards } from './cards.ts';
import { ask } from './connection.ts';
import { readAnswerText, type Answer, type AnswerForm } from './answer.ts';
import { errorOfStatus } from './errors.ts';
import { retryDelayMs } from './retry-policy.ts';

const READ_DEADLINE_MS = 30_000;
const LARGEST_ANSWER_BYTES = 64 * 1024 * 1024;

export type ReadRequest = AnswerForm & {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** The call names a terminal: a 401 means it belongs to another merchant (§4.10). */
  readonly onTerminal: boolean;
};
type Attempt = Promise<Result<Answer, GatewayError>>;

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER))/;

/** Why a connection failed. Never carries headers, so never a key. */
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

/** An answer that was not decoded yet. It can be passed from one process to another. */
export type WireAnswer = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bytes: Uint8Array;
};

/** Makes one read over the network, within its time and size limits. */
export async function askWire(
  request: ReadRequest,
  signal?: AbortSignal,
): Promise<Result<WireAnswer, GatewayError>> {
  const deadline = AbortSignal.timeout(READ_DEADLINE_MS);
  try {
    const { status, headers, bytes } = await ask({
      method: request.method,
      url: request.url,
      headers: {
        accept: request.expects === 'csv' ? 'text/csv' : 'application/json',
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...request.headers,
      },
      body: request.body,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      largestAnswerBytes: LARGEST_ANSWER_BYTES,
    });
    return bytes === null ? err(gatewayError('too-large')) : ok({ status, headers: [...headers], bytes });
  } catch (error) {
    if (signal?.aborted) return err(gatewayError('cancelled'));
    if (deadline.aborted) return err(gatewayError('timeout'));
    return err(networkError(error));
  }
}

function answerOf(
  { status, headers, bytes }: WireAnswer,
  request: ReadRequest,
): Result<Answer, GatewayError> {
  const text = withoutCards(new TextDecoder('utf-8').decode(bytes));
  const given = new Headers(headers.map(([name, value]): [string, string] => [name, value]));
  if (status < 200 || status > 299) return err(errorOfStatus(status, text, given, request.onTerminal));
  const serverAtMs = Date.parse(given.get('date') ?? '');
  return readAnswerText(status, text, Number.isNaN(serverAtMs) ? null : serverAtMs, request);
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
export async function readAnswer(
  request: ReadRequest,
  clock: Clock,
  signal?: AbortSignal,
  wire: typeof askWire = askWire,
): Attempt {
  for (let tries = 1; ; tries += 1) {
    const asked = await wire(request, signal);
    const answer = asked.ok ? answerOf(asked.value, request) : asked;
    if (answer.ok) return answer;
    const delayMs = retryDelayMs(answer.error, tries);
    if (delayMs === null) return answer;
    await waited(delayMs, clock, signal);
    if (signal?.aborted) return err(gatewayError('cancelled'));
  }
}
