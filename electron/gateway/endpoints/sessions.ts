/** Payment sessions (§2.1–2.3, §4.1): `amount` is a decimal string here, other amounts are numbers. */
import type { OpenEnum } from '#shared/domain/open-enum.ts';
import { sessionStatuses, type SessionStatus } from '#shared/domain/session.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import { writeGatewayTimestamp, type GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { Caller, Read, Write } from '../caller.ts';
import {
  flag,
  historyOf,
  integer,
  isObject,
  listIn,
  objectIn,
  openEnum,
  optionalMoney,
  requiredMoney,
  text,
  timestamp,
  type Dated,
  type Obj,
} from '../fields.ts';
import { writeLossless } from '../json.ts';
import { decodePage, type GatewayPage, type Paging } from '../page.ts';

/** The field of `metaData` that carries our reference to the attempt. */
export const OWN_REFERENCE = 'closeoutReference';

/** What a session is created with (§2.1). Fields left out are left to the gateway. */
export type SessionRequest = {
  amount: Money;
  /** The merchant's order reference. */
  order: string;
  merchantId: string;
  expireAtMs?: number | undefined;
  maxFailureAttempts?: number | undefined;
  paymentType?: string | undefined;
  merchantRedirect?: string | undefined;
  display?: string | undefined;
  type?: string | undefined;
  allowedMethods?: readonly string[] | undefined;
  redirectMethod?: string | null | undefined;
  iframeBackgroundColor?: string | undefined;
  metaData?: Readonly<Record<string, unknown>> | undefined;
  failureRedirect?: boolean | undefined;
  brandColor?: string | undefined;
  defaultMethod?: string | undefined;
  description?: string | undefined;
  manualCapture?: boolean | undefined;
  customer?: { email?: string | undefined; reference?: string | undefined } | undefined;
  saveCard?: string | undefined;
  retrieveSavedCard?: boolean | undefined;
  interactionSource?: string | undefined;
  enable3DS?: boolean | undefined;
  /** Where this session's events go, besides the webhooks (§6 rule 3). */
  serverWebhook?: string | undefined;
  notes?: string | undefined;
};

/** The session document (§2.2). `sessionId` opens it without a key: it is not to be published (§4.1). */
export type GatewaySession = {
  sessionId: string;
  status: OpenEnum<SessionStatus> | null;
  amount: Money;
  captured: Money | null;
  refunded: Money | null;
  failureAttempts: number | null;
  maxFailureAttempts: number | null;
  merchantId: string | null;
  order: string | null;
  description: string | null;
  /** The customer's email, or reference. */
  customer: string | null;
  methods: string | null;
  manualCapture: boolean | null;
  /** Our reference in `metaData`: the attempt that made the session. */
  madeBy: string | null;
  expireAt: GatewayTimestamp | null;
  createdAt: GatewayTimestamp | null;
  updatedAt: GatewayTimestamp | null;
  history: Dated<SessionStatus>[];
  notifications: SessionNotification[];
  sessionUrl: string | null;
  raw: string;
};

/** An entry of `webhookNotifications` (§2.2). Its fields are not shown there; their names are assumed. */
type SessionNotification = {
  recordId: string | null;
  event: string | null;
  status: string | null;
  attempts: number | null;
  at: GatewayTimestamp | null;
};

/** What the payment of a session is (§2.3); `NA` there is no value. */
export type GatewaySessionPayment = {
  sessionId: string;
  status: OpenEnum<SessionStatus> | null;
  amount: Money;
  method: string | null;
  orderId: string | null;
  merchantOrderId: string | null;
  merchantId: string | null;
  paymentChannel: string | null;
  rfsDate: GatewayTimestamp | null;
  lastTransactionType: string | null;
  issuerAuthorizationCode: string | null;
  createdAt: GatewayTimestamp | null;
  updatedAt: GatewayTimestamp | null;
  history: Dated<SessionStatus>[];
  raw: string;
};

export function encodeSession({ amount, expireAtMs, allowedMethods, ...rest }: SessionRequest): Obj {
  return {
    ...rest,
    amount: toDecimal(amount),
    currency: amount.currency,
    ...(expireAtMs !== undefined && { expireAt: writeGatewayTimestamp(expireAtMs) }),
    ...(allowedMethods && { allowedMethods: allowedMethods.join(',') }),
  };
}

