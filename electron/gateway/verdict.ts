/**
 * The meaning of an answer to a movement. Only a valid success is a success, and only a refusal on the tested list is a
 * refusal. Everything else is "not known" and is resolved by a read. Pure.
 */
import { gatewayError, type GatewayError, type GatewayMessages } from '#shared/errors/app-error.ts';
import { addMoney, sameMoney, type Money } from '#shared/money/money.ts';
import { bodyObject, errorOfStatus, isFailureBody, messagesOf } from './errors.ts';
import { isObject, namesTooLong, text, type Obj } from './fields.ts';
import { hasDuplicateKeys, writeLossless } from './json.ts';
import { decodeInstantRequest, type GatewayInstantRequest } from './endpoints/instant-settlement.ts';
import { decodeOrderResult, type GatewayOrderResult } from './endpoints/orders.ts';
import type { TokenPayment } from './endpoints/tokens.ts';
import {
  decodeTransfer,
  decodeTransferBatch,
  type GatewayTransfer,
  type GatewayTransferBatch,
  type TransferBatchRequest,
  type TransferRequest,
} from './endpoints/transfers.ts';

/** A success carries the record that its kind of movement makes. */
export type MovementVerdict =
  | {
      kind: 'succeeded';
      messages: GatewayMessages | null;
      request: GatewayInstantRequest | null;
      /** For a refund, void, capture or payment with a saved card. */
      order?: GatewayOrderResult;
      transfer?: GatewayTransfer;
      batch?: GatewayTransferBatch;
    }
  | { kind: 'refused'; error: GatewayError }
  /** `hint`: the gateway says that it was done already. That is likely, but a read must show it. */
  | { kind: 'unknown'; error: GatewayError; hint: 'already-done' | null };

/** Words that say that this very thing was done before. */
const DONE_BEFORE =
  /\b(already|previously) (been )?(reversed|acknowledged|requested|created|refunded|voided|captured|paid|transferred)\b|(تم|جرى) (عكس|تأكيد)|سبق (عكس|تأكيد|طلب|استرداد|إلغاء|تحصيل|تحويل)/i;
/** Words in a refusal that may mean the same. Such a refusal is not shown as failed, but resolved by a read, too. */
const PERHAPS_DONE = /\balready\b|\bpreviously\b|\bduplicate|\bin progress\b|بالفعل|من قبل|مسبق|مكرر/i;
/** Values of `status` that mean success (§4.2 and §4.10 name the field, not its values). */
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
/** A record in one of these states contradicts the success around it. */
const FAILURE_WORDS = ['FAILED', 'FAILURE', 'REJECTED', 'DECLINED', 'REFUSED', 'ERROR', 'CANCELLED'];

type Movement = 'reversal' | 'acknowledgement' | 'instant' | 'order' | 'token-payment' | 'transfer';

/** With these statuses a FAILURE envelope is the service's own decision, made before any money moved. */
const REFUSAL_STATUSES: readonly number[] = [400, 404, 422];
/** Movements that need a permission of the key's role or a feature of the account (§5 rule 6). */
const NEED_PERMISSION: readonly Movement[] = ['instant', 'order', 'token-payment', 'transfer'];

/** A 403 after the body was sent is not known, unless it names the missing permission: the gateway checks that before it does anything. */
function isRefusal(what: Movement, status: number, error: GatewayError): boolean {
  if (status !== 403) return REFUSAL_STATUSES.includes(status);
  const named = 'permission' in error.params || error.code === 'feature-off';
  return NEED_PERMISSION.includes(what) && named;
}

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
  what: Movement,
  status: number,
  bodyText: string,
  readSuccess: (body: Obj) => Extract<MovementVerdict, { kind: 'succeeded' }> | null,
): MovementVerdict {
  const body = bodyObject(bodyText);
  // HTML, cut JSON or nothing: the gateway may have acted and then failed to say so. A field given twice says two things.
  if (body === null || hasDuplicateKeys(bodyText)) return unknown(status, bodyText);
  // It may name something else than what was asked for.
  if (namesTooLong(body)) return unknown(status, bodyText);
  const refusedByWord = isFailureBody(body);
  const ok = status === 200 || status === 201;
  if (!ok || refusedByWord) {
    // Written again, because JSON may spell a letter as \u….
    const words = writeLossless(body);
    if (DONE_BEFORE.test(words)) return unknown(status, bodyText, 'already-done');
    // The transfer's id was used before (assumed), most likely by this very request.
    if (what === 'transfer' && status === 409) return unknown(status, bodyText, 'already-done');
    if (PERHAPS_DONE.test(words)) return unknown(status, bodyText);
  }
  if (refusedByWord) {
    const { status: _word, ...rest } = body;
    // An answer that says FAILURE around a record of what was made says two things.
    if (ok && readSuccess(rest)) return unknown(status, bodyText);
    const messages = messagesOf(body);
    const error = ok
      ? gatewayError('refused', {}, { httpStatus: status })
      : errorOfStatus(status, bodyText, null, false);
    if (ok || isRefusal(what, status, error))
      return { kind: 'refused', error: { ...error, outcome: 'not-applied', ...(messages && { messages }) } };
  }
  // Not known: 401, 403 after the body was sent, 408, 409, 425, 429, any 5xx or 3xx, any other 2xx.
  return (ok ? readSuccess(body) : null) ?? unknown(status, bodyText);
}

