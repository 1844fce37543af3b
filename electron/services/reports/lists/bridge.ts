import type { BridgeRow, BridgeView } from '#shared/contract/bridge.ts';
import type { BridgeLineName } from '#shared/domain/bridge.ts';
import type { Money } from '#shared/money/money.ts';
import { wholeBridge } from '../../../database/repositories/bridge/index.ts';
import { amount, count, date, text, type ListReader, type TotalLine } from './list.ts';

type DepositRow = {
  readonly line: 'deposited';
  readonly reference: string;
  readonly receivedOn: string;
  readonly from: 'statement' | 'entered';
  /** The import, or who entered it. */
  readonly source: string;
  readonly amount: Money;
};
type LineRow = (BridgeRow & { readonly line: BridgeLineName }) | DepositRow;

const currency = (row: LineRow) => row.amount.currency;
const sale = (row: LineRow) => (row.line === 'deposited' ? null : row);
const deposit = (row: LineRow) => (row.line === 'deposited' ? row : null);

/** The deposits that count. An entered deposit that is in the statement, too, appears as the statement's line. */
function depositRows({ deposits, statement, expected: { currency } }: BridgeView): DepositRow[] {
  const line = 'deposited';
  return [
    ...statement.map(({ reference, bookedOn, sourceName, fileName, amount }): DepositRow => {
      const source = `${sourceName} · ${fileName}`;
      return { line, reference, receivedOn: bookedOn, from: 'statement', source, amount };
    }),
    ...deposits
      .filter(({ withdrawn, confirmed }) => !withdrawn && !confirmed)
      .map(({ reference, receivedOn, by, amount }): DepositRow => {
        return { line, reference, receivedOn, from: 'entered', source: by, amount };
      }),
  ].filter(({ amount }) => amount.currency === currency);
}

/** The lines are in the head, with what is expected and deposited; the rows are those of every line, and the deposits. */
export const bridgeList: ListReader<'bridge', LineRow> = {
  columns: {
    line: text((row) => row.line),
    orderId: text((row) => sale(row)?.orderId ?? null),
    refNumber: text((row) => sale(row)?.refNumber ?? deposit(row)?.reference ?? null),
    terminalId: text((row) => sale(row)?.terminalId ?? null),
    branch: text((row) => sale(row)?.branchName ?? null),
    businessDate: date((row) => sale(row)?.businessDate ?? null),
    zNumber: count((row) => sale(row)?.zNumber ?? null),
    pc: text((row) => sale(row)?.pc?.name ?? null),
    amount: amount((row) => row.amount, currency),
    currency: text(currency),
    transactionId: text((row) => sale(row)?.transactionId ?? null),
    rowId: text((row) => sale(row)?.rowId ?? null),
    receivedOn: date((row) => deposit(row)?.receivedOn ?? null),
    from: text((row) => deposit(row)?.from ?? null),
    source: text((row) => deposit(row)?.source ?? null),
  },
  open: (files, { subject }, nowMs) => {
    const whole = wholeBridge(files, subject, nowMs);
    if (!whole) return null;
    const { view } = whole;
    const rows = [...whole.rows, ...depositRows(view)];
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
      rows,
    };
  },
};
