import type { EligibleSale } from '#shared/contract/instant-settlement.ts';
import { sumByCurrency, takenOff, totalsOf } from '#shared/money/money.ts';
import { eligible } from '../../../database/repositories/instant-settlement.ts';
import { listRead } from '../../../database/repositories/list-reads.ts';
import { amount, gatewayTime, text, totalLines, type ListReader } from './list.ts';

const currency = (row: EligibleSale) => row.amount.currency;

/** Sales that can still be asked for. */
export const eligibleList: ListReader<'eligible', EligibleSale> = {
  columns: {
    reference: text((row) => row.refNumber),
    order: text((row) => row.merchantOrderId),
    branch: text((row) => row.branchName ?? row.branchId),
    amount: amount((row) => row.amount, currency),
    net: amount((row) => row.net, currency),
    currency: text(currency),
    date: gatewayTime((row) => row.transactionDate),
    expected: gatewayTime((row) => row.expectedSettlementDate),
    fee: amount((row) => takenOff(row.fee), currency),
    vat: amount((row) => takenOff(row.vat), currency),
    batchId: text((row) => row.batchId),
    branchCode: text((row) => row.branchId),
    transactionId: text((row) => row.transactionId),
  },
  open: ({ cache, journal }) => {
    const sales = eligible(cache, journal).filter(({ requested }) => !requested);
    return {
      count: sales.length,
      readAtMs: listRead(cache, 'eligible').readAtMs,
      totals: [
        ...totalsOf(sales).map((total) => ({ name: 'gross', ...total })),
        ...totalLines('net', sumByCurrency(sales.flatMap(({ net }) => net ?? []))),
      ],
      rows: sales,
    };
  },
};
