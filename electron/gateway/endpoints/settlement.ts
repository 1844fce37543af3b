/** Settlement windows and settled transactions (§4.9; shapes of windows and rows assumed). */
import type { OpenEnum } from '#shared/domain/open-enum.ts';
import { textsBy, type SettledText } from '#shared/domain/settled-texts.ts';
import { windowStatuses, type WindowStatus } from '#shared/domain/settlement.ts';
import type { Money } from '#shared/money/money.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { Caller, Read } from '../caller.ts';
import {
  integer,
  isObject,
  list,
  openEnum,
  optionalMoney,
  requiredMoney,
  text,
  timestamp,
  type Obj,
} from '../fields.ts';
import { decodePage, onlyCurrency, pageOf, type GatewayPage } from '../page.ts';
import { rawOf } from '../shapes/source.ts';

type GatewayBatch = {
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

export type GatewaySettled = Record<SettledText, string | null> & {
  transactionId: string;
  merchantOrderId: string | null;
  refNumber: string | null;
  terminalId: string | null;
  branchId: string | null;
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

/** `summary` of the settled list; the total's currency is that of the rows when they have just one, else null. */
export type SettledSummary = { total: Money | null; count: number | null };

function decodeBatch(value: unknown, currency: string | null): GatewayBatch | null {
  if (!isObject(value)) return null;
  const batchId = text(value, 'batchId');
  if (batchId === null) return null;
  const code = text(value, 'currency') ?? currency;
  return {
    batchId,
    branchId: text(value, 'branchId'),
    status: openEnum(value, 'status', windowStatuses),
    transactionsCount: integer(value, 'transactionsCount'),
    gross: code === null ? null : optionalMoney(value, 'grossAmount', code),
    net: code === null ? null : optionalMoney(value, 'netAmount', code),
  };
}

function decodeWindow(value: unknown): GatewayWindow | null {
  if (!isObject(value)) return null;
  const windowId = text(value, 'windowId');
  if (windowId === null) return null;
  const currency = text(value, 'currency');
  const amount = (field: string) => (currency === null ? null : optionalMoney(value, field, currency));
  return {
    windowId,
    status: openEnum(value, 'status', windowStatuses),
    opensAt: timestamp(value, 'opensAt'),
    closesAt: timestamp(value, 'closesAt'),
    expectedPayoutDate: text(value, 'expectedPayoutDate'),
    gross: amount('grossAmount'),
    fees: amount('feesAmount'),
    vat: amount('vatAmount'),
    adjustments: amount('adjustmentsAmount'),
    net: amount('netAmount'),
    transactionsCount: integer(value, 'transactionsCount'),
    bankReference: text(value, 'bankReference'),
    batches: (list(value['batches']) ?? []).flatMap((batch) => decodeBatch(batch, currency) ?? []),
    raw: rawOf(value),
  };
}

/** Null as well when there are rows and not one is a window: the list is of another form, and says nothing about ours. */
export function decodeWindows(body: Obj, askedPage: number): GatewayPage<GatewayWindow> | null {
  const page = decodePage(body, 'body', decodeWindow, askedPage);
  return page === null || (page.unreadable > 0 && page.rows.length === 0) ? null : page;
}

function decodeSettled(value: unknown): GatewaySettled | null {
  if (!isObject(value)) return null;
  const transactionId = text(value, 'transactionId');
  const amount = requiredMoney(value, 'amount', 'currency');
  if (transactionId === null || !amount.ok) return null;
  const { currency } = amount.value;
  return {
    transactionId,
    merchantOrderId: text(value, 'merchantOrderId'),
    refNumber: text(value, 'refNumber'),
    terminalId: text(value, 'terminalId'),
    branchId: text(value, 'branchId'),
    ...textsBy((name) => text(value, name)),
    amount: amount.value,
    fee: optionalMoney(value, 'feeAmount', currency),
    vat: optionalMoney(value, 'vatAmount', currency),
    net: optionalMoney(value, 'netAmount', currency),
    settlementDate: timestamp(value, 'settlementDate'),
    createdAt: timestamp(value, 'createdAt'),
    windowId: text(value, 'windowId'),
    batchId: text(value, 'batchId'),
    raw: rawOf(value),
  };
}

export function decodeSettledPage(
  body: Obj,
  askedPage: number,
): (GatewayPage<GatewaySettled> & { summary: SettledSummary | null }) | null {
  const rows = list(body['body']);
  if (rows === null) return null;
  const page = pageOf(body, rows.map(decodeSettled), askedPage);
  const given = body['summary'];
  if (!isObject(given)) return { ...page, summary: null };
  // A row that cannot be read may be in another currency: then the total's is not known.
  const ofRows = page.unreadable === 0 ? onlyCurrency(page.rows) : null;
  const currency = text(given, 'currency') ?? ofRows;
  const total = currency === null ? null : optionalMoney(given, 'totalSettledAmount', currency);
  return { ...page, summary: { total, count: integer(given, 'transactionsCount') } };
}

export type SettledQuery = {
  page: number;
  limit: number;
  branchIds: string[];
  search?: string;
  /** A field of the rows; the gateway's own order when absent. */
  sort?: { by: string; direction: 'asc' | 'desc' };
};

/** Every parameter of §4.9 that was asked for. `sortDirection` and `sortType` say the same: gateways may know either. */
const settledParameters = ({ page, limit, branchIds, search, sort }: SettledQuery) => ({
  page,
  limit,
  search: search || undefined,
  branchIds: branchIds.length > 0 ? branchIds.join(',') : undefined,
  ...(sort && {
    sortBy: sort.by,
    sortDirection: sort.direction,
    sortType: sort.direction === 'asc' ? 1 : -1,
  }),
});

type SettlementCalls = {
  listWindows(page: number, limit: number, signal?: AbortSignal): Read<GatewayPage<GatewayWindow>>;
  /** §4.9. */
  listSettled(
    query: SettledQuery,
    signal?: AbortSignal,
  ): Read<GatewayPage<GatewaySettled> & { summary: SettledSummary | null }>;
};

export const settlementCalls = ({ read }: Caller): SettlementCalls => ({
  listWindows: (page, limit, signal) =>
    read('settlement.windows', { query: { page, limit }, signal }, ({ body }) => decodeWindows(body, page)),
  listSettled: (query, signal) =>
    read('settlement.transactions', { query: settledParameters(query), signal }, ({ body }) =>
      decodeSettledPage(body, query.page),
    ),
});
