/** Settlement windows and settled transactions (§4.9; shapes of windows and rows assumed). */
import { windowStatuses } from '#shared/domain/settlement.ts';
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
import type { GatewayBatch, GatewayPage, GatewaySettled, GatewayWindow, SettledSummary } from '../gateway.ts';
import { writeLossless } from '../json.ts';

/** `pagination: {total, limit, page, pages}` (§2.11); what is missing is null. */
export function pageOf<T>(body: Obj, rows: (T | null)[], askedPage: number): GatewayPage<T> {
  const pagination = isObject(body['pagination']) ? body['pagination'] : {};
  const readable = rows.filter((row): row is T => row !== null);
  return {
    rows: readable,
    unreadable: rows.length - readable.length,
    page: integer(pagination, 'page') ?? askedPage,
    pages: integer(pagination, 'pages'),
    total: integer(pagination, 'total'),
  };
}

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
    raw: writeLossless(value),
  };
}

export function decodeWindows(body: Obj, askedPage: number): GatewayPage<GatewayWindow> | null {
  const rows = list(body['body']);
  return rows === null ? null : pageOf(body, rows.map(decodeWindow), askedPage);
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
    channel: text(value, 'channel'),
    method: text(value, 'method'),
    paymentType: text(value, 'paymentType'),
    entryMode: text(value, 'entryMode'),
    amount: amount.value,
    fee: optionalMoney(value, 'feeAmount', currency),
    vat: optionalMoney(value, 'vatAmount', currency),
    net: optionalMoney(value, 'netAmount', currency),
    settlementDate: timestamp(value, 'settlementDate'),
    createdAt: timestamp(value, 'createdAt'),
    windowId: text(value, 'windowId'),
    batchId: text(value, 'batchId'),
    raw: writeLossless(value),
  };
}

/** The currency all rows share, or null: a total without a currency of its own can only be read when there is just one. */
export function onlyCurrency(rows: readonly { amount: { currency: string } }[]): string | null {
  const currencies = new Set(rows.map((row) => row.amount.currency));
  return currencies.size === 1 ? ([...currencies][0] ?? null) : null;
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
