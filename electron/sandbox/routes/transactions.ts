/** Transactions of all channels (§4.15): list and CSV export. */
import type { FastifyInstance } from 'fastify';
import { toDecimal } from '#shared/money/money.ts';
import { writeGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { pagination, readPage, timeRange, type PageQuery } from '../paging.ts';
import { amountJson, type World } from '../world.ts';

type Row = {
  transaction_id: string;
  order_id: string;
  merchant_order_id: string;
  ref_number: string | null;
  terminal_id: string | null;
  channel: string;
  method: string;
  operation: string;
  status: string;
  amount_minor: number;
  currency: string;
  created_at_ms: number;
};

const ALL = `
  SELECT 'POS-' || id AS transaction_id, merchant_order_id AS order_id, merchant_order_id, ref_number, terminal_id,
    'pos' AS channel, 'card' AS method, CASE payment_type WHEN 'SALE' THEN 'pay' ELSE lower(payment_type) END AS operation,
    'SUCCESS' AS status, amount_minor, currency, created_at_ms FROM pos_row
  UNION ALL
  SELECT t.transaction_id, t.order_id, o.merchant_order_id, NULL, NULL, 'online', o.method, t.operation, t.status,
    t.amount_minor, t.currency, t.created_at_ms FROM online_transaction t JOIN online_order o USING (order_id)`;

type ListQuery = PageQuery & { search?: string; channel?: string; startDate?: string; endDate?: string };

function filter(query: ListQuery) {
  const { fromMs, toMs } = timeRange(query.startDate, query.endDate);
  return {
    where: `created_at_ms BETWEEN @fromMs AND @toMs AND (@channel = '' OR channel = @channel)
      AND (@search = '' OR instr(upper(merchant_order_id), @search) OR instr(upper(transaction_id), @search)
        OR instr(COALESCE(ref_number, ''), @search) OR instr(upper(order_id), @search))`,
    args: {
      fromMs,
      toMs,
      channel: query.channel ?? '',
      search: (query.search ?? '').trim().toUpperCase(),
    },
  };
}

const COLUMNS = [
  'transactionId',
  'orderId',
  'merchantOrderId',
  'refNumber',
  'terminalId',
  'channel',
  'method',
  'operation',
  'status',
  'amount',
  'currency',
  'createdAt',
] as const;

const rowBody = (row: Row): Record<(typeof COLUMNS)[number], unknown> => ({
  transactionId: row.transaction_id,
  orderId: row.order_id,
  merchantOrderId: row.merchant_order_id,
  refNumber: row.ref_number ?? 'NA',
  terminalId: row.terminal_id ?? 'NA',
  channel: row.channel,
  method: row.method,
  operation: row.operation,
  status: row.status,
  amount: amountJson(row.amount_minor, row.currency),
  currency: row.currency,
  createdAt: writeGatewayTimestamp(row.created_at_ms),
});

/** Quotes a cell that needs it, and puts an apostrophe before what a spreadsheet would take for a formula. */
const cell = (text: string): string => {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
};

export function transactionRoutes(app: FastifyInstance, world: World): void {
  app.get<{ Querystring: ListQuery }>('/v2/aggregator/transactions', ({ query }) => {
    const page = readPage(query);
    const { where, args } = filter(query);
    const total = world.db
      .prepare(`SELECT COUNT(*) FROM (${ALL}) WHERE ${where}`)
      .pluck()
      .get(args) as number;
    const rows = world.db
      .prepare(
        `SELECT * FROM (${ALL}) WHERE ${where} ORDER BY created_at_ms DESC, transaction_id DESC LIMIT @limit OFFSET @offset`,
      )
      .all({ ...args, limit: page.limit, offset: page.offset }) as Row[];
    return { body: rows.map(rowBody), pagination: pagination(total, page) };
  });

  app.get<{ Querystring: ListQuery }>('/v2/aggregator/transactions/export', ({ query }, reply) => {
    const { where, args } = filter(query);
    const rows = world.db
      .prepare(`SELECT * FROM (${ALL}) WHERE ${where} ORDER BY created_at_ms DESC, transaction_id DESC`)
      .all(args) as Row[];
    const lines = rows.map((row) => {
      const body = {
        ...rowBody(row),
        amount: toDecimal({ minor: BigInt(row.amount_minor), currency: row.currency }),
      };
      return COLUMNS.map((column) => cell(String(body[column]))).join(',');
    });
    return reply
      .type('text/csv; charset=utf-8')
      .send([COLUMNS.join(','), ...lines].map((line) => `${line}\r\n`).join(''));
  });
}
