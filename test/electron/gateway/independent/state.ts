/** What the independent gateway remembers: one merchant in one environment, in memory, no more than the document needs. */
import { isoTimestamp, timestamp, type Fields } from './json.ts';

export type Environment = 'test' | 'live';

/** §5, "Permissions named": two have identifiers, of the others only what they are for is said. */
export type Permission =
  | 'webhook.view_webhook'
  | 'webhook.resend_webhook'
  | 'refund'
  | 'transaction-view'
  | 'api-key';

export type Terminal = { merchantId: string; rows: Fields[] };
/** What an online order was made over, and what was captured and given back so far, in hundredths. */
export type OrderSums = {
  merchantOrderId: string;
  currency: string;
  amount: bigint;
  captured: bigint;
  refunded: bigint;
};
export type Order = {
  kind: 'card-present' | 'online';
  terminalId: string | null;
  status: string;
  sums?: OrderSums;
};
export type CardToken = { customerReference: string; card: Fields };

/** A stored delivery (§2.10) with the request as it was sent, for the resend (§6, rule 9). */
export type Delivery = {
  record: Fields & { _id: string; resourceId: string; resourceType: string; responses: unknown[] };
  url: string;
  headers: Record<string, string>;
  body: string;
  resentAtMs: number | null;
};

export type State = {
  readonly environment: Environment;
  readonly merchantId: string;
  /** §5: raw value of the Authorization header. */
  secretKey: string;
  /** §5: the `api-key` header of a session creation. */
  apiKey: string;
  /** §5, rule 2: signs; never sent. */
  readonly paymentApiKey: string;
  /** §5, rule 3: signs transfer events; never sent. */
  readonly transferApiKey: string;
  readonly permissions: Set<Permission>;
  /** §5, rule 5: empty allows every address. */
  addressAllowList: string[];
  /** §7, "Error body shape: not shown": so that tests can try more than one. */
  errorBody: (status: number, message: string) => unknown;
  /** §7: the status of a refused webhook URL and of a full mode is not stated. */
  webhookRejectionStatus: number;
  /** §4.4: whether a virtual currency is taken. */
  currencyConversion: boolean;
  /** §8: checkout requests a minute, live only. */
  checkoutLimit: number;
  /** §8: shares a minute; the figure is not shown. */
  shareLimit: number;
  /** §8: the attempt cap is not shown. */
  deliveryAttempts: number;
  /** Where deliveries to a public https address go in a test: origin → local URL. */
  readonly receivers: Map<string, string>;
  nowMs: () => number;
  readonly sessions: Map<string, Fields>;
  readonly orders: Map<string, Order>;
  /** In the order in which they were made. */
  readonly transactions: Fields[];
  readonly tokens: Map<string, CardToken>;
  readonly links: Fields[];
  readonly invoices: Fields[];
  readonly uploads: Map<string, Fields[]>;
  readonly batchItems: Map<string, Fields>;
  readonly schedulers: Fields[];
  readonly terminals: Map<string, Terminal>;
  readonly settled: Fields[];
  readonly windows: Fields[];
  readonly discounts: Fields[];
  readonly pages: Map<string, Fields>;
  readonly webhooks: (Fields & { _id: string })[];
  readonly deliveries: Delivery[];
  readonly keyNames: string[];
  /** What a path that the document lacks is answered with, at 404; null where asking for one is a violation. */
  missing: string | null;
  /** What a client did against the document; a test expects none. */
  readonly violations: string[];
  nextNumber: number;
};

/** 2026-03-01 10:00:00 UTC. */
export const STARTED_AT_MS = 1_772_359_200_000;

export function newState(environment: Environment): State {
  return {
    environment,
    merchantId: 'MID-7-100',
    secretKey: `sk_${environment}_8c1f$a.B-9`,
    apiKey: `ak-${environment}-31d7`,
    paymentApiKey: `pay-${environment}-0f4b`,
    transferApiKey: `transfer-${environment}-77ce`,
    permissions: new Set([
      'webhook.view_webhook',
      'webhook.resend_webhook',
      'refund',
      'transaction-view',
      'api-key',
    ]),
    addressAllowList: [],
    errorBody: (_status, message) => ({ message }),
    webhookRejectionStatus: 400,
    currencyConversion: false,
    checkoutLimit: 1_000,
    shareLimit: 10,
    deliveryAttempts: 3,
    receivers: new Map(),
    nowMs: () => STARTED_AT_MS,
    sessions: new Map(),
    orders: new Map(),
    transactions: [],
    tokens: new Map(),
    links: [],
    invoices: [],
    uploads: new Map(),
    batchItems: new Map(),
    schedulers: [],
    terminals: new Map(),
    settled: [],
    windows: [],
    discounts: [],
    pages: new Map(),
    webhooks: [],
    deliveries: [],
    keyNames: [],
    missing: null,
    violations: [],
    nextNumber: 1,
  };
}

/** 24 lowercase hex digits, counted, so that tests can name them. */
export const newId = (state: State): string => (state.nextNumber++).toString(16).padStart(24, '0');
export const newNumber = (state: State): number => state.nextNumber++;

export const now = (state: State): string => timestamp(state.nowMs());
export const isoNow = (state: State): string => isoTimestamp(state.nowMs());
