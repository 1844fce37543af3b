import type { ListedWindow } from '#shared/contract/settlement.ts';
import { sumByCurrency, takenOff, type Money } from '#shared/money/money.ts';
import { listWindows } from '../../../database/repositories/windows.ts';
import { amount, count, gatewayTime, text, totalLines, type ListReader } from './list.ts';

const currency = ({ net, gross, fees, adjustments }: ListedWindow) =>
  (net ?? gross ?? fees ?? adjustments)?.currency ?? null;
const sums = (windows: readonly ListedWindow[], value: (window: ListedWindow) => Money | null) =>
  sumByCurrency(windows.flatMap((window) => value(window) ?? []));

export const windowsList: ListReader<'windows', ListedWindow> = {
  columns: {
    windowId: text((row) => row.windowId),
    status: text(({ status }) => (status?.kind === 'known' ? status.value : (status?.raw ?? null))),
    opensAt: gatewayTime((row) => row.opensAt),
    closesAt: gatewayTime((row) => row.closesAt),
    // As the gateway writes it: a day, or something else.
    expectedPayoutDate: { kind: 'date', value: (row) => row.expectedPayoutDate },
    count: count((row) => row.transactionsCount),
    gross: amount((row) => row.gross, currency),
    fees: amount((row) => takenOff(row.fees), currency),
    vat: amount((row) => takenOff(row.vat), currency),
    adjustments: amount((row) => row.adjustments, currency),
    net: amount((row) => row.net, currency),
    currency: text(currency),
    bankReference: text((row) => row.bankReference),
    // Windows that were paid together: each shows the figure of all of them.
    bridge: text((row) => row.bridge.state),
    deposited: amount((row) => row.bridge.deposited, currency),
    unexplained: amount((row) => row.bridge.unexplained, currency),
    batches: count((row) => row.batches.length),
  },
  open: (files, _query, nowMs) => {
    const { windows, read } = listWindows(files, nowMs);
    return {
      count: windows.length,
      readAtMs: read.readAtMs,
      totals: [
        ...totalLines(
          'gross',
          sums(windows, (window) => window.gross),
        ),
        ...totalLines(
          'net',
          sums(windows, (window) => window.net),
        ),
      ],
      rows: windows,
    };
  },
};
