import type { SettledTransaction } from '#shared/contract/settlement.ts';
import { listRead } from '../../../database/repositories/list-reads.ts';
import { recount, settledRows } from '../../../database/repositories/settlement.ts';
import { amount, gatewayTime, text, totalLines, type ListReader } from './list.ts';

const currency = (row: SettledTransaction) => row.amount.currency;

export const settledList: ListReader<'settled', SettledTransaction> = {
  columns: {
    refNumber: text((row) => row.refNumber),
    settlementDate: gatewayTime((row) => row.settlementDate),
    branchId: text((row) => row.branchName ?? row.branchId),
    merchantOrderId: text((row) => row.merchantOrderId),
    amount: amount((row) => row.amount, currency),
    fee: amount((row) => row.fee, currency),
    vat: amount((row) => row.vat, currency),
    net: amount((row) => row.net, currency),
    currency: text(currency),
    batch: text((row) => row.batchId ?? row.windowId),
    terminal: text((row) => row.terminalId),
    paymentType: text((row) => row.paymentType),
    entryMode: text((row) => row.entryMode),
    channel: text((row) => row.channel),
    method: text((row) => row.method),
    createdAt: gatewayTime((row) => row.createdAt),
    transactionId: text((row) => row.transactionId),
    branchCode: text((row) => row.branchId),
    windowId: text((row) => row.windowId),
    batchId: text((row) => row.batchId),
    raw: text((row) => row.raw),
  },
  open: ({ cache }, { filter, sort }) => {
    const { count, gross, notSummed, fees, vat, net } = recount(cache, filter);
    return {
      count,
      readAtMs: listRead(cache, 'settled').readAtMs,
      totals: [
        ...gross.map((total) => ({ name: 'gross', ...total })),
        ...notSummed.map((total) => ({ name: 'notSummed', ...total })),
        ...totalLines('fees', fees),
        ...totalLines('vat', vat),
        ...totalLines('net', net),
      ],
      rows: settledRows(cache, { filter, sort }),
    };
  },
};
