/** Payment sessions (§2.1–2.3, §3.1): from CREATED to one of the final states, by the customer, the merchant or time. */
import { toDecimal } from '#shared/money/money.ts';
import { writeGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { refuse } from '../errors.ts';
import { listOf } from '../paging.ts';
import { orderHash } from '../webhooks/signature.ts';
import { amountJson, type World } from '../world.ts';
import { newHexId } from './ids.ts';
import { authorize, orderOfSession, type OnlineOrder } from './online-orders.ts';
import { prepared } from './prepared.ts';
import { saveCard } from './tokens.ts';
import { sessionById, setSessionStatus, type History, type SessionRow } from './session-rows.ts';

export const FINAL = [
  'PAID',
  'AUTHORIZED',
  'FAILED',
  'EXPIRED',
  'ABANDONED',
  'REJECTED',
  'VOIDED',
  'REVERSED',
  'REFUNDED',
] as const;
const isFinal = (status: string) => (FINAL as readonly string[]).includes(status);

type NewSession = {
  amountMinor: number;
  currency: string;
  order: string;
  manualCapture: boolean;
  serverWebhook: string | null;
  expiresAtMs: number;
  maxFailureAttempts: number;
  params: Record<string, unknown>;
};

export function createSession(world: World, wanted: NewSession): SessionRow {
  const nowMs = world.clock.nowMs();
  return prepared(
    world.db,
    `INSERT INTO payment_session (session_id, status, max_failure_attempts, amount_minor, currency, order_reference,
       manual_capture, server_webhook, expires_at_ms, created_at_ms, updated_at_ms, params, history)
     VALUES (?, 'CREATED', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
  ).get(
    newHexId(world, 'session'),
    wanted.maxFailureAttempts,
    wanted.amountMinor,
    wanted.currency,
    wanted.order,
    wanted.manualCapture ? 1 : 0,
    wanted.serverWebhook,
    wanted.expiresAtMs,
    nowMs,
    nowMs,
    JSON.stringify(wanted.params),
    JSON.stringify([{ status: 'CREATED', atMs: nowMs }]),
  ) as SessionRow;
}

function openSession(world: World, id: string): SessionRow {
  const row = sessionById(world, id);
  if (isFinal(row.status)) throw refuse.sessionEnded(row.status);
  return row;
}

/** The customer sees the payment page. */
export function openPage(world: World, id: string): SessionRow {
  const row = sessionById(world, id);
  if (row.status === 'CREATED') setSessionStatus(world, id, 'OPENED');
  return sessionById(world, id);
}

export const PAYMENT_METHODS = ['card', 'wallet', 'bnpl'] as const;
type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** What the session lets a customer pay with: all, unless `allowedMethods` says which (§2.1). */
export function methodsOf({ params }: SessionRow): readonly PaymentMethod[] {
  const allowed = (JSON.parse(params) as { allowedMethods?: string }).allowedMethods;
  const named = listOf(allowed).map((name) => name.toLowerCase());
  return named.length === 0 ? PAYMENT_METHODS : PAYMENT_METHODS.filter((method) => named.includes(method));
}

export type Payment = {
  method: PaymentMethod;
  /** `reject`: refused for good, as a risk; `decline`: this card, this time; `leave`: the customer closes the page. */
  outcome: 'approve' | 'decline' | 'reject' | 'leave';
  /** The practice card that the customer lets the merchant keep; absent: none. */
  save?: PracticeCard | undefined;
};

/** The cards that the payment page offers. Their numbers are the networks' published test numbers. */
export const PRACTICE_CARDS = {
  'visa-4242': '4242424242424242',
  'mastercard-1118': '5111111111111118',
  /** Its charges are refused afterwards. */
  'visa-0002': '4000000000000002',
} as const;
export type PracticeCard = keyof typeof PRACTICE_CARDS;

/**
 * Whose card is kept: the reference of the customer (§2.1), which every charge is signed with. Null if the session does not
 * ask to keep a card, or names no customer.
 */
export function keepsCardOf({ params }: SessionRow): string | null {
  const { saveCard: asked, customer } = JSON.parse(params) as {
    saveCard?: string;
    customer?: { reference?: string };
  };
  return asked === undefined || asked === '' ? null : customer?.reference || null;
}

function keepCard(world: World, row: SessionRow, card: PracticeCard): void {
  const customer = keepsCardOf(row);
  if (customer === null) return;
  const expiryYear = String(new Date(world.clock.nowMs()).getUTCFullYear() + 3);
  saveCard(world, customer, {
    number: PRACTICE_CARDS[card],
    expiryMonth: '08',
    expiryYear,
    holderName: 'Mona Adel',
  });
}

/** The customer tries to pay. */
export function payOnPage(world: World, id: string, { method, outcome, save }: Payment): SessionRow {
  const row = openSession(world, id);
  if (outcome === 'leave') return abandonSession(world, id);
  if (!methodsOf(row).includes(method)) throw refuse.field('method', 'is not one that the session allows');
  if (row.status !== 'PENDING') setSessionStatus(world, id, 'PENDING');
  if (outcome === 'approve') {
    authorize(world, {
      sessionId: id,
      merchantOrderId: row.order_reference,
      amountMinor: row.amount_minor,
      currency: row.currency,
      method,
      manualCapture: row.manual_capture === 1,
    });
    if (save !== undefined && method === 'card') keepCard(world, row, save);
    setSessionStatus(world, id, row.manual_capture === 1 ? 'AUTHORIZED' : 'PAID');
  } else if (outcome === 'reject') {
    setSessionStatus(world, id, 'REJECTED');
  } else {
    prepared(
      world.db,
      'UPDATE payment_session SET failure_attempts = failure_attempts + 1 WHERE session_id = ?',
    ).run(id);
    if (row.failure_attempts + 1 >= row.max_failure_attempts) setSessionStatus(world, id, 'FAILED');
  }
  return sessionById(world, id);
}

/** The abandon operation (§3.1). */
export function abandonSession(world: World, id: string): SessionRow {
  openSession(world, id);
  setSessionStatus(world, id, 'ABANDONED');
  return sessionById(world, id);
}

export function expireSessions(world: World): void {
  const due = prepared(
    world.db,
    `SELECT session_id, expires_at_ms FROM payment_session
     WHERE status IN ('CREATED', 'OPENED', 'PENDING') AND expires_at_ms <= ?`,
  ).all(world.clock.nowMs()) as Pick<SessionRow, 'session_id' | 'expires_at_ms'>[];
  for (const { session_id: id, expires_at_ms: atMs } of due) setSessionStatus(world, id, 'EXPIRED', atMs);
}

const decimalOf = ({ amount_minor, currency }: SessionRow) =>
  toDecimal({ minor: BigInt(amount_minor), currency });
const historyBody = (row: SessionRow) =>
  (JSON.parse(row.history) as History).map(({ status, atMs }) => ({
    status,
    date: writeGatewayTimestamp(atMs),
  }));

function notificationsOf(world: World, sessionId: string) {
  const rows = prepared(
    world.db,
    'SELECT record_id, event_type, url, status, attempts, updated_at_ms FROM delivery WHERE session_id = ? ORDER BY sequence',
  ).all(sessionId) as {
    record_id: string;
    event_type: string;
    url: string;
    status: string;
    attempts: number;
    updated_at_ms: number;
  }[];
  return rows.map((row) => ({
    recordId: row.record_id,
    event: row.event_type,
    url: row.url,
    status: row.status,
    attempts: row.attempts,
    date: writeGatewayTimestamp(row.updated_at_ms),
  }));
}

/** The document of create, list and get-by-id (§2.2). */
export function sessionDocument(world: World, row: SessionRow) {
  const order = orderOfSession(world, row.session_id);
  const { merchantId, merchantName, keys } = world;
  const hash = orderHash(
    { merchantId, reference: row.order_reference, amount: decimalOf(row), currency: row.currency },
    keys.paymentKey,
  );
  return {
    _id: row.session_id,
    status: row.status,
    failureAttempts: row.failure_attempts,
    capturedAmount: amountJson(order?.captured_minor ?? 0, row.currency),
    refundedAmount: amountJson(order?.refunded_minor ?? 0, row.currency),
    merchantId,
    expireAt: writeGatewayTimestamp(row.expires_at_ms),
    maxFailureAttempts: row.max_failure_attempts,
    paymentParams: {
      ...(JSON.parse(row.params) as Record<string, unknown>),
      hash,
      storeName: merchantName,
      store: merchantName.toLowerCase().replace(/\W+/g, '-'),
    },
    // Anybody who has the session's id can read it: the key is shown by its end alone.
    apiKey: `…${keys.apiKey.slice(-4)}`,
    history: historyBody(row),
    webhookNotifications: notificationsOf(world, row.session_id),
    createdAt: writeGatewayTimestamp(row.created_at_ms),
    updatedAt: writeGatewayTimestamp(row.updated_at_ms),
    __v: (JSON.parse(row.history) as History).length - 1,
    sessionUrl: `${world.checkoutUrl}/pay/${row.session_id}`,
  };
}

/** The payment view (§2.3); `NA` if there is no value. */
export function paymentView(world: World, row: SessionRow) {
  const order: OnlineOrder | null = orderOfSession(world, row.session_id);
  const params = JSON.parse(row.params) as Record<string, unknown>;
  const last = order && lastTransactionOf(world, order.order_id);
  return {
    sessionId: row.session_id,
    status: row.status,
    createdAt: writeGatewayTimestamp(row.created_at_ms),
    updatedAt: writeGatewayTimestamp(row.updated_at_ms),
    merchantId: world.merchantId,
    merchantOrderId: row.order_reference,
    amount: decimalOf(row),
    currency: row.currency,
    method: order?.method ?? 'NA',
    orderId: order?.order_id ?? 'NA',
    paymentChannel: order ? 'online | e-commerce' : 'NA',
    rfsDate: last ? writeGatewayTimestamp(last.created_at_ms) : 'NA',
    lastTransactionType: last?.operation ?? 'NA',
    issuerAuthorizationCode: order ? order.order_id.replace(/\D/g, '').slice(0, 6).padStart(6, '0') : 'NA',
    metaData: params['metaData'] ?? {},
    customer: params['customer'] ?? {},
    history: historyBody(row),
  };
}

const lastTransactionOf = (world: World, orderId: string) =>
  prepared(
    world.db,
    'SELECT operation, created_at_ms FROM online_transaction WHERE order_id = ? ORDER BY rowid DESC LIMIT 1',
  ).get(orderId) as { operation: string; created_at_ms: number } | undefined;
