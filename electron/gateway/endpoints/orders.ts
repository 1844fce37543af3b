/**
 * Operations on an order (§4.2): refund, void, capture and reversal, by the dashboard's own paths or through the checkout host.
 * Movements of money: built here, stored and sent once by the services, judged in verdict.ts.
 */
import { inputError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';
import type { OrderOperation, OrderRoute } from '#shared/domain/order.ts';
import type { Money } from '#shared/money/money.ts';
import type { Built, Caller } from '../caller.ts';
import { moneyIn, numberOf, objectIn, text, type Obj } from '../fields.ts';
import { writeLossless } from '../json.ts';
import type { MovementName } from '../endpoint-table.ts';

/** No amount: all that is left. */
type RefundRequest = {
  orderId: string;
  amount?: Money | undefined;
  reason?: string | undefined;
  /** The transaction of the order that is refunded. */
  targetTransactionId?: string | undefined;
};
/** Without an amount, everything that was authorized is captured. The hold ends after 7 or 30 days. */
type CaptureRequest = { orderId: string; amount?: Money | undefined };
type VoidRequest = { orderId: string; targetTransactionId?: string | undefined };

/** What an order operation answers (fields of `response` assumed). */
export type GatewayOrderResult = {
  transactionId: string;
  orderId: string | null;
  merchantOrderId: string | null;
  /** The order's own state and amounts after the operation, where given. */
  status: string | null;
  amount: Money | null;
  captured: Money | null;
  refunded: Money | null;
  raw: string;
};

/** Fields other than `apiOperation` are not shown; these are of the family's published form. Empty `transaction` is left out. */
function encode(apiOperation: OrderOperation, transaction: Obj, rest: Obj = {}): Obj {
  const given = Object.values(transaction).some((value) => value !== undefined);
  return { apiOperation, ...rest, ...(given && { transaction }) };
}

const encodeRefund = ({ amount, reason, targetTransactionId }: RefundRequest): Obj =>
  encode('REFUND', { amount: amount && numberOf(amount), targetTransactionId }, { reason });
const encodeCapture = ({ amount }: CaptureRequest): Obj =>
  encode('CAPTURE', { amount: amount && numberOf(amount) });
const encodeVoid = ({ targetTransactionId }: VoidRequest): Obj => encode('VOID', { targetTransactionId });

/** `{response: {}, transactionId, messages, status, provider}`; null without the two that must be there. */
export function decodeOrderResult(body: Obj): GatewayOrderResult | null {
  const response = objectIn(body, 'response');
  const transactionId = text(body, 'transactionId');
  if (response === null || transactionId === null) return null;
  const currency = text(response, 'currency');
  return {
    transactionId,
    orderId: text(response, 'orderId'),
    merchantOrderId: text(response, 'merchantOrderId'),
    status: text(response, 'status'),
    amount: moneyIn(response, 'amount', currency),
    captured: moneyIn(response, 'capturedAmount', currency),
    refunded: moneyIn(response, 'refundedAmount', currency),
    raw: writeLossless(body),
  };
}

const NAMES: Record<OrderRoute, Record<OrderOperation, MovementName>> = {
  dashboard: {
    REFUND: 'orders.refund',
    VOID: 'orders.void',
    CAPTURE: 'orders.capture',
    REVERSAL: 'orders.reverse',
  },
  checkout: {
    REFUND: 'orders.checkout-refund',
    VOID: 'orders.checkout-void',
    CAPTURE: 'orders.checkout-capture',
    REVERSAL: 'orders.checkout-reverse',
  },
};

type OrderCalls = {
  /**
   * `input invalid` with `where: amount` for an amount that is not above zero. The default routes are those whose path the
   * document gives: the checkout host's, and for a reversal the dashboard's.
   */
  buildRefund(request: RefundRequest, route?: OrderRoute): Built;
  buildCapture(request: CaptureRequest, route?: OrderRoute): Built;
  buildVoid(request: VoidRequest, route?: OrderRoute): Built;
  buildReversal(orderId: string, route?: OrderRoute): Built;
};

export const orderCalls = ({ build }: Caller): OrderCalls => {
  const of = async (
    operation: OrderOperation,
    route: OrderRoute,
    { orderId, amount }: { orderId: string; amount?: Money | undefined },
    body: Obj,
  ): Built =>
    amount !== undefined && amount.minor <= 0n
      ? err(inputError('invalid', { where: 'amount' }))
      : build(NAMES[route][operation], { path: { orderId }, body });
  return {
    buildRefund: (request, route = 'checkout') => of('REFUND', route, request, encodeRefund(request)),
    buildCapture: (request, route = 'checkout') => of('CAPTURE', route, request, encodeCapture(request)),
    buildVoid: (request, route = 'checkout') => of('VOID', route, request, encodeVoid(request)),
    buildReversal: (orderId, route = 'dashboard') =>
      of('REVERSAL', route, { orderId }, { apiOperation: 'REVERSAL' }),
  };
};
