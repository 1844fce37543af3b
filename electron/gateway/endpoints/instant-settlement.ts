/** Instant settlement (§3.2, §4.15; all shapes assumed). */
import { instantRequestStatuses, type InstantRequestStatus } from '#shared/domain/settlement.ts';
import type { Money } from '#shared/money/money.ts';
import { readOpenEnum, type OpenEnum } from '#shared/domain/open-enum.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { Built, Caller, Read } from '../caller.ts';
import {
  integer,
  isObject,
  list,
  numberOf,
  optionalMoney,
  requiredMoney,
  text,
  timestamp,
  withoutFloatNoise,
  type Obj,
} from '../fields.ts';
import { decodePage, onlyCurrency, pageOf, type GatewayPage } from '../page.ts';
import { rawOf } from '../shapes/source.ts';

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
  minimum: Money | null;
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
  totalNet: Money | null;
  rateFee: Money | null;
  flatFee: Money | null;
  count: number | null;
  /** The members, if the gateway gave them. */
  transactionIds: string[] | null;
  createdAt: GatewayTimestamp | null;
  history: { status: OpenEnum<InstantRequestStatus>; at: GatewayTimestamp | null }[];
  declineReason: string | null;
  raw: string;
};

function decodeEligible(value: unknown): GatewayEligible | null {
  if (!isObject(value)) return null;
  const transactionId = text(value, 'transactionId');
  const amount = requiredMoney(value, 'amount', 'currency');
  if (transactionId === null || !amount.ok) return null;
  const { currency } = amount.value;
  return {
    transactionId,
    merchantOrderId: text(value, 'merchantOrderId'),
    refNumber: text(value, 'refNumber'),
    branchId: text(value, 'branchId'),
    batchId: text(value, 'batchId'),
    amount: amount.value,
    fee: optionalMoney(value, 'feeAmount', currency),
    vat: optionalMoney(value, 'vatAmount', currency),
    net: optionalMoney(value, 'netAmount', currency),
    transactionDate: timestamp(value, 'transactionDate'),
    expectedSettlementDate: timestamp(value, 'expectedSettlementDate'),
    raw: rawOf(value),
  };
}

export function decodeEligiblePage(
  body: Obj,
  askedPage: number,
): (GatewayPage<GatewayEligible> & { limits: InstantLimits | null }) | null {
  const page = decodePage(body, 'body', decodeEligible, askedPage);
  // Rows, and not one is a sale: the list is of another form, and says nothing about what can be paid early.
  if (page === null || (page.unreadable > 0 && page.rows.length === 0)) return null;
  const limits = body['limits'];
  const currency = isObject(limits) ? (text(limits, 'currency') ?? onlyCurrency(page.rows)) : null;
  if (!isObject(limits) || currency === null) return { ...page, limits: null };
  const amount = (field: string) => optionalMoney(limits, field, currency);
  return {
    ...page,
    limits: {
      minimum: amount('minimum'),
      perRequest: amount('perRequest'),
      daily: amount('daily'),
      usedToday: amount('usedToday'),
      remainingToday: amount('remainingToday'),
    },
  };
}

const ids = (value: unknown): string[] | null =>
  list(value)?.every((id) => typeof id === 'string') ? (value as string[]) : null;

function decodeSuggestion(value: unknown, currency: string): GatewaySuggestion | null {
  if (!isObject(value)) return null;
  const written = text(value, 'totalAmount');
  const exact = written && (withoutFloatNoise(written, currency) ?? written);
  const total = optionalMoney({ exact }, 'exact', currency);
  const transactionIds = ids(value['transactionIds']);
  if (total === null || transactionIds === null || transactionIds.length === 0) return null;
  return { total, count: integer(value, 'transactionsCount') ?? transactionIds.length, transactionIds };
}

/**
 * `{body: {targetAmount, below?, above?}}` in the currency of the target; null where something that is suggested
 * cannot be read.
 */
export function decodeSuggestions(
  body: Obj,
  target: Money,
): { below: GatewaySuggestion | null; above: GatewaySuggestion | null } | null {
  const inner = body['body'];
  if (!isObject(inner)) return null;
  const below = decodeSuggestion(inner['below'], target.currency);
  const above = decodeSuggestion(inner['above'], target.currency);
  const isLost = (given: unknown, read: GatewaySuggestion | null) =>
    isObject(given) && !isEmptySuggestion(given) && read === null;
  return isLost(inner['below'], below) || isLost(inner['above'], above) ? null : { below, above };
}

