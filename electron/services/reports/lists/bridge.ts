import type { BridgeRow } from '#shared/contract/bridge.ts';
import type { BridgeLineName } from '#shared/domain/bridge.ts';
import { wholeBridge } from '../../../database/repositories/bridge/index.ts';
import { amount, count, date, text, type ListReader, type TotalLine } from './list.ts';

type LineRow = BridgeRow & { readonly line: BridgeLineName };
const currency = (row: LineRow) => row.amount.currency;

/** The lines are in the head, with what is expected and deposited; the rows are those of every line. */
export const bridgeList: ListReader<'bridge', LineRow> = {
  columns: {
    line: text((row) => row.line),
    orderId: text((row) => row.orderId),
    refNumber: text((row) => row.refNumber),
    terminalId: text((row) => row.terminalId),
    branch: text((row) => row.branchName),
    businessDate: date((row) => row.businessDate),
    zNumber: count((row) => row.zNumber),
    amount: amount((row) => row.amount, currency),
    currency: text(currency),
    transactionId: text((row) => row.transactionId),
    rowId: text((row) => row.rowId),
  },
  open: (files, { windowId }) => {
    const whole = wholeBridge(files, windowId);
    if (!whole) return null;
    const { view, rows } = whole;
    const single = (name: string, value: TotalLine['amount']): TotalLine[] =>
      value ? [{ name, count: null, amount: value }] : [];
    return {
      count: rows.length,
      readAtMs: view.settledRead.readAtMs,
      totals: [
        ...view.lines.map(({ line, ...total }) => ({ name: line, ...total })),
        ...single('expected', view.expected),
        ...single('deposited', view.deposited),
        ...single('unexplained', view.unexplained),
      ],
      pages: [rows],
    };
  },
};
