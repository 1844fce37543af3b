/** Order operations on both hosts (§4.2), tokens and payment with a token (§4.3). */
import { timingSafeEqual } from 'node:crypto';
import { Decimal, minorOf, ofMinor, type Fields } from './json.ts';
import { fieldsOf, need, ok, Refusal, textOf, type Call, type Reply, type Route } from './routing.ts';
import { orderHash, tokenHash } from './signatures.ts';
import { newNumber, now, type Order, type OrderSums, type State } from './state.ts';

/** The dashboard's own paths. Only the one of reversal is documented; the others are those of docs/assumptions.md. */
export const DASHBOARD_PATHS: Record<string, string> = {
  REFUND: '/v3/payment/refund/{orderId}',
  VOID: '/v3/payment/void/{orderId}',
  CAPTURE: '/v3/payment/capture/{orderId}',
  REVERSAL: '/v3/payment/reversal/{orderId}',
};

const DONE: Record<string, { status: string; en: string; ar: string }> = {
  REFUND: { status: 'REFUNDED', en: 'The order was refunded.', ar: 'تم رد المبلغ.' },
  VOID: { status: 'VOIDED', en: 'The order was voided.', ar: 'تم إلغاء الطلب.' },
  CAPTURE: { status: 'PAID', en: 'The order was captured.', ar: 'تم تحصيل المبلغ.' },
  REVERSAL: { status: 'REVERSED', en: 'The sale was reversed.', ar: 'تم عكس العملية.' },
};

/** §4.15: every movement of an online order is a transaction, and the merchant's list has it. */
function list(
  state: State,
  orderId: string,
  { merchantOrderId, currency }: OrderSums,
  operation: string,
  amount: bigint | Decimal,
): string {
  const transactionId = `TX-${newNumber(state)}`;
  state.transactions.push({
    transactionId,
    orderId,
    merchantOrderId,
    // §2.3: a value that is not there can be the text `NA`.
    refNumber: 'NA',
    terminalId: 'NA',
    channel: 'online',
    method: 'card',
    operation,
    status: 'SUCCESS',
    amount: amount instanceof Decimal ? amount : ofMinor(amount),
    currency,
    createdAt: now(state),
  });
  return transactionId;
}

/** What is captured or given back: the amount of the request, or all that is left (docs/assumptions.md, "Orders"). */
function share(call: Call, left: bigint): bigint {
  const asked = fieldsOf(call.body, 'transaction')['amount'];
  if (asked === undefined) return left;
  const amount = asked instanceof Decimal ? minorOf(asked.text) : 0n;
  need(amount > 0n, 'transaction.amount');
  if (amount > left) throw new Refusal(400, 'The amount is above what is left.');
  return amount;
}

/** Does the operation to the sums of an online order; the operation as its transaction names it (§6, rule 1), and the amount. */
function toSums(operation: string, call: Call, sums: OrderSums): [string, bigint] {
  if (operation === 'CAPTURE') {
    const amount = share(call, sums.amount - sums.captured);
    sums.captured += amount;
    return ['capture', amount];
  }
  if (operation !== 'REFUND') return [operation.toLowerCase(), sums.captured];
  const amount = share(call, sums.captured - sums.refunded);
  sums.refunded += amount;
  return [amount < sums.captured ? 'partial_refund' : 'refund', amount];
}

/** Once refunded, voided or reversed, an order takes no further operation (§3.1: final). */
function act(operation: string, call: Call, state: State): Reply {
  need(textOf(call.body, 'apiOperation') === operation, 'apiOperation');
  const orderId = call.part('orderId');
  const order = state.orders.get(orderId);
  if (!order) throw new Refusal(404, 'Order not found');
  const done = DONE[operation];
  if (!done) throw new Refusal(400, 'Unknown operation');
  if (['REFUNDED', 'VOIDED', 'REVERSED'].includes(order.status))
    throw new Refusal(400, `The order was already ${order.status.toLowerCase()}.`);
  const { sums } = order;
  const transactionId = sums
    ? list(state, orderId, sums, ...toSums(operation, call, sums))
    : `TX-${newNumber(state)}`;
  const inPart = operation === 'REFUND' && sums !== undefined && sums.refunded < sums.captured;
  order.status = inPart ? 'PAID' : done.status;
  if (operation === 'REVERSAL') showReversal(orderId, order, state);
  return ok({
    response: {},
    transactionId,
    messages: { en: done.en, ar: done.ar },
    status: 'SUCCESS',
    provider: { type: order.kind === 'online' ? 'ONLINE' : 'POS', version: '1.0' },
  });
}

/** A terminal's list shows a reversal as a row of its own (docs/assumptions.md, "POS terminals"). */
function showReversal(orderId: string, order: Order, state: State): void {
  const rows = state.terminals.get(order.terminalId ?? '')?.rows;
  const sale = rows?.find((row) => row['merchant_order_id'] === orderId);
  if (rows && sale) rows.push({ ...sale, payment_type: 'REVERSAL' });
}