/** Null without an id, or an amount with its currency in `paymentParams`. The document's `apiKey` is not kept (invariant 1). */
export function decodeSession(value: unknown): GatewaySession | null {
  if (!isObject(value)) return null;
  const { apiKey: _secret, ...kept } = value;
  const sessionId = text(value, '_id');
  const params = objectIn(value, 'paymentParams');
  if (sessionId === null || params === null) return null;
  const amount = requiredMoney(params, 'amount', 'currency');
  if (!amount.ok) return null;
  const { currency } = amount.value;
  const customer = objectIn(params, 'customer');
  const metaData = objectIn(params, 'metaData');
  return {
    sessionId,
    status: openEnum(value, 'status', sessionStatuses),
    amount: amount.value,
    captured: optionalMoney(value, 'capturedAmount', currency),
    refunded: optionalMoney(value, 'refundedAmount', currency),
    failureAttempts: integer(value, 'failureAttempts'),
    maxFailureAttempts: integer(value, 'maxFailureAttempts'),
    merchantId: text(value, 'merchantId'),
    order: text(params, 'order'),
    description: text(params, 'description'),
    customer: customer && (text(customer, 'email') ?? text(customer, 'reference')),
    methods: text(params, 'allowedMethods'),
    manualCapture: flag(params, 'manualCapture'),
    madeBy: metaData && text(metaData, OWN_REFERENCE),
    expireAt: timestamp(value, 'expireAt'),
    createdAt: timestamp(value, 'createdAt'),
    updatedAt: timestamp(value, 'updatedAt'),
    history: historyOf(value, 'history', sessionStatuses, 'date'),
    notifications: listIn(value, 'webhookNotifications')
      .filter(isObject)
      .map((one) => ({
        recordId: text(one, 'recordId') ?? text(one, '_id'),
        event: text(one, 'event') ?? text(one, 'eventType'),
        status: text(one, 'status'),
        attempts: integer(one, 'attempts'),
        at: timestamp(one, 'date') ?? timestamp(one, 'createdAt'),
      })),
    sessionUrl: text(value, 'sessionUrl'),
    raw: writeLossless(kept),
  };
}

/** `{message, data: [documents], pagination}` (assumed). */
export const decodeSessions = (body: Obj, askedPage: number): GatewayPage<GatewaySession> | null =>
  decodePage(body, 'data', decodeSession, askedPage);

/** `{message, data}`; null without the session's id or its amount. */
export function decodeSessionPayment(body: Obj): GatewaySessionPayment | null {
  const data = objectIn(body, 'data');
  if (data === null) return null;
  const sessionId = text(data, 'sessionId');
  const amount = requiredMoney(data, 'amount', 'currency');
  if (sessionId === null || !amount.ok) return null;
  return {
    sessionId,
    status: openEnum(data, 'status', sessionStatuses),
    amount: amount.value,
    method: text(data, 'method'),
    orderId: text(data, 'orderId'),
    merchantOrderId: text(data, 'merchantOrderId'),
    merchantId: text(data, 'merchantId'),
    paymentChannel: text(data, 'paymentChannel'),
    rfsDate: timestamp(data, 'rfsDate'),
    lastTransactionType: text(data, 'lastTransactionType'),
    issuerAuthorizationCode: text(data, 'issuerAuthorizationCode'),
    createdAt: timestamp(data, 'createdAt'),
    updatedAt: timestamp(data, 'updatedAt'),
    history: historyOf(data, 'history', sessionStatuses, 'date'),
    raw: writeLossless(data),
  };
}

/** The session that abandoning answers with, where it answers with one: the shape is not shown (§4.1). */
const abandoned = (body: Obj): { session: GatewaySession | null } => ({
  session: decodeSession(body) ?? decodeSession(body['data']) ?? decodeSession(body['body']),
});

type SessionCalls = {
  /** Needs the `api-key` header, too; without that key `key-refused` with `local: api-key-missing`. */
  create(request: SessionRequest): Write<GatewaySession>;
  /** Needs the transaction-view permission. Dates are timestamps (query assumed). */
  list(
    query: Paging & {
      dateFrom?: string | undefined;
      dateTo?: string | undefined;
      status?: string | undefined;
    },
    signal?: AbortSignal,
  ): Read<GatewayPage<GatewaySession>>;
  /** No key is sent. */
  get(sessionId: string, signal?: AbortSignal): Read<GatewaySession>;
  payment(sessionId: string, signal?: AbortSignal): Read<GatewaySessionPayment>;
  /** Any session that is not final becomes ABANDONED; read it again if no document comes back. */
  abandon(sessionId: string): Write<{ session: GatewaySession | null }>;
};

export const sessionCalls = ({ read, write }: Caller): SessionCalls => ({
  create: (request) =>
    write('sessions.create', { body: encodeSession(request), ownStatus: true }, ({ body }) =>
      decodeSession(body),
    ),
  list: (query, signal) =>
    read('sessions.list', { query, signal }, ({ body }) => decodeSessions(body, query.page)),
  get: (sessionId, signal) =>
    read('sessions.get', { path: { sessionId }, ownStatus: true, signal }, ({ body }) => decodeSession(body)),
  payment: (sessionId, signal) =>
    read('sessions.payment', { path: { sessionId }, signal }, ({ body }) => decodeSessionPayment(body)),
  abandon: (sessionId) =>
    write('sessions.abandon', { path: { sessionId }, expects: 'nothing', ownStatus: true }, ({ body }) =>
      abandoned(body),
    ),
});
