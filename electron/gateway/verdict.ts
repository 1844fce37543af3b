/**
 * What an answer to a movement means. Conservative by design: only a valid success is a success, only a refusal on the
 * tested list is a refusal, everything else is "not known" and is settled by a read. Pure.
 */
import { gatewayError } from '#shared/errors/app-error.ts';
import { bodyObject, errorOfStatus, isFailureBody, messagesOf } from './errors.ts';
import { isObject, text, type Obj } from './fields.ts';
import type { MovementVerdict } from './gateway.ts';
import { writeLossless } from './json.ts';
import { decodeInstantRequest } from './endpoints/instant-settlement.ts';

/** The gateway says that this very thing was done: a strong hint, settled by a read. */
const DONE_BEFORE =
  /\b(already|previously) (been )?(reversed|acknowledged|requested|created)\b|(تم|جرى) (عكس|تأكيد)|سبق (عكس|تأكيد|طلب)/i;
/** Words of a refusal that may mean the same: it must not be shown as "failed", and is settled by a read, too. */
const PERHAPS_DONE = /\balready\b|\bpreviously\b|\bduplicate|\bin progress\b|بالفعل|من قبل|مسبق|مكرر/i;
/** Success words of `status`, where the gateway gives one (§4.2, §4.10 name the field, not its values). */
const SUCCESS_WORDS = [
  'SUCCESS',
  'SUCCEEDED',
  'OK',
  'APPROVED',
  'REVERSED',
  'ACKNOWLEDGED',
  'COMPLETED',
  '200',
];

/** Statuses at which a FAILURE envelope is the service's own decision, made before any money moved. */
const REFUSAL_STATUSES: Record<'reversal' | 'acknowledgement' | 'instant', readonly number[]> = {
  reversal: [400, 404, 422],
  acknowledgement: [400, 404, 422],
  instant: [400, 403, 404, 422],
};

const unknown = (status: number, body: string, hint: 'already-done' | null = null): MovementVerdict => ({
  kind: 'unknown',
  hint,
  error:
    status >= 200 && status < 300
      ? gatewayError(
          'bad-answer',
          { where: 'answer', problem: 'not a valid success' },
          { httpStatus: status, outcome: 'unknown' },
        )
      : { ...errorOfStatus(status, body, null, false), outcome: 'unknown' },
});

function judge(
  what: keyof typeof REFUSAL_STATUSES,
  status: number,
  bodyText: string,
  readSuccess: (body: Obj) => MovementVerdict | null,
): MovementVerdict {
  const body = bodyObject(bodyText);
  // HTML, cut JSON, nothing: it may have acted and then failed to say so.
  if (body === null) return unknown(status, bodyText);
  const refusedByWord = isFailureBody(body);
  const ok = status === 200 || status === 201;
  if (!ok || refusedByWord) {
    // As values, not as sent: JSON may spell a letter as \u….
    const words = writeLossless(body);
    if (DONE_BEFORE.test(words)) return unknown(status, bodyText, 'already-done');
    if (PERHAPS_DONE.test(words)) return unknown(status, bodyText);
  }
  if (refusedByWord && (ok || REFUSAL_STATUSES[what].includes(status))) {
    const messages = messagesOf(body);
    const error = ok
      ? gatewayError('refused', {}, { httpStatus: status })
      : errorOfStatus(status, bodyText, null, false);
    return { kind: 'refused', error: { ...error, outcome: 'not-applied', ...(messages && { messages }) } };
  }
  // 401, 403 after the body was sent, 408, 409, 425, 429, any 5xx, 3xx, other 2xx: not known.
  return (ok ? readSuccess(body) : null) ?? unknown(status, bodyText);
}

const hasSuccessWord = (body: Obj) => SUCCESS_WORDS.includes((text(body, 'status') ?? '').toUpperCase());

/** §4.2: `{response, transactionId, messages, status, provider}`. An order id in it must be the one we sent. */
export function readReversalAnswer(orderId: string, status: number, bodyText: string): MovementVerdict {
  return judge('reversal', status, bodyText, (body) => {
    const response = body['response'];
    if (!isObject(response) || text(body, 'transactionId') === null || !hasSuccessWord(body)) return null;
    const named = text(response, 'orderId') ?? text(response, 'merchantOrderId');
    if (named !== null && named !== orderId) return null;
    return { kind: 'succeeded', messages: messagesOf(body) ?? null, request: null };
  });
}

/** §4.10: `{status, response, messages}`. */
export function readAcknowledgementAnswer(status: number, bodyText: string): MovementVerdict {
  return judge('acknowledgement', status, bodyText, (body) =>
    isObject(body['response']) && hasSuccessWord(body)
      ? { kind: 'succeeded', messages: messagesOf(body) ?? null, request: null }
      : null,
  );
}

/** Assumed: 201 `{body: {requestId, status, …}, message}`. */
export function readInstantSettlementAnswer(status: number, bodyText: string): MovementVerdict {
  return judge('instant', status, bodyText, (body) => {
    const request = decodeInstantRequest(body['body']);
    return request ? { kind: 'succeeded', messages: messagesOf(body) ?? null, request } : null;
  });
}
