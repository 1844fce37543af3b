/** Settlement reporting (§4.9): windows with their batches, settled transactions with a summary. */
import type { FastifyInstance } from 'fastify';
import { writeGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { pagination, readPage, type PageQuery } from '../paging.ts';
import { rollWindows } from '../state/windows.ts';
import { amountJson, type World } from '../world.ts';

type WindowRow = {
  window_id: string;
  status: string;
  opens_at_ms: number;
  closes_at_ms: number;
  payout_at_ms: number;
  bank_reference: string | null;
};
type Sums = {
  branch_id: string | null;
  batch_id: string | null;
  count: number;
  gross: number;
  fees: number;
  vat: number;
  net: number;
};
export type SettlementRow = {
  transaction_id: string;
  merchant_order_id: string;
  ref_number: string;
  terminal_id: string;
  branch_id: string | null;
  method: string;
  entry_mode: string;
  amount_minor: number;
  fee_minor: number;
  vat_minor: number;
  net_minor: number;
  currency: string;
  created_at_ms: number;
  settled_at_ms: number | null;
  expected_at_ms: number;
  window_id: string | null;
  batch_id: string | null;
  request_id: string | null;
};

function windowBody(world: World, window: WindowRow): unknown {
  const batches = world.db
    .prepare(
      `SELECT branch_id, batch_id, COUNT(*) AS count, SUM(amount_minor) AS gross, SUM(fee_minor) AS fees, SUM(vat_minor) AS vat, SUM(net_minor) AS net
       FROM settlement_row WHERE window_id = ? AND currency = 'EGP' GROUP BY batch_id, branch_id ORDER BY batch_id`,
    )
    .all(window.window_id) as Sums[];
  const sum = (key: 'count' | 'gross' | 'fees' | 'vat' | 'net') =>
    batches.reduce((total, batch) => total + batch[key], 0);
  return {
    windowId: window.window_id,
    status: window.status,
    opensAt: writeGatewayTimestamp(window.opens_at_ms),
    closesAt: writeGatewayTimestamp(window.closes_at_ms),
    expectedPayoutDate: new Date(window.payout_at_ms).toISOString().slice(0, 10),
    currency: 'EGP',
    grossAmount: amountJson(sum('gross'), 'EGP'),
    feesAmount: amountJson(sum('fees'), 'EGP'),
    vatAmount: amountJson(sum('vat'), 'EGP'),
    adjustmentsAmount: amountJson(0, 'EGP'),
    netAmount: amountJson(sum('net'), 'EGP'),
    transactionsCount: sum('count'),
    bankReference: window.bank_reference ?? 'NA',
    batches: batches.map((batch) => ({
      batchId: batch.batch_id,
      branchId: batch.branch_id,
      status: window.status,
      transactionsCount: batch.count,
      grossAmount: amountJson(batch.gross, 'EGP'),
      netAmount: amountJson(batch.net, 'EGP'),
    })),
  };
}

const settledBody = (row: SettlementRow) => ({
  transactionId: row.transaction_id,
  merchantOrderId: row.merchant_order_id,
  refNumber: row.ref_number,
  terminalId: row.terminal_id,
  branchId: row.branch_id,
  channel: 'pos',
  method: row.method,
  paymentType: 'SALE',
  entryMode: row.entry_mode,
  amount: amountJson(row.amount_minor, row.currency),
  feeAmount: amountJson(row.fee_minor, row.currency),
  vatAmount: amountJson(row.vat_minor, row.currency),
  netAmount: amountJson(row.net_minor, row.currency),
  currency: row.currency,
  settlementDate: row.settled_at_ms === null ? 'NA' : writeGatewayTimestamp(row.settled_at_ms),
  windowId: row.window_id ?? 'NA',
  batchId: row.batch_id ?? 'NA',
  createdAt: writeGatewayTimestamp(row.created_at_ms),
});

const SORTABLE: Record<string, string> = {
  settlementDate: 'settled_at_ms',
  createdAt: 'created_at_ms',
  amount: 'amount_minor',
  netAmount: 'net_minor',
  refNumber: 'ref_number',
  merchantOrderId: 'merchant_order_id',
  branchId: 'branch_id',
};

type SettledQuery = PageQuery & {
  sortBy?: string;
  sortDirection?: string;
  sortType?: string;
  search?: string;
  branchIds?: string;
};

function settledWhere({ search, branchIds }: SettledQuery): { where: string; args: string[] } {
  const parts = ['settled_at_ms IS NOT NULL'];
  const args: string[] = [];
  if (search) {
    parts.push(`(instr(merchant_order_id, ?) OR instr(ref_number, ?) OR instr(transaction_id, ?))`);
    args.push(search, search, search);
  }
  const branches = (branchIds ?? '').split(',').filter((id) => id !== '');
  if (branches.length > 0) {
    parts.push(`branch_id IN (${branches.map(() => '?').join(',')})`);
    args.push(...branches);
  }
  return { where: parts.join(' AND '), args };
}

export function settlementRoutes(app: FastifyInstance, world: World): void {
  app.get<{ Querystring: PageQuery }>('/v3/payment/settlement/windows', ({ query }) => {
    rollWindows(world);
    const page = readPage(query);
    const { total } = world.db.prepare('SELECT COUNT(*) AS total FROM settlement_window').get() as {
      total: number;
    };
    const windows = world.db
      .prepare('SELECT * FROM settlement_window ORDER BY opens_at_ms DESC LIMIT ? OFFSET ?')
      .all(page.limit, page.offset) as WindowRow[];
    return { body: windows.map((window) => windowBody(world, window)), pagination: pagination(total, page) };
  });

  app.get<{ Querystring: SettledQuery }>('/v2/aggregator/settlement-transactions', ({ query }) => {
    rollWindows(world);
    const page = readPage(query);
    const { where, args } = settledWhere(query);
    const { total, sum } = world.db
      .prepare(
        `SELECT COUNT(*) AS total, COALESCE(SUM(amount_minor), 0) AS sum FROM settlement_row WHERE ${where}`,
      )
      .get(...args) as { total: number; sum: number };
    const column = SORTABLE[query.sortBy ?? ''] ?? 'settled_at_ms';
    const ascending = query.sortDirection === 'asc' || query.sortType === '1';
    const rows = world.db
      .prepare(
        `SELECT * FROM settlement_row WHERE ${where} ORDER BY ${column} ${ascending ? 'ASC' : 'DESC'}, transaction_id LIMIT ? OFFSET ?`,
      )
      .all(...args, page.limit, page.offset) as SettlementRow[];
    return {
      body: rows.map(settledBody),
      pagination: pagination(total, page),
      summary: { totalSettledAmount: amountJson(sum, 'EGP'), transactionsCount: total },
    };
  });
}
