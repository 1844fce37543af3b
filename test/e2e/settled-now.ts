/** What was closed today as a gateway settles it days later: real answers of the gateway, with these sales in one paid window. */
import { amountJson } from '#electron/sandbox/world.ts';
import { writeGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { TestGateway } from './gateway.ts';

export type SoldRow = {
  orderId: string | null;
  refNumber: string | null;
  terminalId: string;
  amount: { minor: string; currency: string };
};
type Body = { body: Record<string, unknown>[]; pagination: Record<string, unknown>; summary?: unknown };

const HOUR_MS = 3_600_000;
/** Two percent, and VAT on that. */
const feeOf = (minor: number) => Math.round(minor / 50);
const vatOf = (minor: number) => Math.round((feeOf(minor) * 14) / 100);
const netOf = (minor: number) => minor - feeOf(minor) - vatOf(minor);
export const WINDOW = 'SW-CHAIN';

/** Of sales in pounds. From now on the gateway lists this window, and these settled transactions, and no others. */
export async function settleNow(gateway: TestGateway, sales: readonly SoldRow[]): Promise<void> {
  const { live } = gateway;
  const get = async (path: string): Promise<Body> => {
    const answer = await fetch(`${live.dashboardUrl}${path}`, { headers: { authorization: live.secretKey } });
    return (await answer.json()) as Body;
  };
  const egp = (minor: number) => amountJson(minor, 'EGP');
  const windows = await get('/v3/payment/settlement/windows');
  const settled = await get('/v2/aggregator/settlement-transactions');
  const nowMs = Date.now();
  const rows = sales.map(({ orderId, refNumber, terminalId, amount }, at) => ({
    ...settled.body[0],
    ...{
      transactionId: `TX-CHAIN-${at}`,
      merchantOrderId: orderId,
      refNumber: refNumber ?? 'NA',
      terminalId,
    },
    ...{ channel: 'pos', paymentType: 'SALE', entryMode: 'CHIP', currency: 'EGP' },
    amount: egp(Number(amount.minor)),
    feeAmount: egp(feeOf(Number(amount.minor))),
    vatAmount: egp(vatOf(Number(amount.minor))),
    netAmount: egp(netOf(Number(amount.minor))),
    settlementDate: writeGatewayTimestamp(nowMs),
    createdAt: writeGatewayTimestamp(nowMs - HOUR_MS),
    ...{ windowId: WINDOW, batchId: 'SB-CHAIN' },
  }));
  const sum = (of: (minor: number) => number) =>
    sales.reduce((all, { amount }) => all + of(Number(amount.minor)), 0);
  const gross = sum((minor) => minor);
  const window = {
    ...windows.body[0],
    ...{ windowId: WINDOW, status: 'SETTLED', currency: 'EGP', bankReference: 'BR-CHAIN', batches: [] },
    opensAt: writeGatewayTimestamp(nowMs - 24 * HOUR_MS),
    closesAt: writeGatewayTimestamp(nowMs + HOUR_MS),
    grossAmount: egp(gross),
    feesAmount: egp(sum(feeOf)),
    vatAmount: egp(sum(vatOf)),
    adjustmentsAmount: egp(0),
    netAmount: egp(sum(netOf)),
    transactionsCount: sales.length,
  };
  const one = { total: sales.length, pages: 1, page: 1 };
  const say = (path: string, { pagination, ...answer }: Body) =>
    gateway.control('POST', '/faults', {
      match: { method: 'GET', path, environment: 'live' },
      fault: { kind: 'body', text: JSON.stringify({ ...answer, pagination: { ...pagination, ...one } }) },
    });
  await say('/v3/payment/settlement/windows', { ...windows, body: [window] });
  const summary = { totalSettledAmount: egp(gross), transactionsCount: sales.length };
  await say('/v2/aggregator/settlement-transactions', { ...settled, body: rows, summary });
}
