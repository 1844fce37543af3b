/**
 * The gateway as the services see it: reads that may be retried, and movements that are built once, stored, and sent once.
 * Implemented by create-gateway.ts; shapes per interface section in endpoints/<resource>.ts.
 */
import type { AppError, GatewayError, GatewayMessages } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import type { Money } from '#shared/money/money.ts';
import type { OpenEnum } from '#shared/domain/open-enum.ts';
import type { TerminalReading } from '#shared/domain/pos-transaction.ts';
import type { InstantRequestStatus, WindowStatus } from '#shared/domain/settlement.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';

export type GatewayTerminal = {
  terminalId: string;
  label: string | null;
  branchId: string | null;
  branchName: string | null;
  model: string | null;
  serialNumber: string | null;
  status: string | null;
  lastSeenAt: GatewayTimestamp | null;
  raw: string;
};

export type GatewayBatch = {
  batchId: string;
  branchId: string | null;
  status: OpenEnum<WindowStatus> | null;
  transactionsCount: number | null;
  gross: Money | null;
  net: Money | null;
};

export type GatewayWindow = {
  windowId: string;
  status: OpenEnum<WindowStatus> | null;
  opensAt: GatewayTimestamp | null;
  closesAt: GatewayTimestamp | null;
  expectedPayoutDate: string | null;
  gross: Money | null;
  fees: Money | null;
  vat: Money | null;
  adjustments: Money | null;
  net: Money | null;
  transactionsCount: number | null;
  bankReference: string | null;
  batches: GatewayBatch[];
  raw: string;
};

export type GatewaySettled = {
  transactionId: string;
  merchantOrderId: string | null;
  refNumber: string | null;
  terminalId: string | null;
  branchId: string | null;
  channel: string | null;
  method: string | null;
  paymentType: string | null;
  entryMode: string | null;
  amount: Money;
  fee: Money | null;
  vat: Money | null;
  net: Money | null;
  settlementDate: GatewayTimestamp | null;
  createdAt: GatewayTimestamp | null;
  windowId: string | null;
  batchId: string | null;
  raw: string;
};

/** One page of a list. `unreadable` counts rows left out because an id or an amount could not be read. */
export type GatewayPage<T> = {
  rows: T[];
  unreadable: number;
  page: number;
  pages: number | null;
  total: number | null;
};

/** `summary` of the settled list; the total's currency is that of the rows when they have just one, else null. */
export type SettledSummary = { total: Money | null; count: number | null };

export type GatewayEligible = {
  transactionId: string;
  merchantOrderId: string | null;
  refNumber: string | null;
  branchId: string | null;
  batchId: string | null;
  amount: Money;
  fee: Money | null;
  vat: Money | null;
  net: Money | null;
  transactionDate: GatewayTimestamp | null;
  expectedSettlementDate: GatewayTimestamp | null;
  raw: string;
};

export type InstantLimits = {
  perRequest: Money | null;
  daily: Money | null;
  usedToday: Money | null;
  remainingToday: Money | null;
};

export type GatewaySuggestion = { total: Money; count: number; transactionIds: string[] };

export type GatewayQuote = {
  total: Money;
  totalNet: Money;
  rateText: string | null;
  rateFee: Money | null;
  flatFee: Money | null;
  vat: Money | null;
  totalFees: Money;
  netTransfer: Money;
  count: number;
};

export type GatewayInstantRequest = {
  requestId: string;
  status: OpenEnum<InstantRequestStatus>;
  total: Money | null;
  totalFees: Money | null;
  vat: Money | null;
  netTransfer: Money | null;
  count: number | null;
  /** The members, where the gateway gave them. */
  transactionIds: string[] | null;
  createdAt: GatewayTimestamp | null;
  history: { status: OpenEnum<InstantRequestStatus>; at: GatewayTimestamp | null }[];
  declineReason: string | null;
  raw: string;
};

type Read<T> = Promise<Result<T, GatewayError>>;

/** A movement, built once. The stored bytes are what is sent; the key is added to the headers only on the wire. */
export type MovementRequest = {
  readonly method: 'PUT' | 'POST';
  readonly url: string;
  readonly body: Uint8Array;
  /** SHA-256 of `body`, lowercase hex. */
  readonly bodySha256: string;
  /** First 12 hex digits of the SHA-256 of the secret key: which key, without the key. */
  readonly keyFingerprint: string;
};

export type SendMoment = 'connected' | 'headers-sent' | 'body-sent' | 'answer-began';

/** What came of one send, before anybody judges it. */
export type SendOutcome =
  /** Proven: no byte of the request was written (name, refused, TLS failed first). */
  | { kind: 'not-sent'; error: GatewayError }
  /** Written in part or whole, and no whole answer: timeout, reset, cut body, too large. */
  | { kind: 'no-answer'; error: GatewayError }
  | { kind: 'answer'; status: number; body: string; bodySha256: string };

/** What an answer means (money-operations.md, "The state machine"). */
export type MovementVerdict =
  | { kind: 'succeeded'; messages: GatewayMessages | null; request: GatewayInstantRequest | null }
  | { kind: 'refused'; error: GatewayError }
  /** `hint`: the gateway says it was already done; strong, but settled by a read. */
  | { kind: 'unknown'; error: GatewayError; hint: 'already-done' | null };

export type Gateway = {
  /** GET terminals (assumed). `not-found` means this gateway has no list. */
  listTerminals(signal?: AbortSignal): Read<GatewayTerminal[]>;
  /** §4.10. `body` is the answer as received, for the journal; `serverAtMs` the answer's Date header. */
  readTerminalTransactions(
    terminalId: string,
    signal?: AbortSignal,
  ): Read<{ reading: TerminalReading; body: string; serverAtMs: number | null }>;
  listWindows(page: number, limit: number, signal?: AbortSignal): Read<GatewayPage<GatewayWindow>>;
  /** §4.9. */
  listSettled(
    query: { page: number; limit: number; branchIds: string[]; search?: string },
    signal?: AbortSignal,
  ): Read<GatewayPage<GatewaySettled> & { summary: SettledSummary | null }>;
  listEligible(
    page: number,
    limit: number,
    signal?: AbortSignal,
  ): Read<GatewayPage<GatewayEligible> & { limits: InstantLimits | null }>;
  suggest(target: Money): Read<{ below: GatewaySuggestion | null; above: GatewaySuggestion | null }>;
  quote(transactionIds: readonly string[]): Read<GatewayQuote>;
  listInstantRequests(page: number, limit: number): Read<GatewayPage<GatewayInstantRequest>>;
  readInstantRequest(requestId: string): Read<GatewayInstantRequest>;
  /** Whether the checkout host answers at all. */
  reachCheckout(): Read<null>;

  /** The row field a reversal's orderId is taken from (gateway profile). */
  readonly reversalOrderIdField: 'merchant_order_id' | 'ref_number';
  buildReversal(orderId: string): Promise<Result<MovementRequest, AppError>>;
  buildAcknowledgement(terminalId: string): Promise<Result<MovementRequest, AppError>>;
  buildInstantSettlement(transactionIds: readonly string[]): Promise<Result<MovementRequest, AppError>>;
  /** One request, one new connection, never repeated, never redirected; one deadline (150 s). */
  send(request: MovementRequest, onMoment: (moment: SendMoment) => void): Promise<SendOutcome>;
  readonly readReversalAnswer: (orderId: string, status: number, body: string) => MovementVerdict;
  readonly readAcknowledgementAnswer: (status: number, body: string) => MovementVerdict;
  readonly readInstantSettlementAnswer: (status: number, body: string) => MovementVerdict;
};
