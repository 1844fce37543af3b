/** Settlement reporting (§4.9): windows with their batches, settled transactions with a summary. */
import type { FastifyInstance } from 'fastify';
import { writeGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { listOf, pagination, readPage, type PageQuery } from '../paging.ts';
import type { SettlementRow } from '../state/settlement-rows.ts';
import { amountJson, type World } from '../world.ts';

type WindowRow = {
  window_id: string;
  status: string;
  currency: string;
  opens_at_ms: number;
  closes_at_ms: number;
  payout_at_ms: number;
  bank_reference: string | null;
};
type BatchSums = {
  branch_id: string | null;
  batch_id: string;
  count: number;
  gross: number;
  fees: number;
  vat: number;
  net: number;
  /** Net of the rows that instant settlement has taken out of the balance (§3.2): the window does not pay them. */
  advanced: number;
};

const batchSums = (world: World, windowId: string): BatchSums[] =>
  world.db
    .prepare(
      `SELECT branch_id, batch_id, COUNT(*) AS count, SUM(amount_minor) AS gross, SUM(fee_minor) AS fees,
         SUM(vat_minor) AS vat, SUM(net_minor) AS net,
         COALESCE(SUM(net_minor) FILTER (WHERE request_id IN
           (SELECT request_id FROM instant_request WHERE status IN ('PROCESSING', 'TRANSFERRED'))), 0) AS advanced
       FROM settlement_row WHERE window_id = ? GROUP BY batch_id, branch_id ORDER BY batch_id`,
    )
    .all(windowId) as BatchSums[];

/** Gross, fees and VAT of all its rows; the net less what was advanced, which is the adjustment. */
function windowBody(world: World, window: WindowRow): unknown {
  const batches = batchSums(world, window.window_id);
  const sum = (key: 'count' | 'gross' | 'fees' | 'vat' | 'net' | 'advanced') =>
    batches.reduce((total, batch) => total + batch[key], 0);
  const amount = (minor: number) => amountJson(minor, window.currency);
  return {
    windowId: window.window_id,
    status: window.status,
    opensAt: writeGatewayTimestamp(window.opens_at_ms),
    closesAt: writeGatewayTimestamp(window.closes_at_ms),
    expectedPayoutDate: new Date(window.payout_at_ms).toISOString().slice(0, 10),
    currency: window.currency,
    grossAmount: amount(sum('gross')),
    feesAmount: amount(sum('fees')),
    vatAmount: amount(sum('vat')),
    adjustmentsAmount: amount(-sum('advanced')),
    netAmount: amount(sum('net') - sum('advanced')),
    transactionsCount: sum('count'),
    bankReference: window.bank_reference ?? 'NA',
    batches: batches.map((batch) => ({
      batchId: batch.batch_id,
      branchId: batch.branch_id,
      status: window.status,
      transactionsCount: batch.count,
      grossAmount: amount(batch.gross),
      netAmount: amount(batch.net - batch.advanced),
    })),
  };
}

function settledBody(row: SettlementRow): unknown {
  const amount = (minor: number) => amountJson(minor, row.currency);
  return {
    transactionId: row.transaction_id,
    merchantOrderId: row.merchant_order_id,
    refNumber: row.ref_number ?? 'NA',
    terminalId: row.terminal_id ?? 'NA',
    branchId: row.branch_id ?? 'NA',
    channel: row.channel,
    method: row.method,
    paymentType: row.payment_type,
    entryMode: row.entry_mode ?? 'NA',
    amount: amount(row.amount_minor),
    feeAmount: amount(row.fee_minor),
    vatAmount: amount(row.vat_minor),
    netAmount: amount(row.net_minor),
    currency: row.currency,
    settlementDate: row.settled_at_ms === null ? 'NA' : writeGatewayTimestamp(row.settled_at_ms),
    windowId: row.window_id ?? 'NA',
    batchId: row.batch_id ?? 'NA',
    createdAt: writeGatewayTimestamp(row.created_at_ms),
  };
}

const SORTABLE: Readonly<Record<string, string>> = {
  settlementDate: 'settled_at_ms',
  createdAt: 'created_at_ms',
  amount: 'amount_minor',
  feeAmount: 'fee_minor',
  netAmount: 'net_minor',
  refNumber: 'ref_number',
  merchantOrderId: 'merchant_order_id',
  terminalId: 'terminal_id',
  branchId: 'branch_id',
};
const SEARCHED = ['merchant_order_id', 'ref_number', 'transaction_id', 'terminal_id'] as const;

type SettledQuery = PageQuery & {
  sortBy?: string;
  sortDirection?: string;
  sortType?: string;
  search?: string;
  branchIds?: string;
};

function settledWhere({ search = '', branchIds }: SettledQuery): { where: string; args: string[] } {
  const parts = ['settled_at_ms IS NOT NULL'];
  const args: string[] = [];
  const wanted = search.trim().toUpperCase();
  if (wanted !== '') {
    parts.push(`(${SEARCHED.map((column) => `instr(${column}, ?)`).join(' OR ')})`);
    args.push(...SEARCHED.map(() => wanted));
  }
  const branches = listOf(branchIds);
  if (branches.length > 0) {
    parts.push(`branch_id IN (${branches.map(() => '?').join(',')})`);
    args.push(...branches);
  }
  return { where: parts.join(' AND '), args };
}

/** Newest settlement first unless asked otherwise; `sortDirection` goes before `sortType`. */
function settledOrder({ sortBy = '', sortDirection, sortType }: SettledQuery): string {
  const column = Object.hasOwn(SORTABLE, sortBy) ? SORTABLE[sortBy] : 'settled_at_ms';
  const ascending = sortDirection === undefined ? sortType === '1' : sortDirection.toLowerCase() === 'asc';
  return `${column} ${ascending ? 'ASC' : 'DESC'}, transaction_id`;
}

export function settlementRoutes(app: FastifyInstance, world: World): void {
  app.get<{ Querystring: PageQuery }>('/v3/payment/settlement/windows', ({ query }) => {
    const page = readPage(query);
    const total = world.db.prepare('SELECT COUNT(*) FROM settlement_window').pluck().get() as number;
    const windows = world.db
      .prepare('SELECT * FROM settlement_window ORDER BY opens_at_ms DESC, window_id LIMIT ? OFFSET ?')
      .all(page.limit, page.offset) as WindowRow[];
    return { body: windows.map((window) => windowBody(world, window)), pagination: pagination(total, page) };
  });

  app.get<{ Querystring: SettledQuery }>('/v2/aggregator/settlement-transactions', ({ query }) => {
    const page = readPage(query);
    const { where, args } = settledWhere(query);
    const { total, sum, currencies, currency } = world.db
      .prepare(
        `SELECT COUNT(*) AS total, SUM(amount_minor) AS sum, COUNT(DISTINCT currency) AS currencies, MIN(currency) AS currency
         FROM settlement_row WHERE ${where}`,
      )
      .get(...args) as { total: number; sum: number | null; currencies: number; currency: string | null };
    const rows = world.db
      .prepare(`SELECT * FROM settlement_row WHERE ${where} ORDER BY ${settledOrder(query)} LIMIT ? OFFSET ?`)
      .all(...args, page.limit, page.offset) as SettlementRow[];
    // Currencies are never added to one another: over several there is no one total.
    const totalSettledAmount = currencies > 1 ? 'NA' : amountJson(sum ?? 0, currency ?? 'EGP');
    return {
      body: rows.map(settledBody),
      pagination: pagination(total, page),
      summary: { totalSettledAmount, transactionsCount: total },
    };
  });
}
