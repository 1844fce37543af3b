import { settledFileColumns } from '#shared/contract/settlement.ts';
import { shownAmount } from '#shared/domain/kinds/index.ts';
import { negated, takenOff } from '#shared/money/money.ts';
import { listRead } from '../../../database/repositories/list-reads.ts';
import { recount } from '../../../database/repositories/settled-recount.ts';
import { settledRows, type FileRow as Row } from '../../../database/repositories/settled-file.ts';
import { amount, gatewayTime, text, totalLines, type ListColumn, type ListReader } from './list.ts';

const currency = (row: Row) => row.amount.currency;

/** The columns that have the name of a text of the row. */
type TextName = {
  [N in (typeof settledFileColumns)[number] & keyof Row]: Row[N] extends string | null ? N : never;
}[(typeof settledFileColumns)[number] & keyof Row];
const plainTexts = Object.fromEntries(
  settledFileColumns.map((name) => [name, text((row: Row) => row[name as TextName])]),
) as Record<TextName, ListColumn<Row>>;

export const settledList: ListReader<'settled', Row> = {
  columns: {
    ...plainTexts,
    settlementDate: gatewayTime((row) => row.settlementDate),
    branchId: text((row) => row.branchName ?? row.branchId),
    /** As on screen; the gateway's own is in `raw`. */
    amount: amount(shownAmount, currency),
    fee: amount((row) => takenOff(row.fee), currency),
    vat: amount((row) => takenOff(row.vat), currency),
    net: amount((row) => row.net, currency),
    currency: text(currency),
    batch: text((row) => row.batchId ?? row.windowId),
    terminal: text((row) => row.terminalId),
    createdAt: gatewayTime((row) => row.createdAt),
    branchCode: text((row) => row.branchId),
    raw: text((row) => row.raw ?? null),
  },
  open: ({ cache }, { filter, sort, columns }) => {
    const { count, gross, notSummed, fees, vat, net } = recount(cache, filter);
    return {
      count,
      readAtMs: listRead(cache, 'settled').readAtMs,
      totals: [
        ...gross.map((total) => ({ name: 'gross', ...total })),
        ...notSummed.map((total) => ({ name: 'notSummed', ...total })),
        ...totalLines('fees', fees.map(negated)),
        ...totalLines('vat', vat.map(negated)),
        ...totalLines('net', net),
      ],
      rows: settledRows(cache, { filter, sort, withSent: columns.some(({ id }) => id === 'raw') }),
    };
  },
};