export function checkHash(call: Call, expected: string): void {
  const given = Buffer.from(String(call.headers['service-hash'] ?? ''));
  const wanted = Buffer.from(expected);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new Refusal(401, 'Service-Hash is not valid');
}

function deleteToken(call: Call, state: State, check: (customerReference: string) => void): Reply {
  const name = call.part('token');
  const token = state.tokens.get(name);
  if (!token) throw new Refusal(404, 'Token not found');
  check(token.customerReference);
  state.tokens.delete(name);
  return ok({ message: 'Token deleted' });
}

const amountText = (order: Fields): string => {
  const amount = order['amount'];
  return amount instanceof Decimal ? amount.text : (textOf(order, 'amount') ?? '');
};

/** Fields not shown; the body and what is signed are those of docs/assumptions.md. */
function payWithToken(call: Call, state: State): Reply {
  const order = fieldsOf(call.body, 'order');
  const customer = textOf(fieldsOf(call.body, 'customer'), 'reference') ?? '';
  const reference = textOf(order, 'reference') ?? '';
  const currency = textOf(order, 'currency') ?? '';
  checkHash(
    call,
    orderHash(state.paymentApiKey, {
      merchantId: textOf(call.body, 'merchantId') ?? '',
      reference,
      amount: amountText(order),
      currency,
      customer,
    }),
  );
  const token = state.tokens.get(textOf(call.body, 'cardToken') ?? '');
  // §4.3: a charge that references a deleted token fails.
  if (token?.customerReference !== customer) throw new Refusal(404, 'Token not found');
  const orderId = `online-${newNumber(state)}`;
  const status = call.body['manualCapture'] === true ? 'AUTHORIZED' : 'PAID';
  const amount = minorOf(amountText(order));
  const captured = status === 'PAID' ? amount : 0n;
  const sums = { merchantOrderId: reference, currency, amount, captured, refunded: 0n };
  state.orders.set(orderId, { kind: 'online', terminalId: null, status, sums });
  const operation = status === 'PAID' ? 'pay' : 'authorize';
  const transactionId = list(state, orderId, sums, operation, new Decimal(amountText(order)));
  return ok({
    response: {
      orderId,
      merchantOrderId: reference,
      amount: order['amount'],
      currency,
      status,
      capturedAmount: status === 'PAID' ? order['amount'] : 0,
      refundedAmount: 0,
    },
    transactionId,
    messages: { en: 'Paid.', ar: 'تم الدفع.' },
    status: 'SUCCESS',
    provider: { type: 'ONLINE', version: '1.0' },
  });
}

const dashboardOperations: Route[] = Object.entries(DASHBOARD_PATHS).map(([operation, path]) => ({
  host: 'dashboard',
  method: 'PUT',
  path,
  credential: 'secret-key',
  ...(['REFUND', 'VOID'].includes(operation) && { permission: 'refund' as const }),
  answer: (call, state) => act(operation, call, state),
}));

/** Requests to POST /v3/orders/ in the last minute, by address (§8). */
const recent = new WeakMap<State, { atMs: number; address: string }[]>();

function underLimit({ remoteAddress }: Call, state: State): boolean {
  if (state.environment === 'test') return true;
  const nowMs = state.nowMs();
  const kept = (recent.get(state) ?? []).filter(({ atMs }) => nowMs - atMs < 60_000);
  kept.push({ atMs: nowMs, address: remoteAddress });
  recent.set(state, kept);
  return kept.filter(({ address }) => address === remoteAddress).length <= state.checkoutLimit;
}

export const orderRoutes: Route[] = [
  ...dashboardOperations,
  {
    host: 'checkout',
    method: 'PUT',
    path: '/v3/orders/{orderId}',
    credential: 'forwarded',
    answer: () => {
      throw new Refusal(500, 'forwarded by the server itself');
    },
  },
  {
    host: 'dashboard',
    method: 'DELETE',
    path: '/v3/payment/tokenization/tokens/{token}',
    credential: 'secret-key',
    fields: 'none',
    answer: (call, state) => deleteToken(call, state, () => {}),
  },
  {
    host: 'checkout',
    method: 'DELETE',
    path: '/v3/cards/tokens/{token}',
    credential: 'service-hash',
    answer: (call, state) =>
      deleteToken(call, state, (customer) =>
        checkHash(call, tokenHash(state.paymentApiKey, state.merchantId, customer)),
      ),
  },
  {
    host: 'checkout',
    method: 'POST',
    path: '/v3/orders/',
    credential: 'service-hash',
    answer: (call, state) => {
      if (!underLimit(call, state)) throw new Refusal(429, 'Too many requests');
      return payWithToken(call, state);
    },
  },
];