const isEmptySuggestion = (one: Obj): boolean => list(one['transactionIds'])?.length === 0;

/** The fee inquiry. Total, fees and net transfer must be there: an offer without them is no offer. */
export function decodeQuote(body: Obj): GatewayQuote | null {
  const inner = body['body'];
  if (!isObject(inner)) return null;
  const total = requiredMoney(inner, 'totalAmount', 'currency');
  const totalNet = requiredMoney(inner, 'totalNetAmount', 'currency');
  const totalFees = requiredMoney(inner, 'totalFees', 'currency');
  const netTransfer = requiredMoney(inner, 'netTransferAmount', 'currency');
  const count = integer(inner, 'transactionsCount');
  if (!total.ok || !totalNet.ok || !totalFees.ok || !netTransfer.ok || count === null) return null;
  const { currency } = total.value;
  return {
    total: total.value,
    totalNet: totalNet.value,
    rateText: text(inner, 'rate'),
    rateFee: optionalMoney(inner, 'rateFee', currency),
    flatFee: optionalMoney(inner, 'flatFee', currency),
    vat: optionalMoney(inner, 'vatAmount', currency),
    totalFees: totalFees.value,
    netTransfer: netTransfer.value,
    count,
  };
}

/** One request; null without an id or a status. */
export function decodeInstantRequest(value: unknown): GatewayInstantRequest | null {
  if (!isObject(value)) return null;
  const requestId = text(value, 'requestId');
  const status = text(value, 'status');
  if (requestId === null || status === null) return null;
  const currency = text(value, 'currency');
  const amount = (field: string) => (currency === null ? null : optionalMoney(value, field, currency));
  return {
    requestId,
    status: readOpenEnum(instantRequestStatuses, status),
    total: amount('totalAmount'),
    totalFees: amount('totalFees'),
    vat: amount('vatAmount'),
    netTransfer: amount('netTransferAmount'),
    totalNet: amount('totalNetAmount'),
    rateFee: amount('rateFee'),
    flatFee: amount('flatFee'),
    count: integer(value, 'transactionsCount'),
    transactionIds: ids(value['transactionIds']),
    createdAt: timestamp(value, 'createdAt'),
    history: (list(value['statusHistory']) ?? []).filter(isObject).flatMap((entry) => {
      const raw = text(entry, 'status');
      return raw === null
        ? []
        : [{ status: readOpenEnum(instantRequestStatuses, raw), at: timestamp(entry, 'at') }];
    }),
    declineReason: text(value, 'declineReason'),
    raw: rawOf(value),
  };
}

export function decodeInstantRequests(
  body: Obj,
  askedPage: number,
): GatewayPage<GatewayInstantRequest> | null {
  const rows = list(body['body']);
  return rows === null ? null : pageOf(body, rows.map(decodeInstantRequest), askedPage);
}

type InstantSettlementCalls = {
  listEligible(
    page: number,
    limit: number,
    signal?: AbortSignal,
  ): Read<GatewayPage<GatewayEligible> & { limits: InstantLimits | null }>;
  suggest(target: Money): Read<{ below: GatewaySuggestion | null; above: GatewaySuggestion | null }>;
  quote(transactionIds: readonly string[]): Read<GatewayQuote>;
  listInstantRequests(page: number, limit: number): Read<GatewayPage<GatewayInstantRequest>>;
  readInstantRequest(requestId: string): Read<GatewayInstantRequest>;
  buildInstantSettlement(transactionIds: readonly string[]): Built;
};

export const instantSettlementCalls = ({ read, build }: Caller): InstantSettlementCalls => ({
  listEligible: (page, limit, signal) =>
    read('instant-settlement.eligible', { query: { page, limit }, signal }, ({ body }) =>
      decodeEligiblePage(body, page),
    ),
  suggest: (target) =>
    read('instant-settlement.suggestions', { body: { targetAmount: numberOf(target) } }, ({ body }) =>
      decodeSuggestions(body, target),
    ),
  quote: (transactionIds) =>
    read('instant-settlement.fee-inquiry', { body: { transactionIds } }, ({ body }) => decodeQuote(body)),
  listInstantRequests: (page, limit) =>
    read('instant-settlement.list', { query: { page, limit } }, ({ body }) =>
      decodeInstantRequests(body, page),
    ),
  readInstantRequest: (requestId) =>
    read('instant-settlement.get', { path: { requestId } }, ({ body }) => decodeInstantRequest(body['body'])),
  buildInstantSettlement: (transactionIds) =>
    build('instant-settlement.create', { body: { transactionIds } }),
});