const hasSuccessWord = (body: Obj) => SUCCESS_WORDS.includes((text(body, 'status') ?? '').toUpperCase());

const succeeded = (body: Obj) =>
  ({ kind: 'succeeded', messages: messagesOf(body) ?? null, request: null }) as const;

/** The record of an order operation if it is a success; null if it is missing or in a failed state. */
function orderSuccess(body: Obj): GatewayOrderResult | null {
  const order = decodeOrderResult(body);
  if (order === null || !hasSuccessWord(body)) return null;
  return FAILURE_WORDS.includes((order.status ?? '').toUpperCase()) ? null : order;
}

/** `{orderId}` may be the gateway's id or the merchant's reference (§4.2, assumed). If the answer names any of them, one must be ours. */
function isOfOrder({ orderId: a, merchantOrderId: b }: GatewayOrderResult, orderId: string): boolean {
  return (a === null && b === null) || a === orderId || b === orderId;
}

/** §4.2: `{response, transactionId, messages, status, provider}`. An order id in it must be the one we sent. */
export function readReversalAnswer(orderId: string, status: number, bodyText: string): MovementVerdict {
  return judge('reversal', status, bodyText, (body) => {
    const order = orderSuccess(body);
    return order && isOfOrder(order, orderId) ? succeeded(body) : null;
  });
}

/** §4.2, refund, void and capture: as for a reversal, with the order's record. */
export function readOrderAnswer(orderId: string, status: number, bodyText: string): MovementVerdict {
  return judge('order', status, bodyText, (body) => {
    const order = orderSuccess(body);
    return order && isOfOrder(order, orderId) ? { ...succeeded(body), order } : null;
  });
}

/** §4.10: `{status, response, messages}`. */
export function readAcknowledgementAnswer(status: number, bodyText: string): MovementVerdict {
  return judge('acknowledgement', status, bodyText, (body) =>
    isObject(body['response']) && hasSuccessWord(body) ? succeeded(body) : null,
  );
}

/** Assumed: 201 `{body: {requestId, status, …}, message}`. */
export function readInstantSettlementAnswer(status: number, bodyText: string): MovementVerdict {
  return judge('instant', status, bodyText, (body) => {
    const request = decodeInstantRequest(body['body']);
    return request ? { ...succeeded(body), request } : null;
  });
}

const isOther = (given: Money | null, asked: Money) => given !== null && !sameMoney(given, asked);

/** §4.3, as for an order operation (assumed): a reference and an amount in the answer must be those of the payment. */
export function readTokenPaymentAnswer(
  { orderReference, amount }: Pick<TokenPayment, 'orderReference' | 'amount'>,
  status: number,
  bodyText: string,
): MovementVerdict {
  return judge('token-payment', status, bodyText, (body) => {
    const order = orderSuccess(body);
    if (order === null || isOther(order.amount, amount)) return null;
    const named = order.merchantOrderId ?? orderReference;
    return named === orderReference ? { ...succeeded(body), order } : null;
  });
}

/** True if this is the transfer that was asked for, by its id and amount, and it has not failed by now. */
const isTransferOf = (transfer: GatewayTransfer, asked: TransferRequest) =>
  sameMoney(transfer.amount, asked.amount) &&
  (transfer.merchantTransferId ?? asked.merchantTransferId) === asked.merchantTransferId &&
  hasNotFailed(transfer);

const hasNotFailed = ({ status }: { status: GatewayTransfer['status'] | GatewayTransferBatch['status'] }) =>
  status?.kind !== 'known' || status.value !== 'FAILED';

/** Assumed: 201 `{body: {transferId, …}, messages}`. Success means that the transfer was accepted; its status says how far it is. */
export function readTransferAnswer(
  asked: TransferRequest,
  status: number,
  bodyText: string,
): MovementVerdict {
  return judge('transfer', status, bodyText, (body) => {
    const transfer = decodeTransfer(body['body']);
    return transfer && isTransferOf(transfer, asked) ? { ...succeeded(body), transfer } : null;
  });
}

/** Assumed: 201 `{body: {batchId, …, transfers: […]}, messages}`. Not known unless it holds every transfer as it was asked for. */
export function readTransferBatchAnswer(
  asked: TransferBatchRequest,
  status: number,
  bodyText: string,
): MovementVerdict {
  return judge('transfer', status, bodyText, (body) => {
    const batch = decodeTransferBatch(body['body']);
    return batch && isBatchOf(batch, asked) ? { ...succeeded(body), batch } : null;
  });
}

function isBatchOf(
  batch: GatewayTransferBatch,
  { batchName, transfers: asked }: TransferBatchRequest,
): boolean {
  if ((batch.batchName ?? batchName) !== batchName) return false;
  const whole = batch.unreadable === 0 && batch.transfers.length === asked.length;
  if (!whole || !hasNotFailed(batch) || (batch.count ?? asked.length) !== asked.length) return false;
  const left = [...batch.transfers];
  for (const request of asked) {
    const index = left.findIndex((transfer) => isTransferOf(transfer, request));
    if (index === -1) return false;
    left.splice(index, 1);
  }
  const [first, ...others] = asked.map(({ amount }) => amount);
  if (!first || others.some(({ currency }) => currency !== first.currency)) return true;
  // The total of the batch may include the fees. A total below the sum that was asked for is another batch.
  return batch.total === null || batch.total.minor >= others.reduce(addMoney, first).minor;
}
